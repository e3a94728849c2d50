import type { Balance } from '#contract/payouts.ts'
import { axe, axeInBothThemes } from '#tests/e2e/support/axe.ts'
import { button, watchCalls } from '#tests/e2e/support/page.ts'
import { openBoxOffice } from '#tests/e2e/support/payments.ts'
import { aBalance, BALANCE, CUT_OFF, NOT_STARTED, showStatements, showTill } from '#tests/e2e/support/payouts.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFit, forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

test.describe('A creator in a house that sells nothing', () => {
  test('Where nothing is sold, the revenues have no tabs and ask for no balance', async ({ page, people }) => {
    await people.signedIn(page, await people.creator())
    const calls = watchCalls(page)
    await page.goto('/revenues')
    await expect(page.getByRole('heading', { name: 'No revenue yet' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Sections of the revenues' })).toHaveCount(0)
    expect(calls.filter((call) => /balance|payouts|statements|verification/.test(call))).toEqual([])
  })
})

test.describe('The till of a creator', () => {
  test.beforeEach(async ({ page, people }) => {
    await people.signedIn(page, await people.creator())
    await openBoxOffice(page)
  })

  test('A creator who is not verified, owes money or has little reads why nothing is paid out', async ({ page }) => {
    await showTill(
      page,
      aBalance({ available: '-12.40', total: '90.16', next_payout: null, waits_for: 'verification', account: null }),
      NOT_STARTED,
      [],
    )
    await page.goto('/revenues/payouts')
    const till = page.getByRole('definition')
    await expect(till.filter({ hasText: '− €12.40' })).toBeVisible()
    await expect(page.getByText('Taken from your next payout')).toBeVisible()
    await expect(till.filter({ hasText: 'After verification' })).toBeVisible()
    await expect(button(page, 'Ask for a payout now')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'No payouts yet' })).toBeVisible()
    await expect(page.getByText('You give it with the verification.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Start verification' })).toHaveAttribute(
      'href',
      '/revenues/verification',
    )

    await showTill(
      page,
      aBalance({ available: '12.00', total: '12.00', next_payout: null, waits_for: 'minimum' }),
      CUT_OFF,
    )
    await page.reload()
    await expect(page.getByText('Carried over', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'The card is cut off' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Send that picture again' })).toBeVisible()
  })

  test('A creator whose answer is refused or lost keeps the dialog, and reads why', async ({
    page,
    expectRefusal,
    expectLine,
  }) => {
    await showTill(page)
    await page.goto('/revenues/payouts')
    await button(page, 'Change the bank account').click()
    const dialog = page.getByRole('dialog', { name: 'Change bank account' })
    await expect(dialog.getByLabel('IBAN')).toBeFocused()
    await dialog.getByLabel('IBAN').fill('FR7630006000011234567890188')
    await expect(dialog.getByLabel('IBAN')).toHaveValue('FR76 3000 6000 0112 3456 7890 188')
    await dialog.getByLabel('IBAN').fill('')
    // What is typed is left alone until the number is complete.
    await dialog.getByLabel('IBAN').pressSequentially('fr763000600001')
    await expect(dialog.getByLabel('IBAN')).toHaveValue('fr763000600001')
    await dialog.getByLabel('IBAN').pressSequentially('1234567890189')
    await expect(dialog.getByLabel('IBAN')).toHaveValue('FR76 3000 6000 0112 3456 7890 189')
    await dialog.getByLabel('IBAN').press('Backspace')
    await dialog.getByLabel('IBAN').press('8')
    await dialog.getByLabel('Your password').fill('not-mine')
    await button(page, 'Save account').click()
    await expect(dialog.getByLabel('IBAN')).toBeFocused()
    await expect(dialog.getByLabel('IBAN')).toHaveAccessibleDescription(/^This is no IBAN of the SEPA area/)
    await dialog.getByLabel('IBAN').fill('fr76 3000 6000 0112 3456 7890 189')
    await expect(dialog.getByRole('status')).toHaveText('The number checks out')
    expectRefusal(422, '/api/payouts/account')
    await page.route('**/api/payouts/account', (route) => {
      expect(route.request().postDataJSON().iban).toBe('FR7630006000011234567890189')
      return route.fulfill({
        status: 422,
        json: { error: 'Wrong', code: 'invalid', fields: { current_password: 'Wrong' } },
      })
    })
    await button(page, 'Save account').click()
    await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('This password is wrong')
    await axeInBothThemes(page, (theme) => page.emulateMedia({ colorScheme: theme }), '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    expectLine(/ERR_FAILED/)
    const ids: unknown[] = []
    await page.route(/\/api\/payouts$/, (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      ids.push(route.request().postDataJSON().client_id)
      if (ids.length === 1) return route.abort()
      return route.fulfill({
        status: 409,
        json: { error: 'Waits', code: 'payout_waits', fields: { waits_for: 'minimum' } },
      })
    })
    await button(page, 'Ask for a payout now').click()
    await button(page, 'Pay out €69.90').click()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('The connection dropped')
    expectRefusal(409, '/api/payouts')
    await button(page, 'Pay out €69.90').click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('A payout starts at €20.')
    expect(ids).toEqual([ids[0], ids[0]])
  })

  test('A creator reads what is theirs, chooses when to be paid, and takes the statements home', async ({ page }) => {
    await showTill(page)
    await showStatements(page)
    await page.goto('/revenues')
    const tabs = page.getByRole('navigation', { name: 'Sections of the revenues' })
    await tabs.getByRole('link', { name: 'Payouts' }).click()
    await expect(page.getByText('Past its 7 days of hold')).toBeVisible()
    await expect(page.getByText('The first €18.37 comes free on 19 November')).toBeVisible()
    await expect(page.getByText('About €140, to the account ending in 4821')).toBeVisible()
    const payouts = page.getByRole('table', { name: 'Payouts' }).getByRole('row')
    await expect(payouts.nth(1)).toContainText('2 November 2026')
    await expect(payouts.nth(1)).toContainText('On its way')
    await expect(payouts.nth(4).getByRole('cell').last()).toHaveText('€88.20 Sent back')
    await expect(page.getByText(/^The bank sent back the payout of 1 September: the name/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'How your balance moves' })).toContainText('Balance today€172.46')
    await expect(page.getByRole('region', { name: 'You are verified' })).toContainText('We ask again in 2029')

    const download = page.waitForEvent('download')
    await button(page, 'Download CSV').click()
    expect((await download).suggestedFilename()).toMatch(/^loge-payouts-.*\.csv$/)

    await page.route('**/api/payouts/schedule', (route) =>
      route.fulfill({ json: aBalance({ schedule: 'on_request', next_payout: null }) }),
    )
    // Not `check()`: it wants the dot in the same task as the click, and the choice is shown in the next one.
    await page.getByRole('radio', { name: /^Only when you ask/ }).click()
    await expect(page.getByRole('radio', { name: /^Only when you ask/ })).toBeChecked()
    await expect(page.getByRole('definition').filter({ hasText: 'When you ask' })).toBeVisible()

    await tabs.getByRole('link', { name: 'Statements' }).click()
    await page.getByRole('link', { name: /^October 2026/ }).click()
    await expect(page).toHaveURL('/revenues/statements/2026-10-0038')
    const statement = page.getByRole('article', { name: 'No. 2026-10-0038' })
    await expect(statement).toContainText('Balance on 31 October€187.51')
    await expect(statement.getByRole('row').last()).toContainText('Together')
    const pdf = page.waitForEvent('download')
    await button(page, 'PDF').click()
    expect((await pdf).suggestedFilename()).toBe('loge-2026-10-0038.pdf')
    const csv = page.waitForEvent('download')
    await button(page, 'CSV').click()
    expect((await csv).suggestedFilename()).toBe('loge-2026-10-0038.csv')
    await page.emulateMedia({ media: 'print' })
    await expect(button(page, 'Print')).toBeHidden()
    await expect(statement).toBeVisible()
  })

  test('With a payout provider the account is given on its pages', async ({ page }) => {
    await showTill(page, aBalance({ account: null, account_at: 'provider', next_payout: null, waits_for: 'account' }))
    await page.route('https://provider.example/account', (route) =>
      route.fulfill({ body: '<h1>Account</h1>', contentType: 'text/html' }),
    )
    await page.route('**/api/payouts/account', (route) =>
      route.fulfill({ json: { url: 'https://provider.example/account' } }),
    )
    await page.goto('/revenues/payouts')
    await expect(page.getByRole('definition').filter({ hasText: 'After your bank account' })).toBeVisible()
    await button(page, 'Give a bank account').click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await expect(dialog.getByLabel('Your password')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('This field is required')
    await dialog.getByLabel('Your password').fill('velvet-curtain')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('https://provider.example/account')
  })

  test('A till that cannot be loaded says so, and is asked for again', async ({ page, expectRefusal }) => {
    await showTill(page)
    await page.unroute(BALANCE)
    await page.route(BALANCE, (route) => route.fulfill({ status: 503, json: { error: 'Away', code: 'unavailable' } }))
    expectRefusal(503, '/api/balance')
    await page.goto('/revenues/payouts')
    await expect(page.getByRole('heading', { name: 'Your balance could not be loaded' })).toBeVisible()
    await page.unroute(BALANCE)
    await page.route(BALANCE, (route) => route.fulfill({ json: aBalance() }))
    await button(page, 'Try again').click()
    await expect(page.getByText('Past its 7 days of hold')).toBeVisible()
  })
})

for (const round of roundsFrom(390)) {
  test.describe(`A creator’s money at ${round.name}`, () => {
    test.use(round.use)
    test('The pages of payouts and statements fit the window and are accessible', async ({ page, people }) => {
      await people.signedIn(page, await people.creator())
      await openBoxOffice(page)
      const account = { ...aBalance().account, holder: 'Margaux'.repeat(12) }
      await showTill(page, aBalance({ account } as Partial<Balance>), CUT_OFF)
      await showStatements(page)
      for (const path of ['/revenues/payouts', '/revenues/statements', '/revenues/statements/2026-10-0038']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        await forEachView(page, round, async (view) => {
          await expectToFit(page, view)
          await axe(page)
        })
      }
    })
  })
}
