import { describe, expect, it } from 'vitest'
import { periodIn } from './periods.ts'
import { countryIn, endOf, quoteOf } from './quote.ts'

describe('The quote of a ticket', () => {
  it('A fan who has not said where they live is told the price without a VAT that would be a guess', () => {
    expect(quoteOf('23.99', null)).toEqual({ price: '23.99', vat: null, charged: null })
    expect(countryIn(null)).toBeNull()
    expect(countryIn('XX')).toBeNull()
  })

  it.each([
    ['FR', '23.99', 20, '4.80', '28.79'],
    ['FR', '14.99', 20, '3.00', '17.99'],
    ['CH', '23.99', 8.1, '1.94', '25.93'],
    ['US', '7.99', 0, '0.00', '7.99'],
  ] as const)(
    'A fan in %s pays for a ticket of %s with %s %% VAT: %s, together %s',
    (country, price, percent, vat, charged) => {
      expect(quoteOf(price, country)).toEqual({ price, vat: { percent, amount: vat }, charged })
    },
  )

  it.each([
    ['day', '2026-11-17T14:05:00.000Z', '2026-11-18T14:05:00.000Z'],
    ['week', '2026-11-17T14:05:00.000Z', '2026-11-24T14:05:00.000Z'],
    ['month', '2026-11-17T14:05:00.000Z', '2026-12-17T14:05:00.000Z'],
    ['month', '2027-01-31T23:30:00.000Z', '2027-02-28T23:30:00.000Z'],
    ['month', '2028-01-31T23:30:00.000Z', '2028-02-29T23:30:00.000Z'],
    ['month', '2026-12-31T00:00:00.000Z', '2027-01-31T00:00:00.000Z'],
  ] as const)('A %s that begins at %s ends at %s', (period, from, until) => {
    expect(endOf(period, new Date(from)).toISOString()).toBe(until)
  })

  it('The address opens the box office for the three tickets, and for nothing else', () => {
    expect(['day', 'week', 'month', 'year', '', null].map(periodIn)).toEqual([
      'day',
      'week',
      'month',
      undefined,
      undefined,
      undefined,
    ])
  })
})
