import { describe, expect, it } from 'vitest'
import { dollars, euros, signedEuros } from './money.ts'

describe('An amount in euros', () => {
  it.each([
    ['0.00', '€0.00', '0,00\u202f€'],
    ['8.40', '€8.40', '8,40\u202f€'],
    ['78', '€78.00', '78,00\u202f€'],
    ['1269.99', '€1,269.99', '1\u202f269,99\u202f€'],
  ])('An amount in euros is formatted to the cent in both languages: %s', (amount, english, french) => {
    expect(euros(amount, 'en')).toBe(english)
    expect(euros(amount, 'fr')).toBe(french)
  })

  it.each([
    ['0', '€0', '0\u202f€'],
    ['100', '€100', '100\u202f€'],
    ['7.00', '€7', '7\u202f€'],
    ['8.40', '€8.40', '8,40\u202f€'],
    ['78.05', '€78.05', '78,05\u202f€'],
  ])('An amount in euros can omit zero cents: %s', (amount, english, french) => {
    expect(euros(amount, 'en', { short: true })).toBe(english)
    expect(euros(amount, 'fr', { short: true })).toBe(french)
  })

  it.each([
    ['0.00', '€0', '0\u202f€'],
    ['1214.50', '€1,215', '1\u202f215\u202f€'],
    ['99999.00', '€99,999', '99\u202f999\u202f€'],
    ['1234567.89', '€1.2M', '1,2\u202fM\u202f€'],
  ])('An amount in euros can be rounded and abbreviated: %s', (amount, english, french) => {
    expect(euros(amount, 'en', { round: true })).toBe(english)
    expect(euros(amount, 'fr', { round: true })).toBe(french)
  })
})

describe('An amount in dollars', () => {
  // Spec 2.91
  it('An amount in dollars has the sign $ and its cents in both languages', () => {
    expect(dollars('18204.50', 'en')).toBe('$18,204.50')
    expect(dollars('18204.50', 'fr')).toBe('18\u202f204,50\u202f$')
    expect(dollars('0.00', 'en')).toBe('$0.00')
  })
})

describe('An amount that moves a balance', () => {
  it.each([
    ['127.05', '+\u00a0€127.05', '+\u00a0127,05\u202f€', '€127.05'],
    ['-142.10', '−\u00a0€142.10', '−\u00a0142,10\u202f€', '−\u00a0€142.10'],
    ['0.00', '€0.00', '0,00\u202f€', '€0.00'],
    ['-0.00', '€0.00', '0,00\u202f€', '€0.00'],
  ])('An amount has its sign before it, and a balance only a minus: %s', (amount, english, french, balance) => {
    expect(signedEuros(amount, 'en')).toBe(english)
    expect(signedEuros(amount, 'fr')).toBe(french)
    expect(signedEuros(amount, 'en', { plus: false })).toBe(balance)
  })
})
