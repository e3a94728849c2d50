import type { Page } from '@playwright/test'
import { VAT_PERCENT } from '#contract/vat.ts'
import { axeInBothThemes } from '#tests/e2e/support/axe.ts'
import { visit } from '#tests/e2e/support/hydration.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const REFUSAL = 'Give a price from €0.01 to €999.99, with at most two decimals.'

const price = (page: Page) => page.getByLabel('The creator’s price')
const country = (page: Page) => page.getByLabel('The fan’s country')

function calculator(page: Page) {
  return page.locator('section').filter({ has: page.getByRole('heading', { name: 'Name your price' }) })
}

/** The displayed amounts, from top to bottom. */
function amounts(page: Page) {
  return calculator(page).locator('dd')
}

test.describe('The price calculator', () => {
  test.beforeEach(({ page }) => visit(page, '/pricing'))

  test('The price calculator explains invalid prices, and works with the keyboard alone', async ({ page }) => {
    await test.step('A price is validated when the field is left, not while it is typed', async () => {
      await price(page).focus()
      await page.keyboard.press('ControlOrMeta+A')
      for (const key of ['Backspace', '0', '.', '0']) {
        await page.keyboard.press(key)
        await expect(price(page)).toHaveAccessibleDescription('')
      }
      await page.keyboard.press('Tab')
      await expect(price(page)).toHaveAccessibleDescription(REFUSAL)
      await price(page).focus()
      await page.keyboard.press('End')
      await page.keyboard.press('5')
      await expect(price(page)).toHaveAccessibleDescription('')
      await expect(amounts(page)).toHaveText(['€0.06', '−€0.01', '−€0.01', '€0.00', '€0.04'])
    })

    for (const [what, typed] of [
      ['too high', '1000'],
      ['finer than a cent', '5.005'],
      ['below zero', '-5'],
      ['nothing', '0.00'],
      ['left out', ''],
    ] as const) {
      await test.step(`is told in words when it is ${what}, and keeps the last answer`, async () => {
        await price(page).fill('100')
        await expect(amounts(page).first()).toHaveText('€120.00')
        await expect(price(page)).toHaveAccessibleDescription('')
        await price(page).fill(typed)
        await price(page).press('Enter')
        await expect(price(page)).toHaveAccessibleDescription(REFUSAL)
        await expect(price(page)).toHaveAttribute('aria-invalid', 'true')
        await expect(calculator(page).getByRole('status')).toHaveText(REFUSAL)
        await expect(calculator(page)).toContainText('€100.00, France')
        await expect(amounts(page).first()).toHaveText('€120.00')
        await expect(page).toHaveURL('/pricing')
      })
    }

    // Spec 9.5
    await test.step('A price is refused, corrected and calculated with the keyboard alone, in both themes', async () => {
      await price(page).fill('23.99')
      await expect(price(page)).toHaveAccessibleDescription('')
      await price(page).focus()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('1000')
      await expect(price(page)).toHaveAccessibleDescription(REFUSAL)
      await axeInBothThemes(page, (colorScheme) => page.emulateMedia({ colorScheme }))
      await page.keyboard.press('Backspace')
      await expect(price(page)).toHaveAccessibleDescription('')
      await page.keyboard.press('Tab')
      await expect(country(page)).toBeFocused()
      await page.keyboard.type('United S')
      await expect(amounts(page)).toHaveText(['€100.00', '€0.00', '−€15.00', '−€7.00', '€78.00'])
    })
  })

  test('The price calculator shows and announces amounts that add up, for every country and in both languages', async ({
    page,
  }) => {
    await test.step('The calculator starts with the default price of a month', async () => {
      await expect(price(page)).toHaveValue('23.99')
      await expect(calculator(page)).toContainText('€23.99, France')
      await expect(amounts(page)).toHaveText(['€28.79', '−€4.80', '−€3.60', '−€2.02', '€18.37'])
    })

    await test.step('The result is announced after the input, not at every key', async () => {
      const heard = calculator(page).getByRole('status')
      await price(page).focus()
      await page.keyboard.press('Tab')
      await expect(heard).toBeEmpty()
      await price(page).fill('100')
      await expect(amounts(page).first()).toHaveText('€120.00')
      await expect(heard).toBeEmpty()
      await price(page).press('Enter')
      await expect(heard).toHaveText('€100.00, France: the fan pays €120.00, the creator gets €76.60.')
      await country(page).selectOption('Switzerland')
      await expect(heard).toHaveText('€100.00, Switzerland: the fan pays €108.10, the creator gets €77.43.')
    })

    await country(page).selectOption('France')

    // Spec 9.1
    await test.step('A price of 100 in France: 120 paid, 20 VAT, 15 and 8.40 fees, 76.60 for the creator', async () => {
      await price(page).fill('100')
      await expect(calculator(page).locator('dt')).toHaveText([
        'The fan pays',
        'VAT',
        'Platform fee, 15%',
        'Banking fee, about 7%',
        'The creator gets',
      ])
      await expect(amounts(page)).toHaveText(['€120.00', '−€20.00', '−€15.00', '−€8.40', '€76.60'])
      await expect(calculator(page)).toContainText('20% VAT')
    })

    // Spec 9.6
    await test.step('The amounts add up for every price and country', async () => {
      const codes = Object.keys(VAT_PERCENT)
      await expect(country(page).getByRole('option')).toHaveCount(codes.length)
      for (const [index, code] of codes.entries()) {
        const asked = `${(index * 31 + 1) % 1000}.${String((index * 37 + 11) % 100).padStart(2, '0')}`
        await country(page).selectOption(code)
        await price(page).fill(asked)
        const name = await country(page).locator('option:checked').textContent()
        await expect(calculator(page)).toContainText(`€${asked}, ${name}`)
        const [charged = 0, ...rest] = (await amounts(page).allTextContents()).map(
          (text) => Number(text.replace(/\D/g, '')) * (text.startsWith('−') ? -1 : 1),
        )
        const [vat = 0, platform_fee = 0, banking_fee = 0, net = 0] = rest
        expect(charged + vat + platform_fee + banking_fee, `${asked} from ${code}`).toBe(net)
        expect(charged + vat, `${asked} from ${code}`).toBe(Number(asked.replace('.', '')))
      }
    })

    // Spec 9.6
    await test.step('The date of the VAT rates is shown, and that they are indicative', async () => {
      await expect(calculator(page)).toContainText('Indicative: standard VAT rates of 1 January 2026;')
      await country(page).selectOption('Finland')
      await expect(calculator(page)).toContainText('25.5% VAT')
    })

    await test.step('The countries are sorted in the language of the page, and the input stays after a change of language', async () => {
      await price(page).fill('50')
      await country(page).selectOption('Germany')
      await page.getByRole('link', { name: 'Passer en français' }).first().click()
      const choice = page.getByLabel('Pays du fan')
      await expect(choice).toHaveValue('DE')
      await expect(choice.getByRole('option').first()).toHaveText('Allemagne')
      await expect(choice.getByRole('option').nth(9)).toHaveText('États-Unis')
      await expect(page.getByRole('heading', { name: '50,00\u202f€, Allemagne' })).toBeVisible()
    })
  })
})
