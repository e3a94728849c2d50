import type { Queryable, Tx } from '#server/db/connect.ts'
import type { Sealed } from '#server/seal.ts'

/** Where the money of a creator goes, as it is stored. */
export interface AccountRow {
  creator_id: string
  /** The holder and the IBAN. Null if there is none, or it is at the payout provider. */
  sealed: Buffer | null
  key_id: string | null
  account_begin: string | null
  account_last4: string | null
  changed_at: Date | null
  held_until: Date | null
}

export async function findAccount(db: Queryable, creator_id: string): Promise<AccountRow | undefined> {
  const [row] = await db<AccountRow[]>`select ${columns(db)} from payees where creator_id = ${creator_id}`
  return row
}

/** Makes the row of a creator if there is none, and locks it until the transaction ends. */
export async function lockAccount(db: Tx, creator_id: string): Promise<AccountRow> {
  await db`insert into payees (creator_id) values (${creator_id}) on conflict do nothing`
  const [row] = await db<AccountRow[]>`select ${columns(db)} from payees where creator_id = ${creator_id} for update`
  if (!row) throw new Error('a payee has no row')
  return row
}

function columns(db: Queryable) {
  return db`creator_id, sealed, key_id, account_begin, account_last4, changed_at, held_until`
}

export interface NewAccount extends Sealed {
  creator_id: string
  begin: string
  last4: string
  changed_at: Date
  held_until: Date | null
}

/** Call it after `lockAccount`. */
export async function saveAccount(db: Tx, account: NewAccount): Promise<void> {
  const { creator_id, sealed, key_id, begin, last4, changed_at, held_until } = account
  await db`
    update payees set sealed = ${sealed}, key_id = ${key_id}, account_begin = ${begin}, account_last4 = ${last4},
      changed_at = ${changed_at}, held_until = ${held_until}
    where creator_id = ${creator_id}`
}

/** The same account with another name on it. */
export async function saveHolder(db: Tx, creator_id: string, { sealed, key_id }: Sealed): Promise<void> {
  await db`update payees set sealed = ${sealed}, key_id = ${key_id} where creator_id = ${creator_id}`
}
