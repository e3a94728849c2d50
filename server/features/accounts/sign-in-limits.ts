import type { Context } from '#server/context.ts'
import { AppError } from '#server/errors.ts'
import { accountAt, giveBackRate, isWithinRate, limitRate, refuseSpentRate } from '#server/limits/rate-limits.ts'

type LimitContext = Pick<Context, 'config' | 'limiter' | 'now'>

/** A sign-in attempt. */
interface Attempt {
  ip: string
  email_key: string
  /** Set if somebody has signed in to this account from this device before. */
  device_id: string | undefined
}

/**
 * Rate limit of sign-ins. A guess is counted before the password is verified, so that concurrent attempts are counted
 * too, and given back if the password was correct or not verified. Correct passwords have their own counters, which are
 * not given back, because each costs a hash and a session; only somebody who knows the password can use them up. One
 * counter is for a minute, so that a burst blocks nobody else, the other for a quarter of an hour.
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

/** A known device has its own limit. All others are limited by account and network, by network, and by account. */
async function takeGuess(ctx: LimitContext, { ip, email_key, device_id }: Attempt): Promise<void> {
  if (device_id !== undefined) return await limitRate(ctx, 'sign_in', { device_id })
  await limitRate(ctx, 'sign_in', { account_at: accountAt(email_key, ip), ip })
  try {
    await limitRate(ctx, 'sign_in_anywhere', { email: email_key })
  } catch (error) {
    // Others have used up this limit, so this attempt is not counted for the network.
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
