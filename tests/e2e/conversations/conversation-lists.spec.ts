import type { Page } from '@playwright/test'
import type { ConversationSummary } from '#contract/conversations.ts'
import { HOUR_MS } from '#contract/time.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { navigateAndWait } from '#tests/e2e/support/navigation.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import type { People } from '#tests/e2e/support/people.ts'
import type { Product } from '#tests/e2e/support/product.ts'
import { Talk } from '#tests/e2e/support/talk.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFit, forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

const OWN = /\/api\/conversations(\?|$)/
const FAILED = 'Failed to load conversations. Please try again.'

function rows(page: Page, name: RegExp | string = 'Your Messages') {
  return page.getByRole('main').getByRole('list', { name }).getByRole('link')
}

/** A fan who has written to two creators without an answer, last to the second one. */
async function twoConversations(people: People, product: Product) {
  const [amy, ben, fan] = [await people.creator(), await people.creator(), await people.member()]
  for (const creator of [amy, ben]) await people.subscribe(fan, creator)
  const toAmy = await Talk.begin(product, fan, amy, 'Were you in the wings?')
  const toBen = await Talk.begin(product, fan, ben, 'The red one, please keep it for me')
  return { amy, ben, fan, toAmy, toBen }
}

/** A conversation that exists only in a stubbed list. */
function listed(number: number, change: Partial<ConversationSummary> = {}): ConversationSummary {
  const name = `creator-${String(number).padStart(2, '0')}`
  return {
    id: `01939d2a-0000-7000-8000-${String(number).padStart(12, '0')}`,
    creator_id: '01939d2a-0000-7000-9000-000000000000',
    creator: { username: name, is_deleted: false, profile: { name, profile_pic: null } },
    initiator: { username: 'fan', is_deleted: false },
    unread_count: 0,
    last_message: null,
    can_send_messages: true,
    is_closed: false,
    is_blocked: false,
    ...change,
  }
}

function ago(hours: number, sender_id = '01939d2a-0000-7000-9000-000000000000', content = 'Figs. Always figs.') {
  return {
    last_message: {
      content,
      sender_id,
      created_at: new Date(Date.now() - hours * HOUR_MS).toISOString(),
      is_removed: false,
    },
  }
}

