/** The date of the rates below. They are indicative: the actual rate is determined at the payment. */
export const VAT_TABLE_DATE = '2026-01-01'

/** Standard VAT rates in percent by the subscriber's country: the European Union, its neighbours, and a country without VAT. */
export const VAT_PERCENT = {
  AT: 20,
  BE: 21,
  BG: 20,
  HR: 25,
  CY: 19,
  CZ: 21,
  DK: 25,
  EE: 24,
  FI: 25.5,
  FR: 20,
  DE: 19,
  GR: 24,
  HU: 27,
  IE: 23,
  IT: 22,
  LV: 21,
  LT: 21,
  LU: 17,
  MT: 18,
  NL: 21,
  PL: 23,
  PT: 23,
  RO: 21,
  SK: 23,
  SI: 22,
  ES: 21,
  SE: 25,
  GB: 20,
  CH: 8.1,
  NO: 25,
  US: 0,
} as const

export type Country = keyof typeof VAT_PERCENT

export function isCountry(code: string): code is Country {
  return Object.hasOwn(VAT_PERCENT, code)
}
