import type { Page } from '@playwright/test'
import { type Conversation, MESSAGE_MAX } from '#contract/conversations.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { lightbox, pictureLink } from '#tests/e2e/support/lightbox.ts'
import { navigate } from '#tests/e2e/support/navigation.ts'
import { button, expectNoSidewaysScroll, watchCalls } from '#tests/e2e/support/page.ts'
import type { People } from '#tests/e2e/support/people.ts'
import { endSubscription } from '#tests/e2e/support/subscriptions.ts'
import { Talk } from '#tests/e2e/support/talk.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

const CREATE = /\/api\/conversations$/

/** A signed-in fan who subscribes to a creator. */
async function subscriber(page: Page, people: People) {
  const [amy, fan] = [await people.creator(), await people.member()]
  await people.subscribe(fan, amy)
  await people.signedIn(page, fan)
  return { amy, fan }
}

/** Opens the dialog in either language, and waits for its focus. */
async function openDialog(page: Page) {
  await button(page, 'Message').click()
  const dialog = page.getByRole('dialog', { name: /^(Write to|Écrire à) / })
  const text = dialog.getByRole('textbox')
  await expect(text).toBeFocused()
  return { dialog, text, send: dialog.getByRole('button', { name: /^(Send|Envoyer)$/ }) }
}

/** The price options that the tooltip covers. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tip = document.querySelector('[role=tooltip]')?.getBoundingClientRect()
    if (!tip) throw new Error('There is no tooltip')
    return [...document.querySelectorAll('label:has(input[type=radio])')].flatMap((ticket) => {
      const { left, right, top, bottom } = ticket.getBoundingClientRect()
      const isApart = tip.right < left || tip.left > right || tip.bottom < top || tip.top > bottom
      return isApart ? [] : [ticket.textContent]
    })
  })
}

/** The requests of the page to start a conversation. */
function attempts(page: Page): { content: string; client_id: string }[] {
  const sent: { content: string; client_id: string }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && CREATE.test(request.url())) sent.push(request.postDataJSON())
  })
  return sent
}

