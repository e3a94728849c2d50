import { createHash } from 'node:crypto'
import type { Access } from '#contract/endpoint.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { emailKey } from '#server/emails.ts'
import { AppError } from '#server/errors.ts'

interface Limit {
  max: number
  window_ms: number
  /** From one address, where that is more: an office shares one, and everybody in it has an account of their own. */
  max_per_address?: number
  /** Who is counted, in this order, where a call only has to name the limit. The others are counted by hand. */
  by?: readonly ('user_id' | 'ip' | 'email')[]
}

const CALLER = ['user_id', 'ip'] as const
const ADDRESS = ['ip'] as const
/** Also by the address that the form names, so that nobody's mailbox is filled by many. */
const FORM = ['ip', 'email'] as const

/** How often somebody may do a thing. The names are the first part of the limiter's keys. */
const RATE_LIMITS = {
  // How these work together: docs/decisions/035-rate-limits-without-lockout.md
  sign_in: { max: 10, max_per_address: 50, window_ms: 15 * MINUTE_MS },
  sign_in_anywhere: { max: 100, window_ms: HOUR_MS },
  sign_in_right_soon: { max: 6, window_ms: MINUTE_MS },
  sign_in_right: { max: 30, max_per_address: 150, window_ms: 15 * MINUTE_MS },
  present_password: { max: 10, window_ms: 15 * MINUTE_MS },
  present_password_total: { max: 30, window_ms: 15 * MINUTE_MS },
  present_password_account: { max: 90, window_ms: 15 * MINUTE_MS },
  sign_up: { max: 5, window_ms: HOUR_MS, by: ADDRESS },
  password_reset: { max: 15, window_ms: HOUR_MS },
  password_reset_queued: { max: 10, window_ms: 5 * MINUTE_MS },
  password_reset_confirm: { max: 10, window_ms: 15 * MINUTE_MS },
  password_change: { max: 10, window_ms: HOUR_MS },
  deletion: { max: 5, window_ms: HOUR_MS },
  email_change: { max: 5, window_ms: HOUR_MS },
  email_link: { max: 10, window_ms: 15 * MINUTE_MS, by: ADDRESS },
  newsletter: { max: 5, window_ms: HOUR_MS, by: FORM },
  newsletter_confirm: { max: 10, window_ms: 15 * MINUTE_MS, by: ADDRESS },
  contact: { max: 5, window_ms: HOUR_MS, by: FORM },
  rename: { max: 3, window_ms: DAY_MS },
  rename_attempt: { max: 20, window_ms: HOUR_MS },
  upload: { max: 30, max_per_address: 150, window_ms: HOUR_MS, by: CALLER },
  like: { max: 120, max_per_address: 600, window_ms: MINUTE_MS, by: CALLER },
  message: { max: 60, max_per_address: 300, window_ms: MINUTE_MS, by: CALLER },
  reaction: { max: 120, max_per_address: 600, window_ms: MINUTE_MS, by: CALLER },
  connect: { max: 30, max_per_address: 150, window_ms: MINUTE_MS },
  cable_ticket: { max: 30, max_per_address: 150, window_ms: MINUTE_MS, by: CALLER },
  report: { max: 20, max_per_address: 100, window_ms: HOUR_MS, by: CALLER },
  find: { max: 120, max_per_address: 600, window_ms: MINUTE_MS, by: CALLER },
  answer: { max: 20, max_per_address: 100, window_ms: HOUR_MS, by: CALLER },
  export: { max: 10, max_per_address: 50, window_ms: HOUR_MS, by: CALLER },
} satisfies Record<string, Limit>
type RateLimit = keyof typeof RATE_LIMITS

/** Those that say whom they count. */
type NamedLimit = LimitBy<'user_id' | 'ip' | 'email'>
/** Those that count by nothing else than this. */
type LimitBy<Kind> = {
  [N in RateLimit]: (typeof RATE_LIMITS)[N] extends { by: readonly Kind[] } ? N : never
}[RateLimit]

/**
 * How often a call may be made, declared where it is served. A name is counted once the call is known to be allowed and
 * valid, before its handler runs; a public call has no account to count by. Where something else has to come first, the
 * handler counts by hand and says why.
 */
