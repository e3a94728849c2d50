import type { Page } from '@playwright/test'
import type { Subscription } from '#contract/subscriptions.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { hold } from '#tests/e2e/support/feed.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { endSubscription } from '#tests/e2e/support/subscriptions.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const LIST = /\/api\/subscriptions(\?|$)/
const PROFILE = /\/api\/profiles\//

function tickets(page: Page, list: 'Ongoing' | 'Past' | 'En cours' | 'Passés') {
  return page.getByRole('main').getByRole('list', { name: list, exact: true }).getByRole('link')
}

/** A past ticket that exists only in a stubbed list. */
function past(hours: number): Subscription {
  return {
    id: `01939d2a-0000-7000-8000-${String(hours).padStart(12, '0')}`,
    profile_name: `creator-${hours}`,
    profile_pic: null,
    expires_at: new Date(Date.now() - hours * HOUR_MS).toISOString(),
  }
}

test.describe('Somebody who looks at their subscriptions', () => {
  // Spec 8.38
  test('A member without subscriptions sees a skeleton, an error that can be retried, and two empty lists', async ({
    page,
    people,
    expectRefusal,
  }) => {
    await people.signedIn(page, await people.signUp())
    await page.route(LIST, (route) => route.fulfill({ status: 403, json: { error: 'No', code: 'forbidden' } }))
    expectRefusal(403, '/api/subscriptions')
    const { release } = await hold(page, LIST)
    await page.goto('/subscriptions')
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading')
    await expect(page.locator('.pass .skeleton').first()).toBeVisible()
    await release()
    await expect(page.getByRole('heading', { name: 'Your subscriptions could not be loaded' })).toBeVisible()
    await page.unroute(LIST)
    await button(page, 'Try again').click()
    await expect(page.getByRole('heading', { level: 3, name: 'No ongoing subscriptions yet' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 3, name: 'No past subscriptions yet' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Ongoing', 'Past'])
    // Two empty lists share one link.
    await page.getByRole('main').getByRole('link', { name: 'Find creators' }).click()
    await expect(page).toHaveURL('/find')
  })

  // Spec 2.68, 2.69, 4.36
  test('A member sees ongoing tickets with the time left and past ones, with links to their creators', async ({
    page,
    people,
    product,
  }) => {
    await page.clock.install()
    const creators = await Promise.all([people.creator(), people.creator(), people.creator()])
    const [[soon, later, over], fan] = [creators, await people.member()]
    await people.subscribe(fan, over)
    await endSubscription(product, { fan_id: fan.id, profile_id: over.id })
    await people.subscribe(fan, later, 23)
    await people.subscribe(fan, soon, 9 / 24)
    await people.signedIn(page, fan)
    await page.goto('/subscriptions')

    await test.step('Two tickets are ongoing, the one that ends first on top, and one is past', async () => {
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Ongoing2', 'Past1'])
      await expect(tickets(page, 'Ongoing')).toHaveCount(2)
      await expect(tickets(page, 'Ongoing').nth(0)).toHaveAccessibleName(`${soon.username} See profile 9 hours left`)
      await expect(tickets(page, 'Ongoing').nth(1)).toHaveAccessibleName(`${later.username} See profile 23 days left`)
      await expect(tickets(page, 'Past')).toHaveAccessibleName(`${over.username} Expired`)
      for (const picture of await page.getByRole('main').locator('img').all())
        await expect(picture).toHaveJSProperty('complete', true)
      await axe(page)
    })

    await test.step('The whole ticket is the link to /creator/{profile_name}, and who comes back is told anew', async () => {
      await expect(tickets(page, 'Past')).toHaveAttribute('href', `/creator/${over.username}`)
      await tickets(page, 'Ongoing').nth(0).focus()
      await page.keyboard.press('Tab')
      await expect(tickets(page, 'Ongoing').nth(1)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/${later.username}`)
      await expect(button(page, 'SUBSCRIBED')).toBeDisabled()
      const askedAgain = page.waitForResponse(LIST)
      await page.goBack()
      await (await askedAgain).finished()
      await expect(tickets(page, 'Ongoing')).toHaveCount(2)
    })

    await test.step('A ticket that expires moves to the past before the server responds, and keeps the focus', async () => {
      await endSubscription(product, { fan_id: fan.id, profile_id: soon.id })
      const { release } = await hold(page, LIST)
      const askedAgain = page.waitForRequest(LIST)
      await tickets(page, 'Ongoing').nth(0).focus()
      await page.clock.fastForward('09:00:01')
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Ongoing1', 'Past2'])
      await expect(tickets(page, 'Past').nth(0)).toHaveAccessibleName(`${soon.username} Expired`)
      await expect(tickets(page, 'Past').nth(0)).toBeFocused()
      await askedAgain
      const told = page.waitForResponse(LIST)
      await release()
      await (await told).finished()
      await expect(tickets(page, 'Past').nth(0)).toBeFocused()
      await expect(tickets(page, 'Ongoing')).toHaveAccessibleName(`${later.username} See profile 23 days left`)
    })

    await test.step('On the creator’s open page SUBSCRIBED becomes Subscribe when the subscription ends', async () => {
      await tickets(page, 'Ongoing').click()
      await expect(button(page, 'SUBSCRIBED')).toBeDisabled()
      await expect(button(page, 'Message')).not.toHaveAttribute('aria-disabled', 'true')
      await endSubscription(product, { fan_id: fan.id, profile_id: later.id })
      const { release } = await hold(page, PROFILE)
      await page.clock.fastForward(23 * DAY_MS)
      await expect(button(page, 'Subscribe')).toBeEnabled()
      await expect(page.getByRole('radio')).toHaveCount(3)
      await release()
      await expect(button(page, 'Message')).toHaveAttribute('aria-disabled', 'true')
      await expect(button(page, 'Subscribe')).toBeEnabled()
    })
  })

  test('A member scrolls through a long list of past subscriptions, which is loaded page by page', {
    tag: '@long',
  }, async ({ page, people }) => {
    await people.signedIn(page, await people.signUp())
    await page.route(LIST, (route) =>
      route.request().url().includes('cursor=next')
        ? route.fulfill({ json: [past(31), past(32)] })
        : route.fulfill({
            json: Array.from({ length: 30 }, (_, index) => past(index + 1)),
            headers: { link: '<?cursor=next>; rel="next"' },
          }),
    )
    // The next page is fetched near the end of the list.
    await page.goto('/subscriptions')
    await expect(page.getByRole('heading', { level: 2, name: 'Past' })).toHaveText(/^Past(30\+|32)$/)
    await tickets(page, 'Past').nth(29).scrollIntoViewIfNeeded()
    await expect(tickets(page, 'Past')).toHaveCount(32)
    await expect(page.getByRole('heading', { level: 2, name: 'Past' })).toHaveText('Past32')
    await expect(button(page, 'Show more subscriptions')).toHaveCount(0)
  })
})

test.describe('On the smallest phone, in the evening, in French', () => {
  test.use({ viewport: { width: 320, height: 640 }, colorScheme: 'dark', locale: 'fr-FR', hasTouch: true })

  test('On a small phone, tickets are below each other, with long names and the days left; in French', {
    tag: '@long',
  }, async ({ page, people, product }) => {
    const longest = `${Date.now().toString(36)}-${'Marguerite-de-la-Comedie-Francaise'}`.slice(0, 30)
    const [amy, ben, cat] = [
      await people.creator({ username: longest }),
      await people.creator(),
      await people.creator(),
    ]
    const fan = await people.member()
    await people.subscribe(fan, cat)
    await endSubscription(product, { fan_id: fan.id, profile_id: cat.id })
    await people.subscribe(fan, ben, 1)
    await people.subscribe(fan, amy, 12)
    await people.signedIn(page, fan)
    await page.goto('/subscriptions')
    await expect(page.getByRole('heading', { level: 1, name: 'Abonnements' })).toBeVisible()
    await expect(tickets(page, 'En cours').nth(0)).toHaveAccessibleName(`${ben.username} Voir le profil 1 jour restant`)
    await expect(tickets(page, 'En cours').nth(1)).toHaveAccessibleName(`${longest} Voir le profil 12 jours restants`)
    await expect(tickets(page, 'Passés')).toHaveAccessibleName(`${cat.username} Expiré`)
    const [first, second] = await Promise.all([0, 1].map((at) => tickets(page, 'En cours').nth(at).boundingBox()))
    expect(second?.x).toBe(first?.x)
    expect(second?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0))
    await expectNoSidewaysScroll(page)
    await axe(page)
    await tickets(page, 'En cours').nth(1).tap()
    await expect(page).toHaveURL(`/${longest}`)
  })
})