test.describe('The message button', () => {
  // Spec 4.13, 4.14
  test('The message button is disabled without a subscription, and its tooltip does not cover the price options', async ({
    page,
    people,
  }) => {
    const amy = await people.creator()
    await people.signedIn(page, await people.signUp())
    await page.goto(`/${amy.username}`)
    const message = button(page, 'Message')
    await expect(message).toHaveAccessibleDescription('You need to subscribe to send messages')
    await expect(message).toHaveAttribute('aria-disabled', 'true')
    await message.hover()
    const tooltip = page.getByRole('tooltip')
    await expect(tooltip).toBeVisible()
    // Also in a window with little space below.
    for (const height of [720, 900]) {
      await page.mouse.move(0, 0)
      await expect(tooltip).toBeHidden()
      await page.setViewportSize({ width: 1280, height })
      await message.hover()
      await expect(tooltip).toBeVisible()
      expect(await covered(page)).toEqual([])
    }
    const calls = watchCalls(page)
    await message.click({ force: true })
    await message.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  // Spec 4.17
  test('Creators have no message button on their own page and posts', async ({ page, people }) => {
    const amy = await people.creator()
    const post = await people.post(amy)
    await people.signedIn(page, amy)
    const calls = watchCalls(page)
    await page.goto(`/${amy.username}?post=${post.id}`)
    await expect(lightbox(page).getByRole('button', { name: 'Like, 0 likes' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Message', includeHidden: true })).toHaveCount(0)
    expect(calls.filter((call) => call.includes('can_message'))).toEqual([])
  })

  test('The message button of the lightbox opens the dialog above it, and gets the focus back', {
    tag: '@long',
  }, async ({ page, people }) => {
    const { amy } = await subscriber(page, people)
    const post = await people.post(amy)
    await page.goto(`/${amy.username}`)
    await pictureLink(page, post).click()
    const message = lightbox(page).getByRole('button', { name: 'Message' })
    await expect(message).toBeEnabled()
    await message.click()
    const dialog = page.getByRole('dialog', { name: `Write to ${amy.username}` })
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(message).toBeFocused()
    await expect(lightbox(page)).toBeVisible()
  })
})

test.describe('A first message to a creator', () => {
  // Spec 2.117, 4.15, 5.14, 5.15, 9.24
  test('A first message cannot be sent while it is empty, shows the characters left, and is kept when the dialog closes', async ({
    page,
    people,
  }) => {
    const { amy } = await subscriber(page, people)
    await page.goto(`/${amy.username}`)
    await expect(button(page, 'SUBSCRIBED')).toBeVisible()
    const { dialog, text, send } = await openDialog(page)
    await expect(text).toHaveAttribute('rows', '4')
    await expect(text).toHaveAttribute('required', '')
    await expect(send).toBeDisabled()
    await text.fill(' \n ')
    await expect(send).toBeDisabled()
    await text.fill('x'.repeat(MESSAGE_MAX - 100))
    await expect(dialog.getByText('100 characters left')).toBeVisible()
    await expect(send).toBeEnabled()
    await text.fill('x'.repeat(MESSAGE_MAX + 3))
    await expect(text).toHaveAccessibleDescription('3 characters too many')
    await expect(send).toBeDisabled()

    await text.fill('Good evening')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button(page, 'Message')).toBeFocused()
    await openDialog(page)
    await expect(text).toHaveValue('Good evening')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  })

  // Spec 1.9, 4.16, 6.9, 7.40, 8.20, 8.21
  test('A first message whose response is lost can be sent again, and arrives once', async ({
    page,
    people,
    request,
    expectLine,
  }) => {
    const { amy, fan } = await subscriber(page, people)
    await page.goto(`/${amy.username}`)
    const { dialog, text, send } = await openDialog(page)
    const sent = attempts(page)
    // The server stores the message, but its response is lost.
    let isLost = false
    await page.route(CREATE, async (route) => {
      // The list has the same URL.
      if (isLost || route.request().method() !== 'POST') return await route.fallback()
      isLost = true
      await expect(send).toBeDisabled()
      await route.fetch()
      await route.abort()
    })
    expectLine(/Failed to load resource: net::ERR_FAILED/)
    await text.fill('  Good evening,\nrow G  ')
    await send.click()
    await expect(dialog.getByRole('alert')).toHaveText('Failed to start conversation')
    await expect(text).toHaveValue('  Good evening,\nrow G  ')
    await expect(text).toBeFocused()

    await page.keyboard.press('Control+Enter')
    await expect(toast(page, 'Conversation started successfully!')).toBeVisible()
    await expect(page).toHaveURL(/\/conversations\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('log').getByText('Good evening')).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(sent).toHaveLength(2)
    expect(sent[0]).toEqual({ creator_id: amy.id, content: 'Good evening,\nrow G', client_id: expect.any(String) })
    expect(sent[1]).toEqual(sent[0])
    const kept = await request.get(`/api${new URL(page.url()).pathname}`, { headers: { authorization: fan.token } })
    const { messages }: Conversation = await kept.json()
    expect(messages.map(({ content }) => content)).toEqual(['Good evening,\nrow G'])

    // The list contains the conversation, and the button leads to it without a dialog.
    const thread = page.url()
    await page.getByRole('banner').getByRole('link', { name: 'Your Messages' }).click()
    await expect(page.getByRole('main').getByRole('list').getByRole('link')).toHaveCount(1)
    await navigate(page, `/${amy.username}`)
    await button(page, 'Message').click()
    await expect(page).toHaveURL(thread)
  })

  test('The message button leads to an existing conversation if no draft was typed, also from the lightbox', {
    tag: '@long',
  }, async ({ page, people, product }) => {
    const { amy, fan } = await subscriber(page, people)
    const post = await people.post(amy)
    await page.goto(`/${amy.username}`)
    const { text, send } = await openDialog(page)
    await text.fill('From this device')
    await page.keyboard.press('Escape')
    // Meanwhile the conversation is started on another device.
    const talk = await Talk.begin(product, fan, amy, 'From another device')
    await page.reload()
    await expect(button(page, 'Message')).toBeEnabled()
    // The reload has discarded the draft.
    await pictureLink(page, post).click()
    const message = lightbox(page).getByRole('button', { name: 'Message' })
    await expect(message).toBeEnabled()
    await message.click()
    await expect(page).toHaveURL(talk.path)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(send).toHaveCount(0)
  })

  test('A draft that is older than the conversation opens the dialog again, and is sent into that conversation', async ({
    page,
    people,
    product,
  }) => {
    const { amy, fan } = await subscriber(page, people)
    await page.goto(`/${amy.username}`)
    const { text } = await openDialog(page)
    await text.fill('From this device')
    await page.keyboard.press('Escape')
    const talk = await Talk.begin(product, fan, amy, 'From another device')
    // The page learns of it without a reload.
    await page.getByRole('banner').getByRole('link', { name: 'Your Messages' }).click()
    await navigate(page, `/${amy.username}`)
    const again = await openDialog(page)
    await expect(again.text).toHaveValue('From this device')
    await again.send.click()
    await expect(toast(page, 'Message sent!')).toBeVisible()
    await expect(page).toHaveURL(talk.path)
    await expect(toast(page, 'Conversation started successfully!')).toHaveCount(0)
    await expect(page.getByRole('log').getByText('From this device')).toBeVisible()
  })

  // Spec 4.13, 6.9, 8.21
  test('A first message that the server refuses shows the reason, and disables the message button', async ({
    page,
    people,
    product,
    expectRefusal,
  }) => {
    const { amy, fan } = await subscriber(page, people)
    await page.goto(`/${amy.username}`)
    const { dialog, text, send } = await openDialog(page)
    await text.fill('Good evening')
    await endSubscription(product, { fan_id: fan.id, profile_id: amy.id })
    expectRefusal(403, '/api/conversations')
    await send.click()
    await expect(dialog.getByRole('alert')).toHaveText('You need an active subscription to message this creator')
    await expect(text).toHaveValue('Good evening')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(button(page, 'Message')).toHaveAccessibleDescription('You need to subscribe to send messages')
  })
})

for (const round of roundsFrom(1440)) {
  test.describe(round.name, () => {
    test.use(round.use)

    test('The dialog for a first message fits the window and passes axe', async ({ page, people }) => {
      const { amy } = await subscriber(page, people)
      await page.goto(`/${amy.username}`)
      const { text } = await openDialog(page)
      await text.fill('x'.repeat(MESSAGE_MAX + 1))
      await forEachView(page, round, async ({ language }) => {
        const words = language === 'fr' ? '1 caractère de trop' : '1 character too many'
        await expect(text).toHaveAccessibleDescription(words)
        await expectNoSidewaysScroll(page)
        await axe(page)
      })
    })
  })
}
