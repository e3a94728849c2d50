import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { setFreeze } from '#server/store/accounts/freezes.ts'
import { later } from '#server/time.ts'
import { killedBeforeCommit } from '#tests/support/database/dying-process.ts'
import { type Person, world } from '#tests/support/world.ts'
import { sendBroadcasts } from './send-broadcasts.ts'

const here = await world()
const { ctx, creator, member, visitor, subscribe, passes, eventsDuring, beat } = here
let people = 0

async function house(fans = 1): Promise<{ amy: Person; fans: Person[] }> {
  people += 1
  const amy = await creator(`amy${people}`)
  const all: Person[] = []
  for (let n = 0; n < fans; n += 1) {
    const fan = await member(`fan${people}-${n}`)
    await subscribe(fan, amy)
    all.push(fan)
  }
  return { amy, fans: all }
}

const words = { audience: 'all', content: 'Good evening {name}.' }
const asks = (amy: Person, changes: object = {}) =>
  amy.ask('POST', '/broadcasts', { ...words, client_id: randomUUID(), ...changes })
const read = async (amy: Person, id: string) => (await amy.ask('GET', `/broadcasts/${id}`)).body
const named = async (person: Person) => (await person.ask('GET', '/user')).body.username
const counts = async (amy: Person) => {
  const { audiences } = (await amy.ask('GET', '/broadcasts/audiences')).body
  return Object.fromEntries(audiences.map((each: { audience: string; count: number }) => [each.audience, each.count]))
}

/** What a fan got from a creator. */
async function got(fan: Person, amy: Person): Promise<string[]> {
  const rows = await ctx.db<{ content: string }[]>`
    select m.content from messages m join conversations c on c.id = m.conversation_id
    where c.fan_id = ${fan.id} and c.creator_id = ${amy.id} and m.sender_id = ${amy.id} order by m.position`
  return rows.map(({ content }) => content)
}

const freeze = (person: Person) =>
  ctx.db.begin((db) => setFreeze(db, person.id, { ends_at: null, ground: 'terms', facts: 'Spam' }, ctx.now()))

/** Everything that is due, by as many processes. */
async function sends(processes = 1): Promise<void> {
  const waiting = async () =>
    (
      await ctx.db`select from broadcasts where ended_at is null and cancelled_at is null and publish_at <= ${ctx.now()}`
    ).length
  while ((await waiting()) > 0) await Promise.all(Array.from({ length: processes }, () => sendBroadcasts(ctx)))
}

/** Many fans, without sessions. Returns their ids in order. */
async function crowd(amy: Person, count: number): Promise<string[]> {
  people += 1
  const now = ctx.now()
  const rows = await ctx.db<{ id: string }[]>`
    with made as (
      insert into users (id, email, email_key, username, password_hash, created_at)
      select gen_random_uuid(), n || ${`@c${people}.example`}, n || ${`@c${people}.example`}, ${`c${people}-`} || n, 'x', ${now}
      from generate_series(1, ${count}) n returning id
    ),
    subscribed as (
      insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
      select gen_random_uuid(), id, ${amy.id}, ${now}, ${later(now, 20 * DAY_MS)}, ${now} from made
    )
    select id from made order by id`
  return rows.map(({ id }) => id)
}

