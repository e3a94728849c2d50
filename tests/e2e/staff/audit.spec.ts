import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { newId } from '#server/store/ids.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { button } from '#tests/e2e/support/page.ts'
import { withDatabase } from '#tests/e2e/support/subscriptions.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFitPhones } from '#tests/e2e/support/views.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')

/** Where the search, the selects and the button of the list end, without repetitions. */
async function bottomsOfFilters(page: Page): Promise<number[]> {
  const controls = page.getByRole('main').locator('.input-box, button:has-text("CSV")')
  await expect(controls).toHaveCount(4)
  return await controls.evaluateAll((all) => [
    ...new Set(all.map((box) => Math.round(box.getBoundingClientRect().bottom))),
  ])
}

test('Staff read who did what, search it, and download it', async ({
  page,
  people,
  product,
  expectRefusal,
  openOtherBrowser,
}) => {
  const word = `log${Date.now().toString(36)}`
  const [admin, fan] = [await people.member(`${word}-boss`), await people.member(`${word}-fan`)]
  const creator = await people.creator({ username: `${word}-star` })
  await people.grant(admin.email, 'moderator')
  await withDatabase(product, async (db) => {
    const enter = async (entry: object, ago: number) => {
      const created_at = new Date(Date.now() - ago)
      const about = { staff_id: admin.id, user_id: fan.id, action: 'media_viewed', created_at } as const
      await insertAuditEntry(db, { id: newId(created_at), ...about, ...entry })
    }
    for (let index = 0; index < 33; index += 1) await enter({ reason: `look ${index}` }, 100_000 - index)
    await enter({ action: 'role_changed', staff_id: null, details: { before: null, after: 'moderator' } }, 3000)
    await enter({ action: 'subscription_granted', details: { creator_id: creator.id, days: 7 } }, 2000)
    await enter({ action: 'post_removed', reason: 'It was stolen' }, 1000)
  })
  await people.signedIn(page, admin)

  await test.step('The tab leads to the list, newest first, with names, reasons and who did it', async () => {
    await page.goto('/admin/users')
    await page
      .getByRole('navigation', { name: 'Sections of the admin panel' })
      .getByRole('link', { name: 'Audit log' })
      .click()
    await expect(page).toHaveURL('/admin/audit')
    await expect(page).toHaveTitle(/Audit log/)
    await page.getByRole('textbox', { name: 'Search by name' }).fill(fan.username.toUpperCase())
    await expect(rows(page).nth(0)).toContainText(`Removed a post of ${fan.username} It was stolen`)
    await expect(rows(page).nth(0)).toContainText(admin.username)
    await expect(rows(page).nth(1)).toContainText(
      `Granted ${fan.username} a subscription to ${creator.username} 7 days`,
    )
    await expect(rows(page).nth(2)).toContainText(`Gave ${fan.username} the role of moderator`)
    await expect(rows(page).nth(2)).toContainText('the house')
    // The former list is paler while the filtered one is loading.
    await expect(page).toHaveURL(/search=/)
    await expect(page.getByRole('list', { name: 'Audit log' })).toHaveAttribute('aria-busy', 'false')
    await axe(page)
  })

  await test.step('The list goes on without an end', async () => {
    await rows(page).nth(29).scrollIntoViewIfNeeded()
    await expect(rows(page)).toHaveCount(36)
  })

  await test.step('Who and what are part of the address, and Back leads to the last choice', async () => {
    await page.getByRole('combobox', { name: 'Who' }).selectOption('the house')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('combobox', { name: 'Who' }).selectOption(admin.username)
    await page.getByRole('combobox', { name: 'What' }).selectOption('Subscriptions granted')
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(
      `/admin/audit?who=${admin.username}&action=subscription_granted&search=${fan.username.toUpperCase()}`,
    )
    await page.goBack()
    await expect(page.getByRole('combobox', { name: 'What' })).toHaveValue('')
    await page.goForward()
    await expect(rows(page)).toHaveCount(1)
  })

  await test.step('The list is downloaded as it is filtered, and the download is an entry', async () => {
    const downloaded = page.waitForEvent('download')
    await button(page, 'CSV').click()
    const file = await downloaded
    expect(file.suggestedFilename()).toMatch(/^loge-audit-[\d-]+\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(text.trimEnd().split('\r\n')).toHaveLength(2)
    expect(text).toContain(`${admin.username},subscription_granted,${fan.username}`)
    await page.goto(`/admin/audit?who=${admin.username}&action=audit_exported`)
    await expect(rows(page)).toHaveText([/Downloaded the audit log/])
  })

  await test.step('An empty list says so, and a failed one can be asked for again', async () => {
    await page.goto('/admin/audit?search=nobody-has-this-name')
    await expect(page.getByRole('heading', { name: 'Nothing to see here' })).toBeVisible()
    await page.route('**/api/admin/audit?*', (route) => route.fulfill({ status: 403, json: { code: 'forbidden' } }))
    expectRefusal(403, '/api/admin/audit')
    await page.goto('/admin/audit?search=x')
    await expect(page.getByRole('heading', { name: 'The audit log could not be loaded' })).toBeVisible()
    await page.unroute('**/api/admin/audit?*')
    await button(page, 'Try again').click()
    await expect(page.getByRole('heading', { name: 'The audit log could not be loaded' })).toHaveCount(0)
  })

  await test.step('It fits a phone, also on its side and in French, in the dark', async () => {
    const phone = await openOtherBrowser({ locale: 'fr-FR', colorScheme: 'dark' })
    await people.signedIn(phone, admin)
    await phone.goto(`/admin/audit?search=${fan.username}`)
    await expect(phone.getByText(`A retiré une publication de ${fan.username}`)).toBeVisible()
    await expectToFitPhones(phone, async (width) => {
      await expect(phone.getByRole('link', { name: 'Journal' })).toBeInViewport({ ratio: 0.99 })
      if (width === 844) expect(await bottomsOfFilters(phone), 'the filters are on one line').toHaveLength(1)
    })
  })
})

test('A member is led away from the audit log', async ({ page, people }) => {
  const member = await people.member()
  await people.signedIn(page, member)
  await page.goto('/admin/audit')
  await expect(page).toHaveURL('/discover')
})
