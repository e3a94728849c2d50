import { createHmac, timingSafeEqual } from 'node:crypto'
import { exports } from '#contract/exports.ts'

/**
 * The link in the mail to a frozen person, who has no session to download an export with. It is valid as long as the
 * export is kept and the account is frozen; both are looked up with every request.
 */
export function exportLink(origin: string, secret: Buffer, export_id: string): string {
  const path = exports.get_export_file.path.replace('{id}', export_id)
  return `${origin}/api${path}?${new URLSearchParams({ key: keyOf(secret, export_id) })}`
}

/** Whether the key of a link was made for this export. */
export function isExportKey(secret: Buffer, export_id: string, key: string): boolean {
  const [given, right] = [Buffer.from(key), Buffer.from(keyOf(secret, export_id))]
  return given.length === right.length && timingSafeEqual(given, right)
}

function keyOf(secret: Buffer, export_id: string): string {
  return createHmac('sha256', secret).update(`export link ${export_id}`).digest('base64url')
}
