import type { Page } from '@playwright/test'
import { setRole } from '#server/store/accounts/users.ts'
import { addAuthenticator, appOf } from '#tests/e2e/support/authenticator.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { button } from '#tests/e2e/support/page.ts'
import { logIn } from '#tests/e2e/support/sign-in.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const SIGN_IN = '/api/users/sign_in'

// Passkeys need a domain: no browser makes one for an address of numbers.
test.use({ baseURL: async ({ product }, use) => use(product.url.replace('127.0.0.1', 'localhost')) })

async function signOut(page: Page): Promise<void> {
  // Until it is left, this page would ask the server again without a token.
  await page.evaluate(() => {
    window.fetch = () => new Promise(() => {})
    localStorage.clear()
  })
  await page.goto('/login')
}

test('A member adds a passkey, logs in with it in place of the password, loses it, and removes it', async ({
  page,
  people,
  expectRefusal,
}) => {
  const amy = await people.signUp()
  const { cdp, authenticatorId } = await addAuthenticator(page)
  await page.goto('/login')
  await logIn(page, amy)
  await expect(page).toHaveURL('/')
  await page.goto('/settings/sign-in')
  await expect(page.getByText('Your door has one lock.')).toBeVisible()

  await test.step('Adding it shows ten recovery codes, once', async () => {
    await button(page, 'Add a passkey').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name, such as').fill('Laptop, finger')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Ten spare tickets' })).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10)
    await axe(page)
    await page.getByLabel('I have put them somewhere safe').check()
    await button(page, 'Done').click()
    await expect(page.getByText('Your door has two locks.')).toBeVisible()
    await expect(page.getByText('Laptop, finger')).toBeVisible()
    await axe(page)
  })

  await test.step('Without an address and a password it opens the door', async () => {
    await signOut(page)
    await button(page, 'Log in with a passkey').click()
    await expect(page).toHaveURL('/')
  })

  await test.step('It is the second step after the password, too', async () => {
    await signOut(page)
    expectRefusal(401, SIGN_IN)
    await logIn(page, amy)
    await expect(page.getByRole('heading', { name: 'The second lock' })).toBeVisible()
    await button(page, 'Use a passkey').click()
    await expect(page).toHaveURL('/')
  })

  await test.step('Once it is removed the password alone opens the door', async () => {
    await page.goto('/settings/sign-in')
    await button(page, 'Remove Laptop, finger').click()
    await expect(page.getByRole('dialog')).toContainText('It is your last second lock.')
    await button(page, 'Remove').click()
    await expect(page.getByText('Your door has one lock.')).toBeVisible()
    await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    await signOut(page)
    await logIn(page, amy)
    await expect(page).toHaveURL('/')
  })
})

test('A member links an app with its first code, and is then asked for six digits, which send themselves', async ({
  page,
  people,
  expectRefusal,
}) => {
  const bob = await people.signUp()
  await page.goto('/login')
  await logIn(page, bob)
  await expect(page).toHaveURL('/')
  await page.goto('/settings/sign-in')
  await button(page, 'Link an app').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'QR code with the key' })).toBeVisible()
  // A code counts one step early and late, and no code counts twice.
  const code = await appOf(page)
  await axe(page)
  await dialog.getByLabel('Six digits').fill(code())
  await expect(page.getByRole('heading', { name: 'Ten spare tickets' })).toBeVisible()
  // On a phone a toast would cover the buttons.
  await expect(page.getByText('The app is linked')).toHaveCount(0)
  const spare = await page.getByRole('dialog').getByRole('listitem').first().innerText()
  await page.getByLabel('I have put them somewhere safe').check()
  await button(page, 'Done').click()
  await expect(page.getByText('10 of 10 left')).toBeVisible()

  await test.step('A wrong password is answered as without a second lock, and asks for no code', async () => {
    await signOut(page)
    expectRefusal(401, SIGN_IN)
    await logIn(page, { ...bob, password: 'not-the-password' })
    await expect(toast(page, 'Wrong email or passord')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'The second lock' })).toHaveCount(0)
  })

  await test.step('A wrong code is refused, and a right one opens the door', async () => {
    await signOut(page)
    expectRefusal(401, SIGN_IN)
    await logIn(page, bob)
    expectRefusal(422, '/api/users/sign_in/second_step')
    const digits = page.getByLabel('Six digits')
    await expect(digits).toBeFocused()
    await expect(digits).toHaveAttribute('autocomplete', 'one-time-code')
    // As it is pasted from a message.
    await page.keyboard.insertText('000 000')
    await expect(page.getByText('This code is over. Type the one you see now.')).toBeVisible()
    await axe(page)
    // The wrong code stays in view; what is typed next replaces it.
    await expect(digits).toBeFocused()
    await expect(digits).toHaveValue('000000')
    await page.keyboard.type(code(1))
    await expect(page).toHaveURL('/')
  })

  await test.step('A recovery code opens it when the app is lost, and is struck through', async () => {
    await signOut(page)
    expectRefusal(401, SIGN_IN)
    await logIn(page, bob)
    await button(page, 'Use a recovery code').click()
    const field = page.getByLabel('Recovery code')
    await expect(field).toBeFocused()
    expectRefusal(422, '/api/users/sign_in/second_step')
    await page.keyboard.type('AAAA-AAAA')
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription('This is none of your codes, or it was used before.')
    await expect(field).toBeFocused()
    await field.fill(spare.replace(/^\d+\s*/, ''))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    await page.goto('/settings/sign-in')
    await expect(page.getByText('9 of 10 left')).toBeVisible()
  })
})

