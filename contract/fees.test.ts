import { describe, expect, it } from 'vitest'
import {
  amountOf,
  BANKING_FEE_PERCENT,
  centsOf,
  DEFAULT_PRICES,
  type Fees,
  feesOf,
  PLATFORM_FEE_PERCENT,
  priceInCents,
} from './fees.ts'
import { VAT_PERCENT } from './vat.ts'

const LOWEST = 1
const HIGHEST = 99_999
const RATES = [...new Set(Object.values(VAT_PERCENT))]

/** Searches all prices at all VAT rates for the first ten fees that violate a property. */
function violationsOf(holds: (fees: Fees, vat_percent: number) => boolean): string[] {
  const violations: string[] = []
  for (const vat_percent of RATES) {
    for (let price = LOWEST; price <= HIGHEST && violations.length < 10; price += 1) {
      const fees = feesOf(price, vat_percent)
      if (!holds(fees, vat_percent)) violations.push(`${price} cents with ${vat_percent} %: ${JSON.stringify(fees)}`)
    }
  }
  return violations
}

/** The same sum with fractions of whole numbers that cannot overflow. */
function roundedShare(cents: number, percent: number): number {
  const [whole = '', decimals = ''] = String(percent).split('.')
  const numerator = BigInt(cents) * BigInt(whole + decimals)
  const denominator = 100n * 10n ** BigInt(decimals.length)
  return Number((2n * numerator + denominator) / (2n * denominator))
}

