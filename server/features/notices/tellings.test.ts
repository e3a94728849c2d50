import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { setFreeze } from '#server/store/accounts/freezes.ts'
import { newId } from '#server/store/ids.ts'
import { insertTelling } from '#server/store/tellings.ts'
import { killedBeforeCommit } from '#tests/support/database/dying-process.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { type Person, world } from '#tests/support/world.ts'
import { continueTellings } from './tellings.ts'

const { ctx, creator, member, subscribe, passes, eventsDuring } = await world({ STORY_AUTHORS: 'creator' })
let people = 0

async function pair(days = 7) {
  people += 1
  const [amy, fan] = [await creator(`amy${people}`), await member(`fan${people}`)]
  await subscribe(fan, amy, days)
  return { amy, fan }
}

async function noticesOf(person: Person) {
  return [
    ...(await ctx.db`
      select kind, about_id, details, post_id, story_id, push_at, mailed_at from member_notices
      where user_id = ${person.id} order by id`),
  ]
}

async function waits(fan: Person, amy: Person): Promise<void> {
  await ctx.db`insert into waiting_fans values (${amy.id}, ${fan.id}, ${ctx.now()})`
}

async function opens(amy: Person): Promise<void> {
  const now = ctx.now()
  await insertTelling(ctx.db, { id: newId(now), kind: 'box_open', creator_id: amy.id, thing_id: null, created_at: now })
}

const tellings = async () => (await ctx.db`select id, told_until from tellings order by id`).length
const named = async (person: Person) => (await person.ask('GET', '/user')).body.username
const shown = async (person: Person) => {
  const { body, headers } = await person.ask('GET', '/notices')
  expect(headers['x-unread-count']).toBe(String(body.length))
  return body
}

describe('Nobody is told of a new post', () => {
  it('who does not subscribe, or who subscribes after it', async () => {
    const { amy } = await pair()
    const [late, stranger] = [await member('late'), await member('stranger')]
    await amy.posts()
    passes(SECOND_MS)
    await subscribe(late, amy)
    await continueTellings(ctx)
    for (const person of [late, stranger, amy]) expect(await noticesOf(person)).toEqual([])
  })

  it('whose subscription is over', async () => {
    const { amy, fan } = await pair(1)
    passes(DAY_MS)
    await amy.posts()
    await continueTellings(ctx)
    expect(await noticesOf(fan)).toEqual([])
  })

  it('whose subscription ended before they were told', async () => {
    const { amy, fan } = await pair(1)
    passes(DAY_MS - HOUR_MS)
    await amy.posts({ protected: true })
    passes(HOUR_MS)
    await continueTellings(ctx)
    expect(await noticesOf(fan)).toEqual([])
  })

  it.each(['fan blocks creator', 'creator blocks fan', 'fan mutes creator'])('if the %s', async (what) => {
    const { amy, fan } = await pair()
    const [who, whom] = what.startsWith('fan') ? [fan, amy] : [amy, fan]
    const list = what.includes('mutes') ? '/mutes' : '/blocks'
    expect((await who.ask('POST', list, { username: await named(whom) })).status).toBe(201)
    await amy.posts()
    await amy.tells()
    await continueTellings(ctx)
    expect(await noticesOf(fan)).toEqual([])
    expect(await tellings()).toBe(0)
  })

  it.each(['creator', 'fan'])('if the %s is frozen meanwhile', async (who) => {
    const { amy, fan } = await pair()
    await amy.posts()
    const freeze = { ends_at: null, ground: 'terms', facts: 'Spam' }
    await ctx.db.begin((db) => setFreeze(db, who === 'fan' ? fan.id : amy.id, freeze, ctx.now()))
    await continueTellings(ctx)
    expect(await noticesOf(fan)).toEqual([])
    expect(await tellings()).toBe(0)
  })

  it('that is deleted before, and of a story that is over or deleted', async () => {
    const { amy, fan } = await pair()
    const post = await amy.posts()
    const story = await amy.tells()
    await amy.tells({ expires_at: new Date(ctx.now().getTime() + HOUR_MS) })
    expect(await tellings()).toBe(3)
    await amy.ask('DELETE', `/posts/${post.id}`)
    await amy.ask('DELETE', `/stories/${story.id}`)
    passes(HOUR_MS)
    await continueTellings(ctx)
    expect(await noticesOf(fan)).toEqual([])
    expect(await tellings()).toBe(0)
  })

  it('that was not published, because its file is none', async () => {
    const { amy } = await pair()
    expect(
      (await amy.send('POST', '/posts', { description: 'x', protected: 'false', file: Buffer.from('x') })).status,
    ).toBe(415)
    expect(await tellings()).toBe(0)
  })
})

