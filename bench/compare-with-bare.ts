import { People } from '../tests/e2e/support/people.ts'
import { startProduct } from '../tests/e2e/support/product.ts'
import { createTestDatabase } from '../tests/support/database/postgres.ts'
import { type Figures, type Load, runLoad } from './load.ts'
import { CONNECTIONS, median, type Row, RUNS, SECONDS } from './row.ts'
import { addLikesAndSubscriptions, fillDatabase } from './seed-data.ts'

/** Compares a call of the product with bare `node:http` that runs the same SQL and sends the same bytes. */
async function compareWithBare(path: string, posts: number): Promise<Pick<Row, 'ratio' | 'figures'>> {
  const database = await createTestDatabase()
  const product = await startProduct({ DATABASE_URL: database.url })
  const bare = await startProduct({ DATABASE_URL: database.url }, 'bench/bare-server.ts')
  const people = new People(product)
  const person = await people.signUp()
  const authorization = await people.signIn(person)
  if (posts > 0) {
    await fillDatabase(database.url, posts)
    await addLikesAndSubscriptions(database.url, person.email, 100)
  }
  const load = (url: string): Load => ({
    urls: [`${url}/api${path}`],
    headers: { authorization },
    connections: CONNECTIONS,
    seconds: SECONDS,
  })
  try {
    await assertSameAnswer(load(product.url), load(bare.url))
    return await compare(load(product.url), load(bare.url))
  } finally {
    await Promise.all([product.stop(), bare.stop()])
    await database.drop()
  }
}

/** Throws if the two servers answer differently, because then they do not do the same work. */
async function assertSameAnswer(...loads: Load[]): Promise<void> {
  const bodies = await Promise.all(
    loads.map(async ({ urls: [url = ''], headers }) => await (await fetch(url, { headers })).json()),
  )
  const [one, other] = bodies.map((body) => JSON.stringify(body))
  if (one !== other) throw new Error(`The two servers do not answer alike:\n${one}\n${other}`)
}

/** Measures both alternately, so that a slow phase of the machine slows both. */
async function compare(product: Load, bare: Load): Promise<Pick<Row, 'ratio' | 'figures'>> {
  await runLoad({ ...product, seconds: 1 })
  await runLoad({ ...bare, seconds: 1 })
  const rounds: { product: Figures; bare: Figures }[] = []
  for (let run = 0; run < RUNS; run += 1) rounds.push({ product: await runLoad(product), bare: await runLoad(bare) })
  const rate = (side: 'product' | 'bare') => Math.round(median(rounds.map((round) => round[side].per_second)))
  return {
    ratio: median(rounds.map((round) => round.product.per_second / round.bare.per_second)),
    figures: `${rate('product')} / ${rate('bare')} requests a second`,
  }
}

/** The SQL is one look-up in four tables by key. The fixed cost of a request weighs most here, so the target is lower. */
export async function currentUser(): Promise<Row> {
  const what = 'GET /user over HTTP with authentication, relative to bare node:http with the same SQL'
  return { what, bar: { at_least: 0.75 }, ...(await compareWithBare('/user', 0)) }
}

export async function feedPage(): Promise<Row> {
  const what = 'feed page over HTTP with authentication, 100,000 posts, relative to bare node:http with the same SQL'
  return { what, bar: { at_least: 0.85 }, ...(await compareWithBare('/posts', 100_000)) }
}
