import { type Static, Type } from 'typebox'
import { User } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { ANSWER_MAX, GRANT_MAX_DAYS, REPORT_OUTCOMES, REPORT_STATES, USER_KINDS } from './limits.ts'
import { Post } from './posts.ts'
import { Amount, Id, IdParams, Nothing, nullable, oneOf, recordOf, Time } from './schemas.ts'
import { TimeCursor } from './time-cursor.ts'

export const AdminUser = Type.Object({
  ...User.properties,
  created_at: Time,
  /** When the account will be erased, of who asked for that and is hidden; null for everybody else. */
  erased_at: nullable(Time),
  /** Whether they have a profile or may open one: everybody may, unless enrolment is by invitation. */
  may_be_creator: Type.Boolean(),
})

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

export const admin = {
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
  list_users: endpoint({
    method: 'GET',
    path: '/admin/users',
    access: 'staff',
    summary: 'Users, of every kind or of one; X-Total-Count says how many there are',
    query: Type.Object({
      /** Empty is every kind, as none is. */
      kind: Type.Optional(oneOf([...USER_KINDS, ''])),
      /** A part of a username or of an address, or a former username. */
      search: Type.Optional(Type.String({ maxLength: 200 })),
      cursor: Type.Optional(Id),
    }),
    response: Type.Array(AdminUser),
  }),
  approve_creator: endpoint({
    method: 'POST',
    path: '/admin/users/{id}/approve',
    access: 'admin',
    summary: 'Let a member create a profile while enrolment is by invitation',
    params: IdParams,
    response: Nothing,
  }),
  grant_subscription: endpoint({
    method: 'POST',
    path: '/admin/subscriptions',
    access: 'admin',
    summary: 'Grant a complimentary subscription',
    body: Type.Object({
      username: Type.String({ maxLength: 200 }),
      creator: Type.String({ maxLength: 200 }),
      days: Type.Integer({ minimum: 1, maximum: GRANT_MAX_DAYS }),
    }),
    status: 201,
    response: Type.Object({ expires_at: Time }),
  }),
  get_numbers: endpoint({
    method: 'GET',
    path: '/admin/numbers',
    access: 'staff',
    summary: 'Money metrics by name; X-Sample: true when figures of the demo world are among them',
    response: recordOf(Amount),
  }),
}

export type AdminUser = Static<typeof AdminUser>
export type ReportedPost = Static<typeof ReportedPost>
