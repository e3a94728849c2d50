import { createHash } from 'node:crypto'
import type { SecondStepMethod } from '#contract/errors.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { AppError, SecondStepError } from '#server/errors.ts'
import { findPasswordHash } from '#server/store/accounts/users.ts'
import { hashSecret, newSecret } from '#server/store/ids.ts'
import { countFactors, type FactorCounts } from '#server/store/second-factors/factors.ts'
import { findTicket, insertTicket, type TicketRow } from '#server/store/second-factors/tickets.ts'
import { later } from '#server/time.ts'

const TICKET_MS = 10 * MINUTE_MS

/** Whether somebody has a second factor. Recovery codes alone are none. */
function hasFactor({ passkeys, has_app }: FactorCounts): boolean {
  return passkeys > 0 || has_app
}

export async function findFactors(db: Queryable, user_id: string): Promise<FactorCounts | undefined> {
  const counts = await countFactors(db, user_id)
  return hasFactor(counts) ? counts : undefined
}

/** The password was right: the sign-in goes on with this ticket. It is worth nothing once the password has changed. */
export async function askSecondStep(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id, password_hash, device_id }: { id: string; password_hash: string; device_id: string | undefined },
  { passkeys, has_app, codes_left }: FactorCounts,
): Promise<SecondStepError> {
  const ticket = newSecret()
  await insertTicket(db, {
    token_hash: hashSecret(ticket),
    user_id: id,
    password_mark: markOf(password_hash),
    device_id: device_id ?? null,
    created_at: now(),
    expires_at: later(now(), TICKET_MS),
  })
  const methods: SecondStepMethod[] = []
  if (passkeys > 0) methods.push('passkey')
  if (has_app) methods.push('app')
  if (codes_left > 0) methods.push('recovery_code')
  return new SecondStepError(ticket, methods)
}

export interface LiveTicket extends TicketRow {
  token_hash: Buffer
  password_hash: string
}

/** The ticket, if it is neither over nor used up, and of the present password. */
export async function findLiveTicket({ db, now }: Pick<Context, 'db' | 'now'>, ticket: string): Promise<LiveTicket> {
  const token_hash = hashSecret(ticket)
  const found = await findTicket(db, token_hash, now())
  const password_hash = found && (await findPasswordHash(db, found.user_id))
  if (!found || !password_hash || !markOf(password_hash).equals(found.password_mark)) throw secondStepOver()
  return { ...found, token_hash, password_hash }
}

/** A digest, so that no other table has the hash of a password. */
function markOf(password_hash: string): Buffer {
  return createHash('sha256').update(password_hash).digest()
}

/** The ticket is unknown, used, over or used up: the sign-in begins again. */
export function secondStepOver(): AppError {
  return new AppError('second_step_over', 'This sign-in is over. Please log in again.')
}
