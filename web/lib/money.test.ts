import { describe, expect, it } from 'vitest'
import { euros } from './money.ts'

describe('An amount in euros', () => {
  it.each([
    ['0.00', '€0.00', '0,00\u202f€'],
    ['8.40', '€8.40', '8,40\u202f€'],
    ['78', '€78.00', '78,00\u202f€'],
    ['1269.99', '€1,269.99', '1\u202f269,99\u202f€'],
  ])('is written to the cent in both languages: %s', (amount, english, french) => {
    expect(euros(amount, 'en')).toBe(english)
    expect(euros(amount, 'fr')).toBe(french)
  })

  it.each([
    ['0', '€0', '0\u202f€'],
    ['100', '€100', '100\u202f€'],
    ['7.00', '€7', '7\u202f€'],
    ['8.40', '€8.40', '8,40\u202f€'],
    ['78.05', '€78.05', '78,05\u202f€'],
  ])('can leave out cents that are not there: %s', (amount, english, french) => {
    expect(euros(amount, 'en', { short: true })).toBe(english)
    expect(euros(amount, 'fr', { short: true })).toBe(french)
  })
})
