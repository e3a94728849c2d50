import { type Static, Type } from 'typebox'
import { CASE_KINDS, CASE_REASONS } from './cases.ts'
import { endpoint } from './endpoint.ts'
import { Post, REPORT_REASONS, Report } from './posts.ts'
import { Id, IdParams, Nothing, nullable, oneOf, Time, TimeCursor } from './schemas.ts'

export const REPORT_DESCRIPTION_MAX = 2000
/** The longest note of staff on a decision, and the longest answer to it. */
export const ANSWER_MAX = 2000
/** Reports are open until staff remove the post or dismiss them. */
export const REPORT_STATES = ['open', 'handled'] as const
const REPORT_OUTCOMES = ['removed', 'dismissed'] as const

/** The decision of staff about a reported post, and the answer of its author. */
export const Handled = Type.Object({
  outcome: oneOf(REPORT_OUTCOMES),
  /** The username of the staff member; null if the account was erased. */
  by: nullable(Type.String()),
  at: Time,
  note: nullable(Type.String()),
  answer: nullable(Type.String()),
  answered_at: nullable(Time),
})

/** In the feed a report has no date. */
const DatedReport = Type.Object({ ...Report.properties, created_at: Type.Optional(Time) })

/**
 * `handled` is null while the reports are open. `file` is null for a removed post, and for a protected post whose only
 * reporter is the staff member who looks.
 */
export const ReportedPost = Type.Object({
  ...Post.properties,
  reports: Type.Array(DatedReport),
  /** The number of all reports; `reports` contains the newest of them. */
  reports_count: Type.Integer(),
  handled: nullable(Handled),
})

/** What came of a report. `restored`: it was removed, and an appeal was upheld. */
const OWN_REPORT_STATES = ['open', 'removed', 'kept', 'restored'] as const

/** A report as its author sees it. Nothing of the decision but its outcome. */
export const OwnReport = Type.Object({
  id: Id,
  kind: oneOf(CASE_KINDS),
  /** Who is reported; null if that person is absent for the reporter. */
  username: nullable(Type.String()),
  reason: oneOf([...REPORT_REASONS, ...CASE_REASONS]),
  created_at: Time,
  state: oneOf(OWN_REPORT_STATES),
})

const Note = Type.Optional(Type.String({ maxLength: ANSWER_MAX }))

export const reports = {
  create_report: endpoint({
    method: 'POST',
    path: '/reports',
    access: 'member',
    summary: 'Report exactly one of a post, a story, a message and a profile; a repeat answers 200 and changes nothing',
    body: Type.Object({
      post_id: Type.Optional(Id),
      story_id: Type.Optional(Id),
      message_id: Type.Optional(Id),
      username: Type.Optional(Type.String({ maxLength: 200 })),
      /** A post has the first two reasons, everything else the others. */
      reason: oneOf([...REPORT_REASONS, ...CASE_REASONS]),
      description: Type.Optional(nullable(Type.String({ maxLength: REPORT_DESCRIPTION_MAX }))),
    }),
    status: 201,
    response: Nothing,
  }),
  list_own_reports: endpoint({
    method: 'GET',
    path: '/reports',
    access: 'member',
    summary: 'What one has reported, newest first, and what came of it',
    query: Type.Object({ cursor: Type.Optional(Id) }),
    response: Type.Array(OwnReport),
  }),
  list_reports: endpoint({
    method: 'GET',
    path: '/admin/reports',
    access: 'staff',
    summary:
      'Reported posts, each with its reports: those that wait, or those that were handled; X-Total-Count says how many there are',
    query: Type.Object({ state: Type.Optional(oneOf(REPORT_STATES)), cursor: Type.Optional(TimeCursor) }),
    response: Type.Array(ReportedPost),
  }),
  dismiss_reports: endpoint({
    method: 'POST',
    path: '/admin/reports/{id}/dismiss',
    access: 'staff',
    summary: 'Dismiss the reports of a post, with a note',
    params: IdParams,
    body: Type.Object({ note: Note }),
    response: Nothing,
  }),
  remove_post: endpoint({
    method: 'DELETE',
    path: '/admin/posts/{id}',
    access: 'admin',
    summary: 'Delete a post, reported or not; its author reads the reason',
    params: IdParams,
    // The body is missing (null), or contains the reason.
    body: nullable(Type.Object({ reason: Note })),
    response: Nothing,
  }),
}

export type DatedReport = Static<typeof DatedReport>
export type ReportedPost = Static<typeof ReportedPost>
export type OwnReport = Static<typeof OwnReport>
