import type { Page } from '@playwright/test'
import { axe, axeInBothThemes } from '#tests/e2e/support/axe.ts'
import { button } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { DEVICE_ID, fakeNotices, fakePush, fakeSettings, noticeOf } from '#tests/e2e/support/told.ts'

const INVITATION = 'Hear it when it happens'
const DAY_MS = 86_400_000
const MESSAGE = { kind: 'new_message', text: 'amy wrote to you.', path: '/conversations/x', read: true } as const

function card(page: Page) {
  return page.getByRole('region', { name: 'What, and where' }).getByRole('status').first()
}

function invitation(page: Page) {
  return page.getByRole('region', { name: INVITATION })
}

/** The device was registered a day ago. */
async function aDayPasses(page: Page): Promise<void> {
  await page.evaluate((day_ms) => {
    const known = JSON.parse(localStorage.getItem('push_registered') ?? '{}')
    localStorage.setItem('push_registered', JSON.stringify({ ...known, at: known.at - day_ms }))
  }, DAY_MS)
}

test.describe('Push on a device that cannot have it', () => {
  test('Who has refused push in the browser is told how to change it, without a button, and gets no invitation', async ({
    page,
    people,
  }) => {
    const calls = await fakePush(page, { permission: 'denied' })
    await fakeSettings(page)
    await fakeNotices(page, [noticeOf(1, MESSAGE)])
    await people.signedIn(page, await people.member())
    await page.goto('/settings/notices')
    await expect(card(page)).toContainText('Your browser refuses push from Loge.')
    await expect(card(page)).toContainText('Allow notifications for this site in the settings of the browser.')
    await expect(card(page).getByRole('button')).toHaveCount(0)
    await axe(page)
    await page.goto('/notices')
    await expect(page.getByText(MESSAGE.text)).toBeVisible()
    await expect(invitation(page)).toHaveCount(0)
    expect(calls).toEqual([])
  })

  test('A browser without push says so, and gets no invitation', async ({ page, people }) => {
    await fakePush(page, { permission: 'default', isMissing: true })
    await fakeSettings(page)
    await fakeNotices(page, [noticeOf(1, MESSAGE)])
    await people.signedIn(page, await people.member())
    await page.goto('/settings/notices')
    await expect(card(page)).toContainText('This browser cannot receive push.')
    await expect(card(page).getByRole('button')).toHaveCount(0)
    await page.goto('/notices')
    await expect(page.getByText(MESSAGE.text)).toBeVisible()
    await expect(invitation(page)).toHaveCount(0)
  })

  test.describe('On an iPhone', () => {
    test.use({
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
    })

    test('On an iPhone, installing Loge comes first', async ({ page, people }) => {
      await fakePush(page, { permission: 'default', isMissing: true })
      await fakeSettings(page)
      await people.signedIn(page, await people.member())
      await page.goto('/settings/notices')
      await expect(card(page)).toContainText('Push needs the installed app here.')
      await expect(card(page)).toContainText('“Add to Home Screen”')
      await expect(card(page).getByRole('button')).toHaveCount(0)
    })
  })

  test('A push service that refuses leaves push off, with a toast', async ({ page, people }) => {
    await fakePush(page, { permission: 'default', answer: 'granted', refuses: true })
    await fakeSettings(page)
    await people.signedIn(page, await people.member())
    await page.goto('/settings/notices')
    await button(page, 'Allow on this device').click()
    await expect(toast(page, 'Push could not be switched on. The browser or its push service refused.')).toBeVisible()
    await expect(button(page, 'Allow on this device')).toBeVisible()
  })

  test('Who closes the question of the browser is asked nothing more, and can press again', async ({
    page,
    people,
  }) => {
    const calls = await fakePush(page, { permission: 'default' })
    await fakeSettings(page)
    await people.signedIn(page, await people.member())
    await page.goto('/settings/notices')
    await button(page, 'Allow on this device').click()
    await expect.poll(() => page.evaluate(() => window.push.asked)).toBe(1)
    await expect(button(page, 'Allow on this device')).toBeVisible()
    expect(calls).toEqual([])
  })
})

