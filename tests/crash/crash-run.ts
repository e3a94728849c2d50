import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect, type Db } from '#server/db/connect.ts'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { BatchWriter, findWrongPayouts, PayoutWriter } from './payout-writers.ts'
import { PostWriter } from './post-writer.ts'
import { type ProductProcess, startProduct, type Victim } from './product-process.ts'
import { AccountWriter, UsernameWriter, VisitorWriter, type Writer, waitUntilReady } from './writers.ts'

export interface CrashReport {
  acknowledged: number
  missing: string[]
  /** How long each restart took, in seconds. */
  restarts: number[]
}

const USERNAME_WRITERS = 4
const PAYOUT_WRITERS = 3
/** The kill comes at a random moment within this time, while all writers go on. */
const KILL_WITHIN_MS = 1_000

const VICTIMS: readonly Victim[] = ['the product', 'everything', 'the database']

/**
 * Kills the product, then the product with its database, then the database alone, which the product must restart, while
 * clients write. After each kill it looks for every acknowledged write. A round is one kill of each kind.
 */
export async function runCrashes(rounds: number, tell: (line: string) => void): Promise<CrashReport> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loge-crash-'))
  const usernames = Array.from({ length: USERNAME_WRITERS }, (_, index) => new UsernameWriter(`writer-${index}`))
  const accounts = new AccountWriter()
  const newsletter = new VisitorWriter('/newsletter')
  const contact = new VisitorWriter('/contact')
  const posts = new PostWriter()
  const payouts = Array.from({ length: PAYOUT_WRITERS }, (_, index) => new PayoutWriter(`payee-${index}`))
  const batches = new BatchWriter()
  const writers: Writer[] = [...usernames, accounts, newsletter, contact, posts, ...payouts, batches]
  const report: CrashReport = { acknowledged: 0, missing: [], restarts: [] }

  let product = await startProduct(dataDir)
  try {
    for (const member of [...usernames, posts]) await member.join(product.url)
    await withDatabase(dataDir, async (db) => {
      for (const member of [...payouts, batches]) await member.join({ url: product.url, db, dataDir })
    })
    for (const victim of Array.from({ length: rounds }, () => VICTIMS).flat()) {
      const writes = await killWhileWriting(product, victim, writers)
      const begun = performance.now()
      if (victim !== 'the database') product = await startProduct(dataDir)
      await waitUntilReady(product.url)
      const seconds = (performance.now() - begun) / 1000
      const missing = await findMissing(writers, product.url)
      report.acknowledged += writes
      report.restarts.push(seconds)
      report.missing.push(...missing)
      tell(`killed ${victim} after ${writes} writes, back in ${seconds.toFixed(1)} s, ${missing.length} missing`)
    }
    report.missing.push(
      ...(await withDatabase(dataDir, (db) =>
        findMissingRows(db, { usernames, accounts, newsletter, contact, posts }),
      )),
    )
    const asked = payouts.flatMap(({ kept }) => kept)
    report.missing.push(...(await withDatabase(dataDir, (db) => findWrongPayouts(db, asked))))
    await product.stop()
  } catch (error) {
    await product.kill('everything')
    throw error
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  return report
}

/** Kills the victim after every writer has had one acknowledgement. Returns how many writes were acknowledged. */
async function killWhileWriting(product: ProductProcess, victim: Victim, writers: Writer[]): Promise<number> {
  const { promise: killed, resolve } = Promise.withResolvers<void>()
  const waiting = new Set(writers)
  let writes = 0
  let isOver = false
  async function killNow(): Promise<void> {
    await product.kill(victim)
    isOver = true
  }
  const acknowledged = (writer: Writer) => {
    writes += 1
    if (waiting.delete(writer) && waiting.size === 0)
      setTimeout(() => resolve(killNow()), Math.random() * KILL_WITHIN_MS)
    // The database may be back before a writer notices that it was gone, so the writers are told to stop.
    return !isOver
  }
  const writing = writers.map((writer) => writer.write(product.url, () => acknowledged(writer)))
  await Promise.all([...writing, killed])
  return writes
}

async function findMissing(writers: Writer[], url: string): Promise<string[]> {
  return (await Promise.all(writers.map((writer) => writer.missing(url)))).flat()
}

interface Writers {
  usernames: UsernameWriter[]
  accounts: AccountWriter
  newsletter: VisitorWriter
  contact: VisitorWriter
  posts: PostWriter
}

async function withDatabase<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect((await findEmbedded(dataDir)) ?? '', { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

/** Looks for every acknowledged write in the database. The calls of the API show only the last one of each writer. */
async function findMissingRows(db: Db, writers: Writers): Promise<string[]> {
  async function absent(kept: string[], table: string, column: string): Promise<string[]> {
    const rows = await db`select ${db(column)} as key from ${db(table)}`
    const keys = new Set(rows.map(({ key }) => String(key)))
    return kept.filter((key) => !keys.has(key)).map((key) => `${key} is not in ${table}`)
  }
  const { usernames, accounts, newsletter, contact, posts } = writers
  const names = usernames.flatMap(({ kept }) => kept)
  return [
    ...(await absent(names, 'usernames', 'name_key')),
    ...(await absent(accounts.kept, 'users', 'email_key')),
    ...(await absent(newsletter.kept, 'newsletter_addresses', 'email_key')),
    ...(await absent(contact.kept, 'contact_messages', 'email_key')),
    ...(await absent(
      posts.kept.map(({ id }) => id),
      'posts',
      'id',
    )),
  ]
}
