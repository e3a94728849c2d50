import type { Country } from '#contract/vat.ts'

/** What somebody asks the calculator. */
export interface Question {
  /** In cents. */
  price: number
  country: Country
}
