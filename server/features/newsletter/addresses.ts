import type { NewsletterAddress } from '#contract/newsletter.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { toCsvPieces } from '#server/csv.ts'
import { notFound } from '#server/errors.ts'
import { cutPage, formatCursor, type Page, parseCursor } from '#server/paging.ts'
import {
  type AddressFilter,
  type AddressRow,
  deleteAddressById,
  listAllAddresses,
  listAddresses as listStoredAddresses,
} from '#server/store/newsletter/address-list.ts'
import { NEWSLETTER_COLUMNS } from '#server/store/newsletter/newsletter.ts'
import { insertOwnAuditEntry } from '#server/store/staff/audit.ts'

export async function listAddresses(
  ctx: Pick<Context, 'db'>,
  filter: AddressFilter,
  cursor: string | undefined,
): Promise<Page<NewsletterAddress>> {
  const { page, last } = cutPage(await listStoredAddresses(ctx.db, filter, parseCursor(cursor)))
  return { items: page.map(presentAddress), cursor: last && formatCursor({ at: last.created_at, id: last.id }) }
}

function presentAddress(row: AddressRow): NewsletterAddress {
  const { id, email, consent_locale: locale, is_interested_in_creating } = row
  const confirmed_at = row.confirmed_at?.toISOString() ?? null
  return { id, email, locale, is_interested_in_creating, created_at: row.created_at.toISOString(), confirmed_at }
}

/**
 * The confirmed addresses as CSV, with their consent: nobody may write to the others. The download is an entry of the
 * audit log, which is stored before the first byte is sent.
 */
export async function exportAddresses(
  ctx: Pick<Context, 'db' | 'now'>,
  staff: Viewer,
  search: string | undefined,
): Promise<AsyncIterable<string>> {
  await insertOwnAuditEntry(ctx.db, staff.id, { action: 'newsletter_exported', created_at: ctx.now() })
  return toCsvPieces(NEWSLETTER_COLUMNS, listAllAddresses(ctx.db, { state: 'confirmed', search }))
}

/** The entry has the id of the address and not the address. */
export async function eraseAddress(ctx: Pick<Context, 'db' | 'now'>, staff: Viewer, id: string): Promise<void> {
  await ctx.db.begin(async (db) => {
    if (!(await deleteAddressById(db, id))) throw notFound()
    const details = { address_id: id }
    await insertOwnAuditEntry(db, staff.id, { action: 'newsletter_erased', details, created_at: ctx.now() })
  })
}
