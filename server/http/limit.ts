import type { Context } from '#server/context.ts'
import { AppError } from '#server/errors.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** How often somebody may do a thing. The names are the first part of the limiter's keys. */
const RATE_LIMITS = {
  sign_in: { max: 10, window_seconds: 15 * MINUTE },
  sign_up: { max: 5, window_seconds: HOUR },
  password_reset: { max: 3, window_seconds: HOUR },
  password_reset_confirm: { max: 10, window_seconds: 15 * MINUTE },
  rename: { max: 20, window_seconds: HOUR },
} as const
type RateLimit = keyof typeof RATE_LIMITS

export class RateLimitError extends AppError {
  readonly retry_after: number

  constructor(retry_after: number) {
    super('rate_limited', 'Too many attempts. Please try again later.')
    this.retry_after = retry_after
  }
}

type LimitContext = Pick<Context, 'config' | 'limiter' | 'now'>

/** Counts one for each of the keys (an account, an address), and refuses when it was one too many for any of them. */
export async function limitRate(ctx: LimitContext, name: RateLimit, ...keys: string[]): Promise<void> {
  if (!ctx.config.rate_limits) return
  for (const key of keys) {
    const refusal = await ctx.limiter.take(`${name}:${key}`, RATE_LIMITS[name], ctx.now())
    if (refusal) throw new RateLimitError(refusal.wait_seconds)
  }
}

export async function giveBackRate(ctx: LimitContext, name: RateLimit, ...keys: string[]): Promise<void> {
  if (!ctx.config.rate_limits) return
  for (const key of keys) await ctx.limiter.giveBack(`${name}:${key}`)
}