test.describe('A list of conversations', () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  // Spec 8.25, 8.39
  test('A list of conversations that fails to load says so, and can be loaded again', async ({
    page,
    people,
    expectRefusal,
  }) => {
    await people.signedIn(page, await people.signUp())
    // A live connection would refetch the list by itself.
    await page.routeWebSocket(/\/api\/cable/, () => {})
    const { promise: seen, resolve: answer } = Promise.withResolvers<void>()
    await page.route(OWN, async (route) => {
      await seen
      await route.fulfill({ status: 403, json: { error: 'No', code: 'forbidden' } })
    })
    expectRefusal(403, '/api/conversations')
    await page.goto('/conversations')
    await expect(page.getByRole('main').getByRole('status').first()).toHaveText('Loading')
    answer()
    await expect(page.getByRole('heading', { level: 2, name: FAILED })).toBeVisible()
    await page.unroute(OWN)
    await button(page, 'Try again').click()
    await expect(page.getByRole('heading', { level: 2, name: 'No conversations yet' })).toBeVisible()
    await expect(page.getByText('Conversations are read here, as soon as there is one.')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Find creators' }).click()
    await expect(page).toHaveURL('/find')
  })

  // Spec 2.72, 8.40, 9.21, 9.22
  test('A list of conversations shows the last messages and the unread counts up to 99+, and loads further pages', async ({
    page,
    people,
  }) => {
    const fan = await people.member()
    const first = [
      listed(1, { ...ago(0.5), unread_count: 100 }),
      listed(2, { ...ago(3.5), unread_count: 99 }),
      listed(3, ago(23.9, fan.id, 'The red one,\nplease keep it for me')),
      listed(4, ago(49)),
      ...Array.from({ length: 26 }, (_, index) => listed(index + 5)),
    ]
    await page.route(OWN, (route) =>
      route.request().url().includes('cursor=next')
        ? route.fulfill({ json: [listed(31)] })
        : route.fulfill({
            json: first,
            headers: { link: '</conversations?cursor=next>; rel="next"', 'x-unread-count': '100' },
          }),
    )
    await people.signedIn(page, fan)
    await page.goto('/conversations')
    await expect(rows(page).nth(0)).toHaveAccessibleName(
      'creator-01 Just now Figs. Always figs. More than 99 unread messages',
    )
    await expect(rows(page).nth(0).getByText('99+', { exact: true })).toBeVisible()
    await expect(rows(page).nth(1)).toHaveAccessibleName('creator-02 3h ago Figs. Always figs. 99 unread messages')
    await expect(rows(page).nth(2)).toHaveAccessibleName('creator-03 23h ago You: The red one, please keep it for me')
    await expect(rows(page).nth(3)).toHaveAccessibleName('creator-04 2d ago Figs. Always figs.')
    await expect(rows(page).nth(4)).toHaveAccessibleName('creator-05 No messages yet')
    await expect(
      page.getByRole('banner').getByRole('link', { name: 'Messages More than 99 unread messages' }),
    ).toBeVisible()

    // No conversation is chosen yet.
    await expect(page.getByText('Choose a conversation to read on where you left it.')).toBeVisible()
    // The next page is fetched before the end of the list is in view.
    await rows(page).nth(24).scrollIntoViewIfNeeded()
    await expect(rows(page)).toHaveCount(31)
  })

  test('A list that stays open says how long ago the last message was by now', async ({ page, people }) => {
    await page.routeWebSocket(/\/api\/cable/, () => {})
    const json = [listed(1, ago(0.5)), listed(2, ago(3.75))]
    await page.route(OWN, (route) => route.fulfill({ json }))
    await people.signedIn(page, await people.member())
    await page.clock.install()
    await page.goto('/conversations')
    await expect(rows(page).nth(0)).toHaveAccessibleName('creator-01 Just now Figs. Always figs.')
    await page.clock.fastForward('40:00')
    await expect(rows(page).nth(0)).toHaveAccessibleName('creator-01 1h ago Figs. Always figs.')
    await expect(rows(page).nth(1)).toHaveAccessibleName('creator-02 4h ago Figs. Always figs.')
  })

  // Spec 2.72
  test('A conversation with a new message moves to the top with an unread count, without losing the focus', async ({
    page,
    people,
    product,
  }) => {
    const { amy, ben, fan, toAmy } = await twoConversations(people, product)
    await people.signedIn(page, fan)
    await page.goto('/conversations')
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).nth(0)).toHaveAccessibleName(
      `${ben.username} Just now You: The red one, please keep it for me`,
    )
    await rows(page).nth(0).focus()

    await toAmy.say(amy, 'Row G')
    await expect(rows(page).nth(0)).toHaveAccessibleName(`${amy.username} Just now Row G 1 unread message`)
    await expect(rows(page).nth(1)).toBeFocused()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Messages 1 unread message' })).toBeVisible()
    await toAmy.say(amy, 'On Sunday')
    await expect(rows(page).nth(0)).toHaveAccessibleName(`${amy.username} Just now On Sunday 2 unread messages`)

    // Reading a conversation updates the list as well.
    await rows(page).nth(0).click()
    await expect(page).toHaveURL(toAmy.path)
    await expect(page.getByRole('heading', { level: 1, name: amy.username })).toBeVisible()
    await expect(rows(page).nth(0)).toHaveAccessibleName(`${amy.username} Just now On Sunday`)
    await expect(rows(page).nth(0)).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Messages', exact: true })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Your Messages' })).toHaveAttribute(
      'aria-current',
      'page',
    )
  })
})

