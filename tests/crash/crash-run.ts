import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from '#server/db/connect.ts'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { type ProductProcess, startProduct, type Victim } from './product-process.ts'
import { Publisher } from './publisher.ts'
import { answers, Renamer, Usher, Visitor, type Writer } from './writers.ts'

export interface CrashReport {
  acknowledged: number
  missing: string[]
  /** How long the product took to come up again, in seconds. */
  restarts: number[]
}

const RENAMERS = 4
/** The kill comes at any moment in this time, while everybody writes on. */
const KILL_WITHIN_MS = 1_000

const VICTIMS: readonly Victim[] = ['the product', 'everything', 'the database']

/**
 * While people write, kills one after the other the product, everything, and the database, which the product itself
 * must bring back. Looks each time for every write that was acknowledged. A round is one kill of each.
 */
export async function crashAgainAndAgain(rounds: number, tell: (line: string) => void): Promise<CrashReport> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loge-crash-'))
  const renamers = Array.from({ length: RENAMERS }, (_, index) => new Renamer(`writer-${index}`))
  const usher = new Usher()
  const reader = new Visitor('/newsletter')
  const correspondent = new Visitor('/contact')
  const publisher = new Publisher()
  const writers: Writer[] = [...renamers, usher, reader, correspondent, publisher]
  const report: CrashReport = { acknowledged: 0, missing: [], restarts: [] }

  let product = await startProduct(dataDir)
  try {
    for (const member of [...renamers, publisher]) await member.join(product.url)
    for (const victim of Array.from({ length: rounds }, () => VICTIMS).flat()) {
      const writes = await killWhileWriting(product, victim, writers)
      const begun = performance.now()
      if (victim !== 'the database') product = await startProduct(dataDir)
      await answers(product.url)
      const seconds = (performance.now() - begun) / 1000
      const missing = await lookFor(writers, product.url)
      report.acknowledged += writes
      report.restarts.push(seconds)
      report.missing.push(...missing)
      tell(`killed ${victim} after ${writes} writes, back in ${seconds.toFixed(1)} s, ${missing.length} missing`)
    }
    report.missing.push(...(await lookIntoDatabase(dataDir, { renamers, usher, reader, correspondent, publisher })))
    await product.stop()
  } catch (error) {
    await product.kill('everything')
    throw error
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  return report
}

/** How many writes were acknowledged before the kill. It comes once everybody has heard of one. */
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
    // A database may be back before somebody who was busy has noticed that it was gone.
    return !isOver
  }
  const writing = writers.map((writer) => writer.write(product.url, () => acknowledged(writer)))
  await Promise.all([...writing, killed])
  return writes
}

async function lookFor(writers: Writer[], url: string): Promise<string[]> {
  return (await Promise.all(writers.map((writer) => writer.missing(url)))).flat()
}

interface Everyone {
  renamers: Renamer[]
  usher: Usher
  reader: Visitor
  correspondent: Visitor
  publisher: Publisher
}

/** Every single one, not only what the last of each round shows. */
async function lookIntoDatabase(dataDir: string, everyone: Everyone): Promise<string[]> {
  const db = connect((await findEmbedded(dataDir)) ?? '', { max: 1 })
  async function absent(kept: string[], table: string, column: string): Promise<string[]> {
    const rows = await db`select ${db(column)} as key from ${db(table)}`
    const keys = new Set(rows.map(({ key }) => String(key)))
    return kept.filter((key) => !keys.has(key)).map((key) => `${key} is not in ${table}`)
  }
  const { renamers, usher, reader, correspondent, publisher } = everyone
  const names = renamers.flatMap(({ kept }) => kept)
  try {
    return [
      ...(await absent(names, 'usernames', 'name_key')),
      ...(await absent(usher.kept, 'users', 'email_key')),
      ...(await absent(reader.kept, 'newsletter_addresses', 'email_key')),
      ...(await absent(correspondent.kept, 'contact_messages', 'email_key')),
      ...(await absent(
        publisher.kept.map(({ id }) => id),
        'posts',
        'id',
      )),
    ]
  } finally {
    await db.end()
  }
}
