import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, nullable, oneOf, Time, TimeCursor, visibleText } from './schemas.ts'

/** How long the files are kept after the decision. */
export const DOCUMENT_DAYS = 30
/** After how many years a verification is asked for again. */
export const VERIFIED_YEARS = 3
export const DOCUMENT_BYTES_MAX = 10 * 1024 * 1024

/** `document`: a passport or identity card; `portrait`: a picture of the person, taken now. */
export const DOCUMENT_KINDS = ['document', 'portrait'] as const

/** `none` also after its years are over. */
export const VERIFICATION_STATES = ['none', 'in_review', 'refused', 'verified'] as const

/** What is missing. The first three are about `document`, the next about `portrait`, the rest about the details. */
export const VERIFICATION_REFUSALS = [
  'document_cut_off',
  'document_unreadable',
  'document_expired',
  'portrait_differs',
  'name_differs',
  'address_incomplete',
  'tax_number_wrong',
  'other',
] as const

const DETAILS_MAX = 200
const Word = visibleText(DETAILS_MAX)

/** Who is paid. Encrypted where it is kept; the owner and admins read it. */
export const VerificationDetails = Type.Object({
  legal_name: Word,
  /** "1990-05-04"; at least 18 years ago. */
  birth_date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  street: Word,
  postal_code: Type.String({ minLength: 1, maxLength: 20 }),
  city: Word,
  country: Type.String({ pattern: '^[A-Z]{2}$' }),
  tax_number: Type.String({ minLength: 1, maxLength: 40 }),
})

export const Verification = Type.Object({
  state: oneOf(VERIFICATION_STATES),
  sent_at: nullable(Time),
  decided_at: nullable(Time),
  /** When it is asked for again. */
  ask_again_at: nullable(Time),
  refusal: nullable(Type.Object({ reason: oneOf(VERIFICATION_REFUSALS), note: nullable(Type.String()) })),
  /** What was sent; null if nothing was. */
  details: nullable(VerificationDetails),
  /** Which files are here. They are not shown again to their owner. */
  files: Type.Array(oneOf(DOCUMENT_KINDS)),
  /** True if an account for payouts is asked for with it. */
  needs_account: Type.Boolean(),
  /** True if nothing can be published before it. */
  is_required_to_publish: Type.Boolean(),
})

export const ListedVerification = Type.Object({
  /** Of the creator. */
  id: Id,
  creator: nullable(Type.String()),
  state: oneOf(VERIFICATION_STATES),
  sent_at: Time,
  decided_at: nullable(Time),
})

export const StaffVerification = Type.Object({
  ...ListedVerification.properties,
  details: VerificationDetails,
  /** With the last four digits only. */
  iban_last4: nullable(Type.String()),
  files: Type.Array(oneOf(DOCUMENT_KINDS)),
  refusal: nullable(Type.Object({ reason: oneOf(VERIFICATION_REFUSALS), note: nullable(Type.String()) })),
  decided_by: nullable(Type.String()),
})

export const verifications = {
  get_verification: endpoint({
    method: 'GET',
    path: '/verification',
    access: 'creator',
    summary: 'How far one’s verification is; 404 while nobody is verified here',
    response: Verification,
  }),
  send_verification: endpoint({
    method: 'PUT',
    path: '/verification',
    access: 'creator',
    summary: 'Send what is needed to be verified. Files and an IBAN that are here already need not be sent again',
    form: {
      fields: Type.Object({ ...VerificationDetails.properties, iban: Type.Optional(Type.String({ maxLength: 50 })) }),
      files: DOCUMENT_KINDS,
      max_file_bytes: DOCUMENT_BYTES_MAX,
      hides_files: true,
    },
    response: Verification,
  }),
  list_verifications: endpoint({
    method: 'GET',
    path: '/admin/verifications',
    access: 'admin',
    summary: 'Verifications: those that wait, oldest first, or those that were decided, newest first',
    query: Type.Object({
      state: Type.Optional(oneOf(['in_review', 'decided'])),
      cursor: Type.Optional(TimeCursor),
    }),
    response: Type.Array(ListedVerification),
  }),
  open_verification: endpoint({
    method: 'GET',
    path: '/admin/verifications/{id}',
    access: 'admin',
    summary: 'What a creator has sent; every look is in the audit log',
    params: IdParams,
    response: StaffVerification,
  }),
  get_verification_file: endpoint({
    method: 'GET',
    path: '/admin/verifications/{id}/files/{kind}',
    access: 'admin',
    summary: 'A file that a creator has sent; every look is in the audit log',
    params: Type.Object({ id: Id, kind: oneOf(DOCUMENT_KINDS) }),
    response: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
    produces: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  }),
  decide_verification: endpoint({
    method: 'POST',
    path: '/admin/verifications/{id}/decision',
    access: 'admin',
    summary: 'Verify a creator, or say what is missing; nobody decides about themselves',
    params: IdParams,
    body: Type.Object({
      outcome: oneOf(['verified', 'refused']),
      reason: Type.Optional(oneOf(VERIFICATION_REFUSALS)),
      note: Type.Optional(visibleText(1000)),
    }),
    response: ListedVerification,
  }),
}

export type Verification = Static<typeof Verification>
export type VerificationDetails = Static<typeof VerificationDetails>
export type ListedVerification = Static<typeof ListedVerification>
export type StaffVerification = Static<typeof StaffVerification>
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]
export type VerificationRefusal = (typeof VERIFICATION_REFUSALS)[number]
