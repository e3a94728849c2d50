import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Person, world } from '#tests/support/world.ts'

const { app, ctx, creator, member } = await world()
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const sockets: Socket[] = []
app.server.on('connection', (socket) => sockets.push(socket))

/** How many transactions searches have begun, and those that are on hold. */
let asked = 0
let held: (() => void)[] = []
let isHolding = false
/** Is called for each transaction, with its number. */
let onAsked = (_: number) => {}

// Only searches use transactions in this file. Other statements are passed on.
const { db } = ctx
async function begin(...work: Parameters<typeof db.begin>) {
  asked += 1
  onAsked(asked)
  if (isHolding) await new Promise<void>((resolve) => held.push(resolve))
  return await db.begin(...work)
}
ctx.db = new Proxy(db, { get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)) })

/** From now on no search gets an answer from the database until `letSearchesGo`. */
function holdSearches(): void {
  isHolding = true
  asked = 0
}

function letSearchesGo(): void {
  isHolding = false
  for (const go of held) go()
  held = []
}

beforeAll(async () => {
  const zora = await creator('zora')
  await zora.ask('PUT', '/user', { username: 'zora' })
})
afterEach(() => {
  letSearchesGo()
  vi.useRealTimers()
  onAsked = () => {}
})

interface Found {
  status: number
  headers: Headers
  body: unknown
}

async function search(person: Person, words = 'zora', signal?: AbortSignal): Promise<Found> {
  const response = await fetch(`${address}/api/creators?search=${words}`, {
    headers: { authorization: person.token ?? '' },
    ...(signal && { signal }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Fills the three places of the queue: three searches that have reached the database. */
async function threeSearch(): Promise<Promise<Found>[]> {
  const people = await Promise.all([1, 2, 3].map((number) => member(`busy-${number}-${crypto.randomUUID()}`)))
  const answers = people.map((person) => search(person))
  await expect.poll(() => held.length).toBe(3)
  return answers
}

describe('The queue of searches', () => {
  it('Somebody with 120 searches at once takes one place, and the next person is served at once', async () => {
    const [eve, amy] = [await member('eve'), await member('amy')]
    holdSearches()
    const many = Array.from({ length: 120 }, (_, index) => search(eve, `flood${index}`))
    // One search runs, one waits, and all others were replaced.
    const replies: Found[] = []
    for (const reply of many) void reply.then((response) => replies.push(response))
    await expect.poll(() => replies.length, { timeout: 20_000 }).toBe(118)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([429]))
    expect(replies[0]?.headers.get('retry-after')).toBe('1')
    expect(asked).toBe(1)
    const honest = search(amy)
    await expect.poll(() => asked).toBe(2)
    letSearchesGo()
    expect((await honest).body).toMatchObject([{ username: 'zora' }])
    const statuses = await Promise.all(many.map(async (reply) => (await reply).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(2)
  })

  it('A search is refused at once while thirty people wait, and accepted again once they have been answered', async () => {
    holdSearches()
    const first = await threeSearch()
    const people = await Promise.all(Array.from({ length: 31 }, (_, index) => member(`crowd-${index}`)))
    const replies: number[] = []
    const waiting = people.map((person) => search(person))
    for (const reply of waiting) void reply.then(({ status }) => replies.push(status))
    await expect.poll(() => replies).toEqual([503])
    expect(asked).toBe(3)
    letSearchesGo()
    const answers = await Promise.all([...first, ...waiting])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(33)
    const [refused] = answers.filter(({ status }) => status === 503)
    expect(refused?.headers.get('retry-after')).toBe('2')
    expect(refused?.body).toMatchObject({ code: 'busy' })
  })

  it('A search whose client hangs up while it waits never reaches the database', async () => {
    const [gone, next] = [await member('gone'), await member('next')]
    const before = asked
    await search(next)
    const steps_of_one = asked - before
    holdSearches()
    const first = await threeSearch()
    const caller = new AbortController()
    const twice = [1, 2].map(() => search(gone, 'zora', caller.signal))
    // When one of them is replaced, the other one waits.
    expect((await Promise.race(twice)).status).toBe(429)
    const closed = Promise.race(sockets.filter(({ destroyed }) => !destroyed).map((socket) => once(socket, 'close')))
    caller.abort()
    const outcomes = await Promise.allSettled(twice)
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await closed
    const waiting = search(next)
    letSearchesGo()
    for (const answer of [...first, waiting]) expect((await answer).status).toBe(200)
    expect(asked).toBe(4 * steps_of_one)
  })
})

describe('The time limit of a search', () => {
  /** Advances the clock by `ms` when the database is asked for the n-th time, and only then. */
  function timePassesAt(step: number, ms: number): void {
    vi.useFakeTimers({ toFake: ['performance'] })
    asked = 0
    onAsked = (count) => void (count === step && vi.advanceTimersByTime(ms))
  }

  it('A search that runs out of time has looked for exact names and words, and leaves out similar ones', async () => {
    const bob = await member('bob')
    timePassesAt(0, 0)
    expect((await search(bob)).body).toMatchObject([{ username: 'zora' }])
    expect(asked).toBe(4)
    timePassesAt(2, 1000)
    expect((await search(bob)).body).toMatchObject([{ username: 'zora' }])
    expect(asked).toBe(2)
  })

  it('A search has less time while others wait', async () => {
    const cat = await member('cat')
    timePassesAt(2, 300)
    expect((await search(cat)).body).toMatchObject([{ username: 'zora' }])
    expect(asked).toBe(4)
    timePassesAt(2, 300)
    holdSearches()
    const three = [1, 2, 3].map(() => search(cat))
    expect((await Promise.race(three)).status).toBe(429)
    letSearchesGo()
    const statuses = (await Promise.all(three)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 429])
    // Two steps of the first search, which had others waiting, and all four of the second.
    expect(asked).toBe(6)
  })
})
