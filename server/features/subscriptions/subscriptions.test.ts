import { beforeAll, describe, expect, it } from 'vitest'
import type { Subscription } from '#contract/subscriptions.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { newId } from '#server/store/ids.ts'
import { insertSubscription } from '#server/store/periods.ts'
import { noisePicture } from '#tests/support/pictures.ts'
import { type Person, type Reply, world } from '#tests/support/world.ts'

const { ctx, visitor, member, creator, staff, subscribe, passes } = await world()
const [amy, ben, cat] = [await named('Amy'), await named('Ben'), await named('Cat')]

async function named(username: string): Promise<Person> {
  const person = await creator(username.toLowerCase())
  expect((await person.ask('PUT', '/user', { username })).status).toBe(200)
  return person
}

/** From so many milliseconds from now to so many; its id. */
async function lets(fan: Person, to: Person, from: number, until: number): Promise<string> {
  const now = ctx.now().getTime()
  const id = newId(ctx.now())
  const [starts_at, expires_at, created_at] = [new Date(now + from), new Date(now + until), ctx.now()]
  await insertSubscription(ctx.db, { id, fan_id: fan.id, profile_id: to.id, starts_at, expires_at, created_at })
  return id
}

async function held(fan: Person): Promise<Subscription[]> {
  const { status, body } = await fan.ask('GET', '/subscriptions')
  expect(status).toBe(200)
  return body
}

/** Each with the words it has, or none. */
async function shown(fan: Person): Promise<[string, string | undefined][]> {
  return (await held(fan)).map(({ profile_name, expires_in }) => [profile_name, expires_in])
}

function ends(ms: number): string {
  return new Date(ctx.now().getTime() + ms).toISOString()
}

describe('Subscriptions are listed', () => {
  // Spec 7.35
  it('for nobody without a token, and with no cursor that was not given out', async () => {
    expect((await visitor.ask('GET', '/subscriptions')).status).toBe(401)
    const fan = await member('curious')
    const id = newId(ctx.now())
    for (const cursor of [
      '',
      'x',
      id,
      `soon_1_${id}`,
      `past_-1_${id}`,
      `past_1_${id}x`,
      `past_${'9'.repeat(16)}_${id}`,
    ])
      expect((await fan.ask('GET', `/subscriptions?${new URLSearchParams({ cursor })}`)).status, cursor).toBe(422)
    for (const cursor of [`past_1_${id}`, `past_${'9'.repeat(15)}_${id}`, `ongoing_0_${id}`])
      expect(await fan.ask('GET', `/subscriptions?cursor=${cursor}`)).toMatchObject({ status: 200, body: [] })
  })

  // Spec 7.35
  it('to everybody who has an account, each their own and nobody else’s', async () => {
    const people = [await member('fan'), ben, await staff('mod', 'moderator'), await staff('boss', 'admin')]
    for (const person of people) expect(await held(person)).toEqual([])
    for (const [at, person] of people.entries()) await subscribe(person, amy, at + 1)
    for (const [at, person] of people.entries())
      expect(await shown(person)).toEqual([['Amy', at === 0 ? '1 day' : `${at + 1} days`]])
    expect(await held(amy)).toEqual([])
  })

  // Spec 3.17
  it('with the picture and the name that the creator has now', async () => {
    const [fan, dan] = [await member('looker'), await named('Dan')]
    const id = await lets(fan, dan, 0, 23 * DAY_MS)
    const first = { id, profile_pic: null, profile_name: 'Dan', expires_in: '23 days', expires_at: ends(23 * DAY_MS) }
    expect(await held(fan)).toEqual([first])

    const picture = await noisePicture({ width: 40, height: 40 })
    const { body: profile } = await dan.send('PUT', `/profiles/${dan.id}`, { profile_pic: picture })
    await dan.ask('PUT', '/user', { username: 'Daniela' })
    const [now] = await held(fan)
    expect(now).toEqual({ ...first, profile_name: 'Daniela', profile_pic: profile.profile_pic })
    expect((await visitor.fetch(now?.profile_pic ?? '')).status).toBe(200)
  })

  // Spec 3.17
  it('with the time left in words, a minute at least, and none from the very end on', async () => {
    const fan = await member('patient')
    const id = await lets(fan, amy, 0, 2 * DAY_MS)
    const words: (string | undefined)[] = []
    for (const ms of [0, DAY_MS, 15 * HOUR_MS, 8 * HOUR_MS + 18 * MINUTE_MS, 41 * MINUTE_MS, MINUTE_MS - 1, 1]) {
      passes(ms)
      const [only] = await held(fan)
      expect(only?.id).toBe(id)
      words.push(only?.expires_in)
    }
    expect(words).toEqual(['2 days', '1 day', '9 hours', '42 minutes', '1 minute', '1 minute', undefined])
    await fan.signIn()
    const [over] = (await fan.ask('GET', '/subscriptions')).body
    expect(over).not.toHaveProperty('expires_in')
    expect(over.expires_at).toBe(ends(0))
  })

  // Spec 2.68
  it('ongoing before past: what ends soonest first, then what ended last', async () => {
    const fan = await member('sorted')
    const creators = await Promise.all(['P1', 'P2', 'P3', 'P4', 'P5'].map((name) => named(`${name}x`)))
    const [one, two, three, four, five] = creators as [Person, Person, Person, Person, Person]
    await lets(fan, one, -9 * DAY_MS, -8 * DAY_MS)
    await lets(fan, two, -DAY_MS, 20 * DAY_MS)
    await lets(fan, three, -9 * DAY_MS, -1)
    await lets(fan, four, -DAY_MS, 3 * HOUR_MS)
    await lets(fan, five, -9 * DAY_MS, 5 * DAY_MS)
    expect(await shown(fan)).toEqual([
      ['P4x', '3 hours'],
      ['P5x', '5 days'],
      ['P2x', '20 days'],
      ['P3x', undefined],
      ['P1x', undefined],
    ])
  })
})

