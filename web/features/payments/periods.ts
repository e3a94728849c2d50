import { PERIODS } from '#contract/money.ts'

export type Period = (typeof PERIODS)[number]

/** The ticket that the address names. Apart from the quote, so that a profile does not load the table of VAT rates. */
export function periodIn(word: string | null): Period | undefined {
  return PERIODS.find((period) => period === word)
}
