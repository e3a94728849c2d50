import type { Context } from '#server/context.ts'
import { removeExportFile } from '#server/media/store/export-files.ts'
import {
  closeDemoAccounts,
  countDemoContent,
  type DemoContent,
  deleteDemoRemains,
  listDemoAccounts,
  lockDemoAccount,
} from '#server/store/demo-accounts.ts'
import { eraseUser } from '#server/store/erasure.ts'
import { DEMO_EVERYBODY } from './cast.ts'

type RemovalContext = Pick<Context, 'config' | 'db' | 'mail' | 'media' | 'now'>

export interface RemovedDemo extends DemoContent {
  /** Pictures and videos, and how much room they took. */
  files: number
  bytes: number
}

/** Only these: an account of the demo world may have got the address of a member meanwhile, whose letters stay. */
const ADDRESSES = DEMO_EVERYBODY.map(({ email }) => email)
const NO_MAIL_IS_OLDER = new Date(0)

/**
 * Takes the demo world out of a database: each account as a member's own deletion would (likes are taken back, and
 * whoever wrote with them keeps the conversation), then the payments that are nobody's money. An interrupted removal is
 * finished by the next one.
 */
export async function removeDemo(ctx: RemovalContext): Promise<RemovedDemo> {
  // First of all nobody can use them any more, also where the product runs and shows its demo.
  await ctx.db.begin((db) => closeDemoAccounts(db, ctx.now()))
  const removed: RemovedDemo = { ...(await countDemoContent(ctx.db)), files: 0, bytes: 0 }
  for (const id of await listDemoAccounts(ctx.db)) {
    const { files, bytes } = await removeDemoAccount(ctx, id)
    removed.files += files
    removed.bytes += bytes
  }
  await ctx.db.begin((db) => deleteDemoRemains(db))
  await ctx.mail.forget(ADDRESSES, NO_MAIL_IS_OLDER)
  return removed
}

/** The rows go last, as in `eraseAccounts`: until then they name the files. */
async function removeDemoAccount(ctx: RemovalContext, id: string): Promise<{ files: number; bytes: number }> {
  return await ctx.db.begin(async (db) => {
    if (!(await lockDemoAccount(db, id, ctx.now()))) return { files: 0, bytes: 0 }
    const { media, export_keys } = await eraseUser(db, id, ADDRESSES)
    for (const stored of media) await ctx.media.discard(stored)
    for (const key of export_keys) await removeExportFile(ctx.config, key)
    const bytes = media.flatMap(({ files }) => files).reduce((sum, file) => sum + file.bytes, 0)
    return { files: media.length, bytes }
  })
}
