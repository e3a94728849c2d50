import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { REPORT_REASONS } from './posts.ts'
import { Id, IdParams, MediaPath, nullable, oneOf, Time, UUID_PATTERN } from './schemas.ts'

/** `notice`: somebody without an account named addresses that lead to nothing of this house. */
export const CASE_KINDS = ['post', 'story', 'message', 'profile', 'notice'] as const
export const CASE_STATES = ['open', 'decided', 'appealed'] as const

/** The reasons for reporting a story, a message or a profile, danger first. A post has the two of the specification. */
export const CASE_REASONS = [
  'minor',
  'non_consensual',
  'threat',
  'harassment',
  'identity',
  'copyright',
  'illegal_goods',
  'spam',
  'other',
] as const

/** From the lightest to the worst; the database stores the index. */
export const SEVERITIES = ['low', 'normal', 'high', 'urgent'] as const

const AnyReason = oneOf([...REPORT_REASONS, ...CASE_REASONS])

/** The words that a reporter saw: of a post, story or profile its author's name and text, or the end of a conversation. */
const Evidence = Type.Object({
  username: nullable(Type.String()),
  text: nullable(Type.String()),
  /** Oldest first; the last one is the reported message. */
  messages: Type.Array(
    Type.Object({
      /** False for a message of the person who reported it. */
      is_by_subject: Type.Boolean(),
      content: Type.String(),
      created_at: Time,
    }),
  ),
})

const Person = Type.Object({
  id: Id,
  /** Null if the account was erased. */
  username: nullable(Type.String()),
  profile_pic: nullable(MediaPath),
})

export const Case = Type.Object({
  id: Id,
  /** The year and a number in it, such as 2026-0142. */
  number: Type.String(),
  kind: oneOf(CASE_KINDS),
  object_id: Id,
  /** Whom it is about; null for a `notice`. */
  subject: nullable(Person),
  state: oneOf(CASE_STATES),
  severity: oneOf(SEVERITIES),
  /** Each reason once, the most frequent first. */
  reasons: Type.Array(AnyReason),
  reports_count: Type.Integer(),
  opened_at: Time,
  due_at: Time,
  /** The username of the member of staff who looks into it. */
  taken_by: nullable(Type.String()),
})

export const CaseFile = Type.Object({
  ...Case.properties,
  decided_at: nullable(Time),
  /** When the evidence is erased, unless it is on legal hold. */
  erase_at: nullable(Time),
  legal_hold: Type.Boolean(),
  /** Null after the decision, and for a member of staff who is the only reporter. */
  evidence: nullable(Evidence),
  /** The content type of the sealed copy; null if there is none, or this viewer may not open it. */
  sealed_type: nullable(Type.String()),
  /** The newest reports, oldest first. */
  reports: Type.Array(
    Type.Object({
      id: Id,
      /** The username of the reporter; null if the account was erased, and for somebody without one. */
      author: nullable(Type.String()),
      reason: AnyReason,
      description: nullable(Type.String()),
      /** What this reporter saw, if it was not what the first one saw. */
      evidence: nullable(Evidence),
      created_at: Time,
    }),
  ),
})

export const cases = {
  list_cases: endpoint({
    method: 'GET',
    path: '/admin/cases',
    access: 'staff',
    summary: 'Cases, the most severe first, then those that are due first; X-Total-Count says how many there are',
    query: Type.Object({
      state: Type.Optional(oneOf(CASE_STATES)),
      kind: Type.Optional(oneOf(CASE_KINDS)),
      cursor: Type.Optional(Type.String({ pattern: `^[0-3]_\\d{13}_${UUID_PATTERN}$` })),
    }),
    response: Type.Array(Case),
  }),
  get_case: endpoint({
    method: 'GET',
    path: '/admin/cases/{id}',
    access: 'staff',
    summary: 'One case with its reports, and what the reporters saw while it is open or appealed',
    params: IdParams,
    response: CaseFile,
  }),
  get_evidence: endpoint({
    method: 'GET',
    path: '/admin/cases/{id}/evidence',
    access: 'staff',
    summary: 'The sealed copy of an open or appealed case; every opening is in the audit log',
    params: IdParams,
    response: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
    produces: ['image/webp', 'video/mp4'],
  }),
}

export type Evidence = Static<typeof Evidence>
export type ReportReason = (typeof REPORT_REASONS)[number] | (typeof CASE_REASONS)[number]
export type Severity = (typeof SEVERITIES)[number]
export type CaseKind = (typeof CASE_KINDS)[number]
export type CaseState = (typeof CASE_STATES)[number]
export type Case = Static<typeof Case>
export type CaseFile = Static<typeof CaseFile>
