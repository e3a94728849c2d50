import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from '#server/db/connect.ts'
import { findEmbedded } from '#server/db/embedded.ts'
import { type ProductProcess, startProduct } from './product-process.ts'
import { Renamer, Usher, type Writer } from './writers.ts'

export interface CrashReport {
  rounds: number
  acknowledged: number
  missing: string[]
  /** How long the product took to come up again, in seconds. */
  restarts: number[]
}

const RENAMERS = 4
/** The kill comes at any moment in this time after the first acknowledged write of a round. */
const KILL_WITHIN_MS = 1_000

/**
 * While people write, kills the product alone in odd rounds and everything with the database in even ones, starts it
 * again, and looks for every write that was acknowledged.
 */
export async function crashAgainAndAgain(rounds: number, tell: (line: string) => void): Promise<CrashReport> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loge-crash-'))
  const renamers = Array.from({ length: RENAMERS }, (_, index) => new Renamer(`writer-${index}`))
  const usher = new Usher()
  const writers: Writer[] = [...renamers, usher]
  const report: CrashReport = { rounds, acknowledged: 0, missing: [], restarts: [] }

  let product = await startProduct(dataDir)
  try {
    for (const renamer of renamers) await renamer.join(product.url)
    for (let round = 1; round <= rounds; round += 1) {
      const what = round % 2 === 1 ? 'product' : 'everything'
      const writes = await killWhileWriting(product, what, writers)
      const begun = performance.now()
      product = await startProduct(dataDir)
      const seconds = (performance.now() - begun) / 1000
      const missing = await lookFor(writers, product.url)
      report.acknowledged += writes
      report.restarts.push(seconds)
      report.missing.push(...missing.map((sentence) => `round ${round}: ${sentence}`))
      tell(
        `round ${round}: killed ${what} after ${writes} writes, up again in ${seconds.toFixed(1)} s, ${missing.length} missing`,
      )
    }
    report.missing.push(...(await lookIntoDatabase(dataDir, renamers, usher)))
    await product.stop()
  } catch (error) {
    await product.kill('everything')
    throw error
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  return report
}

/** How many writes were acknowledged before the kill. */
async function killWhileWriting(
  product: ProductProcess,
  what: 'product' | 'everything',
  writers: Writer[],
): Promise<number> {
  const { promise: killed, resolve } = Promise.withResolvers<void>()
  let writes = 0
  const acknowledged = () => {
    writes += 1
    if (writes === 1) setTimeout(() => resolve(product.kill(what)), Math.random() * KILL_WITHIN_MS)
  }
  await Promise.all([...writers.map((writer) => writer.write(product.url, acknowledged)), killed])
  return writes
}

async function lookFor(writers: Writer[], url: string): Promise<string[]> {
  return (await Promise.all(writers.map((writer) => writer.missing(url)))).flat()
}

/** Every single one, not only what the last of each round shows. */
async function lookIntoDatabase(dataDir: string, renamers: Renamer[], usher: Usher): Promise<string[]> {
  const db = connect((await findEmbedded(dataDir)) ?? '', { max: 1 })
  try {
    const names = new Set((await db`select name_key as key from usernames`).map(({ key }) => String(key)))
    const emails = new Set((await db`select email_key as key from users`).map(({ key }) => String(key)))
    return [
      ...renamers.flatMap(({ kept }) => kept.filter((name) => !names.has(name))),
      ...usher.kept.filter((email) => !emails.has(email)),
    ].map((key) => `${key} is not in the database`)
  } finally {
    await db.end()
  }
}
