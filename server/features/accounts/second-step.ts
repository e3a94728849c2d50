import type { Locale } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { notify } from '#server/domain/notify.ts'
import { hashWithSalt } from '#server/domain/passwords.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { openApp } from '#server/domain/second-factors/apps.ts'
import { spendChallenge } from '#server/domain/second-factors/challenges.ts'
import { readAuthentication, refused, type UsedPasskey } from '#server/domain/second-factors/passkeys.ts'
import { readRecoveryCode } from '#server/domain/second-factors/recovery-codes.ts'
import { findLiveTicket, secondStepOver } from '#server/domain/second-factors/tickets.ts'
import { findStep } from '#server/domain/second-factors/totp.ts'
import { AppError, invalid } from '#server/errors.ts'
import type { Caller } from '#server/http/caller.ts'
import { limitRate, uncountRate } from '#server/limits/rate-limits.ts'
import { findPasswordHash } from '#server/store/accounts/users.ts'
import { newId } from '#server/store/ids.ts'
import {
  findApp,
  listRecoveryCodes,
  recordPasskeyUse,
  takeRecoveryCode,
  takeStep,
} from '#server/store/second-factors/factors.ts'
import { cancelRecovery } from '#server/store/second-factors/recoveries.ts'
import { consumeTicket } from '#server/store/second-factors/tickets.ts'
import type { SignedInWith } from '#server/store/sessions.ts'
import { type Opened, openSession } from './open-session.ts'
import { takeAttempt } from './second-step-attempts.ts'
import { trustBrowser } from './trusted-browser.ts'

interface SecondStep {
  ticket: string
  code?: string | undefined
  recovery_code?: string | undefined
  passkey?: Record<string, unknown> | undefined
  trust_browser?: boolean | undefined
}

type Asker = Pick<Caller, 'ip' | 'cookie' | 'user_agent' | 'host' | 'origin'> & { locale: Locale }
/** What was typed or signed, checked as far as that is possible outside of the transaction that spends it. */
type Proof = (db: Tx) => Promise<SignedInWith | undefined>

/** Ends a sign-in whose password was right. The attempt is counted before it is judged. */
export async function takeSecondStep(
  ctx: Context,
  step: SecondStep,
  caller: Asker,
): Promise<Opened & { trust_cookie: string | undefined }> {
  const given = [step.code, step.recovery_code, step.passkey].filter((part) => part !== undefined)
  if (given.length !== 1) throw invalid('code', 'Send exactly one of code, recovery_code and passkey')
  const ticket = await findLiveTicket(ctx, step.ticket)
  const { user_id, password_hash, token_hash } = ticket
  const attempt = await takeAttempt(ctx, ticket, { ip: caller.ip, is_guess: step.passkey === undefined })
  let trust_cookie: string | undefined
  try {
    const proof = await readProof(ctx, step, caller, { user_id, ticket: step.ticket })
    const opened = await openSession(
      ctx,
      { id: user_id, password_hash },
      {
        ...caller,
        prove: async (db) => {
          if (!(await consumeTicket(db, token_hash))) throw secondStepOver()
          const signed_in_with = proof && (await proof(db))
          if (!signed_in_with) throw step.passkey ? refused() : wrongCode()
          await cancelRecovery(db, user_id, ctx.now())
          if (step.trust_browser) trust_cookie = await trustBrowser(ctx, db, user_id, caller.cookie)
          return signed_in_with
        },
      },
    )
    await attempt.uncount()
    if (step.recovery_code !== undefined) await publishNotices(ctx, [user_id])
    return { ...opened, trust_cookie }
  } catch (error) {
    if (isWrong(error) && attempt.tells_owner) await tellOwner(ctx, user_id)
    throw error
  }
}

function isWrong(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'wrong_code' || error.code === 'passkey_refused')
}

async function readProof(
  ctx: Context,
  { code, recovery_code, passkey }: SecondStep,
  caller: Asker,
  { user_id, ticket }: { user_id: string; ticket: string },
): Promise<Proof | undefined> {
  if (code !== undefined) return await readCode(ctx, user_id, code.replaceAll(/\s/g, ''))
  if (recovery_code !== undefined) return await readSpare(ctx, user_id, recovery_code)
  const ceremony = `second_step ${ticket}` as const
  const used = await readAuthentication(ctx, caller, { ceremony, answer: passkey ?? {}, user_id })
  return async (db) => await spendPasskey(ctx, db, used)
}

async function readCode(ctx: Context, user_id: string, code: string): Promise<Proof | undefined> {
  const app = await findApp(ctx.db, user_id)
  const step = app && findStep(await openApp(ctx, user_id, app), code, { now: ctx.now(), last_step: app.last_step })
  return step === undefined ? undefined : async (db) => ((await takeStep(db, user_id, step)) ? 'app' : undefined)
}

async function readSpare(ctx: Context, user_id: string, typed: string): Promise<Proof | undefined> {
  const [first] = await listRecoveryCodes(ctx.db, user_id)
  if (!first) return undefined
  const code_hash = await hashWithSalt(readRecoveryCode(typed), first.salt, { key: user_id, is_trusted: true })
  return async (db) => {
    const now = ctx.now()
    if (!(await takeRecoveryCode(db, user_id, code_hash, now))) return undefined
    await notify(db, [{ id: newId(now), user_id, kind: 'recovery_code_used', created_at: now }])
    return 'recovery_code'
  }
}

/** Of two sign-ins with the same answer one gets through. A counter that goes back is that of a copy. */
async function spendPasskey(ctx: Context, db: Tx, { passkey, counter, is_synced, challenge }: UsedPasskey) {
  if (!(await spendChallenge(db, challenge))) return undefined
  const isUsed = await recordPasskeyUse(db, { id: passkey.id, counter, is_synced, now: ctx.now() })
  return isUsed ? 'passkey' : undefined
}

/** Signs in with a passkey in place of the password. */
export async function signInWithPasskey(ctx: Context, answer: Record<string, unknown>, caller: Asker): Promise<Opened> {
  await limitRate(ctx, 'passkey_sign_in', { ip: caller.ip })
  const used = await readAuthentication(ctx, caller, { ceremony: 'sign_in', answer })
  const { user_id } = used.passkey
  // A network may be shared by many: only what does not fit is counted for it.
  await uncountRate(ctx, 'passkey_sign_in', { ip: caller.ip })
  await limitRate(ctx, 'passkey_success', { user_id })
  const password_hash = await findPasswordHash(ctx.db, user_id)
  if (password_hash === undefined) throw refused()
  return await openSession(
    ctx,
    { id: user_id, password_hash },
    {
      ...caller,
      prove: async (db) => {
        const signed_in_with = await spendPasskey(ctx, db, used)
        if (!signed_in_with) throw refused()
        await cancelRecovery(db, user_id, ctx.now())
        return signed_in_with
      },
    },
  )
}

/** Somebody knows the password and guesses at the second step. */
async function tellOwner(ctx: Context, user_id: string): Promise<void> {
  const created_at = ctx.now()
  await publishNotices(
    ctx,
    await notify(ctx.db, [{ id: newId(created_at), user_id, kind: 'second_step_failed', created_at }]),
  )
}

function wrongCode(): AppError {
  return new AppError('wrong_code', 'This code does not fit', { code: 'wrong' })
}
