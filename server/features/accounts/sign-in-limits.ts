import type { Context } from '#server/context.ts'
import { AccountFrozenError, AppError, SecondStepError } from '#server/errors.ts'
import { accountAt, isWithinRate, limitRate, refuseExceededRate, uncountRate } from '#server/limits/rate-limits.ts'

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
 * too, and uncounted if the password was correct or not verified. Correct passwords have their own counters, which
 * stay counted, because each costs a hash and a session; only somebody who knows the password can use them up. One
 * counter is for a minute, so that a burst blocks nobody else, the other for a quarter of an hour.
 */
export async function limitSignIn<T>(ctx: LimitContext, attempt: Attempt, signIn: () => Promise<T>): Promise<T> {
  const { opened, asked } = countersOfRight(attempt)
  for (const [name, counted] of [...opened, ...asked]) await refuseExceededRate(ctx, name, counted)
  await takeGuess(ctx, attempt)
  const countRight = async (counters: RightCounter[]) => {
    await uncountGuess(ctx, attempt)
    for (const [name, counted] of counters) await isWithinRate(ctx, name, counted)
  }
  try {
    const result = await signIn()
    await countRight(opened)
    return result
  } catch (error) {
    if (error instanceof AccountFrozenError) await countRight(opened)
    else if (error instanceof SecondStepError) await countRight(asked)
    else if (!isWrongPassword(error)) await uncountGuess(ctx, attempt)
    throw error
  }
}

type RightCounter = Parameters<typeof refuseExceededRate> extends [unknown, ...infer Counter] ? Counter : never

/**
 * What a right password is counted by: one that opened a session, and one that is followed by the second step. The latter may be
 * of a thief, who stays outside, so a known device has counters of its own for it: the owner is not locked out.
 */
function countersOfRight({ ip, email_key: email, device_id }: Attempt): Record<'opened' | 'asked', RightCounter[]> {
  const isKnown = device_id !== undefined
  return {
    opened: [
      ['sign_in_success', isKnown ? { email } : { ip, email }],
      ['sign_in_success_burst', { email }],
    ],
    asked: isKnown
      ? [
          ['second_step_asked', { device_id }],
          ['second_step_asked_burst', { device_id }],
        ]
      : [
          ['sign_in_success', { ip }],
          ['second_step_asked', { email }],
          ['second_step_asked_burst', { email }],
        ],
  }
}

/** A known device has its own limit. All others are limited by account and network, by network, and by account. */
async function takeGuess(ctx: LimitContext, { ip, email_key, device_id }: Attempt): Promise<void> {
  if (device_id !== undefined) return await limitRate(ctx, 'sign_in', { device_id })
  await limitRate(ctx, 'sign_in', { account_at: accountAt(email_key, ip), ip })
  try {
    await limitRate(ctx, 'sign_in_account', { email: email_key })
  } catch (error) {
    // Others have used up this limit, so this attempt is not counted for the network.
    await uncountRate(ctx, 'sign_in', { account_at: accountAt(email_key, ip), ip })
    throw error
  }
}

async function uncountGuess(ctx: LimitContext, { ip, email_key, device_id }: Attempt): Promise<void> {
  if (device_id !== undefined) return await uncountRate(ctx, 'sign_in', { device_id })
  await uncountRate(ctx, 'sign_in', { account_at: accountAt(email_key, ip), ip })
  await uncountRate(ctx, 'sign_in_account', { email: email_key })
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof AppError && error.code === 'wrong_credentials'
}
