import type { Balance } from '#contract/payouts.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { button, watchCalls } from '#tests/e2e/support/page.ts'
import { openBoxOffice } from '#tests/e2e/support/payments.ts'
import { aBalance, BALANCE } from '#tests/e2e/support/payouts.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFit, viewsFrom } from '#tests/e2e/support/views.ts'

test('A creator in a house that pays nobody is asked for the password only', async ({ page, people }) => {
  await people.signedIn(page, await people.creator())
  const calls = watchCalls(page)
  await page.goto('/settings')
  await button(page, 'Delete my account').click()
  await expect(page.getByRole('dialog').getByLabel('Your password', { exact: true })).toBeFocused()
  expect(calls.filter((call) => call.includes('balance'))).toEqual([])
})

const LEFT: [state: string, balance: Partial<Balance>, english: string, french: string][] = [
  [
    'is paid afterwards, and has a payout on its way',
    { on_its_way: '142.10', final_payout: { amount: '172.46', on: '2027-01-04', waits_for: null } },
    '€142.10 is on its way to you, and arrives as if you had stayed.Your balance, €172.46 today, is paid to the account ending in 4821 after the erasure, on 4 January 2027 at the latest, also if it is less than €20.',
    '142,10 € sont en route vers vous, et arriveront comme si vous étiez resté.Votre solde, 172,46 € aujourd’hui, est versé sur le compte finissant par 4821 après l’effacement, le 4 janvier 2027 au plus tard, même s’il est inférieur à 20 €.',
  ],
  [
    'has to be verified first',
    { account: null, final_payout: { amount: '69.90', on: '2027-01-04', waits_for: 'verification' } },
    'Your balance of €69.90 cannot be paid while you are not verified',
    'Votre solde de 69,90 € ne peut pas être versé tant que vous n’êtes pas vérifié',
  ],
  [
    'has to give an account first',
    { account: null, final_payout: { amount: '69.90', on: '2027-01-04', waits_for: 'account' } },
    'Your balance of €69.90 cannot be paid without a bank account',
    'Votre solde de 69,90 € ne peut pas être versé sans compte bancaire',
  ],
  [
    'owes money',
    { final_payout: { amount: '-12.40', on: '2027-01-04', waits_for: 'negative' } },
    'Your balance is − €12.40: more went back to fans than was there. We take nothing from your bank account.',
    'Votre solde est de − 12,40 €',
  ],
]

for (const view of viewsFrom(390)) {
  test.describe(view.name, () => {
    test.use(view.use)

    for (const [state, balance, english, french] of LEFT) {
      test(`A creator who leaves and ${state} reads it before the password`, async ({ page, people }) => {
        await people.signedIn(page, await people.creator())
        await openBoxOffice(page)
        await page.route(BALANCE, (route) => route.fulfill({ json: aBalance(balance) }))
        await page.goto('/settings')
        await page.getByRole('button', { name: /Delete my account|Supprimer mon compte/ }).click()
        const dialog = page.getByRole('dialog')
        await expect(dialog).toContainText(view.language === 'en' ? english : french, { useInnerText: false })
        await expect(dialog.getByRole('link')).toHaveCount(balance.account === null ? 1 : 0)
        await expectToFit(page, view)
        await axe(page)
        if (balance.account === null)
          await expect(dialog.getByRole('link')).toHaveAttribute('href', '/revenues/payouts')
      })
    }
  })
}

test('A creator whose balance cannot be loaded reads that the mail says it, and can leave all the same', async ({
  page,
  people,
  expectRefusal,
}) => {
  const creator = await people.creator()
  await people.signedIn(page, creator)
  await openBoxOffice(page)
  await page.route(BALANCE, (route) => route.fulfill({ status: 404, json: { error: 'Not found', code: 'not_found' } }))
  expectRefusal(404, '/api/balance')
  await page.goto('/settings')
  await button(page, 'Delete my account').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Your balance could not be loaded.')
  await dialog.getByLabel('Your password', { exact: true }).fill(creator.password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL('/login')
})
