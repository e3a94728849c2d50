import type { Page } from '@playwright/test'
import { axe, axeInBothThemes } from '#tests/e2e/support/axe.ts'
import { hold } from '#tests/e2e/support/feed.ts'
import { button, DROPPED, fetchedAhead } from '#tests/e2e/support/page.ts'
import type { People } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { fakeSettings, SETTINGS_CALL } from '#tests/e2e/support/told.ts'
import { expectToFitPhones } from '#tests/e2e/support/views.ts'

function box(page: Page, name: string) {
  return page.getByRole('table').getByRole('checkbox', { name, exact: true })
}

function row(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
}

async function open(page: Page, people: People, who: 'member' | 'creator' = 'member') {
  const person = await people[who]()
  await people.signedIn(page, person)
  await page.goto('/settings/notices')
  return person
}

test.describe('The settings of notices, when something fails', () => {
  test('A choice that the server refuses is taken back with a toast, and the choices around it hold', async ({
    page,
    people,
    expectRefusal,
  }) => {
    await fakeSettings(page)
    await open(page, people)
    await box(page, 'A new post Mail').click()
    await expect(box(page, 'A new post Mail')).toBeChecked()
    await page.route(
      SETTINGS_CALL,
      (route) => route.fulfill({ status: 503, json: { error: 'No', code: 'unavailable' } }),
      { times: 1 },
    )
    expectRefusal(503)
    await box(page, 'A new story Push').click()
    await expect(toast(page, 'Loge cannot answer for the moment. Please try again soon.')).toBeVisible()
    await expect(box(page, 'A new story Push')).not.toBeChecked()
    await expect(box(page, 'A new post Mail')).toBeChecked()
  })

  test('A choice without a network is taken back, and can be made again when the network is back', async ({
    page,
    people,
    context,
    expectLine,
  }) => {
    await fakeSettings(page)
    const fetched = fetchedAhead(page, 'toasts')
    await open(page, people)
    await expect(box(page, 'A reaction Push')).toBeVisible()
    await fetched
    await page.unroute(SETTINGS_CALL)
    expectLine(/net::ERR_INTERNET_DISCONNECTED/)
    await context.setOffline(true)
    await box(page, 'A reaction Push').click()
    await expect(toast(page, DROPPED)).toBeVisible()
    await expect(box(page, 'A reaction Push')).not.toBeChecked()
    await fakeSettings(page)
    await context.setOffline(false)
    const isSaved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await box(page, 'A reaction Push').click()
    await isSaved
    await page.reload()
    await expect(box(page, 'A reaction Push')).toBeChecked()
  })

  test('Choices that could not be loaded can be loaded again', async ({ page, people, expectRefusal }) => {
    await page.route(SETTINGS_CALL, (route) => route.fulfill({ status: 403, json: { error: 'No', code: 'forbidden' } }))
    expectRefusal(403, '/api/notification_settings')
    await open(page, people)
    await expect(page.getByRole('heading', { name: 'Failed to load your choices. Please try again.' })).toBeVisible()
    await axe(page)
    await page.unroute(SETTINGS_CALL)
    await fakeSettings(page)
    await button(page, 'Try again').click()
    await expect(box(page, 'A new post Push')).toBeChecked()
  })

  test('Several quick presses all hold while the server is slow, and the last press of a box wins', async ({
    page,
    people,
  }) => {
    const changes = await fakeSettings(page)
    await open(page, people)
    await expect(box(page, 'A new post Mail')).not.toBeChecked()
    const { release } = await hold(page, SETTINGS_CALL)
    await box(page, 'A new post Mail').click()
    await box(page, 'A new story Mail').click()
    await box(page, 'A new post Mail').click()
    await box(page, 'A new post Mail').click()
    await box(page, 'A new story Mail').click()
    await expect(box(page, 'A new post Mail')).toBeChecked()
    await expect(box(page, 'A new story Mail')).not.toBeChecked()
    await release()
    await expect.poll(() => changes.length).toBe(5)
    expect(changes.map(({ choices }) => choices)).toEqual([
      { post: { mail: true } },
      { story: { mail: true } },
      { post: { mail: false } },
      { post: { mail: true } },
      { story: { mail: false } },
    ])
    await expect(box(page, 'A new post Mail')).toBeChecked()
    await page.reload()
    await expect(box(page, 'A new post Mail')).toBeChecked()
    await expect(box(page, 'A new story Mail')).not.toBeChecked()
  })
})