describe('Subscribers', () => {
  it('are told of a post and of a story, each once, with a link', async () => {
    const { amy, fan } = await pair()
    const post = await amy.posts({ protected: true })
    const story = await amy.tells()
    const events = await eventsDuring(() => continueTellings(ctx))
    const about = { about_id: amy.id, details: { creator_id: amy.id }, mailed_at: ctx.now() }
    expect(await noticesOf(fan)).toEqual(
      expect.arrayContaining([
        { ...about, kind: 'new_post', post_id: post.id, story_id: null, push_at: ctx.now() },
        { ...about, kind: 'new_story', post_id: null, story_id: story.id, push_at: null },
      ]),
    )
    expect(events).toEqual(Array(2).fill({ kind: 'notices_changed', user_ids: [fan.id] }))
    const list = await shown(fan)
    expect(list.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      `/${await named(amy)}?post=${post.id}`,
      `/${await named(amy)}?story=${story.id}`,
    ])
    await continueTellings(ctx)
    expect(await noticesOf(fan)).toHaveLength(2)
  })

  it('hear of an album and of how many pictures it has, in both languages', async () => {
    const { amy, fan } = await pair()
    const file = await Promise.all([1, 2, 3, 4, 5].map((seed) => noisePicture({ seed })))
    const name = await named(amy)
    expect((await amy.send('POST', '/posts', { description: 'x', protected: 'true', file })).status).toBe(201)
    await continueTellings(ctx)
    const text = async (locale: string) =>
      (await fan.ask('GET', '/notices', undefined, { headers: { 'accept-language': locale } })).body[0].text
    expect(await text('en')).toBe(`${name} published an album of five pictures.`)
    expect(await text('fr')).toBe(`${name} a publié un album de cinq images.`)
  })

  it('no longer see the notice of a post that is deleted, or of a story that is over', async () => {
    const { amy, fan } = await pair()
    const post = await amy.posts()
    await amy.tells()
    await continueTellings(ctx)
    expect(await shown(fan)).toHaveLength(2)
    await amy.ask('DELETE', `/posts/${post.id}`)
    expect(await shown(fan)).toHaveLength(1)
    passes(DAY_MS)
    expect(await shown(fan)).toEqual([])
  })

  it('no longer see a notice of somebody whom they block, and see it again after the block', async () => {
    const { amy, fan } = await pair()
    await amy.posts()
    await continueTellings(ctx)
    await fan.ask('POST', '/blocks', { username: await named(amy) })
    expect(await shown(fan)).toEqual([])
    await fan.ask('DELETE', `/blocks/${await named(amy)}`)
    const { body, headers } = await fan.ask('GET', '/notices')
    expect([body.length, body[0].read, headers['x-unread-count']]).toEqual([1, true, '0'])
  })

  it('who want no notice in the app get the push alone, and it is nowhere in the list', async () => {
    const { amy, fan } = await pair()
    await fan.ask('PUT', '/notification_settings', { choices: { post: { in_app: false } } })
    await amy.posts()
    await continueTellings(ctx)
    expect(await noticesOf(fan)).toMatchObject([{ kind: 'new_post', push_at: ctx.now() }])
    expect(await shown(fan)).toEqual([])
  })

  it('are told once each in many batches, by several processes, and after some were killed', async () => {
    const { amy } = await pair()
    const COUNT = 1700
    const now = ctx.now()
    await ctx.db`
      insert into users (id, email, email_key, username, password_hash, created_at)
      select gen_random_uuid(), n || '@many.example', n || '@many.example', 'many' || n, 'x', ${now}
      from generate_series(1, ${COUNT}) n`
    await ctx.db`
      insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
      select gen_random_uuid(), id, ${amy.id}, ${now}, ${new Date(now.getTime() + DAY_MS)}, ${now}
      from users where email like '%@many.example'`
    const post = await amy.posts()
    const count = async () =>
      (
        await ctx.db`select count(*)::int as n, count(distinct user_id)::int as people from member_notices where post_id = ${post.id}`
      )[0]
    await expect(continueTellings({ ...ctx, db: killedBeforeCommit(ctx.db) })).rejects.toThrow('killed')
    expect(await count()).toEqual({ n: 0, people: 0 })
    await expect(continueTellings({ ...ctx, db: killedBeforeCommit(ctx.db, 1) })).rejects.toThrow('killed')
    expect(await count()).toEqual({ n: 500, people: 500 })
    while ((await tellings()) > 0) await Promise.all([1, 2, 3].map(() => continueTellings(ctx)))
    expect(await count()).toEqual({ n: COUNT + 1, people: COUNT + 1 })
  })
})

