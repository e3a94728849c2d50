import { expect, test } from 'vitest'
import { isCountry, VAT_PERCENT, VAT_TABLE_DATE } from './vat.ts'

test('A code that is not in the table of VAT rates is not a country', () => {
  for (const code of ['', 'fr', 'XX', 'toString', '__proto__']) expect(isCountry(code), code).toBe(false)
})

test('The table of VAT rates holds the 27 countries of the European Union, four more, and the day it was made', () => {
  expect(Object.keys(VAT_PERCENT).filter(isCountry)).toHaveLength(27 + 4)
  expect(VAT_PERCENT).toMatchObject({ FR: 20, FI: 25.5, CH: 8.1, GB: 20, NO: 25, US: 0 })
  expect(VAT_TABLE_DATE).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})

test('Every VAT rate has two decimals at most and is below 28 %', () => {
  for (const [country, percent] of Object.entries(VAT_PERCENT)) {
    expect(String(percent), country).toMatch(/^\d{1,2}(\.\d{1,2})?$/)
    expect(percent, country).toBeLessThanOrEqual(27)
  }
})
