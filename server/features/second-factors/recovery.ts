import { RECOVERY_WAIT_HOURS, type WaitingRecovery } from '#contract/second-factors.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { notify } from '#server/domain/notify.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { findLiveTicket } from '#server/domain/second-factors/tickets.ts'
import { tellStaff } from '#server/domain/tell-staff.ts'
import { AppError, notFound } from '#server/errors.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import { isWithinRate, limitRate } from '#server/limits/rate-limits.ts'
import { cutPage, formatCursor, type Page, parseCursor } from '#server/paging.ts'
import { lockUser } from '#server/store/accounts/users.ts'
import { hashSecret, newId } from '#server/store/ids.ts'
import { deleteFactors } from '#server/store/second-factors/factors.ts'
import {
  cancelRecovery,
  endRecovery,
  findListedRecovery,
  findWaitingRecovery,
  insertRecovery,
  listRecoveries,
  type RecoveryRow,
  stopRecovery,
} from '#server/store/second-factors/recoveries.ts'
import { deleteSessionsOf } from '#server/store/sessions.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { later } from '#server/time.ts'

/**
 * The way back for somebody who has lost every factor. They give the password and ask; the owner is mailed at once and can
 * stop it with a link, or by signing in with a factor; after the waiting time an admin decides; the owner is told again.
 */
export async function requestRecovery(ctx: Context, ticket: string): Promise<Date> {
  const { user_id } = await findLiveTicket(ctx, ticket)
  const known = await findWaitingRecovery(ctx.db, user_id)
  // Asking again changes nothing, neither the time nor the link, unless the mail has not been sent.
  if (known?.is_told) return known.due_at
  if (known) {
    if (await isWithinRate(ctx, 'factor_recovery', { user_id }))
      await trySend(ctx, 'send_recovery_asked', { recovery_id: known.id })
    return later(ctx.now(), RECOVERY_WAIT_HOURS * HOUR_MS)
  }
  await limitRate(ctx, 'factor_recovery', { user_id })
  const now = ctx.now()
  const recovery = { id: newId(now), user_id, requested_at: now, due_at: later(now, RECOVERY_WAIT_HOURS * HOUR_MS) }
  const told = await ctx.db.begin(async (db) => {
    if (!(await insertRecovery(db, { ...recovery, stop_hash: null }))) return undefined
    await notify(db, [{ id: newId(now), user_id, kind: 'recovery_asked', created_at: now }])
    await audit(db, recovery, { action: 'recovery_asked', staff_id: user_id, now })
    return [user_id, ...(await tellStaff(db, 'recovery_waits', now, user_id))]
  })
  if (told) {
    await publishNotices(ctx, told)
    await trySend(ctx, 'send_recovery_asked', { recovery_id: recovery.id })
  }
  return told ? recovery.due_at : ((await findWaitingRecovery(ctx.db, user_id))?.due_at ?? recovery.due_at)
}

export async function stopWithLink(ctx: Context, token: string): Promise<void> {
  const now = ctx.now()
  const isStopped = await ctx.db.begin(async (db) => {
    const recovery = await stopRecovery(db, hashSecret(token), now)
    if (recovery) await audit(db, recovery, { action: 'recovery_stopped', staff_id: recovery.user_id, now })
    return recovery !== undefined
  })
  if (!isStopped) throw new AppError('reset_token_invalid', 'This link is not valid any more')
}

export async function presentRecoveries(
  { db }: Pick<Context, 'db'>,
  cursor: string | undefined,
): Promise<Page<WaitingRecovery>> {
  const { page, last } = cutPage(await listRecoveries(db, parseCursor(cursor)))
  return {
    items: page.map(({ is_told: _, requested_at, due_at, ...rest }) => ({
      ...rest,
      requested_at: requested_at.toISOString(),
      due_at: due_at.toISOString(),
    })),
    cursor: last && formatCursor({ at: last.requested_at, id: last.id }),
  }
}

/** Nobody decides about themselves, and no admin before the time is over. */
export async function decideRecovery(
  ctx: Context,
  staff: Viewer,
  { id, approve }: { id: string; approve: boolean },
): Promise<void> {
  const now = ctx.now()
  const recovery = await findListedRecovery(ctx.db, id)
  if (!recovery) throw notFound()
  if (recovery.user_id === staff.id) throw new AppError('forbidden', 'Nobody decides about themselves')
  // If the owner could not be told yet, nothing happens behind their back.
  if (approve && (recovery.due_at > now || !recovery.is_told))
    throw new AppError('too_early', 'The waiting time is not over yet')
  await ctx.db.begin(async (db) => {
    await lockUser(db, recovery.user_id)
    const ended = await endRecovery(db, id, approve ? 'approved' : 'refused', now)
    if (!ended) throw notFound()
    await audit(db, ended, { action: approve ? 'recovery_approved' : 'recovery_refused', staff_id: staff.id, now })
    if (approve) await takeFactors(db, ended.user_id, now)
  })
  if (!approve) return
  ctx.live.publish({ kind: 'user_ended', user_id: recovery.user_id })
  await publishNotices(ctx, [recovery.user_id])
}

/** For the operator: at once, without a request. What waits is over. */
export async function takeLostFactors(db: Tx, user_id: string, now: Date): Promise<void> {
  await lockUser(db, user_id)
  await cancelRecovery(db, user_id, now)
  await takeFactors(db, user_id, now)
  await insertAuditEntry(db, { id: newId(now), staff_id: null, action: 'recovery_approved', user_id, created_at: now })
}

/** Every factor goes, and every session ends: whoever is inside may be the one who has them. */
async function takeFactors(db: Tx, user_id: string, now: Date): Promise<void> {
  await deleteFactors(db, user_id)
  await deleteSessionsOf(db, user_id)
  await notify(db, [{ id: newId(now), user_id, kind: 'factors_taken', created_at: now }])
}

async function audit(
  db: Tx,
  { id, user_id }: RecoveryRow,
  {
    action,
    staff_id,
    now,
  }: {
    action: 'recovery_asked' | 'recovery_stopped' | 'recovery_approved' | 'recovery_refused'
    staff_id: string
    now: Date
  },
): Promise<void> {
  await insertAuditEntry(db, {
    id: newId(now),
    staff_id,
    action,
    user_id,
    details: { recovery_id: id },
    created_at: now,
  })
}
