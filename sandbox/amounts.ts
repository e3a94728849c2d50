import type Stripe from 'stripe'

/** What the provider keeps of a charge: 1.5 % and 25 cents. */
export function feeOf(amount: number): number {
  return Math.round((amount * 15) / 1000) + 25
}

/** What the provider takes for a dispute, and gives back when it is won. */
export const DISPUTE_FEE = 2000

export interface TaxShare {
  rate: Stripe.TaxRate
  amount: number
  taxable: number
}

export interface LineAmounts {
  /** Quantity times unit price; with an inclusive rate the tax is part of it. */
  subtotal: number
  tax: number
  total: number
  taxes: TaxShare[]
}

/** Tax of a line, rounded to the cent for each rate. Percentages have at most four decimals, so that the sums are exact. */
export function lineAmounts(subtotal: number, rates: readonly Stripe.TaxRate[]): LineAmounts {
  const taxes = rates.map((rate): TaxShare => {
    const parts = Math.round(rate.percentage * 10_000)
    const amount = Math.round((subtotal * parts) / (rate.inclusive ? 1_000_000 + parts : 1_000_000))
    return { rate, amount, taxable: rate.inclusive ? subtotal - amount : subtotal }
  })
  const tax = sum(taxes.map(({ amount }) => amount))
  const added = sum(taxes.filter(({ rate }) => !rate.inclusive).map(({ amount }) => amount))
  return { subtotal, tax, total: subtotal + added, taxes }
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