describe('Tellings of a few people', () => {
  it('are many at once, and do not wait behind one of many people that began before', async () => {
    const { amy: star } = await pair()
    const now = ctx.now()
    await ctx.db`
      insert into users (id, email, email_key, username, password_hash, created_at)
      select gen_random_uuid(), n || '@star.example', n || '@star.example', 'star' || n, 'x', ${now}
      from generate_series(1, 5000) n`
    await ctx.db`
      insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
      select gen_random_uuid(), id, ${star.id}, ${now}, ${new Date(now.getTime() + DAY_MS)}, ${now}
      from users where email like '%@star.example'`
    await star.posts()
    const waiters = await Promise.all(Array.from({ length: 3 }, (_, number) => member(`box-waiter-${number}`)))
    for (const [number, fan] of waiters.entries()) {
      const opener = await creator(`box-opener-${number}`)
      await waits(fan, opener)
      await opens(opener)
    }
    // One turn of everybody, however slow the machine is.
    while ((await tellings()) > 1) await continueTellings(ctx)
    expect([...(await ctx.db`select kind from tellings`)]).toEqual([{ kind: 'new_post' }])
    for (const fan of waiters) expect(await noticesOf(fan)).toHaveLength(1)
    await ctx.db`delete from tellings`

    for (const fan of waiters)
      for (let count = 0; count < 4; count += 1) {
        const opener = await creator(`next-opener-${fan.email}-${count}`)
        await waits(fan, opener)
        await opens(opener)
      }
    await continueTellings(ctx)
    expect(await tellings()).toBeLessThan(8)
    while ((await tellings()) > 0) await continueTellings(ctx)
  })
})

describe('Fans who wait for a box', () => {
  it('are told once when it opens, and wait no more', async () => {
    const [amy, fan] = [await creator('opener'), await member('waiter')]
    await waits(fan, amy)
    await opens(amy)
    await continueTellings(ctx)
    expect(await noticesOf(fan)).toMatchObject([
      { kind: 'box_open', about_id: amy.id, details: { creator_id: amy.id }, post_id: null, mailed_at: null },
    ])
    expect(await ctx.db`select 1 from waiting_fans`).toEqual([])
    await opens(amy)
    await continueTellings(ctx)
    expect(await noticesOf(fan)).toHaveLength(1)
  })

  it('are not told while they are frozen, and go on waiting', async () => {
    const [amy, fan, eve] = [await creator('shy'), await member('frozen'), await member('free')]
    for (const person of [fan, eve]) await waits(person, amy)
    const freeze = { ends_at: null, ground: 'terms', facts: 'Spam' }
    await ctx.db.begin((db) => setFreeze(db, fan.id, freeze, ctx.now()))
    await opens(amy)
    await continueTellings(ctx)
    expect(await noticesOf(fan)).toEqual([])
    expect(await noticesOf(eve)).toHaveLength(1)
    expect([...(await ctx.db`select fan_id from waiting_fans`)]).toEqual([{ fan_id: fan.id }])
    await ctx.db`delete from waiting_fans`
  })
})
