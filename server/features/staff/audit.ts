import type { AuditEntry } from '#contract/staff.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { toCsvPieces } from '#server/csv.ts'
import { mediaPath } from '#server/media/media.ts'
import { cutPage, type Page } from '#server/paging.ts'
import { insertOwnAuditEntry } from '#server/store/staff/audit.ts'
import {
  type AuditFilter,
  type AuditRow,
  listAudit as listStoredAudit,
  listWholeAudit,
} from '#server/store/staff/audit-list.ts'

export async function listAudit(
  ctx: Pick<Context, 'db'>,
  filter: AuditFilter,
  before: string | undefined,
): Promise<Page<AuditEntry>> {
  const { page, last } = cutPage(await listStoredAudit(ctx.db, filter, before))
  return { items: page.map(presentEntry), cursor: last?.id }
}

function presentEntry(row: AuditRow): AuditEntry {
  const { id, action, post_id, reason, creator, days, role } = row
  return {
    id,
    created_at: row.created_at.toISOString(),
    who: row.staff_id === null ? null : { username: row.staff_name, profile_pic: mediaPath(row.staff_picture_id) },
    action,
    whom: { username: row.name, profile_pic: mediaPath(row.picture_id) },
    post_id,
    reason,
    creator,
    days,
    role,
  }
}

const CSV_COLUMNS = ['when', 'who', 'action', 'whom', 'post', 'reason', 'creator', 'days', 'role'] as const

/** The audit log as CSV. The download itself is an entry, which is stored before the first byte is sent. */
export async function exportAudit(
  ctx: Pick<Context, 'db' | 'now'>,
  staff: Viewer,
  filter: AuditFilter,
): Promise<AsyncIterable<string>> {
  await insertOwnAuditEntry(ctx.db, staff.id, { action: 'audit_exported', created_at: ctx.now() })
  return toCsvPieces(CSV_COLUMNS, csvPages(listWholeAudit(ctx.db, filter)))
}

type CsvRow = Record<(typeof CSV_COLUMNS)[number], string | Date | null>

async function* csvPages(pages: AsyncIterable<AuditRow[]>): AsyncGenerator<CsvRow[]> {
  for await (const rows of pages) yield rows.map(csvRow)
}

function csvRow(row: AuditRow): CsvRow {
  const { action, post_id: post, reason, creator, days, role } = row
  const who = row.staff_id === null ? 'command line' : row.staff_name
  const given = days === null ? null : String(days)
  return { when: row.created_at, who, action, whom: row.name, post, reason, creator, days: given, role }
}
