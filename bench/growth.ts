import { connect } from '../server/db/connect.ts'
import { People } from '../tests/e2e/support/people.ts'
import { type Product, startProduct } from '../tests/e2e/support/product.ts'
import { createTestDatabase } from '../tests/support/postgres.ts'
import { cpuSeconds } from './cpu.ts'
import { fillHouse, giveViewer, spreadCursors } from './crowd.ts'
import { type Load, press } from './load.ts'
import { median, type Row, RUNS, SECONDS } from './row.ts'

const ORDINARY_LIKES = 100
const MANY_LIKES = 100_000

interface House {
  product: Product
  database_url: string
  /** The feed's first page and others from its whole length, as one viewer reads them. */
  load(likes: number): Promise<Load>
  close(): Promise<void>
}

async function openHouse(posts: number): Promise<House> {
  const database = await createTestDatabase()
  const product = await startProduct({ DATABASE_URL: database.url })
  const people = new People(product)
  await fillHouse(database.url, posts)
  return {
    product,
    database_url: database.url,
    async load(likes) {
      const person = await people.signUp()
      const authorization = await people.signIn(person)
      await giveViewer(database.url, person.email, likes)
      const cursors = await spreadCursors(database.url, 20)
      const pages = ['', ...cursors.map((cursor) => `?cursor=${cursor}`)]
      const urls = pages.map((query) => `${product.url}/api/posts${query}`)
      // One connection: how long a page takes, not how long it waits for others.
      return { urls, headers: { authorization }, connections: 1, seconds: SECONDS }
    },
    async close() {
      await product.stop()
      await database.drop()
    },
  }
}

interface Measured {
  p50_ms: number
  /** Of the product and of the database for it. */
  cpu_ms: number
}

async function measure({ product, database_url }: House, load: Load): Promise<Measured> {
  const db = connect(database_url, { max: 1 })
  const before = await cpuSeconds(product.pid, db)
  const { p50_ms, requests } = await press(load)
  const cpu = (await cpuSeconds(product.pid, db)) - before
  await db.end()
  return { p50_ms, cpu_ms: (cpu * 1000) / requests }
}

/** The second beside the first, in turns; how many times as much of each it takes. */
async function inTurns(first: [House, Load], second: [House, Load]): Promise<{ one: Measured; other: Measured }[]> {
  for (const [house, load] of [first, second]) await measure(house, { ...load, seconds: 1 })
  const rounds: { one: Measured; other: Measured }[] = []
  for (let run = 0; run < RUNS; run += 1) rounds.push({ one: await measure(...first), other: await measure(...second) })
  return rounds
}

function row(what: string, at_most: number, figure: keyof Measured, rounds: { one: Measured; other: Measured }[]): Row {
  const middle = (side: 'one' | 'other') => median(rounds.map((round) => round[side][figure])).toFixed(2)
  return {
    what,
    bar: { at_most },
    ratio: median(rounds.map(({ one, other }) => other[figure] / one[figure])),
    figures: `${middle('other')} / ${middle('one')} ms`,
  }
}

export async function growth(): Promise<Row[]> {
  const small = await openHouse(1_000)
  const large = await openHouse(1_000_000)
  try {
    const [ordinary, many] = [await large.load(ORDINARY_LIKES), await large.load(MANY_LIKES)]
    const grown = await inTurns([small, await small.load(ORDINARY_LIKES)], [large, ordinary])
    const liked = await inTurns([large, ordinary], [large, many])
    return [
      row('feed page, 1,000,000 posts relative to 1,000: p50', 1.4, 'p50_ms', grown),
      row('feed page, 1,000,000 posts relative to 1,000: CPU time per request', 1.4, 'cpu_ms', grown),
      row('viewer with 100,000 likes relative to an ordinary viewer: p50', 2.2, 'p50_ms', liked),
    ]
  } finally {
    await small.close()
    await large.close()
  }
}
