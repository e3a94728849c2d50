import { Type } from 'typebox'
import { recordOf } from './schemas.ts'

/** The closed list of codes an error answer may carry; the client translates each of them. */
export const ERROR_CODES = [
  'malformed',
  'unauthenticated',
  'wrong_credentials',
  'forbidden',
  'not_found',
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
  'rate_limited',
  'unavailable',
  'internal',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

export const ErrorBody = Type.Object({
  error: Type.String(),
  code: Type.Optional(Type.Union(ERROR_CODES.map((code) => Type.Literal(code)))),
  fields: Type.Optional(recordOf(Type.String())),
})
