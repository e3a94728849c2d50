import { DELETION_GRACE_DAYS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { tryEach } from '#server/jobs/best-effort.ts'
import { recipientHash, sendBoundedAlone } from '#server/jobs/bounded-mail.ts'
import { removeExportFile } from '#server/media/store/export-files.ts'
import { eraseUser } from '#server/store/erasure.ts'
import { findLeaver, holdDueLeaver, listDueLeavers } from '#server/store/leaving.ts'
import { deleteMailCounts } from '#server/store/mail-counts.ts'
import { earlier } from '#server/time.ts'
import { deletionMail } from './mails.ts'

type ErasureContext = Pick<Context, 'config' | 'db' | 'log' | 'mail' | 'media' | 'now' | 'secret'>

/** Who has changed their mind meanwhile is not told any more. */
export async function confirmDeletion(
  ctx: Pick<Context, 'config' | 'db' | 'mail' | 'now' | 'origin' | 'secret'>,
  { user_id }: { user_id: string },
): Promise<void> {
  const leaver = await findLeaver(ctx.db, user_id)
  if (!leaver) return
  const words = deletionMail(leaver.locale ?? 'en', leaver.erased_at, `${ctx.origin()}${paths.login}`)
  await sendBoundedAlone(ctx, { kind: 'deletion', to: leaver.email }, words)
}

/** Erases everybody whose time has come. One who cannot be erased now is tried again with the next run, and stops nobody. */
export async function eraseAccounts(ctx: ErasureContext): Promise<void> {
  await tryEach(await listDueLeavers(ctx.db, ctx.now()), (id) => eraseAccount(ctx, id))
}

/**
 * Rows and bytes of one person. The rows go last: whatever stops this half-way, they still name the files, and nobody
 * else could reach those since the account was hidden.
 */
async function eraseAccount(ctx: ErasureContext, user_id: string): Promise<void> {
  await ctx.db.begin(async (db) => {
    const now = ctx.now()
    const email_keys = await holdDueLeaver(db, user_id, now)
    if (!email_keys) return
    const { media, export_keys } = await eraseUser(db, user_id, email_keys)
    await deleteMailCounts(
      db,
      email_keys.map((key) => recipientHash(ctx.secret, key)),
    )
    for (const stored of media) await ctx.media.discard(stored)
    for (const key of export_keys) await removeExportFile(ctx.config, key)
    await ctx.mail.forget(email_keys, earlier(now, DELETION_GRACE_DAYS * DAY_MS))
  })
}
