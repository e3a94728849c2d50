import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Time } from './schemas.ts'

export const cable_tickets = {
  /** Additive: the token itself goes on opening the socket. */
  create_cable_ticket: endpoint({
    method: 'POST',
    path: '/cable_tickets',
    access: 'member',
    summary: 'A ticket that opens the live socket once within a minute, in place of the token in its address',
    status: 201,
    response: Type.Object({ ticket: Type.String(), expires_at: Time }),
  }),
}
