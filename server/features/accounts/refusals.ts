import { AppError } from '#server/errors.ts'

/** What more than one way into an account says no with. */

export function emailTaken(): AppError {
  return new AppError('email_taken', 'This email address is already in use', { email: 'taken' })
}

/** Of a mail: the same for one that never was. */
export function invalidLink(): AppError {
  return new AppError('reset_token_invalid', 'This link has expired or was already used')
}
