import type { Locale } from '#contract/accounts.ts'
import { isStaff } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { notify } from '#server/domain/notify.ts'
import { hashWithSalt } from '#server/domain/passwords.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { openApp } from '#server/domain/second-factors/apps.ts'
import { spendChallenge } from '#server/domain/second-factors/challenges.ts'
import { readAuthentication, refused, type UsedPasskey } from '#server/domain/second-factors/passkeys.ts'
import { readRecoveryCode } from '#server/domain/second-factors/recovery-codes.ts'
import { markOf, secondStepOver } from '#server/domain/second-factors/tickets.ts'
import { findStep } from '#server/domain/second-factors/totp.ts'
import { AppError, invalid } from '#server/errors.ts'
import type { Caller } from '#server/http/caller.ts'
import { accountAt, limitRate, uncountRate } from '#server/limits/rate-limits.ts'
import { findPasswordHash, findUser } from '#server/store/accounts/users.ts'
import { hashSecret, newId } from '#server/store/ids.ts'
import {
  findApp,
  listRecoveryCodes,
  recordPasskeyUse,
  takeRecoveryCode,
  takeStep,
} from '#server/store/second-factors/factors.ts'
import { cancelRecovery } from '#server/store/second-factors/recoveries.ts'
import { consumeTicket, TICKET_ATTEMPTS, takeTicketAttempt } from '#server/store/second-factors/tickets.ts'
import type { SignedInWith } from '#server/store/sessions.ts'
import { type Opened, openSession } from './open-session.ts'
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
  findDevice: (email: string) => Promise<string | undefined>,
): Promise<Opened & { trust_cookie: string | undefined }> {
  const given = [step.code, step.recovery_code, step.passkey].filter((part) => part !== undefined)
  if (given.length !== 1) throw invalid('code', 'Send exactly one of code, recovery_code and passkey')
  const token_hash = hashSecret(step.ticket)
  const ticket = await takeTicketAttempt(ctx.db, token_hash, ctx.now())
  if (!ticket) throw secondStepOver()
  const { user_id } = ticket
  const password_hash = await findPasswordHash(ctx.db, user_id)
  if (password_hash === undefined || !markOf(password_hash).equals(ticket.password_mark)) throw secondStepOver()
  const user = await findUser(ctx.db, user_id)
  const device_id = user && (await findDevice(user.email))
  const uncount = step.passkey ? async () => {} : await countGuess(ctx, { user_id, ip: caller.ip, device_id })
  const proof = await readProof(ctx, step, caller, { user_id, ticket: step.ticket })
  const wrong = step.passkey ? refused() : wrongCode()
  let trust_cookie: string | undefined
  try {
    const opened = await openSession(
      ctx,
      { id: user_id, password_hash },
      {
        ...caller,
        prove: async (db) => {
          if (!(await consumeTicket(db, token_hash))) throw secondStepOver()
          const signed_in_with = proof && (await proof(db))
          if (!signed_in_with) throw wrong
          await cancelRecovery(db, user_id, ctx.now())
          if (step.trust_browser && user && !isStaff(user))
            trust_cookie = await trustBrowser(ctx, db, user_id, caller.cookie)
          return signed_in_with
        },
      },
    )
    await uncount()
    if (step.recovery_code !== undefined) await publishNotices(ctx, [user_id])
    return { ...opened, trust_cookie }
  } catch (error) {
    if (error === wrong && ticket.attempts === TICKET_ATTEMPTS) await tellOwner(ctx, user_id)
    throw error
  }
}

/**
 * Counted by account and network, by network, and by account for a day; a device on which somebody has signed in before has a
 * counter of its own, so that a thief of the password cannot use up what the owner needs. A passkey cannot be guessed.
 */
async function countGuess(
  ctx: Context,
  { user_id, ip, device_id }: { user_id: string; ip: string; device_id: string | undefined },
): Promise<() => Promise<void>> {
  const counted = device_id === undefined ? { account_at: accountAt(user_id, ip), ip } : { device_id }
  await limitRate(ctx, 'second_step', counted)
  if (device_id === undefined) await limitRate(ctx, 'second_step_account', { user_id })
  return async () => {
    await uncountRate(ctx, 'second_step', counted)
    if (device_id === undefined) await uncountRate(ctx, 'second_step_account', { user_id })
  }
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

/** Somebody knows the password and has guessed at the second step until the ticket was used up. */
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