describe('Who cannot write to many', () => {
  it('A visitor and a member without a page cannot, and nobody reads the broadcasts of others', async () => {
    const { amy, fans } = await house()
    expect((await asks(visitor)).status).toBe(401)
    expect((await asks(fans[0] as Person)).status).toBe(403)
    const { id } = (await asks(amy)).body
    const eve = await creator('eve')
    for (const reply of [
      await eve.ask('GET', `/broadcasts/${id}`),
      await eve.ask('POST', `/broadcasts/${id}/cancel`),
      await eve.ask('GET', '/broadcasts/nonsense'),
    ])
      expect(reply.status).toBe(404)
    expect((await eve.ask('GET', '/broadcasts')).body).toEqual([])
    await sends()
  })

  it('A creator who is frozen cannot, and what was on its way reaches nobody', async () => {
    const { amy, fans } = await house()
    const { id } = (await asks(amy)).body
    await freeze(amy)
    expect((await asks(amy)).status).toBe(401)
    await sends()
    expect(await got(fans[0] as Person, amy)).toEqual([])
    expect([...(await ctx.db`select sent, left_out, total from broadcasts where id = ${id}`)]).toEqual([
      { sent: 0, left_out: 0, total: 0 },
    ])
  })

  it('Nothing is sent without subscribers, without words, with too many, to an unknown audience or into the past', async () => {
    const { amy } = await house()
    const alone = await creator('alone')
    expect(await asks(alone)).toMatchObject({ status: 422, body: { fields: { audience: expect.any(String) } } })
    for (const wrong of [
      { content: '' },
      { content: ' \u2800\n' },
      { content: 'x'.repeat(2001) },
      // The longest name has thirty characters.
      { content: `${'x'.repeat(1971)}{name}` },
      { content: 7 },
      { audience: 'everybody' },
      { audience: undefined },
      { client_id: 'mine' },
      { client_id: undefined },
      { publish_at: ctx.now().toISOString() },
      { publish_at: later(ctx.now(), 91 * DAY_MS).toISOString() },
      { publish_at: 'tomorrow' },
    ]) {
      const { status, body } = await asks(amy, wrong)
      expect([status, body.code], JSON.stringify(wrong).slice(0, 80)).toEqual([422, 'invalid'])
    }
    expect((await amy.ask('POST', '/broadcasts', '{')).status).toBe(400)
    expect((await asks(amy, { content: 'x'.repeat(2_000_000) })).status).toBe(413)
    expect((await amy.ask('GET', '/broadcasts')).body).toEqual([])
    expect((await asks(amy, { content: `${'x'.repeat(1970)}{name}` })).status).toBe(201)
    await sends()
  })

  it('A creator writes to many four times a day; a repeat, a refusal and what was cancelled do not count', async () => {
    const strict = await world({ RATE_LIMITS: 'on' })
    const [amy, fan] = [await strict.creator('amy'), await strict.member('fan')]
    await asks(amy)
    await strict.subscribe(fan, amy)
    const planned = await asks(amy, { publish_at: later(strict.ctx.now(), HOUR_MS).toISOString() })
    expect((await amy.ask('POST', `/broadcasts/${planned.body.id}/cancel`)).status).toBe(200)
    const client_id = randomUUID()
    for (let n = 0; n < 3; n += 1) await asks(amy, { client_id })
    const two = { client_id: randomUUID() }
    await Promise.all([asks(amy, two), asks(amy, two)])
    for (const status of [201, 201, 429]) expect((await asks(amy)).status).toBe(status)
    expect((await asks(amy, { client_id })).status).toBe(200)
    strict.passes(DAY_MS + MINUTE_MS)
    expect((await asks(amy)).status).toBe(201)
  })
})

