import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { connect, type Db } from '../server/db/connect.ts'
import { newId } from '../server/store/ids.ts'
import { grantSubscription } from '../server/store/subscriptions/periods.ts'
import { People, type Person } from '../tests/e2e/support/people.ts'
import { type Product, startProduct } from '../tests/e2e/support/product.ts'
import { createTestDatabase } from '../tests/support/database/postgres.ts'
import { photoLike } from '../tests/support/files/photo-like.ts'
import { createPairs, type Participant } from './conversation-pairs.ts'
import { runLoad } from './load.ts'
import { median, type Row, RUNS, SECONDS } from './row.ts'
import { addLikesAndSubscriptions, fillDatabase, spreadCursors } from './seed-data.ts'

const VIEWERS = 1000
/** Fewer than may wait, so that nobody is told to come back. */
const AT_ONCE = 16
const PHOTO = { width: 1600, height: 2000 }
const POSTS = 20_000

/** What the marks of viewers cost: the bytes of a picture, the memory of the process, and the feed. */
export async function markedRows(): Promise<Row[]> {
  return [...(await deliveryAndMemory()), await feed()]
}

async function deliveryAndMemory(): Promise<Row[]> {
  const database = await createTestDatabase()
  const product = await startProduct({ DATABASE_URL: database.url, RATE_LIMITS: 'off' })
  const db = connect(database.url, { max: 4 })
  try {
    const people = new People(product)
    const [plain, marked] = [await people.creator(), await people.creator()]
    await people.call(marked, 'PUT', '/picture_mark', { mark: 'faint' })
    const pictures = { plain: await publish(people, plain), marked: await publish(people, marked) }
    const viewers = (await createPairs(database.url, VIEWERS / 2)).flatMap(({ fan, creator }) => [fan, creator])
    for (const creator of [plain, marked]) await subscribeAll(db, viewers, creator)
    const delivery = await warmDelivery(product, pictures, viewers[0] as Participant)
    return [delivery, await memory(product, pictures.marked, viewers)]
  } finally {
    await product.stop()
    await db.end()
    await database.drop()
  }
}

/** Both creators publish the same photograph. */
async function publish(people: People, creator: Person): Promise<string> {
  const file = await sharp(await photoLike(1, PHOTO))
    .jpeg({ quality: 92 })
    .toBuffer()
  const form = { description: 'A photograph', protected: 'true', file }
  return (await people.call<{ file: string }>(creator, 'POST', '/posts', { form })).file
}

async function subscribeAll(db: Db, viewers: Participant[], { id }: Person): Promise<void> {
  const now = new Date()
  for (const viewer of viewers)
    await grantSubscription(db, { id: newId(now), fan_id: viewer.id, profile_id: id, days: 30, now })
}

/** One subscriber asks for both pictures, again and again. The marked one is in memory after the first time. */
async function warmDelivery(
  { url }: Product,
  pictures: { plain: string; marked: string },
  { token }: Participant,
): Promise<Row> {
  const load = (picture: string, seconds: number) =>
    runLoad({ urls: [`${url}/api${picture}?w=960`], headers: { authorization: token }, connections: 1, seconds })
  const p50 = { plain: [] as number[], marked: [] as number[] }
  for (const picture of Object.values(pictures)) await load(picture, 1)
  for (let run = 0; run < RUNS; run += 1) {
    p50.plain.push((await load(pictures.plain, SECONDS)).p50_ms)
    p50.marked.push((await load(pictures.marked, SECONDS)).p50_ms)
  }
  const [marked, plain] = [median(p50.marked), median(p50.plain)]
  return {
    what: 'bytes of a protected picture with the mark of its viewer, once warm, relative to the same without marks: p50',
    bar: { at_most: 1.5 },
    ratio: marked / plain,
    figures: `${marked.toFixed(2)} / ${plain.toFixed(2)} ms`,
  }
}

/** Different viewers ask for the same picture, each for the first time. More is made than may be kept. */
async function memory({ url, pid, data_dir }: Product, picture: string, viewers: Participant[]): Promise<Row> {
  const memory_kib = (name: 'VmRSS' | 'VmHWM') =>
    Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(new RegExp(`${name}:\\s+(\\d+)`))?.[1])
  const before = memory_kib('VmRSS')
  let sent = 0
  const waiting = [...viewers]
  const askAll = async () => {
    for (let viewer = waiting.pop(); viewer; viewer = waiting.pop()) {
      const answer = await fetch(`${url}/api${picture}?w=960`, { headers: { authorization: viewer.token } })
      sent += (await answer.arrayBuffer()).byteLength
      if (!answer.ok) throw new Error(`A marked picture was answered with ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askAll))
  const after = memory_kib('VmRSS')
  const most = memory_kib('VmHWM')
  const left = (await readdir(join(data_dir, 'uploads'))).length
  const mib = (kib: number) => Math.round(kib / 1024)
  return {
    what: `memory that ${VIEWERS.toLocaleString('en')} viewers of a marked picture add to the process at most, 64 MiB of them kept, MiB`,
    bar: { at_most: 192 },
    ratio: (most - before) / 1024,
    figures: `${mib(before)} MiB before, ${mib(most)} at most, ${mib(after)} after; ${mib(sent / 1024)} MiB sent, ${left} files left`,
  }
}

/** One viewer with subscriptions and pages from the whole feed, while no creator has marks, and while all have. */
async function feed(): Promise<Row> {
  const database = await createTestDatabase()
  const product = await startProduct({ DATABASE_URL: database.url })
  const db = connect(database.url, { max: 1 })
  try {
    await fillDatabase(database.url, POSTS)
    const people = new People(product)
    const person = await people.signUp()
    const authorization = await people.signIn(person)
    await addLikesAndSubscriptions(database.url, person.email, 100)
    const pages = ['', ...(await spreadCursors(database.url, 20)).map((cursor) => `?cursor=${cursor}`)]
    const urls = pages.map((query) => `${product.url}/api/posts${query}`)
    const p50 = { off: [] as number[], faint: [] as number[] }
    const load = async (mark: keyof typeof p50, seconds: number) => {
      await db`update profiles set picture_mark = ${mark}`
      await db.unsafe('vacuum analyze profiles')
      return (await runLoad({ urls, headers: { authorization }, connections: 1, seconds })).p50_ms
    }
    for (const mark of ['off', 'faint'] as const) await load(mark, 1)
    for (let run = 0; run < RUNS; run += 1) {
      // By turns, so that neither is always the second one.
      const marks = run % 2 === 0 ? (['off', 'faint'] as const) : (['faint', 'off'] as const)
      for (const mark of marks) p50[mark].push(await load(mark, SECONDS))
    }
    const [marked, plain] = [median(p50.faint), median(p50.off)]
    return {
      what: 'feed page while every creator marks pictures, relative to none: p50',
      bar: { at_most: 1.1 },
      ratio: marked / plain,
      figures: `${marked.toFixed(2)} / ${plain.toFixed(2)} ms`,
    }
  } finally {
    await product.stop()
    await db.end()
    await database.drop()
  }
}
