import { axe, axeInBothThemes } from '#tests/e2e/support/axe.ts'
import { button } from '#tests/e2e/support/page.ts'
import { openBoxOffice } from '#tests/e2e/support/payments.ts'
import { BATCH, BATCH_ID, CREATOR_ID, LINES, showDesk } from '#tests/e2e/support/payouts.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFitPhones } from '#tests/e2e/support/views.ts'

const TABS = { name: 'Sections of the admin panel' }

test.describe('Payouts and verifications in the Admin Panel', () => {
  test('A moderator sees neither payouts nor verifications', async ({ page, people }) => {
    const moderator = await people.signUp()
    await people.grant(moderator.email, 'moderator')
    await people.signedIn(page, moderator)
    await openBoxOffice(page)
    for (const path of ['/admin/payouts', `/admin/verifications/${CREATOR_ID}`]) {
      await page.goto(path)
      await expect(page).toHaveURL('/admin/users')
    }
    const tabs = page.getByRole('navigation', TABS)
    await expect(tabs.getByRole('link', { name: 'Cases' })).toBeVisible()
    await expect(tabs.getByRole('link', { name: /^(Payouts|Verifications)$/ })).toHaveCount(0)
  })

  test('An admin makes a batch, downloads its file, and says what the bank has said', async ({ page, people }) => {
    const admin = await people.signUp()
    await people.grant(admin.email, 'admin')
    await people.signedIn(page, admin)
    await openBoxOffice(page)
    await showDesk(page)
    await page.goto('/admin/contact')
    await page.getByRole('navigation', TABS).getByRole('link', { name: 'Payouts' }).click()
    await expect(page.getByRole('region', { name: 'The next batch' })).toContainText('€189.40')
    await axe(page)
    await expectToFitPhones(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    const report = page.waitForEvent('download')
    await page.route(/\/api\/admin\/seller_reports\/\d+$/, (route) =>
      route.fulfill({ body: 'name;net\n', contentType: 'text/csv' }),
    )
    await page.getByLabel('Year').selectOption({ index: 1 })
    await button(page, 'Download').click()
    expect((await report).suggestedFilename()).toMatch(/^loge-seller-report-20\d\d\.csv$/)

    await button(page, 'Make a batch').click()
    await expect(page.getByRole('dialog')).toContainText('2 payouts, €189.40 together')
    await page.getByRole('dialog').getByRole('button', { name: 'Make a batch' }).click()
    await expect(page).toHaveURL(`/admin/payouts/${BATCH_ID}`)
    await expect(page.getByRole('navigation', TABS).locator('[aria-current]')).toHaveText('Payouts')

    await page.route(`**/api/admin/payout_batches/${BATCH_ID}/file`, (route) =>
      route.fulfill({ body: '<Document/>', contentType: 'application/xml' }),
    )
    const file = page.waitForEvent('download')
    await button(page, 'Download the file').click()
    expect((await file).suggestedFilename()).toBe('loge-payouts-7.xml')

    await page.route(`**/api/admin/payout_batches/${BATCH_ID}/outcome`, (route) => {
      expect(route.request().postDataJSON()).toEqual({ state: 'sent' })
      return route.fulfill({ json: { ...BATCH, state: 'sent' } })
    })
    await button(page, 'The bank has it').click()
    await page.getByRole('dialog').getByRole('button', { name: 'The bank has it' }).click()
    await expect(page.getByText('The creators are told.')).toBeVisible()

    const lines = page.getByRole('list', { name: 'Payouts of this batch' }).getByRole('listitem')
    await expect(lines.nth(1)).toContainText('The account is closed')
    await expect(lines.nth(1).getByRole('button')).toHaveCount(0)
    await expect(lines.nth(2)).toContainText('Waits: the bank account was changed')
    await lines.first().getByRole('button', { name: 'Came back… for margauxlenoir' }).click()
    await expect(page.getByRole('dialog')).toContainText('if it is still in a file at the bank, it is paid twice')
    await button(page, 'It came back').click()
    await expect(page.getByText('Please choose a reason')).toBeVisible()
    await page.getByRole('radio', { name: 'The name on the account differs' }).check()
    await axeInBothThemes(page, (theme) => page.emulateMedia({ colorScheme: theme }), '[role=dialog]')
    await page.route(`**/api/admin/payouts/${LINES[0]?.id}/outcome`, (route) => {
      expect(route.request().postDataJSON()).toEqual({ state: 'failed', failure: 'name_differs' })
      return route.fulfill({ json: { ...LINES[0], state: 'failed' } })
    })
    await button(page, 'It came back').click()
    await expect(page.getByText('€120.65 is in the balance of margauxlenoir again.')).toBeVisible()
    await axe(page)
  })

  test('An admin looks at a verification, says what is missing, and verifies', async ({ page, people }) => {
    const admin = await people.signUp()
    await people.grant(admin.email, 'admin')
    await people.signedIn(page, admin)
    await openBoxOffice(page)
    await showDesk(page)
    await page.goto('/admin/verifications')
    await expect(page.getByRole('link', { name: /^margauxlenoir/ })).toBeVisible()
    await axe(page)
    await expectToFitPhones(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('link', { name: /^margauxlenoir/ }).click()
    await expect(page.getByRole('region', { name: 'margauxlenoir' })).toContainText('12 rue de la Loge')
    await button(page, 'Show the document').click()
    await expect(page.getByRole('img', { name: 'The document' })).toHaveJSProperty('naturalWidth', 1)
    await expect(button(page, 'Larger')).toBeFocused()
    await button(page, 'Larger').click()
    await button(page, 'Close it').click()
    await expect(page.getByRole('img', { name: 'The document' })).toHaveCount(0)
    await expect(button(page, 'Show the document')).toBeFocused()

    const sent: unknown[] = []
    await page.route(`**/api/admin/verifications/${CREATOR_ID}/decision`, (route) => {
      sent.push(route.request().postDataJSON())
      return route.fulfill({ json: {} })
    })
    await button(page, 'Something is missing…').click()
    await button(page, 'Send it back').click()
    await expect(page.getByText('Please choose a reason')).toBeVisible()
    await page.getByRole('radio', { name: 'Something else' }).check()
    await button(page, 'Send it back').click()
    await expect(page.getByLabel('Note')).toBeFocused()
    await page.getByLabel('Note').fill('The back of the card, please.')
    await axeInBothThemes(page, (theme) => page.emulateMedia({ colorScheme: theme }), '[role=dialog]')
    await button(page, 'Send it back').click()
    await expect(page.getByText('margauxlenoir is told what is missing.')).toBeVisible()
    await expect(page).toHaveURL('/admin/verifications')

    await page.getByRole('link', { name: /^margauxlenoir/ }).click()
    await expect(page.getByRole('region', { name: 'margauxlenoir' })).toContainText('12 rue de la Loge')
    await axe(page)
    await button(page, 'Verify').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('margauxlenoir is verified.')).toBeVisible()
    expect(sent).toEqual([
      { outcome: 'refused', reason: 'other', note: 'The back of the card, please.' },
      { outcome: 'verified' },
    ])
  })
})
