import type { CDPSession, Page } from '@playwright/test'
import { codeOfStep, timeStep } from '#server/domain/second-factors/totp.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { button } from '#tests/e2e/support/page.ts'
import { logIn } from '#tests/e2e/support/sign-in.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { readBase32 } from '#tests/support/scenarios/second-factors.ts'

const SIGN_IN = '/api/users/sign_in'

// Passkeys need a domain: no browser makes one for an address of numbers.
test.use({ baseURL: async ({ product }, use) => use(product.url.replace('127.0.0.1', 'localhost')) })

async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

async function signOut(page: Page): Promise<void> {
  await button(page, 'Menu').click()
  await button(page, 'Logout').click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
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
  const shown = await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  const secret = readBase32(shown.replaceAll(' ', ''))
  // A code counts one step early and late, and no code counts twice.
  const code = (later = 0) => codeOfStep(secret, timeStep(new Date()) + later)
  await axe(page)
  await dialog.getByLabel('Six digits').fill(code())
  await expect(page.getByRole('heading', { name: 'Ten spare tickets' })).toBeVisible()
  const spare = await page.getByRole('dialog').getByRole('listitem').first().innerText()
  await page.getByLabel('I have put them somewhere safe').check()
  await button(page, 'Done').click()
  await expect(page.getByText('10 of 10 left')).toBeVisible()

  await test.step('A wrong code is refused, and a right one opens the door', async () => {
    await signOut(page)
    expectRefusal(401, SIGN_IN)
    await logIn(page, bob)
    expectRefusal(422, '/api/users/sign_in/second_step')
    await page.getByLabel('Six digits').fill('000000')
    await expect(page.getByText('This code is over. Type the one you see now.')).toBeVisible()
    await axe(page)
    await page.getByLabel('Six digits').fill(code(1))
    await expect(page).toHaveURL('/')
  })

  await test.step('A recovery code opens it when the app is lost, and is struck through', async () => {
    await signOut(page)
    expectRefusal(401, SIGN_IN)
    await logIn(page, bob)
    await button(page, 'Use a recovery code').click()
    await page.getByLabel('Recovery code').fill(spare.replace(/^\d+\s*/, ''))
    await button(page, 'Open').click()
    await expect(page).toHaveURL('/')
    await page.goto('/settings/sign-in')
    await expect(page.getByText('9 of 10 left')).toBeVisible()
  })
})
