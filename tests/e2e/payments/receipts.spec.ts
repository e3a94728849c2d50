import { axe, axeInBothThemes } from '#tests/e2e/support/axe.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { showReceipts } from '#tests/e2e/support/payments.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFitPhones } from '#tests/e2e/support/views.ts'

test.describe('Receipts', () => {
  test.use({ timezoneId: 'Europe/Paris' })

  test('Somebody who bought nothing finds an empty list, and a receipt of somebody else is not found', async ({
    page,
    people,
    expectRefusal,
  }) => {
    await people.signedIn(page, await people.signUp())
    await showReceipts(page, [])
    await page.goto('/subscriptions/receipts')
    await expect(page.getByRole('heading', { level: 2, name: 'No receipts yet' })).toBeVisible()
    await axe(page)
    expectRefusal(404, '/api/receipts/2026-000999')
    await page.goto('/subscriptions/receipts/2026-000999')
    await expect(page.getByRole('heading', { name: 'Receipt not found' })).toBeVisible()
  })

  test('Receipts are listed by month, with one beside them as a stub that is printed alone and saved as PDF', async ({
    page,
    people,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await people.signedIn(page, await people.signUp())
    await showReceipts(page)
    await page.goto('/subscriptions/receipts')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['November 2026', 'October 2026'])
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Subscriptions' }),
    ).toHaveAttribute('aria-current', 'page')
    await expect(
      page.getByRole('link', { name: 'margauxlenoir 17 November, 1 Month €28.79 2026-000417' }),
    ).toHaveAttribute('aria-current', 'true')
    const stub = page.getByRole('article')
    await expect(stub).toHaveAccessibleName('Receipt 2026-000417')
    const rows = stub.getByRole('row')
    await expect(rows.filter({ hasText: 'Date' })).toHaveText('Date17 November 2026 at 15:05')
    await expect(rows.filter({ hasText: 'From, until' })).toContainText('17 Nov to 17 Dec 2026')
    await expect(rows.filter({ hasText: 'For' })).toContainText('@theomarchetti')
    await expect(rows.filter({ hasText: 'VAT 20%, France' })).toContainText('€4.80')
    await expect(rows.filter({ hasText: 'Total paid' })).toContainText('€28.79')
    await expect(stub).toContainText('34000 Montpellier, France')
    await expect(stub).toContainText('You asked to start at once, on 17 November 2026 at 15:04')
    await axeInBothThemes(page, (theme) => page.emulateMedia({ colorScheme: theme }))

    await test.step('A credit note says what it corrects, and what was given back', async () => {
      await page.getByRole('link', { name: /^camilleroche Credit note 9 October, refund, 1 Day − €11\.99/ }).click()
      await expect(page).toHaveURL('/subscriptions/receipts/2026-000364')
      await expect(stub).toHaveAccessibleName('Credit note 2026-000364')
      await expect(rows.filter({ hasText: 'Corrects' })).toContainText('2026-000362')
      await expect(rows.filter({ hasText: 'Total given back' })).toContainText('− €11.99')
      await expect(button(page, 'Withdraw from this purchase')).toHaveCount(0)
    })

    await test.step('Only the stub is printed', async () => {
      await page.emulateMedia({ media: 'print' })
      await expect(stub).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
      await expect(page.getByRole('heading', { level: 2, name: 'October 2026' })).toBeHidden()
      await expect(button(page, 'Print')).toBeHidden()
      await page.emulateMedia({ media: 'screen' })
    })

    await test.step('It is saved as a PDF with its number as name', async () => {
      const saved = page.waitForEvent('download')
      await button(page, 'Download PDF').click()
      expect((await saved).suggestedFilename()).toBe('loge-2026-000364.pdf')
    })
  })

  test('On a phone a receipt has a page of its own, which leads back to the list', async ({ page, people }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await people.signedIn(page, await people.signUp())
    await showReceipts(page)
    await page.goto('/subscriptions/receipts')
    await expect(page.getByRole('link', { name: /2026-000417/ })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await page.getByRole('link', { name: /2026-000417/ }).click()
    await expect(page.getByRole('article')).toBeVisible()
    await expect(page.getByRole('link', { name: /2026-000371/ })).toBeHidden()
    await expectToFitPhones(page)
    await page.getByRole('link', { name: 'All receipts' }).click()
    await expect(page).toHaveURL('/subscriptions/receipts')
    await expect(page.getByRole('article')).toHaveCount(0)
    await expectNoSidewaysScroll(page)
  })
})
