import { Type } from 'typebox'
import { nullable, recordOf, Time } from './schemas.ts'

/** The closed list of error codes. The client translates each of them. */
export const ERROR_CODES = [
  'malformed',
  'unauthenticated',
  'wrong_credentials',
  'second_step',
  'second_step_over',
  'forbidden',
  'account_frozen',
  'second_factor_required',
  'sign_in_again',
  'too_early',
  'not_found',
  'case_taken',
  'price_changed',
  'already_renewing',
  'already_open',
  'email_unconfirmed',
  'payout_waits',
  'nothing_to_pay',
  'unverified',
  'too_large',
  'unsupported_type',
  'invalid',
  'email_taken',
  'username_taken',
  'username_reserved',
  'weak_password',
  'password_length',
  'password_mismatch',
  'reset_token_invalid',
  'wrong_code',
  'passkey_refused',
  'rate_limited',
  'busy',
  'unavailable',
  'internal',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** The closed list of reasons to refuse a video. The client translates each of them. */
export const VIDEO_REFUSALS = ['unreadable', 'no_video', 'hevc', 'not_h264', 'not_aac', 'too_wide', 'too_long'] as const

export type VideoRefusalReason = (typeof VIDEO_REFUSALS)[number]

export const SECOND_STEP_METHODS = ['passkey', 'app', 'recovery_code'] as const

export type SecondStepMethod = (typeof SECOND_STEP_METHODS)[number]

export const ErrorBody = Type.Object({
  error: Type.String(),
  code: Type.Optional(Type.Union(ERROR_CODES.map((code) => Type.Literal(code)))),
  /** Why a video was refused. */
  reason: Type.Optional(Type.Union(VIDEO_REFUSALS.map((reason) => Type.Literal(reason)))),
  fields: Type.Optional(recordOf(Type.String())),
  /** Of a frozen account: when the freeze ends (null means never), on which ground, and because of which facts. */
  ends_at: Type.Optional(nullable(Time)),
  ground: Type.Optional(Type.String()),
  facts: Type.Optional(Type.String()),
  /** The page with the statement of reasons and the way to appeal. */
  statement: Type.Optional(Type.String()),
  /** Of a right password that needs a second step: what ends the sign-in, and with which factors. */
  ticket: Type.Optional(Type.String()),
  methods: Type.Optional(Type.Array(Type.Union(SECOND_STEP_METHODS.map((method) => Type.Literal(method))))),
})
