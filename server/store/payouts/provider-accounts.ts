import type { Queryable, Tx } from '#server/db/connect.ts'

type Provider = 'stripe' | 'sandbox'

/** The account of a creator at the payout provider. */
export interface ProviderAccountRow {
  creator_id: string
  reference: string
  is_ready: boolean
  account_last4: string | null
  /** When the bank account was given, here or there, or changed; null if there was none yet. */
  changed_at: Date | null
}

/** The account that a creator has opened there; undefined if there is none. */
export async function findProviderAccount(
  db: Queryable,
  provider: Provider,
  creator_id: string,
): Promise<ProviderAccountRow | undefined> {
  const [row] = await db<ProviderAccountRow[]>`
    select ${columns(db)} from payees where creator_id = ${creator_id} and provider = ${provider} and reference is not null`
  return row
}

/** Whose account this is. Locks the row until the transaction ends. */
export async function lockProviderAccount(
  db: Tx,
  provider: Provider,
  reference: string,
): Promise<ProviderAccountRow | undefined> {
  const [row] = await db<ProviderAccountRow[]>`
    select ${columns(db)} from payees where provider = ${provider} and reference = ${reference} for update`
  return row
}

function columns(db: Queryable) {
  return db`creator_id, reference, is_ready, account_last4, changed_at`
}

/** Remembers which account a creator has opened. Another one than before has to be filled in first. */
export async function saveReference(
  db: Queryable,
  { creator_id, provider, reference }: { creator_id: string; provider: Provider; reference: string },
): Promise<void> {
  await db`
    insert into payees as y (creator_id, provider, reference) values (${creator_id}, ${provider}, ${reference})
    on conflict (creator_id) do update
      set provider = excluded.provider, reference = excluded.reference, is_ready = false, account_begin = null,
        account_last4 = null
      where (y.provider, y.reference) is distinct from (excluded.provider, excluded.reference)`
}

export async function saveReadiness(db: Tx, creator_id: string, is_ready: boolean): Promise<void> {
  await db`update payees set is_ready = ${is_ready} where creator_id = ${creator_id}`
}

/** Another bank account is behind it. */
export async function saveBank(
  db: Tx,
  bank: { creator_id: string; last4: string; changed_at: Date; held_until: Date | null },
): Promise<void> {
  const { creator_id, last4, changed_at, held_until } = bank
  await db`
    update payees set account_begin = null, account_last4 = ${last4}, changed_at = ${changed_at}, held_until = ${held_until}
    where creator_id = ${creator_id}`
}
