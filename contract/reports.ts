import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { ANSWER_MAX, REPORT_DESCRIPTION_MAX, REPORT_OUTCOMES, REPORT_REASONS, REPORT_STATES } from './limits.ts'
import { Post } from './posts.ts'
import { Id, IdParams, Nothing, nullable, oneOf, Time } from './schemas.ts'
import { TimeCursor } from './time-cursor.ts'

/** What staff decided about a reported post, and what its author said to that. */
export const Handled = Type.Object({
  outcome: oneOf(REPORT_OUTCOMES),
  /** The username of who decided; null when their account is gone. */
  by: nullable(Type.String()),
  at: Time,
  note: nullable(Type.String()),
  answer: nullable(Type.String()),
  answered_at: nullable(Time),
})

/**
 * As long as nobody handled the reports, `handled` is null. A removed post has no picture any more: its `file` is null. So
 * is that of a protected post for staff who are the only ones to have reported it.
 */
export const ReportedPost = Type.Object({
  ...Post.properties,
  /** How many there are: `reports` holds the newest of them. */
  reports_count: Type.Integer(),
  handled: nullable(Handled),
})
const Note = Type.Optional(Type.String({ maxLength: ANSWER_MAX }))

export const reports = {
  report_post: endpoint({
    method: 'POST',
    path: '/reports',
    access: 'member',
    summary: 'Report a post; a repeat answers 200 and changes nothing',
    body: Type.Object({
      post_id: Id,
      reason: oneOf(REPORT_REASONS),
      description: Type.Optional(nullable(Type.String({ maxLength: REPORT_DESCRIPTION_MAX }))),
    }),
    status: 201,
    response: Nothing,
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
    // Nothing at all is said, or why.
    body: nullable(Type.Object({ reason: Note })),
    response: Nothing,
  }),
}

export type ReportedPost = Static<typeof ReportedPost>
