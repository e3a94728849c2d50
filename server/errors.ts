import type { ErrorCode, SecondStepMethod, VideoRefusalReason } from '#contract/errors.ts'
import { codeOf } from './error-codes.ts'

const STATUS: Record<ErrorCode, number> = {
  malformed: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  second_step: 401,
  second_step_over: 401,
  forbidden: 403,
  account_frozen: 403,
  second_factor_required: 403,
  sign_in_again: 403,
  email_unconfirmed: 403,
  unverified: 403,
  not_found: 404,
  case_taken: 409,
  price_changed: 409,
  already_renewing: 409,
  already_open: 409,
  payout_waits: 409,
  nothing_to_pay: 409,
  too_early: 409,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  email_taken: 422,
  username_taken: 422,
  username_reserved: 422,
  weak_password: 422,
  password_length: 422,
  password_mismatch: 422,
  reset_token_invalid: 422,
  wrong_code: 422,
  passkey_refused: 422,
  rate_limited: 429,
  internal: 500,
  busy: 503,
  unavailable: 503,
}

/** Default values of `Retry-After` in seconds. */
const USUAL_RETRY_AFTER: Partial<Record<ErrorCode, number>> = { rate_limited: 5, unavailable: 5 }

/** The only error class for refusals. Actions throw it, one handler turns it into a response, routes never catch it. */
export class AppError extends Error {
  readonly status: number

  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly reason: VideoRefusalReason | undefined
  /** Seconds, for the header `Retry-After`. */
  readonly retry_after: number | undefined

  constructor(code: ErrorCode, message: string, fields?: Record<string, string>, reason?: VideoRefusalReason) {
    super(message)
    this.code = code
    this.status = STATUS[code]
    this.fields = fields
    this.reason = reason
    this.retry_after = USUAL_RETRY_AFTER[code]
  }
}

/** The server is overloaded with this kind of work: nothing was done, and the caller may retry. */
export class BusyError extends AppError {
  override readonly retry_after: number

  constructor(retry_after: number, message = 'Too many people are asking for this at the moment. Please try again.') {
    super('busy', message)
    this.retry_after = retry_after
  }
}

/** Why and how long an account is frozen. */
export interface Freeze {
  /** Null if it is frozen for good. */
  ends_at: Date | null
  ground: string
  facts: string
}

/** Staff have frozen the account. Only somebody who has given the right password is told. */
export class AccountFrozenError extends AppError {
  readonly freeze: Freeze
  /** The page with the statement of reasons. Undefined for a freeze from before there were decisions. */
  readonly statement: string | undefined

  constructor(freeze: Freeze, statement: string | undefined) {
    super('account_frozen', 'This account is frozen')
    this.freeze = freeze
    this.statement = statement
  }
}

/** The password was right, and the account has a second factor. */
export class SecondStepError extends AppError {
  readonly ticket: string
  readonly methods: SecondStepMethod[]

  constructor(ticket: string, methods: SecondStepMethod[]) {
    super('second_step', 'This account asks for a second step')
    this.ticket = ticket
    this.methods = methods
  }
}

export function forbidden(): AppError {
  return new AppError('forbidden', 'You are not allowed to do this')
}

/** The same response for a resource that is missing, malformed or not visible, so that nobody learns which. */
export function notFound(): AppError {
  return new AppError('not_found', 'Not found')
}

/** No session, or one that has ended. */
export function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'You need to log in first')
}

export function invalid(field: string, message: string): AppError {
  return new AppError('invalid', message, { [field]: message })
}

/** Turns the error of a full disk into a 503. Other errors are returned unchanged. */
export function explainFullDisk(error: unknown): unknown {
  const code = codeOf(error)
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  const explained = new AppError('unavailable', 'There is no room for the file at the moment. Please try again later.')
  explained.cause = error
  return explained
}
