import type { NewsletterState } from '#contract/newsletter.ts'
import type { Queryable } from '#server/db/connect.ts'
import { emailKey } from '#server/emails.ts'
import { FIRST_PAGE, PAGE_ROWS, type TimeCursor } from '#server/paging.ts'
import { holds } from '#server/store/staff/admin-users.ts'
import { deleteNewsletterAddress, type ListedAddress, NEWSLETTER_COLUMNS } from './newsletter.ts'

export interface AddressFilter {
  /** Every state if it is missing. */
  state?: NewsletterState | undefined
  /** A part of the address. */
  search?: string | undefined
}

export type AddressRow = Omit<ListedAddress, 'confirmed_at'> & { id: string; confirmed_at: Date | null }

/** A page of addresses, newest first, plus the first row of the next page. */
export async function listAddresses(
  db: Queryable,
  filter: AddressFilter,
  before: TimeCursor = FIRST_PAGE,
): Promise<AddressRow[]> {
  return await selectAddresses(db, filter, before, PAGE_ROWS)
}

const ROWS_AT_ONCE = 1000

/** All addresses of a filter, newest first, because there can be more than fit into memory. */
export async function* listAllAddresses(db: Queryable, filter: AddressFilter): AsyncGenerator<AddressRow[]> {
  let before: TimeCursor | undefined = FIRST_PAGE
  do {
    const page: AddressRow[] = await selectAddresses(db, filter, before, ROWS_AT_ONCE)
    yield page
    const last: AddressRow | undefined = page[ROWS_AT_ONCE - 1]
    before = last && { at: last.created_at, id: last.id }
  } while (before)
}

async function selectAddresses(
  db: Queryable,
  { state, search = '' }: AddressFilter,
  before: TimeCursor,
  most: number,
): Promise<AddressRow[]> {
  const ofState = { confirmed: db`confirmed_at is not null`, unconfirmed: db`confirmed_at is null` }
  const words = emailKey(search)
  return await db<AddressRow[]>`
    select id, ${db(NEWSLETTER_COLUMNS)} from newsletter_addresses
    where (created_at, id) < (${before.at}, ${before.id}) and ${state ? ofState[state] : db`true`}
      and ${words === '' ? db`true` : holds(db, db`email_key`, words)}
    order by created_at desc, id desc ${db.unsafe(`limit ${most}`)}`
}

/** Deletes an address with everything that is stored for it. False if there is no such address. */
export async function deleteAddressById(db: Queryable, id: string): Promise<boolean> {
  const [address] = await db<{ email_key: string }[]>`
    select email_key from newsletter_addresses where id = ${id} for update`
  if (!address) return false
  await deleteNewsletterAddress(db, address.email_key)
  return true
}
