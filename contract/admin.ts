import { type Static, Type } from 'typebox'
import { User } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { ANSWER_MAX, USER_KINDS } from './limits.ts'
import { Post } from './posts.ts'
import { Amount, Id, IdParams, Nothing, nullable, oneOf, PageQuery, recordOf, Time } from './schemas.ts'

export const AdminUser = Type.Object({ ...User.properties, created_at: Time })
export const ReportedPost = Type.Object({ ...Post.properties, answer: Type.Optional(nullable(Type.String())) })
const Note = Type.Optional(Type.String({ maxLength: ANSWER_MAX }))

export const Notice = Type.Object({
  id: Id,
  kind: Type.String(),
  text: Type.String(),
  created_at: Time,
  read: Type.Boolean(),
  post_id: nullable(Id),
  may_answer: Type.Boolean(),
})

export const admin = {
  list_reports: endpoint({
    method: 'GET',
    path: '/admin/reports',
    access: 'staff',
    summary: 'Reported posts, each with its reports',
    query: Type.Object(PageQuery),
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
    summary: 'Delete a reported post',
    params: IdParams,
    body: Type.Optional(Type.Object({ reason: Note })),
    response: Nothing,
  }),
  list_users: endpoint({
    method: 'GET',
    path: '/admin/users',
    access: 'staff',
    summary: 'Users, of every kind or of one; X-Total-Count says how many there are',
    query: Type.Object({
      kind: Type.Optional(oneOf(USER_KINDS)),
      search: Type.Optional(Type.String({ maxLength: 200 })),
      ...PageQuery,
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
      days: Type.Integer({ minimum: 1, maximum: 3650 }),
    }),
    status: 201,
    response: Nothing,
  }),
  get_numbers: endpoint({
    method: 'GET',
    path: '/admin/numbers',
    access: 'staff',
    summary: 'Money metrics by name',
    response: recordOf(Amount),
  }),
  list_notices: endpoint({
    method: 'GET',
    path: '/notices',
    access: 'member',
    summary: 'What happened that concerns one',
    response: Type.Array(Notice),
  }),
  read_notices: endpoint({
    method: 'POST',
    path: '/notices/read',
    access: 'member',
    summary: 'Mark one’s notices as read',
    response: Nothing,
  }),
  answer_notice: endpoint({
    method: 'POST',
    path: '/notices/{id}/answer',
    access: 'member',
    summary: 'Answer a notice, once; staff read it with the report',
    params: IdParams,
    body: Type.Object({ answer: Type.String({ minLength: 1, maxLength: ANSWER_MAX }) }),
    status: 201,
    response: Nothing,
  }),
}

export type AdminUser = Static<typeof AdminUser>
export type Notice = Static<typeof Notice>
