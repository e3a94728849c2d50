import { randomBytes } from 'node:crypto'
import type { Passkey, SecondFactors } from '#contract/second-factors.ts'
import { isStaff } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { notify } from '#server/domain/notify.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { openApp } from '#server/domain/second-factors/apps.ts'
import { spendChallenge } from '#server/domain/second-factors/challenges.ts'
import { readRegistration, refused } from '#server/domain/second-factors/passkeys.ts'
import { type NewRecoveryCodes, newRecoveryCodes } from '#server/domain/second-factors/recovery-codes.ts'
import { isStrongSession, refuseWeakSession } from '#server/domain/second-factors/strong-session.ts'
import { findFactors } from '#server/domain/second-factors/tickets.ts'
import { appAddress, base32, findStep } from '#server/domain/second-factors/totp.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import type { Caller } from '#server/http/caller.ts'
import { lockUser } from '#server/store/accounts/users.ts'
import { newId } from '#server/store/ids.ts'
import type { NoticeDetails } from '#server/store/notices.ts'
import {
  confirmApp,
  deleteApp,
  deleteFactors,
  deletePasskey,
  deleteTrustedBrowsers,
  findApp,
  findNewApp,
  insertPasskey,
  listPasskeys,
  listRecoveryCodes,
  type PasskeyRow,
  replaceRecoveryCodes,
  startApp,
} from '#server/store/second-factors/factors.ts'
import { cancelRecovery } from '#server/store/second-factors/recoveries.ts'
import { forgetSecondFactor, type SessionViewer, setSignedInWith } from '#server/store/sessions.ts'
import { insertOwnAuditEntry } from '#server/store/staff/audit.ts'
import { isFresh } from './prove-owner.ts'

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
const PASSKEYS_MAX = 20

export async function readFactors(ctx: Context, viewer: SessionViewer): Promise<SecondFactors> {
  const passkeys = await listPasskeys(ctx.db, viewer.id)
  const app = await findApp(ctx.db, viewer.id)
  const codes = await listRecoveryCodes(ctx.db, viewer.id)
  const [first] = codes
  return {
    passkeys: passkeys.map(presentPasskey),
    app: app ? { created_at: app.confirmed_at.toISOString() } : null,
    recovery: first
      ? {
          created_at: first.created_at.toISOString(),
          left: codes.filter(({ used_at }) => used_at === null).length,
          codes: codes.map(({ position, used_at }) => ({ position, used_at: used_at?.toISOString() ?? null })),
        }
      : null,
    asks_password: !isFresh(ctx, viewer),
    may_change: await isStrongSession(ctx.db, viewer),
  }
}

export function presentPasskey({ id, name, created_at, last_used_at, is_synced }: PasskeyRow): Passkey {
  return {
    id,
    name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    is_synced,
  }
}

export async function startLinking(ctx: Context, viewer: SessionViewer): Promise<{ secret: string; address: string }> {
  const secret = randomBytes(SECRET_BYTES)
  const sealed = ctx.factor_seal.seal(secret, { owner: viewer.id, purpose: 'app' })
  if (!(await startApp(ctx.db, viewer.id, sealed, ctx.now())))
    throw invalid('code', 'An authenticator app is linked already: turn it off first')
  return { secret: base32(secret), address: appAddress(secret, viewer.email) }
}

export async function linkApp(ctx: Context, viewer: SessionViewer, typed: string): Promise<string[] | null> {
  await refuseWeakSession(ctx.db, viewer)
  const app = await findNewApp(ctx.db, viewer.id, ctx.now())
  if (!app) throw new AppError('invalid', 'Begin again: this key is over', { code: 'over' })
  const secret = await openApp(ctx, viewer.id, app)
  const step = findStep(secret, typed.replaceAll(/\s/g, ''), { now: ctx.now(), last_step: 0 })
  if (step === undefined) throw new AppError('wrong_code', 'This code does not fit', { code: 'wrong' })
  return await addFactor(ctx, viewer, 'app', async (db) => {
    const isLinked = await confirmApp(db, { user_id: viewer.id, secret: app.secret, step, now: ctx.now() })
    if (!isLinked) throw new AppError('invalid', 'Begin again: this key is over', { code: 'over' })
  })
}

