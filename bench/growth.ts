import { connect } from '../server/db/connect.ts'
import { FIRST_ID } from '../server/paging.ts'
import { listHeldSubscriptions } from '../server/store/exports/account-lists.ts'
import { People } from '../tests/e2e/support/people.ts'
import { type Product, startProduct } from '../tests/e2e/support/product.ts'
import { createTestDatabase } from '../tests/support/database/postgres.ts'
import { cpuSeconds } from './cpu.ts'
import { type Load, runLoad } from './load.ts'
import { median, type Row, RUNS, SECONDS } from './row.ts'
import {
  addAlbums,
  addBlocks,
  addCases,
  addLikesAndSubscriptions,
  addStories,
  busiestCreator,
  fillDatabase,
  spreadCursors,
} from './seed-data.ts'
import { addCrowd } from './seed-people.ts'

const ORDINARY_LIKES = 100
const MANY_LIKES = 100_000
const MANY_BLOCKS = 1_000
const OTHER_BLOCKS = 100_000
const STORIES = 100
const MANY_STORIES = 10_000
const CROWD = { people: 190_000, subscriptions: 402_000, old_payments: 140_000, messages: 1_000_000 }
/** Names and words of bios with a typing error. */
const TYPING_ERRORS = ['mraie', 'lousie.belova', 'rehersal', 'thaetre%20vilon']
const ALBUMS = { every: 3, pictures: 5 }
const FEW_CASES = 100
const MANY_CASES = 10_000

interface Installation {
  product: Product
  database_url: string
  /** Requests of one viewer for the first page of the feed and for pages from its whole length. */
  load(likes: number, blocks?: number): Promise<Load>
  /** Requests of a moderator for the queue with this many open cases: its first pages, filtered ones, and its counts. */
  loadQueue(cases: number): Promise<Load>
  close(): Promise<void>
}

async function startWithPosts(posts: number): Promise<Installation> {
  const database = await createTestDatabase()
  const product = await startProduct({ DATABASE_URL: database.url })
  const people = new People(product)
  await fillDatabase(database.url, posts)
  return {
    product,
    database_url: database.url,
    async load(likes, blocks = 0) {
      const person = await people.signUp()
      const authorization = await people.signIn(person)
      await addLikesAndSubscriptions(database.url, person.email, likes)
      if (blocks > 0) await addBlocks(database.url, person.email, { own: blocks, others: OTHER_BLOCKS })
      const cursors = await spreadCursors(database.url, 20)
      const pages = ['', ...cursors.map((cursor) => `?cursor=${cursor}`)]
      const urls = pages.map((query) => `${product.url}/api/posts${query}`)
      // One connection, so that the time of a page contains no waiting for other requests.
      return { urls, headers: { authorization }, connections: 1, seconds: SECONDS }
    },
    async loadQueue(cases) {
      const person = await people.signUp()
      await people.grant(person.email, 'moderator')
      const authorization = await people.signIn(person)
      await addCases(database.url, cases)
      const pages = [
        'cases?state=waiting',
        'cases',
        'cases?state=waiting&kind=message',
        'cases?severity=low',
        'case_counts',
      ]
      const urls = pages.map((page) => `${product.url}/api/admin/${page}`)
      return { urls, headers: { authorization }, connections: 1, seconds: SECONDS }
    },
    async close() {
      await product.stop()
      await database.drop()
    },
  }
}

/** The same viewer with other requests. */
function asking({ product }: Installation, load: Load, pages: string[]): Load {
  return { ...load, urls: pages.map((page) => `${product.url}/api/${page}`) }
}

interface Measured {
  p50_ms: number
  /** CPU time of the product and of its database, per request. */
  cpu_ms: number
}

async function measure({ product, database_url }: Installation, load: Load): Promise<Measured> {
  const db = connect(database_url, { max: 1 })
  const before = await cpuSeconds(product.pid, db)
  const { p50_ms, requests } = await runLoad(load)
  const cpu = (await cpuSeconds(product.pid, db)) - before
  await db.end()
  return { p50_ms, cpu_ms: (cpu * 1000) / requests }
}

