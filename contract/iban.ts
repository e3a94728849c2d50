/** The length of an IBAN in each country of the SEPA area. */
const LENGTHS: Readonly<Record<string, number>> = {
  ...{ AD: 24, AL: 28, AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24, FI: 18 },
  ...{ FR: 27, GB: 22, GI: 23, GR: 27, HR: 21, HU: 28, IE: 22, IS: 26, IT: 27, LI: 21, LT: 20, LU: 20, LV: 21 },
  ...{ MC: 27, MD: 24, ME: 22, MK: 19, MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24, RS: 22, SE: 24, SI: 19 },
  ...{ SK: 24, SM: 27, VA: 22 },
}

/** An IBAN as banks compare it: capital letters and digits without spaces. */
export function plainIban(typed: string): string {
  return typed.replaceAll(/[\s.-]/g, '').toUpperCase()
}

/** Whether it has the length of its country, in the SEPA area, and the right check digits. */
export function isIban(typed: string): boolean {
  const iban = plainIban(typed)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) || !Object.hasOwn(LENGTHS, iban.slice(0, 2))) return false
  return iban.length === LENGTHS[iban.slice(0, 2)] && remainderOf(iban) === 1
}

/** ISO 13616: the country and the check digits at the end, a letter as 10 to 35, and the remainder of 97. */
function remainderOf(iban: string): number {
  let remainder = 0
  for (const sign of iban.slice(4) + iban.slice(0, 4))
    for (const digit of String(Number.parseInt(sign, 36))) remainder = (remainder * 10 + Number(digit)) % 97
  return remainder
}

/** "FR76 3000 6000 …": groups of four, as it is printed. */
export function printedIban(iban: string): string {
  return plainIban(iban).replaceAll(/(.{4})(?=.)/g, '$1 ')
}
