import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { amountOf, feesOf } from '#contract/fees.ts'
import { VAT_PERCENT } from '#contract/vat.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { pay } from '#tests/e2e/support/money.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { viewsFrom } from '#tests/e2e/support/views.ts'
import { euros } from '#web/lib/money.ts'
import { money as numbersEn } from '#web/locales/en/money/numbers.ts'
import { money as revenuesEn } from '#web/locales/en/money/revenues.ts'
import { money as numbersFr } from '#web/locales/fr/money/numbers.ts'
import { money as revenuesFr } from '#web/locales/fr/money/revenues.ts'

const WORDS = {
  en: { ...revenuesEn.revenues, numbers: numbersEn.numbers },
  fr: { ...revenuesFr.revenues, numbers: numbersFr.numbers },
}
const MONTH = { period: 'month', price: 2399, vat_country: 'FR', is_demo: true } as const
const DAY = { period: 'day', price: 799, vat_country: 'FI', is_demo: false } as const
const share = [feesOf(MONTH.price, VAT_PERCENT.FR), feesOf(DAY.price, VAT_PERCENT.FI)].map(({ net }) => net)

/** The amounts of a list in cents, in order. */
async function centsIn(list: Locator): Promise<number[]> {
  return (await list.locator('dd').allInnerTexts()).map((text) => Number(text.replaceAll(/\D/g, '')))
}

async function expectToAddUp(page: Page): Promise<void> {
  const [paid = 0, vat = 0, price = 0, platform = 0, banking = 0, keep = 0] = await centsIn(page.locator('main dl'))
  expect(paid).toBeGreaterThan(0)
  expect([paid - vat, price - platform - banking]).toEqual([price, keep])
}

/** Delays the next matching request until the returned function is called. */
async function hold(page: Page, url: string): Promise<() => void> {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(
    url,
    async (route) => {
      await held
      await route.fallback()
    },
    { times: 1 },
  )
  return () => answer()
}

const REFUSAL = { status: 403, json: { error: 'No', code: 'forbidden' } }