export type CallLimit<Level extends Access = Access> =
  | (Level extends 'public' ? LimitBy<'ip' | 'email'> : NamedLimit)
  | { by_hand: readonly [RateLimit, ...RateLimit[]]; because: string }

export class RateLimitError extends AppError {
  override readonly retry_after: number

  constructor(retry_after: number, message = 'Too many attempts. Please try again later.') {
    super('rate_limited', message)
    this.retry_after = retry_after
  }
}

type LimitContext = Pick<Context, 'config' | 'limiter' | 'now'>

/** Who is counted: an address, an account, or both. Where the first is refused the next is not counted. */
interface Counted {
  /** An account as it is tried from one network, see `accountAt`. */
  account_at?: string
  ip?: string
  email?: string
  user_id?: string
  session_id?: string
  device_id?: string
}

/** One account, tried from one network: strangers elsewhere use up nothing of it. */
export function accountAt(email_key: string, ip: string): string {
  return `${network(ip)} ${email_key}`
}

/** Longer keys are hashed: what somebody types must not decide how much memory a counter takes. */
const KEY_MAX = 100

function bounded(value: string): string {
  return value.length <= KEY_MAX ? value : createHash('sha256').update(value).digest('base64url')
}

function countersOf(name: RateLimit, counted: Counted): { key: string; limit: Limit }[] {
  const limit: Limit = RATE_LIMITS[name]
  return Object.entries(counted).map(([kind, value]) =>
    kind === 'ip'
      ? { key: `${name}:ip:${network(value)}`, limit: { ...limit, max: limit.max_per_address ?? limit.max } }
      : { key: `${name}:${kind}:${bounded(value)}`, limit },
  )
}

/** A home has one IPv4 address, or so many IPv6 ones that only their first half says which home it is. */
export function network(ip: string): string {
  const mapped = ip.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i)?.[1]
  if (mapped ?? !ip.includes(':')) return mapped ?? ip
  const [head = '', tail] = ip.split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const groups =
    tail === undefined ? before : [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
  return groups.slice(0, 4).join(':')
}

/** Counts one for each of these, and refuses when it was one too many for any of them. */
export async function limitRate(ctx: LimitContext, name: RateLimit, counted: Counted): Promise<void> {
  const wait_seconds = await takeRate(ctx, name, counted)
  if (wait_seconds !== undefined) throw new RateLimitError(wait_seconds)
}

/** Counts a call for whoever its limit says. */
export async function limitCall(
  ctx: LimitContext,
  name: NamedLimit,
  call: { user_id: string | undefined; ip: string; body: unknown },
): Promise<void> {
  const counted: Counted = {}
  for (const kind of RATE_LIMITS[name].by) {
    const value = kind === 'email' ? emailKey((call.body as { email: string }).email) : call[kind]
    if (value === undefined) throw new Error(`${name} counts by ${kind}, which this call does not have`)
    counted[kind] = value
  }
  await limitRate(ctx, name, counted)
}

/** Counts in the same way, for where nobody is refused: false when it was one too many. */
export async function isWithinRate(ctx: LimitContext, name: RateLimit, counted: Counted): Promise<boolean> {
  return (await takeRate(ctx, name, counted)) === undefined
}

/** Counts nothing, and refuses whoever has no more left. What is counted later is bounded by what is under way by then. */
export async function refuseSpentRate(ctx: LimitContext, name: RateLimit, counted: Counted): Promise<void> {
  if (!ctx.config.rate_limits) return
  for (const { key, limit } of countersOf(name, counted)) {
    const refusal = await ctx.limiter.peek(key, limit, ctx.now())
    if (refusal) throw new RateLimitError(refusal.wait_seconds)
  }
}

/** How many seconds to wait, if any. */
async function takeRate(ctx: LimitContext, name: RateLimit, counted: Counted): Promise<number | undefined> {
  if (!ctx.config.rate_limits) return undefined
  for (const { key, limit } of countersOf(name, counted)) {
    const refusal = await ctx.limiter.take(key, limit, ctx.now())
    if (refusal) return refusal.wait_seconds
  }
  return undefined
}

export async function giveBackRate(ctx: LimitContext, name: RateLimit, counted: Counted): Promise<void> {
  if (!ctx.config.rate_limits) return
  for (const { key } of countersOf(name, counted)) await ctx.limiter.giveBack(key)
}
