import type { Context } from '#server/context.ts'
import { AppError } from '#server/errors.ts'
import { accountAt, giveBackRate, isWithinRate, limitRate, refuseSpentRate } from '#server/limits/rate-limits.ts'

type LimitContext = Pick<Context, 'config' | 'limiter' | 'now'>

/** Who tries to sign in, and to which account. */
interface Attempt {
  ip: string
  email_key: string
  /** The account was signed in to from this device before. */
  device_id: string | undefined
}

/**
 * A guess is counted before the password is looked at, so that attempts made at once do not slip through, and given back
 * when the password was right, or when nobody looked at it. A right password is counted as well, and that is not given
 * back: it costs a hash and a session all the same. Only who knows the password can use these counters up. One is for a
 * minute, so that a burst holds up nobody else, and one for a quarter of an hour.
 */
export async function limitSignIn<T>(ctx: LimitContext, attempt: Attempt, signIn: () => Promise<T>): Promise<T> {
  const { ip, email_key: email, device_id } = attempt
  const right = device_id === undefined ? { ip, email } : { email }
  await refuseSpentRate(ctx, 'sign_in_right', right)
  await refuseSpentRate(ctx, 'sign_in_right_soon', { email })
  await takeGuess(ctx, attempt)
  try {
    const result = await signIn()
    await giveBackGuess(ctx, attempt)
    await isWithinRate(ctx, 'sign_in_right', right)
    await isWithinRate(ctx, 'sign_in_right_soon', { email })
    return result
  } catch (error) {
    if (!isWrongPassword(error)) await giveBackGuess(ctx, attempt)
    throw error
  }
}

/** A known device has a budget of its own. For all others: the account from here, then here, then the account. */
async function takeGuess(ctx: LimitContext, { ip, email_key, device_id }: Attempt): Promise<void> {
  if (device_id !== undefined) return await limitRate(ctx, 'sign_in', { device_id })
  await limitRate(ctx, 'sign_in', { account_at: accountAt(email_key, ip), ip })
  try {
    await limitRate(ctx, 'sign_in_anywhere', { email: email_key })
  } catch (error) {
    // Others have spent this one. Who is refused because of them has made no guess here.
    await giveBackRate(ctx, 'sign_in', { account_at: accountAt(email_key, ip), ip })
    throw error
  }
}

async function giveBackGuess(ctx: LimitContext, { ip, email_key, device_id }: Attempt): Promise<void> {
  if (device_id !== undefined) return await giveBackRate(ctx, 'sign_in', { device_id })
  await giveBackRate(ctx, 'sign_in', { account_at: accountAt(email_key, ip), ip })
  await giveBackRate(ctx, 'sign_in_anywhere', { email: email_key })
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof AppError && error.code === 'wrong_credentials'
}