for (const view of viewsFrom(390)) {
  test.describe(view.name, () => {
    test.use(view.use)
    test.slow()
    const words = WORDS[view.language]
    const money = (cents: number) => euros(amountOf(cents), view.language)

    // Spec 2.83
    test('A creator reads "No revenue yet", then every amount, and downloads a table', async ({
      page,
      people,
      product,
      expectRefusal,
    }) => {
      const [creator, fan, other] = [await people.creator(), await people.member(), await people.member()]
      await people.subscribe(fan, creator)
      await people.signedIn(page, creator)
      const main = page.getByRole('main')
      const pill = main.getByText(words.sample, { exact: true })
      const download = main.getByRole('button', { name: words.download })

      await test.step('The shape of the page stands there while it loads; what fails can be tried again', async () => {
        const release = await hold(page, '**/api/revenues')
        await page.goto('/revenues')
        await expect(main.getByRole('status')).toBeVisible()
        release()
        await expect(main.getByRole('heading', { name: words.empty })).toBeVisible()
        await page.route('**/api/revenues', (route) => route.fulfill(REFUSAL), { times: 1 })
        expectRefusal(403, '/api/revenues')
        await page.reload()
        await expect(main.getByRole('heading', { name: words.failed })).toBeVisible()
        await axe(page)
        await main.getByRole('button', { name: words.try_again }).press('Enter')
        await expect(main.getByRole('heading', { name: words.empty })).toBeVisible()
      })

      await test.step('A creator without revenues sees only the number of subscribers', async () => {
        await expect(main.getByRole('region', { name: words.subscribers })).toContainText('1')
        await expect(download).toHaveCount(0)
        await expect(pill).toHaveCount(0)
        await expectNoSidewaysScroll(page)
        await axe(page)
      })

      await test.step('The share of the present month stands large above the chart, and samples say that they are', async () => {
        const now = new Date()
        const two_months_ago = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 15))
        await pay(product, fan, creator, { ...MONTH, paid_at: now })
        await pay(product, other, creator, { ...DAY, paid_at: two_months_ago })
        await page.reload()
        const month = now.toLocaleDateString(view.language, { month: 'long', timeZone: 'UTC' })
        const panel = main.getByRole('region', { name: words.share_in.replace('{{month}}', month) })
        await expect(panel).toContainText(money(share[0] ?? 0))
        await expect(panel.getByRole('img')).toBeVisible()
        await expect(pill).toBeVisible()
        await expectNoSidewaysScroll(page)
        await axe(page)
      })

      await test.step('The amounts add up for the month and for all time, chosen with the keyboard', async () => {
        await expectToAddUp(page)
        const choice = main.getByRole('combobox', { name: words.of })
        await choice.focus()
        await page.keyboard.press('End')
        await expect(choice.locator('option:checked')).toHaveText(words.all_time)
        await expect(main.locator('dl dd').last()).toHaveText(money((share[0] ?? 0) + (share[1] ?? 0)))
        await expectToAddUp(page)
      })

      // Spec 2.83
      await test.step('A table has what the chart shows, and another how long fans chose to stay', async () => {
        const months = main.getByRole('table', { name: words.months }).getByRole('row')
        await expect(months).toHaveCount(1 + 3)
        await expect(months.nth(1)).toContainText(money(share[0] ?? 0))
        await expect(months.nth(2)).toContainText(money(0))
        await expect(months.nth(3)).toContainText(money(share[1] ?? 0))
        const kinds = main.getByRole('table', { name: words.kinds }).getByRole('row')
        await expect(kinds.nth(1).getByRole('cell')).toHaveText(['1', money(share[1] ?? 0)])
        await expect(kinds.nth(2).getByRole('cell')).toHaveText(['0', money(0)])
      })

      await test.step('The table is downloaded, and a failed download can be retried', async () => {
        await page.route('**/api/revenues?format=csv', (route) => route.fulfill(REFUSAL), { times: 1 })
        expectRefusal(403, '/api/revenues')
        await download.press('Enter')
        await expect(main.getByRole('alert')).toContainText(words.download_failed.split('{{')[0]?.trim() ?? '')
        const release = await hold(page, '**/api/revenues?format=csv')
        const saved = page.waitForEvent('download')
        await download.press('Enter')
        await expect(download).toHaveAttribute('aria-busy', 'true')
        release()
        const file = await saved
        expect(file.suggestedFilename()).toMatch(/^loge-revenues-\d{4}-\d\d-\d\d\.csv$/)
        const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
        expect(head).toBe('date,period,country,vat_percent,price,vat,gross,platform_fee,banking_fee,net,is_sample')
        expect(rows.map((row) => row.split(',').slice(1, 5).join(' '))).toEqual([
          'day FI 25.50 7.99',
          'month FR 20.00 23.99',
        ])
        await expect(main.getByRole('alert')).toHaveCount(0)
        await expect(download).toBeFocused()
      })
    })

    // Spec 2.91
    test('Staff read the numbers of the platform in dollars', async ({ page, people, product, expectRefusal }) => {
      const [creator, fan] = [await people.creator(), await people.member()]
      await pay(product, fan, creator, { ...MONTH, paid_at: new Date() })
      await people.grant(fan.email, 'moderator')
      await people.signedIn(page, fan)
      const main = page.getByRole('main')

      await test.step('The shape of the page stands there while it loads; what fails can be tried again', async () => {
        const release = await hold(page, '**/api/admin/numbers')
        await page.goto('/admin/numbers')
        await expect(main.getByRole('status')).toBeVisible()
        release()
        await expect(main.locator('dl')).toBeVisible()
        await page.route('**/api/admin/numbers', (route) => route.fulfill(REFUSAL), { times: 1 })
        expectRefusal(403, '/api/admin/numbers')
        await page.reload()
        await expect(main.getByRole('heading', { name: words.numbers.failed })).toBeVisible()
        await main.getByRole('button', { name: words.numbers.try_again }).press('Enter')
      })

      // Spec 2.90
      await test.step('Each number has a name and an amount with a $, and they add up', async () => {
        await expect(main.locator('dt')).toHaveText(Object.values(words.numbers.names))
        for (const amount of await main.locator('dd').allInnerTexts())
          expect(amount).toMatch(view.language === 'en' ? /^\$[\d,]+\.\d\d$/ : /^[\d\u202f]+,\d\d\u202f\$$/)
        const [gross = 0, ...parts] = await centsIn(main.locator('dl'))
        expect(gross).toBeGreaterThan(0)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(gross)
        // Some payments are those of the demo.
        await expect(main.getByText(words.numbers.sample)).toBeVisible()
        await expectNoSidewaysScroll(page)
        await axe(page)
      })
    })
  })
}