describe('Of one creator there is one ticket', () => {
  // Spec 3.17
  it('that goes on until the last end, when a period begins as another ends or before', async () => {
    const fan = await member('renewed')
    await lets(fan, amy, 30 * DAY_MS, 60 * DAY_MS)
    const first = await lets(fan, amy, -DAY_MS, 30 * DAY_MS)
    await lets(fan, amy, 10 * DAY_MS, 20 * DAY_MS)
    await lets(fan, amy, 59 * DAY_MS, 61 * DAY_MS)
    expect(await held(fan)).toMatchObject([{ id: first, expires_in: '61 days', expires_at: ends(61 * DAY_MS) }])
    passes(45 * DAY_MS)
    await fan.signIn()
    expect(await held(fan)).toMatchObject([{ id: first, expires_in: '16 days' }])
    passes(16 * DAY_MS)
    await fan.signIn()
    const over = await held(fan)
    expect(over).toMatchObject([{ id: first, expires_at: ends(0) }])
    expect(over[0]).not.toHaveProperty('expires_in')
  })

  it('that ends before a break, whatever begins after it, though only by a millisecond', async () => {
    const fan = await member('paused')
    const first = await lets(fan, amy, -DAY_MS, DAY_MS)
    const second = await lets(fan, amy, DAY_MS + 1, 9 * DAY_MS)
    expect(await held(fan)).toMatchObject([{ id: first, expires_in: '1 day', expires_at: ends(DAY_MS) }])
    passes(DAY_MS)
    expect((await held(fan))[0]).toEqual({ id: first, profile_pic: null, profile_name: 'Amy', expires_at: ends(0) })
    passes(1)
    expect(await held(fan)).toMatchObject([{ id: second, expires_in: '8 days' }])
  })

  it('that is ongoing when another is over, and the last one when several are', async () => {
    const fan = await member('returning')
    await lets(fan, amy, -90 * DAY_MS, -60 * DAY_MS)
    await lets(fan, ben, -90 * DAY_MS, -60 * DAY_MS)
    const last = await lets(fan, ben, -50 * DAY_MS, -20 * DAY_MS)
    const ongoing = await lets(fan, amy, -DAY_MS, DAY_MS)
    expect((await held(fan)).map(({ id, expires_in }) => [id, expires_in])).toEqual([
      [ongoing, '1 day'],
      [last, undefined],
    ])
  })

  it('and none before the first one begins', async () => {
    const fan = await member('early')
    const id = await lets(fan, cat, 1, DAY_MS)
    expect(await held(fan)).toEqual([])
    passes(1)
    expect(await held(fan)).toMatchObject([{ id, expires_in: '1 day' }])
  })
})

describe('A long list', () => {
  let fan: Person
  beforeAll(async () => {
    fan = await member('collector')
    // Forty that are ongoing and thirty-five that are over, several of which end in the same moment.
    await ctx.db`
      insert into users (id, email, email_key, username, password_hash, created_at)
      select gen_random_uuid(), 'crowd' || n, 'crowd' || n, 'crowd' || n, '', ${ctx.now()} from generate_series(1, 75) n`
    await ctx.db`
      insert into profiles (id, created_at) select id, ${ctx.now()} from users where username like 'crowd%'`
    await ctx.db`
      insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
      select gen_random_uuid(), ${fan.id}, u.id, ${ctx.now()}::timestamptz - interval '90 days',
        ${ctx.now()}::timestamptz + case when n <= 40 then n / 4 else -n / 4 end * interval '1 day' + interval '1 ms',
        ${ctx.now()}
      from generate_series(1, 75) n join users u on u.username = 'crowd' || n`
  })

  function next({ headers }: Reply): string | undefined {
    return String(headers.link ?? '').match(/^<(\?cursor=[^>]+)>; rel="next"$/)?.[1]
  }

  async function pages(between: () => void = () => {}): Promise<Subscription[][]> {
    const found: Subscription[][] = []
    for (let query: string | undefined = ''; query !== undefined; between()) {
      const reply = await fan.ask('GET', `/subscriptions${query}`)
      expect(reply.status).toBe(200)
      found.push(reply.body)
      query = next(reply)
    }
    return found
  }

  // Spec 7.35
  it('comes in pages of thirty, every ticket once', async () => {
    const found = await pages()
    expect(found.map(({ length }) => length)).toEqual([30, 30, 15])
    const all = found.flat()
    expect(new Set(all.map(({ profile_name }) => profile_name)).size).toBe(75)
    expect(all.map(({ expires_in }) => expires_in !== undefined)).toEqual(all.map((_, at) => at < 40))
    const [ongoing, past] = [all.slice(0, 40), all.slice(40)].map((some) => some.map(({ expires_at }) => expires_at))
    expect(ongoing).toEqual(ongoing?.toSorted())
    expect(past).toEqual(past?.toSorted().toReversed())
  })

  it('loses none of them when some end between its pages', async () => {
    const all = (await pages(() => passes(DAY_MS))).flat()
    expect(new Set(all.map(({ id }) => id)).size).toBe(75)
    expect(all.length).toBeGreaterThan(75)
  })
})
