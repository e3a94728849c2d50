import { createHmac } from 'node:crypto'
import type { Queryable } from '#server/db/connect.ts'
import { mailboxKey } from '#server/emails.ts'

/**
 * Remembers the addresses of closed accounts. The hash is keyed (HMAC), so that nobody can find an address by hashing
 * guesses.
 */
export async function insertClosedAddresses(
  db: Queryable,
  { secret, emails, decision_id, now }: { secret: Buffer; emails: readonly string[]; decision_id: string; now: Date },
): Promise<void> {
  for (const email of emails) {
    await db`
      insert into closed_addresses (address_hash, decision_id, closed_at)
      values (${closedAddressHash(secret, email)}, ${decision_id}, ${now})
      on conflict (address_hash) do update set decision_id = excluded.decision_id`
  }
}

/** The decision was undone: its addresses may sign up again. */
export async function deleteClosedAddresses(db: Queryable, decision_id: string): Promise<void> {
  await db`delete from closed_addresses where decision_id = ${decision_id}`
}

/** Whether an account with this address was closed, or with one that leads to the same mailbox. */
export async function isAddressClosed(db: Queryable, secret: Buffer, email: string): Promise<boolean> {
  const rows = await db`select 1 from closed_addresses where address_hash = ${closedAddressHash(secret, email)}`
  return rows.length === 1
}

export function closedAddressHash(secret: Buffer, email: string): Buffer {
  return createHmac('sha256', secret)
    .update(`closed address ${mailboxKey(email)}`)
    .digest()
}