test('Who has lost everything asks staff, the link of the mail stops it, and after three days an admin removes the locks', async ({
  page,
  people,
  db,
  outbox,
  openOtherBrowser,
  expectRefusal,
}) => {
  const cat = await people.signUp()
  const boss = await people.signUp()
  await setRole(db, boss.email, 'admin')
  await page.goto('/login')
  await logIn(page, cat)
  await expect(page).toHaveURL('/')
  await page.goto('/settings/sign-in')
  await button(page, 'Link an app').click()
  const code = await appOf(page)
  await page.getByRole('dialog').getByLabel('Six digits').fill(code())
  await page.getByLabel('I have put them somewhere safe').check()
  await button(page, 'Done').click()

  async function ask() {
    await signOut(page)
    expectRefusal(401, SIGN_IN)
    await logIn(page, cat)
    await button(page, 'I have lost everything').click()
    await button(page, 'Ask our staff').click()
    await expect(page.getByText('We have written to you.')).toBeVisible()
  }

  await test.step('The link of the mail stops it, when its button is pressed', async () => {
    await ask()
    await axe(page)
    let link = ''
    await expect(async () => {
      const texts = (await outbox.mailsTo(cat.email)).map(({ text }) => text ?? '')
      link = texts.join(' ').match(/\/stop-recovery\?token=[\w-]+/)?.[0] ?? ''
      expect(link).not.toBe('')
    }).toPass()
    await page.goto(link)
    await axe(page)
    // The page has the frame of the sign-in pages, so that nothing touches the edge of the window.
    const place = await button(page, 'Stop it').boundingBox()
    expect(place?.x).toBeGreaterThan(0)
    await button(page, 'Stop it').click()
    await expect(page.getByText('The request is stopped.')).toBeVisible()
    await expect(page.locator(':focus')).toContainText('The request is stopped.')
  })

  await test.step('An admin sees who waits, cannot approve before the time is over, and is asked before the locks go', async () => {
    await ask()
    const desk = await openOtherBrowser()
    await desk.goto('/login')
    await logIn(desk, boss)
    await expect(desk).toHaveURL('/')
    await desk.goto('/admin/recoveries')
    const row = desk.getByRole('listitem').filter({ hasText: cat.email })
    await expect(row).toContainText('You can decide from')
    await expect(row.getByRole('button', { name: 'Remove the locks' })).toHaveCount(0)
    await axe(desk)
    // Once the mail was sent the time runs.
    await expect
      .poll(async () => {
        const over = await db`
          update factor_recoveries set due_at = now() where state = 'waiting' and stop_hash is not null returning id`
        return over.length
      })
      .toBe(1)
    await desk.reload()
    await row.getByRole('button', { name: 'Remove the locks' }).click()
    await expect(desk.getByRole('dialog')).toContainText('the password alone opens the door')
    await axe(desk)
    await desk.getByRole('dialog').getByRole('button', { name: 'Remove the locks' }).click()
    await expect(desk.getByText('Nobody waits.')).toBeVisible()
    await page.goto('/login')
    await logIn(page, cat)
    await expect(page).toHaveURL('/')
  })
})
