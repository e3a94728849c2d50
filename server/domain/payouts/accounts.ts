import { plainIban } from '#contract/iban.ts'
import { ACCOUNT_HOLD_HOURS } from '#contract/payouts.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { notify } from '#server/domain/notify.ts'
import { openJson, type Seal, SealBroken, type Sealed, sealJson } from '#server/seal.ts'
import { newId } from '#server/store/ids.ts'
import { lockAccount, saveAccount, saveHolder } from '#server/store/payouts/accounts.ts'
import { later } from '#server/time.ts'

/** A bank account that we keep. */
export interface BankAccount {
  /** The legal name of the creator, as it was verified. */
  holder: string
  /** Without spaces. */
  iban: string
}

/** Opens the account of a creator: that of `payees`, or the one with which a payout was asked for. */
export function openAccount(seal: Seal, sealed: Sealed, creator_id: string): BankAccount {
  return openJson<BankAccount>(seal, sealed, { owner: creator_id, purpose: 'account' })
}

/**
 * Stores the bank account of a creator, in a transaction. Payouts wait for two days if it replaces another one, and the
 * creator is told of every new number: call `publishNotices` after the commit if it returns true. The same number again
 * changes nothing but the holder.
 */
export async function setAccount(
  db: Tx,
  { seal, now }: { seal: Seal } & Pick<Context, 'now'>,
  creator_id: string,
  account: BankAccount,
): Promise<boolean> {
  const iban = plainIban(account.iban)
  const sealed = sealJson(seal, { ...account, iban }, { owner: creator_id, purpose: 'account' })
  const before = await lockAccount(db, creator_id)
  const known = before.sealed && before.key_id !== null ? { sealed: before.sealed, key_id: before.key_id } : undefined
  const replaced = known && tryOpen(seal, known, creator_id)
  if (replaced?.iban === iban) {
    if (replaced.holder !== account.holder) await saveHolder(db, creator_id, sealed)
    return false
  }
  const changed_at = now()
  const held_until = known ? later(changed_at, ACCOUNT_HOLD_HOURS * HOUR_MS) : null
  const last4 = iban.slice(-4)
  await saveAccount(db, { ...sealed, creator_id, begin: iban.slice(0, 4), last4, changed_at, held_until })
  const details = { last4, ...(held_until && { expires_at: held_until.toISOString() }) }
  await notify(db, [
    { id: newId(changed_at), user_id: creator_id, kind: 'payout_account_changed', details, created_at: changed_at },
  ])
  return true
}

/** Puts the verified name on the account, if there is one and its key is known. */
export async function setHolder(db: Tx, seal: Seal, creator_id: string, holder: string): Promise<void> {
  const { sealed, key_id } = await lockAccount(db, creator_id)
  const account = sealed && key_id !== null ? tryOpen(seal, { sealed, key_id }, creator_id) : undefined
  if (!account || account.holder === holder) return
  await saveHolder(db, creator_id, sealJson(seal, { ...account, holder }, { owner: creator_id, purpose: 'account' }))
}

/** Undefined if the key is lost. Then a new number is all that helps, and it counts as a change. */
export function tryOpen(seal: Seal, sealed: Sealed, creator_id: string): BankAccount | undefined {
  try {
    return openAccount(seal, sealed, creator_id)
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}
