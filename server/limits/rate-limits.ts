import { createHash } from 'node:crypto'
import type { Access } from '#contract/endpoint.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Config } from '#server/config.ts'
import { emailKey } from '#server/emails.ts'
import { AppError } from '#server/errors.ts'
import type { Counter, RateLimiter } from './rate-limiter.ts'

interface Limit {
  max: number
  window_ms: number
  /** The maximum per IP address, if it is higher: people in an office share one address but have separate accounts. */
  max_per_address?: number
  /** What is counted, in this order, for calls that only name the limit. Limits without it are counted in the action. */
  by?: readonly ('user_id' | 'ip' | 'email')[]
}

const CALLER = ['user_id', 'ip'] as const
const ADDRESS = ['ip'] as const
/** Also by the e-mail address in the form, so that many senders together cannot flood one mailbox. */
const FORM = ['ip', 'email'] as const

/** All rate limits. The names are the first part of the limiter's keys. */
const RATE_LIMITS = {
  // docs/decisions/035-rate-limits-without-lockout.md explains how these work together.
  sign_in: { max: 10, max_per_address: 50, window_ms: 15 * MINUTE_MS },
  sign_in_account: { max: 100, window_ms: HOUR_MS },
  sign_in_success_burst: { max: 6, window_ms: MINUTE_MS },
  sign_in_success: { max: 30, max_per_address: 150, window_ms: 15 * MINUTE_MS },
  // Right passwords that the second step follows.
  second_step_asked: { max: 30, window_ms: 15 * MINUTE_MS },
  second_step_asked_burst: { max: 6, window_ms: MINUTE_MS },
  current_password_guess: { max: 10, window_ms: 15 * MINUTE_MS },
  current_password_check: { max: 30, window_ms: 15 * MINUTE_MS },
  current_password_check_account: { max: 90, window_ms: 15 * MINUTE_MS },
  // Wrong codes of the second step come after a right password. Those of a day are counted in the database, see
  // server/features/accounts/second-step-attempts.ts.
  second_step: { max: 10, max_per_address: 50, window_ms: 15 * MINUTE_MS },
  // Every sign-in with a passkey begins with options, and many people may share a network.
  passkey_options: { max: 600, window_ms: 15 * MINUTE_MS, by: ADDRESS },
  passkey_sign_in: { max: 60, window_ms: 15 * MINUTE_MS },
  passkey_success: { max: 30, window_ms: 15 * MINUTE_MS },
  second_factor: { max: 60, max_per_address: 300, window_ms: HOUR_MS, by: CALLER },
  factor_recovery: { max: 5, window_ms: DAY_MS },
  factor_recovery_link: { max: 10, window_ms: 15 * MINUTE_MS, by: ADDRESS },
  sign_up: { max: 5, window_ms: HOUR_MS, by: ADDRESS },
  password_reset: { max: 15, window_ms: HOUR_MS },
  password_reset_queued: { max: 10, window_ms: 5 * MINUTE_MS },
  password_reset_confirm: { max: 10, window_ms: 15 * MINUTE_MS },
  password_change: { max: 10, window_ms: HOUR_MS },
  deletion: { max: 5, window_ms: HOUR_MS },
  email_change: { max: 5, window_ms: HOUR_MS },
  confirmation_mail: { max: 3, max_per_address: 15, window_ms: HOUR_MS, by: CALLER },
  email_link: { max: 10, window_ms: 15 * MINUTE_MS, by: ADDRESS },
  newsletter: { max: 5, window_ms: HOUR_MS, by: FORM },
  newsletter_confirm: { max: 10, window_ms: 15 * MINUTE_MS, by: ADDRESS },
  contact: { max: 5, window_ms: HOUR_MS, by: FORM },
  appeal: { max: 10, window_ms: HOUR_MS, by: ADDRESS },
  content_notice: { max: 5, window_ms: HOUR_MS },
  rename: { max: 3, window_ms: DAY_MS },
  rename_attempt: { max: 20, window_ms: HOUR_MS },
  // A portfolio moves within a few hours. What a picture costs is limited by the decode budget of its sender.
  upload: { max: 300, max_per_address: 1500, window_ms: HOUR_MS },
  upload_megabytes: { max: 2048, max_per_address: 10_240, window_ms: HOUR_MS },
  draft: { max: 300, max_per_address: 1500, window_ms: HOUR_MS, by: CALLER },
  like: { max: 120, max_per_address: 600, window_ms: MINUTE_MS, by: CALLER },
  views: { max: 60, max_per_address: 300, window_ms: MINUTE_MS, by: CALLER },
  insights: { max: 60, max_per_address: 300, window_ms: MINUTE_MS, by: CALLER },
  message: { max: 60, max_per_address: 300, window_ms: MINUTE_MS, by: CALLER },
  reaction: { max: 120, max_per_address: 600, window_ms: MINUTE_MS, by: CALLER },
  connect: { max: 30, max_per_address: 150, window_ms: MINUTE_MS },
  cable_ticket: { max: 30, max_per_address: 150, window_ms: MINUTE_MS, by: CALLER },
  report: { max: 20, max_per_address: 100, window_ms: HOUR_MS, by: CALLER },
  block: { max: 60, max_per_address: 300, window_ms: HOUR_MS, by: CALLER },
  fan_card: { max: 120, max_per_address: 600, window_ms: MINUTE_MS, by: CALLER },
  waiting_list: { max: 60, max_per_address: 300, window_ms: HOUR_MS, by: CALLER },
  invitation: { max: 120, window_ms: MINUTE_MS, by: ADDRESS },
  // Each may cost an encoding. What is cached costs nothing, but nobody needs more.
  media_preview: { max: 120, window_ms: MINUTE_MS, by: ADDRESS },
  find: { max: 120, max_per_address: 600, window_ms: MINUTE_MS, by: CALLER },
  inbox_search: { max: 120, max_per_address: 600, window_ms: MINUTE_MS },
  receipt: { max: 120, max_per_address: 600, window_ms: MINUTE_MS, by: CALLER },
  monthly_statement: { max: 60, max_per_address: 300, window_ms: MINUTE_MS, by: CALLER },
  seller_report: { max: 10, max_per_address: 50, window_ms: HOUR_MS, by: CALLER },
  statement: { max: 60, window_ms: 15 * MINUTE_MS, by: ADDRESS },
  answer: { max: 20, max_per_address: 100, window_ms: HOUR_MS, by: CALLER },
  notification_settings: { max: 120, max_per_address: 600, window_ms: HOUR_MS, by: CALLER },
  frozen_export: { max: 10, window_ms: HOUR_MS, by: ADDRESS },
  checkout: { max: 30, max_per_address: 150, window_ms: HOUR_MS, by: CALLER },
  renewal: { max: 30, max_per_address: 150, window_ms: HOUR_MS, by: CALLER },
  verification: { max: 10, max_per_address: 50, window_ms: HOUR_MS },
  payout_account: { max: 10, max_per_address: 50, window_ms: HOUR_MS, by: CALLER },
  withdrawal: { max: 10, max_per_address: 50, window_ms: HOUR_MS, by: CALLER },
  payout: { max: 20, max_per_address: 100, window_ms: HOUR_MS, by: CALLER },
  payout_settings: { max: 30, max_per_address: 150, window_ms: HOUR_MS, by: CALLER },
  health: { max: 60, max_per_address: 300, window_ms: MINUTE_MS, by: CALLER },
  test_mail: { max: 3, max_per_address: 15, window_ms: HOUR_MS, by: CALLER },
  push_device: { max: 30, max_per_address: 150, window_ms: HOUR_MS, by: CALLER },
  // Without a session, behind an address that many may share. A browser renews every few weeks.
  push_renewal: { max: 120, window_ms: HOUR_MS, by: ADDRESS },
  push_try: { max: 10, max_per_address: 50, window_ms: HOUR_MS, by: CALLER },
  broadcast_attempt: { max: 60, max_per_address: 300, window_ms: HOUR_MS },
  // Each is a message to every subscriber.
  broadcast: { max: 4, window_ms: DAY_MS },
  welcome_message: { max: 60, max_per_address: 300, window_ms: HOUR_MS, by: CALLER },
  subscriber_list: { max: 120, max_per_address: 600, window_ms: MINUTE_MS, by: CALLER },
  leak_lookup: { max: 20, max_per_address: 100, window_ms: HOUR_MS, by: CALLER },
  // Refused look-ups of staff that are written in the audit log.
  leak_refusal: { max: 20, window_ms: HOUR_MS },
  picture_mark: { max: 60, max_per_address: 300, window_ms: HOUR_MS, by: CALLER },
  export: { max: 10, max_per_address: 50, window_ms: HOUR_MS, by: CALLER },
} satisfies Record<string, Limit>
type RateLimit = keyof typeof RATE_LIMITS

