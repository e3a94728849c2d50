import { type Static, Type } from 'typebox'
import { Email, NewPassword } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { EXPORT_STATES } from './limits.ts'
import { Id, IdParams, LinkToken, Nothing, nullable, oneOf, Time } from './schemas.ts'

/** What somebody does with their own account, beside signing in and out. */

export const Session = Type.Object({
  id: Id,
  /** In words, such as "Firefox on Linux". */
  device: Type.String(),
  created_at: Time,
  last_used_at: Time,
  is_current: Type.Boolean(),
})

export const Export = Type.Object({
  id: Id,
  state: oneOf(EXPORT_STATES),
  requested_at: Time,
  /** Until when it can be fetched, once it is ready. */
  expires_at: nullable(Time),
  bytes: nullable(Type.Integer()),
})

/** The present password: asked for before anything that locks somebody out, or that cannot be undone. */
const PresentPassword = Type.String({ minLength: 1, maxLength: 1000 })

export const own_account = {
  list_sessions: endpoint({
    method: 'GET',
    path: '/sessions',
    access: 'member',
    summary: 'One’s sessions, the one in use first, then the last used first, at most 100',
    response: Type.Array(Session),
  }),
  end_session: endpoint({
    method: 'DELETE',
    path: '/sessions/{id}',
    access: 'member',
    summary: 'End one of one’s sessions',
    params: IdParams,
    response: Nothing,
  }),
  end_other_sessions: endpoint({
    method: 'DELETE',
    path: '/sessions',
    access: 'member',
    summary: 'Sign out everywhere else',
    response: Nothing,
  }),
  change_password: endpoint({
    method: 'PUT',
    path: '/user/password',
    access: 'member',
    summary: 'Set another password; every other session ends',
    body: Type.Object({
      current_password: PresentPassword,
      password: NewPassword,
      password_confirmation: Type.String({ maxLength: 1000 }),
    }),
    response: Nothing,
  }),
  change_email: endpoint({
    method: 'PUT',
    path: '/user/email',
    access: 'member',
    summary: 'Ask for another address; a link sent there confirms it',
    body: Type.Object({ current_password: PresentPassword, email: Email }),
    response: Nothing,
  }),
  confirm_email: endpoint({
    method: 'POST',
    path: '/user/email/confirm',
    access: 'public',
    summary: 'Confirm the new address with the token of the link; the old one is told',
    body: LinkToken,
    response: Nothing,
  }),
  undo_email: endpoint({
    method: 'POST',
    path: '/user/email/undo',
    access: 'public',
    summary: 'Take the old address back, within seven days; every session ends',
    body: LinkToken,
    response: Nothing,
  }),
  request_export: endpoint({
    method: 'POST',
    path: '/exports',
    access: 'member',
    summary: 'Ask for everything the account holds, as a ZIP; a notice and a mail tell when it is ready',
    status: 201,
    response: Export,
  }),
  list_exports: endpoint({
    method: 'GET',
    path: '/exports',
    access: 'member',
    summary: 'One’s exports, newest first',
    response: Type.Array(Export),
  }),
  open_export: endpoint({
    method: 'POST',
    path: '/exports/{id}/ticket',
    access: 'member',
    summary: 'Where a browser fetches the ZIP by itself: below the API, for this session, for five minutes at most',
    params: IdParams,
    response: Type.Object({ path: Type.String() }),
  }),
  /** Public because a link sends no token: whose it is is asked for all the same. */
  get_export_file: endpoint({
    method: 'GET',
    path: '/exports/{id}/file',
    access: 'public',
    summary: 'The ZIP of one’s own export, while it lasts: for a token, or for a ticket',
    params: IdParams,
    query: Type.Object({ ticket: Type.Optional(Type.String({ maxLength: 200 })) }),
    response: Type.Unknown(),
    produces: 'application/zip',
  }),
  request_deletion: endpoint({
    method: 'POST',
    path: '/user/deletion',
    access: 'member',
    summary: 'Delete the account in 14 days; it is hidden at once, and signing in keeps it',
    body: Type.Object({ current_password: PresentPassword }),
    response: Type.Object({ erased_at: Time }),
  }),
}

export type Session = Static<typeof Session>
export type Export = Static<typeof Export>
