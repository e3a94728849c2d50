import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { type LiveTicket, secondStepOver } from '#server/domain/second-factors/tickets.ts'
import { accountAt, limitRate, RateLimitError, uncountRate } from '#server/limits/rate-limits.ts'
import { lockUser } from '#server/store/accounts/users.ts'
import {
  countAttempts,
  type DayOfAttempts,
  TICKET_ATTEMPTS,
  takeTicketAttempt,
} from '#server/store/second-factors/tickets.ts'

/**
 * How many codes may be wrong in a day. They are counted in the database, so that no restart forgets them and all processes
 * share them. Strangers use up only what is theirs: a device on which the owner has signed in before has its own number, a new
 * password begins a new one, and a passkey, which cannot be guessed, is always let through. The number for the account is for
 * somebody who can set new passwords, and so has the mailbox.
 */
const WRONG_A_DAY = { of_strangers: 20, of_device: 30, of_account: 100 }

interface Attempt {
  /** The owner is told of each fifth attempt of a day that fails, however many tickets they used. */
  tells_owner: boolean
  /** After a success. */
  uncount: () => Promise<void>
}

/** Counts an attempt at the second step before it is judged, so that concurrent ones are counted too. */
export async function takeAttempt(
  ctx: Context,
  ticket: LiveTicket,
  { ip, is_guess }: { ip: string; is_guess: boolean },
): Promise<Attempt> {
  const { user_id, device_id, token_hash } = ticket
  const counted = device_id === null ? { account_at: accountAt(user_id, ip), ip } : { device_id }
  if (is_guess) await limitRate(ctx, 'second_step', counted)
  const now = ctx.now()
  const before = await ctx.db.begin(async (db) => {
    // Locked, so that each of many at once has its own number.
    await lockUser(db, user_id)
    const day = await countAttempts(db, ticket, now)
    if (is_guess && ctx.config.rate_limits) refuseOverDay(day, device_id, now)
    if (!(await takeTicketAttempt(db, token_hash, now))) throw secondStepOver()
    return day.of_account
  })
  return {
    tells_owner: (before + 1) % TICKET_ATTEMPTS === 0,
    uncount: async () => (is_guess ? await uncountRate(ctx, 'second_step', counted) : undefined),
  }
}

function refuseOverDay(day: DayOfAttempts, device_id: string | null, now: Date): void {
  const isOver =
    day.of_account >= WRONG_A_DAY.of_account ||
    (device_id === null ? day.of_strangers >= WRONG_A_DAY.of_strangers : day.of_device >= WRONG_A_DAY.of_device)
  if (!isOver) return
  const ends_at = (day.since ?? now).getTime() + DAY_MS
  throw new RateLimitError(Math.ceil((ends_at - now.getTime()) / 1000))
}