/** Measures both alternately. */
async function measureAlternately(
  first: [Installation, Load],
  second: [Installation, Load],
): Promise<{ one: Measured; other: Measured }[]> {
  for (const [installation, load] of [first, second]) await measure(installation, { ...load, seconds: 1 })
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

/** The queue counts what it lists, so it takes longer the more cases there are; it must stay far below the growth itself. */
export async function queueGrowth(): Promise<Row[]> {
  const few = await startWithPosts(1_000)
  const many = await startWithPosts(1_000)
  try {
    const rounds = await measureAlternately(
      [few, await few.loadQueue(FEW_CASES)],
      [many, await many.loadQueue(MANY_CASES)],
    )
    return [row('queue of staff, 10,000 open cases relative to 100: p50', 4, 'p50_ms', rounds)]
  } finally {
    await few.close()
    await many.close()
  }
}

/** A page of the feed with albums beside one of posts with one picture. */
export async function albumFeed(): Promise<Row[]> {
  const single = await startWithPosts(10_000)
  const albums = await startWithPosts(10_000)
  try {
    await addAlbums(albums.database_url, ALBUMS)
    const rounds = await measureAlternately(
      [single, await single.load(ORDINARY_LIKES)],
      [albums, await albums.load(ORDINARY_LIKES)],
    )
    const what = `feed page, every third post an album of ${ALBUMS.pictures}, relative to posts with one picture`
    return [row(`${what}: p50`, 1.5, 'p50_ms', rounds), row(`${what}: CPU time per request`, 1.5, 'cpu_ms', rounds)]
  } finally {
    await single.close()
    await albums.close()
  }
}

/** What once took longer the more there was of it. It adds stories to the installation. */
async function growingLists(large: Installation, ordinary: Load): Promise<Row[]> {
  const compare = (page: string, others: string[]) =>
    measureAlternately([large, asking(large, ordinary, [page])], [large, asking(large, ordinary, others)])
  const busiest = await busiestCreator(large.database_url)
  const page = await compare('posts?username=creator2', [`posts?username=${busiest}`])
  const count = await compare('posts/count?username=creator2', [`posts/count?username=${busiest}`])
  const errors = TYPING_ERRORS.map((words) => `creators?search=${words}`)
  const search = await compare('creators?search=creator', errors)
  return [
    row('page of a creator with 46,000 posts relative to 100 posts: p50', 1.5, 'p50_ms', page),
    row('the same for the number of posts, counted up to 1,000', 1.5, 'p50_ms', count),
    row('search with a typing error relative to one that finds names, 10,000 creators: CPU time', 8, 'cpu_ms', search),
    row('strip with 10,000 stories relative to 100: p50', 2, 'p50_ms', await growingStrip(large, ordinary)),
    await exportedSubscriptions(large.database_url),
  ]
}

/** Expects that there are few stories. There is one installation, so both sides are measured one after the other. */
async function growingStrip(large: Installation, ordinary: Load): Promise<{ one: Measured; other: Measured }[]> {
  const load = asking(large, ordinary, ['stories'])
  const measureAll = async () => {
    await measure(large, { ...load, seconds: 1 })
    const all: Measured[] = []
    for (let run = 0; run < RUNS; run += 1) all.push(await measure(large, load))
    return all
  }
  const few = await measureAll()
  await addStories(large.database_url, MANY_STORIES)
  const many = await measureAll()
  return few.flatMap((one, run) => many.slice(run, run + 1).map((other) => ({ one, other })))
}

/** One page of the subscriptions in an export of data, each with the sum that was paid for it. */
async function exportedSubscriptions(database_url: string): Promise<Row> {
  const db = connect(database_url, { max: 1 })
  const [fan] = await db<{ id: string }[]>`
    select fan_id as id from subscriptions group by fan_id having count(*) >= 200 limit 1`
  const times: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    const started_at = performance.now()
    await listHeldSubscriptions(db, { user_id: fan?.id ?? FIRST_ID, after: FIRST_ID, now: new Date() })
    times.push(performance.now() - started_at)
  }
  await db.end()
  const what = 'page of 200 subscriptions in an export, 402,000 subscriptions and 500,000 payments, ms'
  return { what, bar: { at_most: 50 }, ratio: median(times.slice(1)), figures: 'the statement alone' }
}

export async function growth(): Promise<Row[]> {
  const small = await startWithPosts(1_000)
  const large = await startWithPosts(1_000_000)
  try {
    await addCrowd(large.database_url, CROWD)
    const [ordinary, many] = [await large.load(ORDINARY_LIKES), await large.load(MANY_LIKES)]
    const grown = await measureAlternately([small, await small.load(ORDINARY_LIKES)], [large, ordinary])
    const liked = await measureAlternately([large, ordinary], [large, many])
    // The last ones, because they add blocks of others to the database.
    const blocking = await large.load(ORDINARY_LIKES, MANY_BLOCKS)
    await addStories(large.database_url, STORIES)
    const compareBlocked = (...pages: string[]) =>
      measureAlternately([large, asking(large, ordinary, pages)], [large, asking(large, blocking, pages)])
    const blocked = await measureAlternately([large, ordinary], [large, blocking])
    const strip = await compareBlocked('stories')
    const search = await compareBlocked('creators?search=creator12', 'creators?search=creator')
    const lists = await growingLists(large, ordinary)
    return [
      row('feed page, 1,000,000 posts relative to 1,000: p50', 1.4, 'p50_ms', grown),
      row('feed page, 1,000,000 posts relative to 1,000: CPU time per request', 1.4, 'cpu_ms', grown),
      row('viewer with 100,000 likes relative to an ordinary viewer: p50', 2.2, 'p50_ms', liked),
      row(
        'viewer with 1,000 blocks, among 100,000 blocks of others, relative to an ordinary viewer: p50',
        1.2,
        'p50_ms',
        blocked,
      ),
      row('the same for the strip of stories, with 100 of them', 1.5, 'p50_ms', strip),
      row('the same for the search of creators', 1.5, 'p50_ms', search),
      ...lists,
    ]
  } finally {
    await small.close()
    await large.close()
  }
}