describe('A broadcast', () => {
  it('is an ordinary message to each subscriber, with their name, that they can answer, report and react to', async () => {
    const { amy, fans } = await house(2)
    const [ada, bob] = fans as [Person, Person]
    const before = await ada.writes(amy, 'I wrote first')
    const { status, body } = await asks(amy, { content: '  Hi {name}, {{name}} is you. \r\n Bye ' })
    expect([status, body]).toEqual([
      201,
      {
        ...{ id: body.id, audience: 'all', content: 'Hi {name}, {{name}} is you. \n Bye', state: 'sending' },
        ...{
          label: null,
          total: 2,
          sent: 0,
          left_out: 0,
          publish_at: ctx.now().toISOString(),
          created_at: ctx.now().toISOString(),
        },
      },
    ])
    const events = await eventsDuring(() => beat())
    const told = events.flatMap((event) => (event.kind === 'conversation' ? [event] : []))
    expect(told.map(({ participants }) => participants.toSorted()).toSorted()).toEqual(
      [ada, bob].map((fan) => [fan.id, amy.id].toSorted()).toSorted(),
    )
    expect(await read(amy, body.id)).toMatchObject({ state: 'sent', sent: 2, left_out: 0, total: 2 })
    for (const fan of [ada, bob]) {
      const [conversation] = (await fan.ask('GET', '/conversations')).body
      expect(conversation.unread_count).toBe(1)
      const { messages } = (await fan.ask('GET', `/conversations/${conversation.id}`)).body
      const message = messages.at(-1)
      expect(message).toMatchObject({
        content: `Hi ${await named(fan)}, {name} is you. \n Bye`,
        sender: await named(amy),
        is_own_message: false,
      })
      await fan.says(conversation.id, 'Thank you')
      const path = `/conversations/${conversation.id}/messages/${message.id}/reactions`
      expect((await fan.ask('POST', path, { emoji: '🔥' })).status).toBe(200)
      expect((await fan.ask('POST', '/reports', { message_id: message.id, reason: 'spam' })).status).toBe(201)
    }
    expect((await ada.ask('GET', '/conversations')).body[0].id).toBe(before.id)
    // Whoever does not read it is told of it as of any message.
    const carl = await member('carl')
    await subscribe(carl, amy)
    await asks(amy)
    await beat()
    passes(MINUTE_MS)
    await beat()
    const notices =
      await ctx.db`select about_id from member_notices where user_id = ${carl.id} and kind = 'new_message'`
    expect([...notices]).toEqual([{ about_id: amy.id }])
  })

  it('that is asked for twice, or twice at once, is one', async () => {
    const { amy, fans } = await house()
    const client_id = randomUUID()
    const replies = await Promise.all([1, 2, 3].map((n) => asks(amy, { client_id, content: `Number ${n}` })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    await sends()
    expect((await asks(amy, { client_id, audience: 'new_this_month' })).status).toBe(200)
    await sends()
    expect(await got(fans[0] as Person, amy)).toHaveLength(1)
    // The same name from another creator is another broadcast.
    const other = await house()
    expect((await asks(other.amy, { client_id })).status).toBe(201)
    await sends()
  })

  it('reaches the new of this month, or those whose ticket ends and does not renew', async () => {
    const { amy, fans } = await house(1)
    const old = fans[0] as Person
    await subscribe(old, amy, 30)
    passes(DAY_MS * (32 - ctx.now().getUTCDate()))
    await amy.signIn()
    const [fresh, ending, queued, back] = await Promise.all(
      ['fresh', 'ending', 'queued', 'back'].map((name) => member(`${name}${people}`)),
    )
    await subscribe(fresh as Person, amy, 30)
    await subscribe(ending as Person, amy, 3)
    await subscribe(queued as Person, amy, 3)
    await subscribe(queued as Person, amy, 30)
    await ctx.db`
      insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
      values (${randomUUID()}, ${back?.id ?? ''}, ${amy.id}, ${later(ctx.now(), -60 * DAY_MS)}, ${later(ctx.now(), -50 * DAY_MS)}, ${ctx.now()})`
    await subscribe(back as Person, amy, 30)
    await subscribe(old, amy, 60)
    expect(await counts(amy)).toEqual({ all: 5, new_this_month: 4, ending_in_7_days: 1 })
    await asks(amy, { audience: 'ending_in_7_days', content: 'Soon over' })
    passes(1)
    await asks(amy, { audience: 'new_this_month', content: 'Welcome' })
    await sends()
    const all = [old, fresh, ending, queued, back] as Person[]
    expect(await Promise.all(all.map((fan) => got(fan, amy)))).toEqual([
      [],
      ['Welcome'],
      ['Soon over', 'Welcome'],
      ['Welcome'],
      ['Welcome'],
    ])
  })

  it('that is planned goes out at its time and not before, can be taken back until then, and only then', async () => {
    const { amy, fans } = await house()
    const [fan] = fans as [Person]
    const publish_at = later(ctx.now(), HOUR_MS).toISOString()
    const [first, second] = [(await asks(amy, { publish_at })).body, (await asks(amy, { publish_at })).body]
    expect(first).toMatchObject({ state: 'planned', publish_at })
    await beat()
    expect(await got(fan, amy)).toEqual([])
    for (let n = 0; n < 2; n += 1)
      expect(await amy.ask('POST', `/broadcasts/${second.id}/cancel`)).toMatchObject({
        status: 200,
        body: { state: 'cancelled' },
      })
    const late = await member(`late${people}`)
    await subscribe(late, amy)
    passes(HOUR_MS)
    await sends()
    expect([await got(fan, amy), await got(late, amy)].map(({ length }) => length)).toEqual([1, 1])
    expect(await read(amy, first.id)).toMatchObject({ state: 'sent', total: 2 })
    expect(await amy.ask('POST', `/broadcasts/${first.id}/cancel`)).toMatchObject({
      status: 422,
      body: { fields: { id: expect.any(String) } },
    })
  })
})

describe('Each recipient gets it once', () => {
  it('in many batches, by several processes, through kills, and nobody whom it must not reach', async () => {
    const { amy } = await house(0)
    const ids = await crowd(amy, 230)
    const { id } = (await asks(amy)).body
    const sent = async () => {
      const [row] = await ctx.db<{ n: number; people: number }[]>`
        select count(*)::int as n, count(distinct conversation_id)::int as people from messages where client_id = ${id}`
      return row
    }
    await expect(sendBroadcasts({ ...ctx, db: killedBeforeCommit(ctx.db) })).rejects.toThrow('killed')
    expect([await sent(), (await read(amy, id)).sent]).toEqual([{ n: 0, people: 0 }, 0])
    await expect(sendBroadcasts({ ...ctx, db: killedBeforeCommit(ctx.db, 1) })).rejects.toThrow('killed')
    expect([await sent(), await read(amy, id)]).toMatchObject([
      { n: 50, people: 50 },
      { sent: 50, total: 230 },
    ])
    // In the middle of it: the first four are done, and of those who wait each of these must get nothing.
    const [blocker, blocked, muter, ended, frozen, leaving, erased] = ids.slice(200) as string[]
    const [amyId, now] = [amy.id, ctx.now()]
    await ctx.db`insert into blocks (user_id, other_id, created_at) values (${blocker as string}, ${amyId}, ${now}), (${amyId}, ${blocked as string}, ${now})`
    await ctx.db`insert into mutes (user_id, other_id, created_at) values (${muter as string}, ${amyId}, ${now}), (${ids[0] as string}, ${amyId}, ${now})`
    await ctx.db`update subscriptions set expires_at = ${later(now, 1)} where fan_id = ${ended as string}`
    await ctx.db`update users set frozen_at = ${now}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x' where id = ${frozen as string}`
    await ctx.db`update users set erased_at = ${now} where id = ${leaving as string}`
    await ctx.db`delete from broadcast_recipients where fan_id = ${erased as string}`
    passes(1)
    await sends(3)
    expect(await sent()).toEqual({ n: 223, people: 223 })
    const reached = await ctx.db<{ fan_id: string }[]>`
      select c.fan_id from messages m join conversations c on c.id = m.conversation_id where m.client_id = ${id}`
    const left_out = [blocker, blocked, muter, ended, frozen, leaving, erased]
    expect(reached.map(({ fan_id }) => fan_id).toSorted()).toEqual(ids.filter((fan) => !left_out.includes(fan)))
    expect(await read(amy, id)).toMatchObject({ state: 'sent', total: 230, sent: 223, left_out: 7 })
    expect(await ctx.db`select from broadcast_recipients`).toHaveLength(0)
    // Nobody who was left out has an empty conversation.
    expect(await ctx.db`select from conversations where last_position = 0`).toHaveLength(0)
  })

  it('Two creators write to the same people at the same time', async () => {
    const [one, two] = [await house(0), await house(0)]
    const ids = await crowd(one.amy, 120)
    await ctx.db`
      insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
      select gen_random_uuid(), id, ${two.amy.id}, ${ctx.now()}, ${later(ctx.now(), DAY_MS)}, ${ctx.now()}
      from unnest(${ids}::uuid[]) id`
    for (const { amy } of [one, two]) await asks(amy)
    await sends(3)
    for (const { amy } of [one, two])
      expect((await amy.ask('GET', '/broadcasts')).body).toMatchObject([{ state: 'sent', sent: 120, left_out: 0 }])
  })

  it('A message to a label reaches those who carry it and can be written to, and nobody by the label of somebody else', async () => {
    const { amy, fans } = await house(4)
    const [one, two, blocker] = fans as [Person, Person, Person, Person]
    const other = await house()
    const gives = async (creator: Person, fan: Person, labels: string[]) =>
      expect((await creator.ask('PUT', `/fans/${await named(fan)}/card`, { labels, note: '' })).status).toBe(200)
    await gives(amy, one, ['Row G', 'new'])
    await gives(amy, two, ['row g'])
    await gives(amy, blocker, ['Row G'])
    await gives(other.amy, other.fans[0] as Person, ['elsewhere'])
    await blocker.ask('POST', '/blocks', { username: await named(amy) })
    expect((await amy.ask('GET', '/broadcasts/audiences')).body.audiences.slice(3)).toEqual([
      { audience: 'label', label: 'new', count: 1 },
      { audience: 'label', label: 'Row G', count: 2 },
    ])
    for (const label of [undefined, '', 'elsewhere', 'x'.repeat(31)])
      expect((await asks(amy, { audience: 'label', label })).status, String(label)).toBe(422)
    const { status, body } = await asks(amy, { audience: 'label', label: 'Row G' })
    expect([status, body.label, body.total]).toEqual([201, 'Row G', 2])
    await sends()
    expect(await read(amy, body.id)).toMatchObject({ state: 'sent', sent: 2, left_out: 0 })
    const reached = await Promise.all(fans.map(async (fan) => (await got(fan, amy)).length))
    expect(reached).toEqual([1, 1, 0, 0])
  })

  it('The counts of the audiences leave out who blocks, is blocked, has muted, is gone or was a subscriber once', async () => {
    const { amy, fans } = await house(6)
    const [blocker, blocked, muter, frozen, gone] = fans as Person[]
    expect(await counts(amy)).toMatchObject({ all: 6 })
    await blocker?.ask('POST', '/blocks', { username: await named(amy) })
    await amy.ask('POST', '/blocks', { username: await named(blocked as Person) })
    await muter?.ask('POST', '/mutes', { username: await named(amy) })
    await freeze(frozen as Person)
    await ctx.db`update subscriptions set expires_at = ${ctx.now()} where fan_id = ${gone?.id ?? ''}`
    expect(await counts(amy)).toMatchObject({ all: 1 })
    expect((await amy.ask('GET', '/broadcasts/audiences')).body.reader).toBe(await named(fans[5] as Person))
  })
})
