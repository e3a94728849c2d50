import { beforeAll, describe, expect, it } from 'vitest'
import type { Subscription } from '#contract/subscriptions.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { newId } from '#server/store/ids.ts'
import { insertSubscription } from '#server/store/subscriptions/periods.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { type Person, type Reply, world } from '#tests/support/world.ts'

const { ctx, visitor, member, creatorNamed, staff, subscribe, passes } = await world()
const [amy, ben, cat] = [await creatorNamed('Amy'), await creatorNamed('Ben'), await creatorNamed('Cat')]

/** Inserts a period from `from` to `until`, in milliseconds from now, and returns its id. */
async function insertPeriod(fan: Person, to: Person, from: number, until: number): Promise<string> {
  const now = ctx.now().getTime()
  const id = newId(ctx.now())
  const [starts_at, expires_at, created_at] = [new Date(now + from), new Date(now + until), ctx.now()]
  await insertSubscription(ctx.db, { id, fan_id: fan.id, profile_id: to.id, starts_at, expires_at, created_at })
  return id
}

async function subscriptionsOf(fan: Person): Promise<Subscription[]> {
  const { status, body } = await fan.ask('GET', '/subscriptions')
  expect(status).toBe(200)
  return body
}

/** Each subscription's creator, with the time left in words if it is active. */
async function timesLeft(fan: Person): Promise<[string, string | undefined][]> {
  return (await subscriptionsOf(fan)).map(({ profile_name, expires_in }) => [profile_name, expires_in])
}

function fromNow(ms: number): string {
  return new Date(ctx.now().getTime() + ms).toISOString()
}