/** Numbers from 0 up to 1 that look random and are the same for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe('Refused prices', () => {
  it.each([
    '',
    ' ',
    '0',
    '0.00',
    '1000',
    '999.991',
    '1.234',
    '.5',
    '5.',
    '-1',
    '+1',
    '1e2',
    '1,50',
    ' 5',
    '5 ',
    '0x10',
    '٣',
    'ten',
  ])('A typed text that is not a price is refused: "%s"', (typed) => {
    expect(priceInCents(typed)).toBeUndefined()
  })

  it.each([0.5, -1, Number.NaN, Number.POSITIVE_INFINITY])('No fees are calculated for %d cents', (cents) => {
    expect(() => feesOf(cents, 20)).toThrow(RangeError)
  })

  it.each(['', '1.', '1.234', 'ten', '-1'])(
    'A text that is not an amount cannot be converted to cents: "%s"',
    (amount) => {
      expect(() => centsOf(amount)).toThrow(RangeError)
    },
  )
})

describe('Prices in cents', () => {
  it.each([
    ['0.01', 1],
    ['0.1', 10],
    ['7', 700],
    ['23.99', 2399],
    ['999.99', 99_999],
  ])('A price of %s is %d cents', (typed, cents) => {
    expect(priceInCents(typed)).toBe(cents)
  })

  it('A price is the same after it was converted to cents and back', () => {
    const changed: number[] = []
    for (let cents = LOWEST; cents <= HIGHEST; cents += 1) {
      if (priceInCents(amountOf(cents)) !== cents) changed.push(cents)
    }
    expect(changed).toEqual([])
    expect([0, 5, 2399, 100_000].map(amountOf)).toEqual(['0.00', '0.05', '23.99', '1000.00'])
  })
})

describe('The fees of a payment', () => {
  // Spec 1.34, 9.1, 9.3, 9.4
  it('A creator gets 76.60 of 100 from France', () => {
    expect(feesOf(100_00, VAT_PERCENT.FR)).toEqual({
      price: 100_00,
      vat: 20_00,
      charged: 120_00,
      platform_fee: 15_00,
      banking_fee: 8_40,
      net: 76_60,
    })
  })

  // Spec 9.5
  it('A creator gets 78.00 of 100 from the United States', () => {
    expect(feesOf(100_00, VAT_PERCENT.US)).toEqual({
      price: 100_00,
      vat: 0,
      charged: 100_00,
      platform_fee: 15_00,
      banking_fee: 7_00,
      net: 78_00,
    })
  })

  // Calculated on paper: half a cent is rounded up, a little less is rounded down.
  it.each([
    // 4.798 → 4.80, 3.5985 → 3.60, 7 % of 28.79 is 2.0153
    [
      'a month from France',
      DEFAULT_PRICES.month_subscription,
      20,
      { vat: 480, charged: 2879, platform_fee: 360, banking_fee: 202, net: 1837 },
    ],
    // 0.64719 → 0.65, 1.1985 → 1.20, 7 % of 8.64 is 0.6048
    [
      'a day from Switzerland',
      DEFAULT_PRICES.day_subscription,
      8.1,
      { vat: 65, charged: 864, platform_fee: 120, banking_fee: 60, net: 619 },
    ],
    // 3.82245 → 3.82, 2.2485 → 2.25, 7 % of 18.81 is 1.3167
    [
      'a week from Finland',
      DEFAULT_PRICES.week_subscription,
      25.5,
      { vat: 382, charged: 1881, platform_fee: 225, banking_fee: 132, net: 1142 },
    ],
    // 0.075 → 0.08 and 0.035 → 0.04: both halves go up
    ['50 cents from the United States', '0.50', 0, { vat: 0, charged: 50, platform_fee: 8, banking_fee: 4, net: 38 }],
    // 0.27, 0.15 and 0.07 of a cent: nothing else is worth one
    ['one cent from Hungary', '0.01', 27, { vat: 0, charged: 1, platform_fee: 0, banking_fee: 0, net: 1 }],
    // 269.9973, 149.9985, 7 % of 1269.99 is 88.8993
    [
      'the highest price from Hungary',
      '999.99',
      27,
      { vat: 27_000, charged: 126_999, platform_fee: 15_000, banking_fee: 8890, net: 76_109 },
    ],
  ])('Every cent of %s is accounted for', (_, price, vat_percent, lines) => {
    expect(feesOf(centsOf(price), vat_percent)).toEqual({ price: centsOf(price), ...lines })
  })

  // Spec 1.33
  it('The lines of a payment add up to what the fan is charged, and none is below zero', () => {
    const violations = violationsOf(
      ({ price, vat, charged, platform_fee, banking_fee, net }) =>
        price + vat === charged &&
        vat + platform_fee + banking_fee + net === charged &&
        Math.min(vat, platform_fee, banking_fee, net) >= 0,
    )
    expect(violations).toEqual([])
  })

  // Spec 9.1
  it('Every line of a payment is rounded to the nearest cent, and half a cent upwards', () => {
    const isNearest = (line: number, cents: number, percent: number) => {
      const [twice, cent] = [2 * cents * Math.round(percent * 100), 10_000]
      return twice >= (2 * line - 1) * cent && twice < (2 * line + 1) * cent
    }
    const violations = violationsOf(
      ({ price, vat, charged, platform_fee, banking_fee }, vat_percent) =>
        isNearest(vat, price, vat_percent) &&
        isNearest(platform_fee, price, PLATFORM_FEE_PERCENT) &&
        isNearest(banking_fee, charged, BANKING_FEE_PERCENT),
    )
    expect(violations).toEqual([])
  })

  // Spec 9.3
  it('Fees are the same as when they are calculated with fractions of whole numbers', () => {
    for (const vat_percent of RATES) {
      for (let price = LOWEST; price <= HIGHEST; price += 997) {
        const { vat, charged, platform_fee, banking_fee } = feesOf(price, vat_percent)
        expect([vat, platform_fee, banking_fee]).toEqual([
          roundedShare(price, vat_percent),
          roundedShare(price, PLATFORM_FEE_PERCENT),
          roundedShare(charged, BANKING_FEE_PERCENT),
        ])
      }
    }
  })

  it('Every cent is accounted for at 10,000 random prices and rates', () => {
    // The same numbers every time: a price that fails once fails again.
    const random = seededRandom(20_261_116)
    for (let round = 0; round < 10_000; round += 1) {
      const price = 1 + Math.floor(random() * 2 ** 31)
      const vat_percent = Math.floor(random() * 100_01) / 100
      const { vat, charged, platform_fee, banking_fee, net } = feesOf(price, vat_percent)
      const case_name = `round ${round}: ${price} cents with ${vat_percent} %`
      expect([vat, platform_fee, banking_fee], case_name).toEqual([
        roundedShare(price, vat_percent),
        roundedShare(price, PLATFORM_FEE_PERCENT),
        roundedShare(price + vat, BANKING_FEE_PERCENT),
      ])
      expect([price + vat, vat + platform_fee + banking_fee + net], case_name).toEqual([charged, charged])
      expect(Number.isInteger(net) && net >= 0, case_name).toBe(true)
    }
  })

  it('A higher price lowers no line but the creator’s share, and that by one cent at most, which two cents more make up for', () => {
    // Where both fees are rounded up at once, as at 50 cents without VAT, the cent that was added pays only one of them.
    expect(feesOf(49, 0).net - feesOf(50, 0).net).toBe(1)
    const violations = violationsOf((fees, vat_percent) => {
      const [more, still_more] = [feesOf(fees.price + 1, vat_percent), feesOf(fees.price + 2, vat_percent)]
      return (
        more.vat >= fees.vat &&
        more.charged > fees.charged &&
        more.platform_fee >= fees.platform_fee &&
        more.banking_fee >= fees.banking_fee &&
        more.net >= fees.net - 1 &&
        still_more.net >= fees.net
      )
    })
    expect(violations).toEqual([])
  })
})