test('The browser is asked only on a press; then the device is on, can be tried, and switched off again', async ({
  page,
  people,
}) => {
  const calls = await fakePush(page, { permission: 'default', answer: 'granted' })
  await fakeSettings(page)
  await people.signedIn(page, await people.member())
  await page.goto('/settings/notices')
  await expect(card(page)).toContainText('Push is off for this device.')
  expect(await page.evaluate(() => window.push.asked)).toBe(0)

  await button(page, 'Allow on this device').focus()
  await page.keyboard.press('Enter')
  await expect(card(page)).toContainText('Push is on for this device.')
  await expect(card(page)).toBeFocused()
  expect(await page.evaluate(() => window.push.key)).toBe('aG91c2U')
  expect(calls).toEqual(['GET /push_subscriptions/key', 'POST /push_subscriptions'])
  await axeInBothThemes(page, (colorScheme) => page.emulateMedia({ colorScheme }))

  await button(page, 'Send me one to try').click()
  await expect(toast(page, 'It is on its way')).toBeVisible()
  expect(calls.at(-1)).toBe(`POST /push_subscriptions/${DEVICE_ID}/try`)

  await test.step('A reload registers the device again after a day and not before, without a question', async () => {
    calls.length = 0
    await page.reload()
    await expect(card(page)).toContainText('Push is on for this device.')
    expect(calls).toEqual([])
    await aDayPasses(page)
    await page.reload()
    await expect(card(page)).toContainText('Push is on for this device.')
    expect(await page.evaluate(() => window.push.asked)).toBe(0)
    expect(calls).toEqual(['GET /push_subscriptions/key', 'POST /push_subscriptions'])
  })

  await test.step('Switched off, it stays off after a reload', async () => {
    await button(page, 'Switch it off here').click()
    await expect(card(page)).toContainText('Push is off for this device.')
    expect(calls.at(-1)).toBe(`DELETE /push_subscriptions/${DEVICE_ID}`)
    expect(await page.evaluate(() => window.push.ended)).toBe(1)
    calls.length = 0
    await page.reload()
    await expect(card(page)).toContainText('Push is off for this device.')
    expect(calls).toEqual([])
  })
})

test('A device whose subscription belongs to a former key of the server subscribes again', async ({ page, people }) => {
  await fakePush(page, { permission: 'default', answer: 'granted' })
  await fakeSettings(page)
  await people.signedIn(page, await people.member())
  await page.goto('/settings/notices')
  await button(page, 'Allow on this device').click()
  await expect(card(page)).toContainText('Push is on')
  await aDayPasses(page)
  await page.route(/\/api\/push_subscriptions\/key$/, (route) => route.fulfill({ json: { key: 'bmV3' } }))
  await page.reload()
  await expect(card(page)).toContainText('Push is on')
  expect(await page.evaluate(() => [window.push.ended, window.push.key])).toEqual([1, 'bmV3'])
})

test('Signing out ends push on this device, and the next person who signs in has to allow it for themselves', async ({
  page,
  people,
}) => {
  const calls = await fakePush(page, { permission: 'granted' })
  await fakeSettings(page)
  await people.signedIn(page, await people.member())
  await page.goto('/settings/notices')
  await button(page, 'Allow on this device').click()
  await expect(card(page)).toContainText('Push is on')
  await page.evaluate(() => window.push.shown.push('a notification'))
  await button(page, 'Menu').click()
  await button(page, 'Logout').click()
  await expect(page).toHaveURL('/discover')
  await expect.poll(() => page.evaluate(() => [window.push.ended, window.push.closed])).toEqual([1, ['a notification']])

  calls.length = 0
  await people.signedIn(page, await people.member())
  await page.goto('/settings/notices')
  await expect(card(page)).toContainText('Push is off for this device.')
  expect(calls).toEqual([])
})

test.describe('The invitation', () => {
  test('Somebody without notices is not invited', async ({ page, people }) => {
    await fakePush(page, { permission: 'default' })
    await people.signedIn(page, await people.member())
    await page.goto('/notices')
    await expect(page.getByRole('heading', { name: 'No notices yet' })).toBeVisible()
    await expect(invitation(page)).toHaveCount(0)
  })

  test('"Not now" rests for 30 days, and then the invitation is back', async ({ page, people }) => {
    await fakePush(page, { permission: 'default' })
    await fakeNotices(page, [noticeOf(1, MESSAGE)])
    await people.signedIn(page, await people.member())
    await page.goto('/notices')
    await expect(invitation(page)).toContainText('It never says what is in it.')
    await axeInBothThemes(page, (colorScheme) => page.emulateMedia({ colorScheme }))
    await invitation(page).getByRole('button', { name: 'Not now' }).click()
    await expect(invitation(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    expect(await page.evaluate(() => window.push.asked)).toBe(0)
    await page.reload()
    await expect(page.getByText(MESSAGE.text)).toBeVisible()
    await expect(invitation(page)).toHaveCount(0)
    await page.evaluate((at) => localStorage.setItem('push_later', String(at)), Date.now() - 30 * DAY_MS)
    await page.reload()
    await expect(invitation(page)).toBeVisible()
  })

  test('Who accepts the invitation has push on this device, and is not invited again', async ({ page, people }) => {
    const calls = await fakePush(page, { permission: 'default', answer: 'granted' })
    await fakeNotices(page, [noticeOf(1, MESSAGE)])
    await people.signedIn(page, await people.member())
    await page.goto('/notices')
    await invitation(page).getByRole('button', { name: 'Allow on this device' }).click()
    await expect(invitation(page)).toHaveCount(0)
    expect(calls).toContain('POST /push_subscriptions')
    await page.reload()
    await expect(page.getByText(MESSAGE.text)).toBeVisible()
    await expect(invitation(page)).toHaveCount(0)
  })
})