/** Limits with `by`. */
type NamedLimit = LimitBy<'user_id' | 'ip' | 'email'>
/** Limits that count by nothing else than these kinds. */
type LimitBy<Kind> = {
  [N in RateLimit]: (typeof RATE_LIMITS)[N] extends { by: readonly Kind[] } ? N : never
}[RateLimit]

/**
 * The rate limit of a call, declared where it is served. It is counted after authorisation and validation, before the
 * handler runs; a public call has no account to count by. If something else has to come first, the action counts, and the
 * declaration gives the reason.
 */
export type CallLimit<Level extends Access = Access> =
  | (Level extends 'public' ? LimitBy<'ip' | 'email'> : NamedLimit)
  | { counted_in_action: readonly [RateLimit, ...RateLimit[]]; because: string }

export class RateLimitError extends AppError {
  override readonly retry_after: number

  constructor(retry_after: number, message = 'Too many attempts. Please try again later.') {
    super('rate_limited', message)
    this.retry_after = retry_after
  }
}

interface LimitContext {
  config: Pick<Config, 'rate_limits'>
  limiter: RateLimiter
  now: () => Date
}

/** The keys to count: an address, an account, or both. If one is refused, the next ones are not counted. */
interface Counted {
  /** See `accountAt`. */
  account_at?: string
  ip?: string
  email?: string
  user_id?: string
  session_id?: string
  device_id?: string
}

