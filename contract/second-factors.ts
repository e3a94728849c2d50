import { type Static, Type } from 'typebox'
import { CurrentPassword, SignedIn } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, LinkToken, Nothing, nullable, Time, TimeCursor, visibleText } from './schemas.ts'

export const PASSKEY_NAME_MAX = 60
/** How long staff wait before they may remove the factors of somebody who has lost them. */
export const RECOVERY_WAIT_HOURS = 72

export const Passkey = Type.Object({
  id: Id,
  name: Type.String(),
  created_at: Time,
  last_used_at: nullable(Time),
  /** Whether it is kept on several devices. */
  is_synced: Type.Boolean(),
})

export const SecondFactors = Type.Object({
  passkeys: Type.Array(Passkey),
  /** Null while no app is linked. */
  app: nullable(Type.Object({ created_at: Time })),
  /** Null before the first factor. They are numbered from 1. */
  recovery: nullable(
    Type.Object({
      created_at: Time,
      left: Type.Integer(),
      codes: Type.Array(Type.Object({ position: Type.Integer(), used_at: nullable(Time) })),
    }),
  ),
  /** False right after a sign-in: then changes need no password. */
  asks_password: Type.Boolean(),
  /** False if this session began without the second step, although there is one: it has to sign in again to change anything. */
  may_change: Type.Boolean(),
})

/** Somebody who has lost every factor. */
const WaitingRecovery = Type.Object({
  id: Id,
  user_id: Id,
  username: Type.String(),
  email: Type.String(),
  requested_at: Time,
  due_at: Time,
})

/** JSON of the standard "Web Authentication", which the browser and the library of the server read. */
const WebAuthnOptions = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
const WebAuthnAnswer = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** Required unless the session began a few minutes ago. */
const Proof = Type.Object({ current_password: Type.Optional(CurrentPassword) })
/** Only with the first factor: later ones share the codes that are there. They are shown once. */
const NewCodes = nullable(Type.Array(Type.String()))
/** Of a sign-in whose password was right: the answer 401 with the code `second_step` has it. */
const Ticket = Type.String({ minLength: 1, maxLength: 200 })