describe('The list of subscriptions', () => {
  // Spec 7.35
  it('Subscriptions are not listed without a token, or with an invalid cursor', async () => {
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
  it('Everybody sees their own subscriptions, and nobody else’s', async () => {
    const people = [await member('fan'), ben, await staff('mod', 'moderator'), await staff('boss', 'admin')]
    for (const person of people) expect(await subscriptionsOf(person)).toEqual([])
    for (const [at, person] of people.entries()) await subscribe(person, amy, at + 1)
    for (const [at, person] of people.entries())
      expect(await timesLeft(person)).toEqual([['Amy', at === 0 ? '1 day' : `${at + 1} days`]])
    expect(await subscriptionsOf(amy)).toEqual([])
  })

  // Spec 3.17
  it('A subscription shows the present name and picture of the creator', async () => {
    const [fan, dan] = [await member('looker'), await creatorNamed('Dan')]
    const id = await insertPeriod(fan, dan, 0, 23 * DAY_MS)
    const first = {
      id,
      profile_pic: null,
      profile_name: 'Dan',
      expires_in: '23 days',
      expires_at: fromNow(23 * DAY_MS),
    }
    expect(await subscriptionsOf(fan)).toEqual([first])

    const picture = await noisePicture({ width: 40, height: 40 })
    const { body: profile } = await dan.send('PUT', `/profiles/${dan.id}`, { profile_pic: picture })
    await dan.ask('PUT', '/user', { username: 'Daniela' })
    const [now] = await subscriptionsOf(fan)
    expect(now).toEqual({ ...first, profile_name: 'Daniela', profile_pic: profile.profile_pic })
    expect((await visitor.fetch(now?.profile_pic ?? '')).status).toBe(200)
  })

  // Spec 3.17
  it('A subscription shows the time left in words, one minute at least, and none after its end', async () => {
    const fan = await member('patient')
    const id = await insertPeriod(fan, amy, 0, 2 * DAY_MS)
    const words: (string | undefined)[] = []
    for (const ms of [0, DAY_MS, 15 * HOUR_MS, 8 * HOUR_MS + 18 * MINUTE_MS, 41 * MINUTE_MS, MINUTE_MS - 1, 1]) {
      passes(ms)
      const [only] = await subscriptionsOf(fan)
      expect(only?.id).toBe(id)
      words.push(only?.expires_in)
    }
    expect(words).toEqual(['2 days', '1 day', '9 hours', '42 minutes', '1 minute', '1 minute', undefined])
    await fan.signIn()
    const [over] = (await fan.ask('GET', '/subscriptions')).body
    expect(over).not.toHaveProperty('expires_in')
    expect(over.expires_at).toBe(fromNow(0))
  })

  // Spec 2.68
  it('Active subscriptions come before ended ones: what ends soonest first, then what ended last', async () => {
    const fan = await member('sorted')
    const creators = await Promise.all(['P1', 'P2', 'P3', 'P4', 'P5'].map((name) => creatorNamed(`${name}x`)))
    const [one, two, three, four, five] = creators as [Person, Person, Person, Person, Person]
    await insertPeriod(fan, one, -9 * DAY_MS, -8 * DAY_MS)
    await insertPeriod(fan, two, -DAY_MS, 20 * DAY_MS)
    await insertPeriod(fan, three, -9 * DAY_MS, -1)
    await insertPeriod(fan, four, -DAY_MS, 3 * HOUR_MS)
    await insertPeriod(fan, five, -9 * DAY_MS, 5 * DAY_MS)
    expect(await timesLeft(fan)).toEqual([
      ['P4x', '3 hours'],
      ['P5x', '5 days'],
      ['P2x', '20 days'],
      ['P3x', undefined],
      ['P1x', undefined],
    ])
  })
})

describe('One entry for each creator', () => {
  // Spec 3.17
  it('Adjacent and overlapping periods are one subscription until the last end', async () => {
    const fan = await member('renewed')
    await insertPeriod(fan, amy, 30 * DAY_MS, 60 * DAY_MS)
    const first = await insertPeriod(fan, amy, -DAY_MS, 30 * DAY_MS)
    await insertPeriod(fan, amy, 10 * DAY_MS, 20 * DAY_MS)
    await insertPeriod(fan, amy, 59 * DAY_MS, 61 * DAY_MS)
    expect(await subscriptionsOf(fan)).toMatchObject([
      { id: first, expires_in: '61 days', expires_at: fromNow(61 * DAY_MS) },
    ])
    passes(45 * DAY_MS)
    await fan.signIn()
    expect(await subscriptionsOf(fan)).toMatchObject([{ id: first, expires_in: '16 days' }])
    passes(16 * DAY_MS)
    await fan.signIn()
    const over = await subscriptionsOf(fan)
    expect(over).toMatchObject([{ id: first, expires_at: fromNow(0) }])
    expect(over[0]).not.toHaveProperty('expires_in')
  })

  it('A subscription ends before a gap, even of a millisecond, whatever begins after it', async () => {
    const fan = await member('paused')
    const first = await insertPeriod(fan, amy, -DAY_MS, DAY_MS)
    const second = await insertPeriod(fan, amy, DAY_MS + 1, 9 * DAY_MS)
    expect(await subscriptionsOf(fan)).toMatchObject([{ id: first, expires_in: '1 day', expires_at: fromNow(DAY_MS) }])
    passes(DAY_MS)
    expect((await subscriptionsOf(fan))[0]).toEqual({
      id: first,
      profile_pic: null,
      profile_name: 'Amy',
      expires_at: fromNow(0),
    })
    passes(1)
    expect(await subscriptionsOf(fan)).toMatchObject([{ id: second, expires_in: '8 days' }])
  })

  it('The active period is shown when others have ended, and the last one when all have', async () => {
    const fan = await member('returning')
    await insertPeriod(fan, amy, -90 * DAY_MS, -60 * DAY_MS)
    await insertPeriod(fan, ben, -90 * DAY_MS, -60 * DAY_MS)
    const last = await insertPeriod(fan, ben, -50 * DAY_MS, -20 * DAY_MS)
    const ongoing = await insertPeriod(fan, amy, -DAY_MS, DAY_MS)
    expect((await subscriptionsOf(fan)).map(({ id, expires_in }) => [id, expires_in])).toEqual([
      [ongoing, '1 day'],
      [last, undefined],
    ])
  })

  it('A subscription is not listed before its first period begins', async () => {
    const fan = await member('early')
    const id = await insertPeriod(fan, cat, 1, DAY_MS)
    expect(await subscriptionsOf(fan)).toEqual([])
    passes(1)
    expect(await subscriptionsOf(fan)).toMatchObject([{ id, expires_in: '1 day' }])
  })
})

describe('Pages of subscriptions', () => {
  let fan: Person
  beforeAll(async () => {
    fan = await member('collector')
    // Forty active and thirty-five ended ones, several of which end at the same moment.
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
  it('Subscriptions have pages of thirty, each once', async () => {
    const found = await pages()
    expect(found.map(({ length }) => length)).toEqual([30, 30, 15])
    const all = found.flat()
    expect(new Set(all.map(({ profile_name }) => profile_name)).size).toBe(75)
    expect(all.map(({ expires_in }) => expires_in !== undefined)).toEqual(all.map((_, at) => at < 40))
    const [ongoing, past] = [all.slice(0, 40), all.slice(40)].map((some) => some.map(({ expires_at }) => expires_at))
    expect(ongoing).toEqual(ongoing?.toSorted())
    expect(past).toEqual(past?.toSorted().toReversed())
  })

  it('No subscription is lost when some end between two pages', async () => {
    const all = (await pages(() => passes(DAY_MS))).flat()
    expect(new Set(all.map(({ id }) => id)).size).toBe(75)
    expect(all.length).toBeGreaterThan(75)
  })
})
