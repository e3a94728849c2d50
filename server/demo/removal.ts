import type { Context } from '#server/context.ts'
import {
  countDemoContent,
  type DemoContent,
  deleteDemoCases,
  deleteDemoLeftovers,
  disableDemoAccounts,
  listDemoAccounts,
  lockDemoAccount,
} from '#server/store/accounts/demo-accounts.ts'
import { eraseUser } from '#server/store/deletion/erasure.ts'
import { DEMO_EVERYBODY } from './people.ts'
import { removeDemoVisitors } from './visitors.ts'

type RemovalContext = Pick<Context, 'config' | 'db' | 'mail' | 'media' | 'now'>

export interface RemovedDemo extends DemoContent {
  contact_messages: number
  cases: number
  newsletter_addresses: number
  /** The number of pictures and videos, and their size. */
  files: number
  bytes: number
}

/**
 * Only the original addresses: a demo account may have got the address of a real member in the meantime, whose mails
 * must stay.
 */
const ADDRESSES = DEMO_EVERYBODY.map(({ email }) => email)
const NO_MAIL_IS_OLDER = new Date(0)

/**
 * Removes the demo world from a database: erases each account as a member's own deletion would, which removes its likes
 * and keeps conversations with members, then deletes the demo payments. It can be repeated after an interruption.
 */
export async function removeDemo(ctx: RemovalContext): Promise<RemovedDemo> {
  // The accounts are disabled first, because the server may be running with its demo enabled.
  await ctx.db.begin((db) => disableDemoAccounts(db, ctx.now()))
  const visitors = await ctx.db.begin((db) => removeDemoVisitors(db))
  const removed: RemovedDemo = {
    ...(await countDemoContent(ctx.db)),
    ...visitors,
    cases: await removeDemoCases(ctx),
    files: 0,
    bytes: 0,
  }
  for (const id of await listDemoAccounts(ctx.db)) {
    const { files, bytes } = await removeDemoAccount(ctx, id)
    removed.files += files
    removed.bytes += bytes
  }
  await ctx.db.begin((db) => deleteDemoLeftovers(db))
  await ctx.mail.forget(ADDRESSES, NO_MAIL_IS_OLDER)
  return removed
}

/** They go before the accounts, whose pictures they hold. */
async function removeDemoCases(ctx: RemovalContext): Promise<number> {
  return await ctx.db.begin(async (db) => {
    const cases = await deleteDemoCases(db)
    for (const key of cases.flatMap(({ sealed_keys }) => sealed_keys)) await ctx.media.store.remove(key)
    return cases.length
  })
}

/** Files are deleted before the commit, as in `eraseAccounts`: until then the rows still name them. */
async function removeDemoAccount(ctx: RemovalContext, id: string): Promise<{ files: number; bytes: number }> {
  return await ctx.db.begin(async (db) => {
    if (!(await lockDemoAccount(db, id, ctx.now()))) return { files: 0, bytes: 0 }
    const { media, export_keys } = await eraseUser(db, id, ADDRESSES)
    for (const stored of media) await ctx.media.discard(stored)
    for (const key of export_keys) await ctx.media.exports.remove(key)
    const bytes = media.flatMap(({ files }) => files).reduce((sum, file) => sum + file.bytes, 0)
    return { files: media.length, bytes }
  })
}
