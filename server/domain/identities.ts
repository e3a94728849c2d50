import { isIban } from '#contract/iban.ts'
import type { VerificationDetails } from '#contract/verifications.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { openJson, type Seal, SealBroken, type Sealed, sealJson } from '#server/seal.ts'
import { findAccount } from '#server/store/payouts/accounts.ts'
import { findVerification, isVerified } from '#server/store/verifications.ts'

/** The context of a product that verifies who creators are. */
export type IdentityContext = Context & { seal: Seal }

/** While nobody is verified here, every call about it is answered as if it did not exist. */
export function identitiesOf(ctx: Context): IdentityContext {
  if (!ctx.seal) throw notFound()
  return { ...ctx, seal: ctx.seal }
}

export function sealDetails(seal: Seal, creator_id: string, details: VerificationDetails): Sealed {
  return sealJson(seal, details, { owner: creator_id, purpose: 'details' })
}

export function openDetails(seal: Seal, creator_id: string, sealed: Sealed): VerificationDetails {
  return openJson<VerificationDetails>(seal, sealed, { owner: creator_id, purpose: 'details' })
}

/**
 * What a creator has sent of themselves, for their own export. The documents are not in it: its owner has them, and they
 * leave the seal only for whoever decides. Of the account there is what recognises it.
 */
export async function readIdentity(db: Queryable, seal: Seal, creator_id: string): Promise<object | null> {
  const [found, account] = [await findVerification(db, creator_id), await findAccount(db, creator_id)]
  if (!found && !account?.account_last4) return null
  const { state, sent_at, decided_at, refusal, note } = found ?? {}
  return {
    state,
    sent_at,
    decided_at,
    refusal,
    note,
    details: found ? openDetails(seal, creator_id, found) : null,
    account: account?.account_last4
      ? { begin: account.account_begin, last4: account.account_last4, changed_at: account.changed_at }
      : null,
  }
}

/**
 * The name of a creator that was verified, for papers that only they read. Undefined if there is none, or if the key is lost:
 * a paper is not withheld because of it.
 */
export async function findLegalName(
  { db, seal, log, now }: Pick<Context, 'db' | 'seal' | 'log' | 'now'>,
  creator_id: string,
): Promise<string | undefined> {
  const found = await findVerification(db, creator_id)
  if (!seal || !found || !(await isVerified(db, creator_id, now()))) return undefined
  try {
    return openDetails(seal, creator_id, found).legal_name
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    log.error({ err: error }, 'a sealed record cannot be opened')
    return undefined
  }
}

/** Opens something for somebody who waits. If the key is not known, the log says so, and they are told to try later. */
export function openSealed<T>({ log }: Pick<Context, 'log'>, open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    log.error({ err: error }, 'a sealed record cannot be opened')
    const unavailable = new AppError('unavailable', 'This cannot be opened at the moment. Please try again later.')
    unavailable.cause = error
    throw unavailable
  }
}

export function refuseIban(iban: string): void {
  if (!isIban(iban)) throw invalid('iban', 'This is not an IBAN of the SEPA area. Please check every digit')
}

/** With CREATOR_ENROLLMENT=verified nobody publishes before an admin has verified who they are. */
export async function refuseUnverified(
  ctx: Pick<Context, 'config' | 'now'> & { db: Queryable },
  creator_id: string,
): Promise<void> {
  if (ctx.config.creator_enrollment !== 'verified' || (await isVerified(ctx.db, creator_id, ctx.now()))) return
  throw new AppError('unverified', 'Creators publish here after we have verified who they are')
}