/** A key for one account and one network, so that attackers in other networks cannot lock the owner out. */
export function accountAt(email_key: string, ip: string): string {
  return `${network(ip)} ${email_key}`
}

/** Longer keys are hashed, so that the input does not determine the memory of a counter. */
const KEY_MAX = 100

function bounded(value: string): string {
  return value.length <= KEY_MAX ? value : createHash('sha256').update(value).digest('base64url')
}

function countersOf(name: RateLimit, counted: Counted, amount = 1): Counter[] {
  const limit: Limit = RATE_LIMITS[name]
  return Object.entries(counted).map(([kind, value]) =>
    kind === 'ip'
      ? { key: `${name}:ip:${network(value)}`, limit: { ...limit, max: limit.max_per_address ?? limit.max }, amount }
      : { key: `${name}:${kind}:${bounded(value)}`, limit, amount },
  )
}

/** An IPv4 address, or the /64 prefix of an IPv6 address, because one household has a whole prefix. */
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

/** Counts for each key, one by default, and throws if any limit is exceeded. */
export async function limitRate(ctx: LimitContext, name: RateLimit, counted: Counted, amount = 1): Promise<void> {
  const wait_seconds = await takeRate(ctx, name, counted, amount)
  if (wait_seconds !== undefined) throw new RateLimitError(wait_seconds)
}

/** Counts a call by the keys that its limit declares. */
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

/** Counts in the same way without throwing. Returns false if a limit is exceeded. */
export async function isWithinRate(ctx: LimitContext, name: RateLimit, counted: Counted): Promise<boolean> {
  return (await takeRate(ctx, name, counted)) === undefined
}

/** Throws if a limit is used up, without counting. Parallel requests may pass before they are counted, so the excess is limited by their number. */
export async function refuseExceededRate(ctx: LimitContext, name: RateLimit, counted: Counted): Promise<void> {
  if (!ctx.config.rate_limits) return
  const refusal = await ctx.limiter.peek(countersOf(name, counted), ctx.now())
  if (refusal) throw new RateLimitError(refusal.wait_seconds)
}

/** Returns how many seconds to wait if a limit is exceeded. */
async function takeRate(ctx: LimitContext, name: RateLimit, counted: Counted, amount = 1): Promise<number | undefined> {
  if (!ctx.config.rate_limits) return undefined
  return (await ctx.limiter.take(countersOf(name, counted, amount), ctx.now()))?.wait_seconds
}

export async function uncountRate(ctx: LimitContext, name: RateLimit, counted: Counted): Promise<void> {
  if (!ctx.config.rate_limits) return
  await ctx.limiter.uncount(countersOf(name, counted).map(({ key }) => key))
}
