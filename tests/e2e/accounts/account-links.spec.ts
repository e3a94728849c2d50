import type { Page } from '@playwright/test'
import { axe } from '#tests/e2e/support/axe.ts'
import { navigateAndWait } from '#tests/e2e/support/navigation.ts'
import type { Outbox } from '#tests/e2e/support/outbox.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { storedToken } from '#tests/e2e/support/sign-in.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { dismissToasts, toast } from '#tests/e2e/support/toasts.ts'
import { forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

const NEW_PASSWORD = 'blue-velvet-seat'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** A section of the settings, by its heading. */
function part(page: Page, name: string) {
  return page.getByRole('main').getByRole('region', { name, exact: true })
}

async function linkIn(outbox: Outbox, address: string, page: string): Promise<string> {
  const mail = await outbox.newestTo(address)
  const link = mail.text?.match(new RegExp(`http://[^/\\s]+(/${page}\\?token=[\\w-]+)`))?.[1]
  if (!link) throw new Error(`no link to ${page} for ${address}`)
  return link
}

test('A member sees their sessions, ends one of them, then all others, and stays signed in here', async ({
  page,
  people,
  openOtherBrowser,
  expectRefusal,
  outbox,
}) => {
  const member = await people.signUp()
  await people.signedIn(page, member)
  const laptop = await openOtherBrowser({ userAgent: FIREFOX })
  await laptop.goto('/login')
  await laptop.getByRole('textbox', { name: 'Email', exact: true }).fill(member.email)
  await laptop.getByLabel('Password', { exact: true }).fill(member.password)
  await button(laptop, 'Log in').click()
  await expect(laptop).toHaveURL('/')

  await test.step('A mail reports the new device, with a link to the sessions', async () => {
    const mail = await outbox.newestTo(member.email)
    expect(mail.subject).toBe('A new device signed in')
    expect(mail.text).toContain('Firefox on Linux')
    expect(mail.text).toContain('/settings#sessions')
    await page.goto('/settings#sessions')
    await expect(part(page, 'Sessions').getByRole('heading')).toBeFocused()
  })

  const rows = part(page, 'Sessions').getByRole('listitem')
  await test.step('The sessions are listed with device and last use, this device first', async () => {
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('This device')
    await expect(rows.last()).toContainText('Firefox on Linux')
    await expect(rows.last()).toContainText('Last used just now')
    await expect(rows.first().getByRole('button')).toHaveCount(0)
  })

  await test.step('After one session is ended, that device is signed out at once', async () => {
    await laptop.goto('about:blank')
    await button(page, 'End Firefox on Linux').click()
    await expect(toast(page, 'Session ended')).toHaveRole('status')
    await expect(rows).toHaveCount(1)
    await expect(part(page, 'Sessions').getByRole('list')).toBeFocused()
    await expect(button(page, 'Sign out everywhere else')).toHaveCount(0)
    expectRefusal(401, '/api/user')
    await laptop.goto('/settings')
    await expect(laptop).toHaveURL('/discover')
    await laptop.goto('about:blank')
  })

  await test.step('All other sessions are ended after a confirmation', async () => {
    await people.signIn(member)
    await page.reload()
    await expect(rows).toHaveCount(2)
    await button(page, 'Sign out everywhere else').click()
    const dialog = page.getByRole('dialog', { name: 'Sign out everywhere else?' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(rows).toHaveCount(2)
    await button(page, 'Sign out everywhere else').click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(toast(page, 'You are signed out everywhere else')).toHaveRole('status')
    await expect(dialog).toBeHidden()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('This device')
  })
})

test('A member whose settings are open sees there that they signed in on another device', async ({ page, people }) => {
  const member = await people.signUp()
  await people.signedIn(page, member)
  await page.clock.install()
  await page.goto('/settings#sessions')
  const rows = part(page, 'Sessions').getByRole('listitem')
  await expect(rows).toHaveCount(1)

  await test.step('The list is refetched when the page becomes visible', async () => {
    await people.signIn(member)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(rows).toHaveCount(2)
  })

  await test.step('The list is refetched every half minute', async () => {
    await people.signIn(member)
    await page.clock.fastForward(31_000)
    await expect(rows).toHaveCount(3)
  })
})

test('A member changes their password and their e-mail address, and undoes the change of the address', async ({
  page,
  people,
  outbox,
  expectRefusal,
}) => {
  const member = await people.signUp()
  await people.signedIn(page, member)
  await page.goto('/settings')
  const password = part(page, 'Password')
  const email = part(page, 'Email')
  const next = people.address('moved')

  await test.step('A wrong current password and two different new passwords are reported at their fields', async () => {
    await button(page, 'Change password').click()
    await expect(password.getByLabel('Current password')).toHaveAccessibleDescription('This field is required')
    await expect(password.getByLabel('Current password')).toBeFocused()
    await password.getByLabel('Current password').fill('not my password')
    await password.getByLabel('New password').fill(NEW_PASSWORD)
    await password.getByLabel('Confirm password').fill(NEW_PASSWORD)
    expectRefusal(422, '/api/user/password')
    await button(page, 'Change password').click()
    await expect(password.getByLabel('Current password')).toHaveAccessibleDescription(
      'This is not your current password.',
    )
    await expect(password.getByLabel('Current password')).toBeFocused()
    await password.getByLabel('Current password').fill(member.password)
    await password.getByLabel('Confirm password').fill('something else')
    expectRefusal(422, '/api/user/password')
    await button(page, 'Change password').click()
    await expect(password.getByLabel('Confirm password')).toHaveAccessibleDescription(
      'The two passwords are not the same.',
    )
  })

  await test.step('The new password is set, this session stays, and a mail reports it', async () => {
    await password.getByLabel('Confirm password').fill(NEW_PASSWORD)
    await button(page, 'Change password').click()
    await expect(toast(page, 'Password changed. You are signed out everywhere else.')).toHaveRole('status')
    await expect(password.getByLabel('Current password')).toHaveValue('')
    expect((await outbox.newestTo(member.email)).subject).toBe('Your password was changed')
    await dismissToasts(page)
  })

  await test.step('The current address is refused at its field, and a link is sent to a new one', async () => {
    await email.getByLabel('New address').fill(member.email)
    await email.getByLabel('Current password').fill(NEW_PASSWORD)
    expectRefusal(422, '/api/user/email')
    await button(page, 'Change address').click()
    await expect(email.getByLabel('New address')).toHaveAccessibleDescription(/^This is your address already\./)
    await email.getByLabel('New address').fill(next)
    await button(page, 'Change address').click()
    await expect(email.getByRole('status')).toHaveText(
      `We sent a link to ${next}. Your address changes when you follow it, within an hour.`,
    )
  })

  await test.step('Opening the link changes nothing, and its button confirms the address once', async () => {
    const link = await linkIn(outbox, next, 'confirm-email')
    await page.goto(link)
    await expect(page).toHaveTitle(/Confirm your address/)
    await button(page, 'Confirm this address').click()
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Your address is confirmed.')
    await page.goto(link)
    expectRefusal(422, '/api/user/email/confirm')
    await button(page, 'Confirm this address').click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('This link has expired or was used already.')
    await page.goto('/settings')
    await expect(part(page, 'Email')).toContainText(`Now: ${next}`)
  })

  await test.step('The owner of the old address undoes the change, all sessions end, and a link to set a password is sent', async () => {
    await outbox.newestTo(member.email, 2)
    await page.goto(await linkIn(outbox, member.email, 'undo-email'))
    expectRefusal(401, '/api/user')
    await button(page, 'Take this address back').click()
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      'The address is yours again. We sent you a link to set a new password.',
    )
    await expect.poll(() => storedToken(page)).toBeNull()
    expect((await outbox.newestTo(member.email, 3)).subject).toBe('Set your new password')
    await page.getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/login')
  })
})

for (const round of roundsFrom(1440)) {
  test.describe(round.name, () => {
    test.use(round.use)

    test('The settings for password, address and sessions, and the pages of their mails, fit the window and pass axe', async ({
      page,
      people,
      expectRefusal,
    }) => {
      const member = await people.signUp()
      await people.signIn(member)
      await people.signedIn(page, member)
      await page.goto('/settings')
      const sessions = page.locator('section', { has: page.locator('#sessions') })
      await expect(sessions.getByRole('listitem')).toHaveCount(2)
      await page
        .locator('form', { has: page.locator('[name=password]') })
        .getByRole('button')
        .last()
        .click()
      await forEachView(page, round, async () => {
        await expect(page.locator('[aria-invalid=true]')).toHaveCount(3)
        await expectNoSidewaysScroll(page)
        await axe(page)
      })
      for (const path of ['/confirm-email', '/undo-email']) {
        await navigateAndWait(page, `${path}?token=made-up`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expectRefusal(422, `/api/user/email/${path.slice(1).split('-')[0]}`)
        await page.getByRole('main').getByRole('button').click()
        await forEachView(page, round, async () => {
          await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
          await expectNoSidewaysScroll(page)
          await axe(page)
        })
      }
    })
  })
}
