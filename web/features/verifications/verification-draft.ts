import {
  DOCUMENT_BYTES_MAX,
  type DocumentKind,
  type Verification,
  type VerificationRefusal,
} from '#contract/verifications.ts'

export const STEPS = ['identity', 'address', 'look'] as const
export type StepState = 'done' | 'now' | 'later'

/** The fields of the form by step. The third step is ours. */
export const IDENTITY_FIELDS = ['legal_name', 'birth_date'] as const
export const ADDRESS_FIELDS = ['street', 'postal_code', 'city', 'country', 'tax_number'] as const
export const DETAIL_FIELDS = [...IDENTITY_FIELDS, ...ADDRESS_FIELDS] as const
export type DetailField = (typeof DETAIL_FIELDS)[number]
export type FormField = DetailField | 'iban' | DocumentKind

/** The same limits as on the server. */
const MAX: Readonly<Record<DetailField, number>> = {
  legal_name: 200,
  birth_date: 40,
  street: 200,
  postal_code: 20,
  city: 200,
  country: 2,
  tax_number: 40,
}

const ADULT_YEARS = 18

export type Problem = 'required' | 'too_long' | 'date' | 'under_age'

/** What is wrong with a field, or null. `today` is a day such as "2026-11-18". */
export function detailProblem(name: DetailField, value: string, today: string): Problem | null {
  const text = value.trim()
  if (text === '') return 'required'
  if ([...text].length > MAX[name]) return 'too_long'
  return name === 'birth_date' ? birthProblem(text, today) : null
}

function birthProblem(day: string, today: string): Problem | null {
  if (!/^(19|20)\d{2}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)) || day > today) return 'date'
  const [year = 0, rest = ''] = [Number(day.slice(0, 4)), day.slice(4)]
  // Days compare as texts, also a 29 February with the 28th of another year.
  return `${year + ADULT_YEARS}${rest}` > today ? 'under_age' : null
}

/** The types that the server accepts. It decides by the content. */
export const DOCUMENT_TYPES: Readonly<Record<DocumentKind, readonly string[]>> = {
  document: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  portrait: ['image/jpeg', 'image/png', 'image/webp'],
}

export function fileProblem(
  kind: DocumentKind,
  { type, size }: Pick<File, 'type' | 'size'>,
): 'type' | 'too_large' | null {
  if (!DOCUMENT_TYPES[kind].includes(type)) return 'type'
  return size > DOCUMENT_BYTES_MAX ? 'too_large' : null
}

/** What each reason to refuse asks for again. */
const ASKED_AGAIN: Partial<Record<VerificationRefusal, readonly FormField[]>> = {
  document_cut_off: ['document'],
  document_unreadable: ['document'],
  document_expired: ['document'],
  portrait_differs: ['portrait'],
  name_differs: ['legal_name', 'birth_date'],
  address_incomplete: ['street', 'postal_code', 'city', 'country'],
  tax_number_wrong: ['tax_number'],
}

/** The fields that a creator has to send again; null if it is the whole form. What is not here is asked for, too. */
export function missingFields(verification: Verification): readonly FormField[] | null {
  const { refusal, details, files, state, needs_account } = verification
  const asked = state === 'refused' && details && refusal ? ASKED_AGAIN[refusal.reason] : undefined
  if (!asked) return null
  const erased = (['document', 'portrait'] as const).filter((kind) => !files.includes(kind) && !asked.includes(kind))
  return [...erased, ...asked, ...(needs_account ? (['iban'] as const) : [])]
}

/** Whether a file must be chosen: it is not here, or it is the one that was refused. */
export function needsFile(kind: DocumentKind, verification: Verification): boolean {
  if (!verification.files.includes(kind)) return true
  const { state, refusal } = verification
  return state === 'refused' && refusal !== null && (ASKED_AGAIN[refusal.reason]?.includes(kind) ?? false)
}

export function stepsOf(verification: Verification): StepState[] {
  const { state } = verification
  if (state === 'verified') return ['done', 'done', 'done']
  if (state === 'in_review') return ['done', 'done', 'now']
  const missing = missingFields(verification)
  const isAddress = missing?.every((name) => [...ADDRESS_FIELDS, 'iban'].includes(name)) ?? false
  return isAddress ? ['done', 'now', 'later'] : ['now', 'later', 'later']
}
