import { COUNTRIES } from '#contract/countries.ts'
import type { VerificationDetails } from '#contract/verifications.ts'
import { AppError, invalid } from '#server/errors.ts'
import { cleanText } from '#server/text.ts'

const AGE_MIN = 18
const AGE_MAX = 120

/** The details of a creator without what nobody sees: control characters, line breaks and invisible signs. */
export function readDetails(sent: VerificationDetails, now: Date): VerificationDetails {
  const details = {
    legal_name: line(sent.legal_name),
    birth_date: sent.birth_date,
    street: line(sent.street),
    postal_code: line(sent.postal_code),
    city: line(sent.city),
    country: sent.country,
    tax_number: line(sent.tax_number),
  }
  for (const [name, value] of Object.entries(details)) if (value === '') throw invalid(name, `${name} is empty`)
  refuseBirthDate(details.birth_date, now)
  if (!COUNTRIES.includes(details.country)) throw invalid('country', 'This is not a country')
  return details
}

/** One line: also without the marks that change the direction of a text, with which a name could pretend to be another one. */
function line(text: string): string {
  return cleanText(text)
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cf}\u2800]/gu, '')
    .trim()
}

function refuseBirthDate(birth_date: string, now: Date): void {
  const born = new Date(`${birth_date}T00:00:00Z`)
  // A day that does not exist becomes another one, such as 31 February.
  const isDay = !Number.isNaN(born.getTime()) && born.toISOString().startsWith(birth_date)
  if (!isDay || born < yearsBefore(now, AGE_MAX)) throw invalid('birth_date', 'This is not a date of birth')
  if (born > yearsBefore(now, AGE_MIN)) throw invalid('birth_date', `You must be at least ${AGE_MIN} years old`)
}

function yearsBefore(now: Date, years: number): Date {
  const then = new Date(now)
  then.setUTCFullYear(then.getUTCFullYear() - years)
  return then
}

/** Several fields at once. */
export function missing(fields: Record<string, string>): AppError {
  return new AppError('invalid', Object.values(fields)[0] ?? '', fields)
}