test.describe('Fan Messages', () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  // Spec 2.74
  test('Fan Messages lists what a creator received, with the unread count in the menu and in the tabs', async ({
    page,
    people,
    product,
  }) => {
    const [amy, fan] = [await people.creator(), await people.member()]
    await people.subscribe(fan, amy)
    const talk = await Talk.begin(product, fan, amy, 'Good evening')
    await people.signedIn(page, amy)
    await page.goto('/conversations')
    await expect(page.getByRole('heading', { name: 'No conversations yet' })).toBeVisible()
    const tabs = page.getByRole('navigation', { name: 'Lists of conversations' })
    await expect(tabs.getByRole('link')).toHaveText(['Conversations', /^Fan Messages/])

    await button(page, 'Menu').click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('link', { name: 'Your Messages', exact: true })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Fan Messages 1 unread message' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()

    await tabs.getByRole('link', { name: 'Fan Messages 1 unread message' }).click()
    await expect(page).toHaveURL('/conversations/received')
    await expect(page.getByRole('heading', { level: 1, name: 'Fan Messages' })).toBeVisible()
    await expect(rows(page, 'Fan Messages')).toHaveAccessibleName(
      `${fan.username} Just now Good evening 1 unread message`,
    )

    await page.goto(talk.path)
    await expect(page.getByRole('heading', { level: 1, name: fan.username })).toBeVisible()
    await expect(rows(page, 'Fan Messages')).toHaveAttribute('aria-current', 'page')
    await expect(tabs.locator('[aria-current]')).toHaveText('Fan Messages')
  })
})

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('On a phone, either the list or the thread is shown, and the thread fills the window', { tag: '@long' }, async ({
    page,
    people,
    product,
  }) => {
    const { ben, fan, toBen } = await twoConversations(people, product)
    await toBen.say(ben, 'It is yours')
    await people.signedIn(page, fan)
    await page.goto('/conversations')
    const bar = page.getByRole('navigation', { name: 'Main' })
    await expect(bar.getByRole('link', { name: 'Messages 1 unread message' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText('Choose a conversation to read on where you left it.')).toBeHidden()

    await rows(page).nth(0).tap()
    await expect(page.getByRole('heading', { level: 1, name: ben.username })).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    await expect(bar).toHaveCount(0)
    await expect(page.getByRole('banner')).toBeHidden()
    await page.setViewportSize({ width: 844, height: 390 })
    await expect(page.getByRole('banner')).toBeHidden()
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goBack()
    await expect(rows(page)).toHaveCount(2)
    await expect(bar.getByRole('link', { name: 'Messages', exact: true })).toBeVisible()
  })
})

for (const round of roundsFrom(390)) {
  test.describe(round.name, () => {
    test.use(round.use)

    test('The lists of conversations of a creator fit the window and pass axe', async ({ page, people, product }) => {
      const [amy, ben, fan] = [await people.creator(), await people.creator(), await people.member()]
      await people.subscribe(fan, amy)
      await people.subscribe(amy, ben)
      await Talk.begin(product, fan, amy, 'Good evening')
      await Talk.begin(product, amy, ben, `A word that does not end: ${'x'.repeat(300)}`)
      await people.signedIn(page, amy)
      await page.goto('/conversations')
      await forEachView(page, round, async (view) => {
        await expect(rows(page, /Messages/i)).toHaveAccessibleName(
          view.language === 'fr' ? /^.+ À l’instant Vous\s: A word/ : /^.+ Just now You: A word/,
        )
        await expectToFit(page, view)
        await axe(page)
      })
      await navigateAndWait(page, '/conversations/received')
      await forEachView(page, round, async (view) => {
        await expect(rows(page, /Messages/i)).toHaveAccessibleName(
          view.language === 'fr' ? / 1 message non lu$/ : / 1 unread message$/,
        )
        await expectToFit(page, view)
        await axe(page)
      })
    })
  })
}
