import { type Static, Type } from 'typebox'
import { DECISION_ACTIONS, Decision, GROUNDS } from './decisions.ts'
import { endpoint } from './endpoint.ts'
import { PICTURES_MAX, REPORT_REASONS } from './posts.ts'
import { Id, IdParams, MediaPath, Nothing, nullable, oneOf, Time, UUID_PATTERN } from './schemas.ts'

/** What a member can report. */
export const REPORTED_KINDS = ['post', 'story', 'message', 'profile'] as const
/** `notice`: an outsider gave notice of something that no address leads to, so it is about nobody. */
export const CASE_KINDS = [...REPORTED_KINDS, 'notice'] as const
export const CASE_STATES = ['open', 'decided', 'appealed'] as const
/** `waiting`: open or appealed. */
export const CASE_STATE_FILTERS = [...CASE_STATES, 'waiting'] as const
/** For how many days at least a case waits. */
export const CASE_AGES = ['1', '3', '7'] as const
/** With whom a case is. */
export const CASE_TAKERS = ['me', 'nobody', 'anybody'] as const

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
  /** Whom it is about; null for a free-standing notice. */
  subject: nullable(Person),
  state: oneOf(CASE_STATES),
  severity: oneOf(SEVERITIES),
  /** Each reason once, the most frequent first. */
  reasons: Type.Array(AnyReason),
  /** All of them, notices of outsiders included. */
  reports_count: Type.Integer(),
  notices_count: Type.Integer(),
  opened_at: Time,
  /** When it was opened, or appealed. */
  waiting_since: Time,
  due_at: Time,
  /** The username and the picture of the member of staff who looks into it. */
  taken_by: nullable(Type.String()),
  taken_by_pic: nullable(MediaPath),
  /** What it is about is hidden or removed at the moment. */
  is_hidden: Type.Boolean(),
  /** A moderator has hidden it, and an admin has to decide. */
  needs_admin: Type.Boolean(),
  /** It is about somebody who may be under 18: two members of staff at most open the evidence. */
  is_restricted: Type.Boolean(),
  /** Of a complaint: the username of the first decider, who does not decide about it. */
  appeal_not_for: nullable(Type.String()),
  /** The username of the admin who wants to close the account; a second one has to agree. */
  closing_proposed_by: nullable(Type.String()),
})

const HISTORY_EVENTS = ['reported', 'decided', 'joined'] as const

/** Something that happened to an account. */
const HistoryEntry = Type.Object({
  event: oneOf(HISTORY_EVENTS),
  at: Time,
  /** The case of a report or a decision. */
  case_id: nullable(Id),
  number: nullable(Type.String()),
  kind: nullable(oneOf(CASE_KINDS)),
  /** Of a report: the state of its case. */
  state: nullable(oneOf(CASE_STATES)),
  /** Of a decision. */
  actions: Type.Array(oneOf(DECISION_ACTIONS)),
  ground: nullable(oneOf(GROUNDS)),
  is_undone: Type.Boolean(),
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
  /** How many pictures the sealed copy has; 0 if there is none, or this viewer may not open it. */
  sealed_count: Type.Integer(),
  /** The newest reports, oldest first. */
  reports: Type.Array(
    Type.Object({
      id: Id,
      /** The username and picture of the reporter; null if the account was erased, and for outsiders. */
      author: nullable(Type.String()),
      profile_pic: nullable(MediaPath),
      /** The number of the notice of an outsider; null for members. */
      notice_number: nullable(Type.String()),
      reason: AnyReason,
      description: nullable(Type.String()),
      /** What this reporter saw, if it was not what the first one saw. */
      evidence: nullable(Evidence),
      created_at: Time,
    }),
  ),
  /** Whether the post or the story is for subscribers only; null if it is neither, or gone. */
  is_protected: nullable(Type.Boolean()),
  /** Oldest first. */
  decisions: Type.Array(Decision),
  /** What happened to the account since it was made, newest first. */
  history: Type.Array(HistoryEntry),
  /** What this viewer may decide. */
  may: Type.Array(oneOf(DECISION_ACTIONS)),
  /** Whether this viewer may decide about the complaint that waits. */
  may_decide_appeal: Type.Boolean(),
})

/** How many cases wait, by kind, complaints apart. */
export const CaseCounts = Type.Object({
  all: Type.Integer(),
  post: Type.Integer(),
  story: Type.Integer(),
  message: Type.Integer(),
  profile: Type.Integer(),
  notice: Type.Integer(),
  appeals: Type.Integer(),
  /** For how many whole days the oldest one waits. */
  oldest_days: Type.Integer(),
})

export const cases = {
  list_cases: endpoint({
    method: 'GET',
    path: '/admin/cases',
    access: 'staff',
    summary: 'Cases, the most severe first, then those that are due first; X-Total-Count says how many there are',
    query: Type.Object({
      /** Open ones by default. */
      state: Type.Optional(oneOf([...CASE_STATE_FILTERS, ''])),
      kind: Type.Optional(oneOf([...CASE_KINDS, ''])),
      severity: Type.Optional(oneOf([...SEVERITIES, ''])),
      age: Type.Optional(oneOf([...CASE_AGES, ''])),
      with: Type.Optional(oneOf([...CASE_TAKERS, ''])),
      cursor: Type.Optional(Type.String({ pattern: `^[0-3]_\\d{13}_${UUID_PATTERN}$` })),
    }),
    response: Type.Array(Case),
  }),
  count_cases: endpoint({
    method: 'GET',
    path: '/admin/case_counts',
    access: 'staff',
    summary: 'How many cases wait for staff, by kind',
    response: CaseCounts,
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
    query: Type.Object({
      /** Of a post with several pictures: which one. */
      picture: Type.Optional(Type.Integer({ minimum: 1, maximum: PICTURES_MAX })),
    }),
    response: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
    produces: ['image/webp', 'video/mp4'],
  }),
  take_case: endpoint({
    method: 'POST',
    path: '/admin/cases/{id}/take',
    access: 'staff',
    summary: 'Look into a case; 409 names who has it already. An admin can take it over',
    params: IdParams,
    // The body is missing (null), or an admin takes the case from somebody.
    body: nullable(Type.Object({ take_over: Type.Optional(Type.Boolean()) })),
    response: Nothing,
  }),
  release_case: endpoint({
    method: 'POST',
    path: '/admin/cases/{id}/release',
    access: 'staff',
    summary: 'Give back a case that the caller has taken, for others to take',
    params: IdParams,
    response: Nothing,
  }),
  set_legal_hold: endpoint({
    method: 'PUT',
    path: '/admin/cases/{id}/legal_hold',
    access: 'admin',
    summary:
      'Keep the evidence of a case for as long as this is set, also after its decision and the erasure of the account',
    params: IdParams,
    body: Type.Object({ legal_hold: Type.Boolean() }),
    response: Nothing,
  }),
}

export type Evidence = Static<typeof Evidence>
export type ReportReason = (typeof REPORT_REASONS)[number] | (typeof CASE_REASONS)[number]
export type Severity = (typeof SEVERITIES)[number]
export type ReportedKind = (typeof REPORTED_KINDS)[number]
export type CaseKind = (typeof CASE_KINDS)[number]
export type CaseState = (typeof CASE_STATES)[number]
export type Case = Static<typeof Case>
export type CaseCounts = Static<typeof CaseCounts>
export type HistoryEntry = Static<typeof HistoryEntry>
export type CaseFile = Static<typeof CaseFile>
