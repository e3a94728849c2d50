import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, Nothing, oneOf, Time } from './schemas.ts'

export const Session = Type.Object({
  id: Id,
  /** For example "Firefox on Linux". */
  device: Type.String(),
  created_at: Time,
  last_used_at: Time,
  is_current: Type.Boolean(),
  /** What it began with, if that was more than the password. */
  signed_in_with: Type.Optional(oneOf(['passkey', 'app', 'recovery_code', 'trusted_browser'])),
})

export const sessions = {
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
}

export type Session = Static<typeof Session>