test('A fan chooses with the keyboard alone what is told where, in a table that names every box', async ({
  page,
  people,
}) => {
  await fakeSettings(page)
  await open(page, people)
  await expect(page).toHaveTitle('Notices · Loge')
  await expect(page.getByRole('link', { name: 'Notices', exact: true, includeHidden: false }).last()).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['What', 'In the app', 'Push', 'Mail'])

  await test.step('A fan has no subscribers and no payouts', async () => {
    await expect(row(page, 'A ticket ends in 3 days')).toBeVisible()
    await expect(row(page, 'A new subscriber')).toHaveCount(0)
    await expect(row(page, 'A payout')).toHaveCount(0)
  })

  await test.step('What the law or safety asks for has a lock in place of a box', async () => {
    await expect(row(page, 'A payment fails').getByRole('checkbox')).toHaveCount(1)
    await expect(row(page, 'A payment fails').getByText('Always on')).toHaveCount(2)
  })

  await test.step('Tab and Space change a box, and the next Tab reaches the next box', async () => {
    await box(page, 'A new post In the app').focus()
    await page.keyboard.press('Tab')
    await expect(box(page, 'A new post Push')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(box(page, 'A new post Push')).not.toBeChecked()
    await expect(box(page, 'A new post Push')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(box(page, 'A new post Mail')).toBeFocused()
  })

  await test.step('Mail once a day, and what a push says, are chosen with the arrow keys', async () => {
    await page.getByRole('radio', { name: /^One by one/ }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: /^One summary a day/ })).toBeChecked()
    await page.getByRole('radio', { name: /A message in your loge/ }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: /margauxlenoir wrote to you/ })).toBeChecked()
  })
  await axeInBothThemes(page, (colorScheme) => page.emulateMedia({ colorScheme }))

  await test.step('After a reload all of it holds', async () => {
    await page.reload()
    await expect(box(page, 'A new post Push')).not.toBeChecked()
    await expect(page.getByRole('radio', { name: /^One summary a day/ })).toBeChecked()
    await expect(page.getByRole('radio', { name: /margauxlenoir wrote to you/ })).toBeChecked()
  })
})

test.describe('In another time zone', () => {
  test.use({ timezoneId: 'America/Lima' })

  test('Quiet hours start with the night of the place where they are switched on, and come back as they were', async ({
    page,
    people,
  }) => {
    const changes = await fakeSettings(page)
    await open(page, people)
    const night = page.getByRole('switch', { name: 'Leave me in peace at night' })
    await expect(page.getByRole('combobox', { name: 'From' })).toHaveCount(0)
    await night.focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('America/Lima')).toBeVisible()
    await page.getByRole('combobox', { name: 'From' }).selectOption('23:30')
    await page.getByRole('combobox', { name: 'Until' }).selectOption('07:00')
    // A choice is shown as soon as its request is under way, a moment after the press.
    await night.click()
    await expect(night).not.toBeChecked()
    await expect(page.getByRole('combobox', { name: 'From' })).toHaveCount(0)
    await night.click()
    await expect(night).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('23:30')
    await expect
      .poll(() => changes.at(-1))
      .toEqual({
        quiet_hours: { from: '23:30', until: '07:00' },
        time_zone: 'America/Lima',
      })
    expect(changes[0]).toEqual({ quiet_hours: { from: '22:00', until: '08:00' }, time_zone: 'America/Lima' })
  })
})

test('A time between two half hours that another program has set is shown as it is', async ({ page, people }) => {
  await fakeSettings(page, { quiet_hours: { from: '21:45', until: '06:00' } })
  await open(page, people)
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('21:45')
  await expect(page.getByText('Europe/Paris')).toBeVisible()
})

test('A creator also chooses about subscribers and payouts, finds a creator to mute, and unmutes them', async ({
  page,
  people,
}) => {
  await fakeSettings(page)
  const lou = await people.creator()
  await open(page, people, 'creator')
  await expect(box(page, 'A new subscriber Push')).toBeChecked()
  await expect(box(page, 'A payout Mail')).toBeChecked()

  await button(page, 'Mute a creator').click()
  const dialog = page.getByRole('dialog', { name: 'Mute a creator' })
  await dialog.getByRole('textbox', { name: 'Name of a creator' }).fill('nobody of this name')
  await expect(dialog.getByText('Nobody is called that.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name of a creator' }).fill(lou.username)
  await dialog.getByRole('button', { name: `Mute ${lou.username}` }).click()
  await expect(dialog.getByRole('button', { name: `Unmute ${lou.username}` })).toBeVisible()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'Mute a creator')).toBeFocused()

  const muted = page.getByRole('list', { name: 'Muted' })
  await expect(muted).toContainText('Posts and stories; messages still come')
  await muted.getByRole('button', { name: `Unmute ${lou.username}` }).click()
  await expect(muted).toContainText('You have muted nobody.')
})

test('The settings of notices fit phones, their side and a desktop, in the longer language', async ({
  page,
  people,
}) => {
  await page.setExtraHTTPHeaders({ 'accept-language': 'fr' })
  await fakeSettings(page, { quiet_hours: { from: '22:00', until: '08:00' } })
  await open(page, people, 'creator')
  await page.locator('a[hreflang=fr]').first().click()
  await expect(page.getByRole('rowheader', { name: 'Connexions, mot de passe, adresse' })).toBeVisible()
  await expectToFitPhones(page)
  await page.setViewportSize({ width: 180, height: 400 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await axe(page)
})