export const second_factors = {
  get_second_factors: endpoint({
    method: 'GET',
    path: '/second_factors',
    access: 'member',
    summary: 'One’s passkeys, authenticator app and recovery codes, without any secret',
    response: SecondFactors,
  }),
  start_app: endpoint({
    method: 'POST',
    path: '/second_factors/app',
    access: 'member',
    summary: 'Begin to link an authenticator app; the secret is shown once, and nothing changes before a code of it',
    body: Proof,
    status: 201,
    response: Type.Object({ secret: Type.String(), address: Type.String() }),
  }),
  confirm_app: endpoint({
    method: 'PUT',
    path: '/second_factors/app',
    access: 'member',
    summary: 'Link the app with a code that it shows; the first factor comes with ten recovery codes',
    body: Type.Object({ code: Type.String({ maxLength: 20 }) }),
    response: Type.Object({ recovery_codes: NewCodes }),
  }),
  remove_app: endpoint({
    method: 'POST',
    path: '/second_factors/app/removal',
    access: 'member',
    summary: 'Unlink the authenticator app; with the last factor the recovery codes go too',
    body: Proof,
    response: Nothing,
  }),
  start_passkey: endpoint({
    method: 'POST',
    path: '/second_factors/passkeys/options',
    access: 'member',
    summary: 'What the browser needs to make a passkey, within five minutes',
    body: Proof,
    response: WebAuthnOptions,
  }),
  add_passkey: endpoint({
    method: 'POST',
    path: '/second_factors/passkeys',
    access: 'member',
    summary: 'Keep the passkey that the browser has made; the first factor comes with ten recovery codes',
    body: Type.Object({ name: visibleText(PASSKEY_NAME_MAX), answer: WebAuthnAnswer }),
    status: 201,
    response: Type.Object({ passkey: Passkey, recovery_codes: NewCodes }),
  }),
  rename_passkey: endpoint({
    method: 'PATCH',
    path: '/second_factors/passkeys/{id}',
    access: 'member',
    summary: 'Give a passkey another name',
    params: IdParams,
    body: Type.Object({ name: visibleText(PASSKEY_NAME_MAX) }),
    response: Passkey,
  }),
  remove_passkey: endpoint({
    method: 'POST',
    path: '/second_factors/passkeys/{id}/removal',
    access: 'member',
    summary: 'Remove a passkey; with the last factor the recovery codes go too',
    params: IdParams,
    body: Proof,
    response: Nothing,
  }),
  make_recovery_codes: endpoint({
    method: 'POST',
    path: '/second_factors/recovery_codes',
    access: 'member',
    summary: 'Ten new recovery codes in place of all earlier ones; they are shown once',
    body: Proof,
    response: Type.Object({ recovery_codes: Type.Array(Type.String()) }),
  }),
  start_passkey_sign_in: endpoint({
    method: 'POST',
    path: '/users/sign_in/passkey/options',
    access: 'public',
    summary: 'What the browser needs to sign in with a passkey, without an address; within five minutes',
    response: WebAuthnOptions,
  }),
  sign_in_with_passkey: endpoint({
    method: 'POST',
    path: '/users/sign_in/passkey',
    access: 'public',
    summary:
      'Sign in with a passkey in place of the password; the token comes in the Authorization header of the answer',
    body: Type.Object({ answer: WebAuthnAnswer }),
    response: SignedIn,
  }),
  start_passkey_step: endpoint({
    method: 'POST',
    path: '/users/sign_in/second_step/options',
    access: 'public',
    summary: 'What the browser needs to end a sign-in with a passkey',
    body: Type.Object({ ticket: Ticket }),
    response: WebAuthnOptions,
  }),
  second_step: endpoint({
    method: 'POST',
    path: '/users/sign_in/second_step',
    access: 'public',
    summary:
      'End a sign-in with exactly one of a code of the app, a recovery code and a passkey; the token comes in the Authorization header of the answer',
    body: Type.Object({
      ticket: Ticket,
      code: Type.Optional(Type.String({ maxLength: 20 })),
      recovery_code: Type.Optional(Type.String({ maxLength: 40 })),
      passkey: Type.Optional(WebAuthnAnswer),
      /** Do not ask again on this browser for 30 days. Staff are always asked. */
      trust_browser: Type.Optional(Type.Boolean()),
    }),
    response: SignedIn,
  }),
  request_factor_recovery: endpoint({
    method: 'POST',
    path: '/users/sign_in/recovery',
    access: 'public',
    summary: `Ask staff to remove factors that are lost; the owner is told at once and can stop it, and nothing happens for ${RECOVERY_WAIT_HOURS} hours`,
    body: Type.Object({ ticket: Ticket }),
    response: Type.Object({ due_at: Time }),
  }),
  stop_factor_recovery: endpoint({
    method: 'POST',
    path: '/second_factors/recovery/stop',
    access: 'public',
    summary: 'Stop such a request with the token of the link in the mail',
    body: LinkToken,
    response: Nothing,
  }),
  list_factor_recoveries: endpoint({
    method: 'GET',
    path: '/admin/factor_recoveries',
    access: 'admin',
    summary: 'The requests that wait for an admin, the oldest first',
    query: Type.Object({ cursor: Type.Optional(TimeCursor) }),
    response: Type.Array(WaitingRecovery),
  }),
  decide_factor_recovery: endpoint({
    method: 'POST',
    path: '/admin/factor_recoveries/{id}',
    access: 'admin',
    summary: 'Remove the second factors of somebody who has lost them, after the waiting time, or refuse to',
    params: IdParams,
    body: Type.Object({ approve: Type.Boolean() }),
    response: Nothing,
  }),
}

export type Passkey = Static<typeof Passkey>
export type SecondFactors = Static<typeof SecondFactors>
export type WaitingRecovery = Static<typeof WaitingRecovery>
