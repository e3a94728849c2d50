import { AppError } from '#server/errors.ts'

export function emailTaken(): AppError {
  return new AppError('email_taken', 'This email address is already in use', { email: 'taken' })
}

/** The same error for expired, used and unknown links. */
export function invalidLink(): AppError {
  return new AppError('reset_token_invalid', 'This link has expired or was already used')
}
