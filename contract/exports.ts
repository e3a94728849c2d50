import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, LinkToken, Nothing, nullable, oneOf, Time } from './schemas.ts'

/** Within this time a new request returns the existing export. */
export const EXPORT_FRESH_HOURS = 24
/** How long an export can be downloaded. */
export const EXPORT_KEPT_DAYS = 7
const EXPORT_STATES = ['preparing', 'ready', 'failed'] as const

export const Export = Type.Object({
  id: Id,
  state: oneOf(EXPORT_STATES),
  requested_at: Time,
  /** When the file will be deleted; set when it is ready. */
  expires_at: nullable(Time),
  bytes: nullable(Type.Integer()),
})

export const exports = {
  request_export: endpoint({
    method: 'POST',
    path: '/exports',
    access: 'member',
    summary: 'Ask for everything the account holds, as a ZIP; a notice and a mail tell when it is ready',
    status: 201,
    response: Export,
  }),
  /** A frozen person cannot sign in. The mail goes to the address of the account, whoever has the link. */
  request_frozen_export: endpoint({
    method: 'POST',
    path: '/decisions/{token}/export',
    access: 'public',
    summary: 'Ask for everything that one’s frozen account holds; a mail brings the link to it',
    params: LinkToken,
    status: 201,
    response: Nothing,
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
  /** Public, because a link sends no session token. The ticket in the path identifies the session. */
  get_export_file: endpoint({
    method: 'GET',
    path: '/exports/{id}/file',
    access: 'public',
    summary:
      'The ZIP of one’s own export, while it lasts: for a token, for a ticket, or for the key in the mail to a frozen person',
    params: IdParams,
    query: Type.Object({
      ticket: Type.Optional(Type.String({ maxLength: 200 })),
      key: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    response: Type.Unknown(),
    produces: 'application/zip',
  }),
}

export type Export = Static<typeof Export>