export async function addPasskey(
  ctx: Context,
  viewer: SessionViewer,
  { name, answer }: { name: string; answer: Record<string, unknown> },
  caller: Pick<Caller, 'host' | 'origin'>,
): Promise<{ passkey: Passkey; recovery_codes: string[] | null }> {
  await refuseWeakSession(ctx.db, viewer)
  const { session_id } = viewer
  const { challenge, ...made } = await readRegistration(ctx, caller, { user_id: viewer.id, session_id, answer })
  const now = ctx.now()
  const passkey = { ...made, id: newId(now), user_id: viewer.id, name: name.trim(), created_at: now }
  const recovery_codes = await addFactor(ctx, viewer, 'passkey', async (db) => {
    if (!(await spendChallenge(db, challenge))) throw refused()
    if ((await listPasskeys(db, viewer.id)).length >= PASSKEYS_MAX)
      throw invalid('name', `An account has at most ${PASSKEYS_MAX} passkeys`)
    if (!(await insertPasskey(db, passkey))) throw refused()
  })
  return { passkey: presentPasskey({ ...passkey, last_used_at: null }), recovery_codes }
}

/**
 * Adds a factor, which this session has just proven. The first one comes with recovery codes. The user is locked, so that of
 * two first factors one is the first.
 */
async function addFactor(
  ctx: Context,
  viewer: SessionViewer,
  factor: 'app' | 'passkey',
  add: (db: Tx) => Promise<void>,
): Promise<string[] | null> {
  const isFirst = (await listRecoveryCodes(ctx.db, viewer.id)).length === 0
  const codes = isFirst ? await newRecoveryCodes({ key: viewer.id, is_trusted: true }) : undefined
  const stored = await change(ctx, viewer, { kind: 'factor_added', details: { factor } }, async (db) => {
    await add(db)
    await setSignedInWith(db, viewer.session_id, factor)
    if (!codes || (await listRecoveryCodes(db, viewer.id)).length > 0) return false
    await storeCodes(ctx, db, viewer, codes)
    return true
  })
  return stored && codes ? codes.codes : null
}

async function storeCodes(ctx: Context, db: Tx, { id }: SessionViewer, { hashes, salt }: NewRecoveryCodes) {
  await replaceRecoveryCodes(db, { user_id: id, hashes, salt, now: ctx.now() })
}

export async function makeCodesAnew(ctx: Context, viewer: SessionViewer): Promise<string[]> {
  if (!(await findFactors(ctx.db, viewer.id))) throw notFound()
  const codes = await newRecoveryCodes({ key: viewer.id, is_trusted: true })
  await change(ctx, viewer, { kind: 'recovery_codes_made', details: {} }, async (db) => {
    if (!(await findFactors(db, viewer.id))) throw notFound()
    await storeCodes(ctx, db, viewer, codes)
  })
  return codes.codes
}

export async function removeApp(ctx: Context, viewer: SessionViewer): Promise<void> {
  await removeFactor(ctx, viewer, 'app', async (db) => await deleteApp(db, viewer.id))
}

export async function removePasskey(ctx: Context, viewer: SessionViewer, id: string): Promise<void> {
  await removeFactor(ctx, viewer, 'passkey', async (db) => {
    return (await deletePasskey(db, { id, user_id: viewer.id })) !== undefined
  })
}

/** With the last factor the codes go too, and no session counts as one with a second factor any more. */
async function removeFactor(
  ctx: Context,
  viewer: SessionViewer,
  factor: 'app' | 'passkey',
  remove: (db: Tx) => Promise<boolean>,
): Promise<void> {
  await change(ctx, viewer, { kind: 'factor_removed', details: { factor } }, async (db) => {
    if (!(await remove(db))) throw notFound()
    await deleteTrustedBrowsers(db, viewer.id)
    if (await findFactors(db, viewer.id)) return
    await deleteFactors(db, viewer.id)
    await forgetSecondFactor(db, viewer.id)
  })
}

/** Every change is told to the owner, in the product and by mail, and audited for staff, in its own transaction. */
async function change<T>(
  ctx: Context,
  viewer: SessionViewer,
  { kind, details }: { kind: 'factor_added' | 'factor_removed' | 'recovery_codes_made'; details: NoticeDetails },
  act: (db: Tx) => Promise<T>,
): Promise<T> {
  const created_at = ctx.now()
  const result = await ctx.db.begin(async (db) => {
    await lockUser(db, viewer.id)
    await refuseWeakSession(db, viewer)
    const done = await act(db)
    // Whoever changes their factors has not lost all of them.
    await cancelRecovery(db, viewer.id, created_at)
    await notify(db, [{ id: newId(created_at), user_id: viewer.id, kind, details, created_at }])
    const staff = { ...viewer, role: viewer.role ?? viewer.shut_role ?? null }
    if (isStaff(staff)) await insertOwnAuditEntry(db, viewer.id, { action: kind, details: { ...details }, created_at })
    return done
  })
  await publishNotices(ctx, [viewer.id])
  return result
}
