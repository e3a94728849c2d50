import type { Locale, SignedIn } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { deviceName, deviceOf } from '#server/domain/device.ts'
import { notify } from '#server/domain/notify.ts'
import { shutStaffDoor } from '#server/domain/staff-door.ts'
import { statementPath } from '#server/domain/statement-token.ts'
import { AccountFrozenError, AppError } from '#server/errors.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import { publishSessionsEnded } from '#server/live/live.ts'
import { endDueFreeze, type FoundFreeze, findFreeze } from '#server/store/accounts/freezes.ts'
import { findUser, lockPasswordHash } from '#server/store/accounts/users.ts'
import { cancelDeletionRequest } from '#server/store/deletion/deletion-requests.ts'
import { hashSecret, newId, newSecret } from '#server/store/ids.ts'
import { deleteSurplusSessions, insertSession, rememberDevice, type SignedInWith } from '#server/store/sessions.ts'
import { presentUser } from './present-user.ts'

export interface Entrant {
  id: string
  /** The password as it was when the sign-in began. */
  password_hash: string
}

interface Entry {
  user_agent: string
  locale: Locale
  /** What was proven. It runs in the transaction of the session, so that a code is spent if and only if it opens one. */
  prove: (db: Tx) => Promise<SignedInWith>
}

export interface Opened {
  user: SignedIn
  token: string
}

/** Begins a session, and cancels a deletion request. Only after the right password a frozen account is named as frozen. */
export async function openSession(ctx: Context, entrant: Entrant, entry: Entry): Promise<Opened> {
  const { user_agent, locale, prove } = entry
  const token = newSecret()
  const now = ctx.now()
  const device = deviceOf(user_agent)
  const { user, was_leaving, signed_in_with, is_new_device, ended } = await ctx.db.begin(async (db) => {
    await endDueFreeze(db, entrant.id, now)
    const was_leaving = await cancelDeletionRequest(db, entrant.id, now)
    // The password may have been reset while it was verified. A reset ends all sessions, and must not miss this one.
    const isStillRight = await lockPasswordHash(db, entrant.id, entrant.password_hash)
    const found = isStillRight ? await findUser(db, entrant.id) : undefined
    if (!found) {
      const freeze = await findFreeze(db, entrant.id, entrant.password_hash)
      throw freeze ? frozen(ctx, freeze) : wrongCredentials()
    }
    const signed_in_with = await prove(db)
    await insertSession(db, {
      id: newId(now),
      user_id: found.id,
      token_hash: hashSecret(token),
      user_agent,
      signed_in_with,
      now,
    })
    const is_new_device = await rememberDevice(db, { user_id: found.id, device: deviceName(device, 'en'), now })
    if (is_new_device) await notify(db, [{ id: newId(now), user_id: found.id, kind: 'new_sign_in', created_at: now }])
    const ended = await deleteSurplusSessions(db, found.id)
    return { user: found, was_leaving, signed_in_with, is_new_device, ended }
  })
  publishSessionsEnded(ctx, { user_id: user.id, session_ids: ended })
  if (is_new_device) {
    ctx.live.publish({ kind: 'notices_changed', user_ids: [user.id] })
    await trySend(ctx, 'send_new_device', { user_id: user.id, device, at: now.toISOString(), locale })
  }
  const viewer = shutStaffDoor(ctx.config, { ...user, signed_in_with })
  return { user: { ...presentUser(ctx, viewer), was_leaving }, token }
}

/** Refuses a frozen account before its second step, as without one. */
export async function refuseFrozen(
  ctx: Pick<Context, 'db' | 'now' | 'secret'>,
  { id, password_hash }: Entrant,
): Promise<void> {
  await endDueFreeze(ctx.db, id, ctx.now())
  const freeze = await findFreeze(ctx.db, id, password_hash)
  if (freeze) throw frozen(ctx, freeze)
}

/** Only whoever has given the right password is told, with the way to appeal. */
function frozen({ secret }: Pick<Context, 'secret'>, { decision_id, ...freeze }: FoundFreeze): AccountFrozenError {
  return new AccountFrozenError(freeze, decision_id === null ? undefined : statementPath(secret, decision_id))
}

export function wrongCredentials(): AppError {
  return new AppError('wrong_credentials', 'Wrong email or password')
}
