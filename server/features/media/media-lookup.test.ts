import { describe, expect, it } from 'vitest'
import { DAY_MS, SECOND_MS } from '#contract/time.ts'
import { connect } from '#server/db/connect.ts'
import { hashSecret } from '#server/store/ids.ts'
import { findVisibleMediaOf } from '#server/store/media.ts'
import { findSessionViewers } from '#server/store/sessions.ts'
import { createTestDatabase } from '#tests/support/database/postgres.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { world } from '#tests/support/world.ts'

describe('Batched look-ups of pictures', async () => {
  const { ctx, creator, member, visitor, subscribe, passes } = await world()
  const amy = await creator('amy')
  const [fan, bob, cat] = [await member('fan'), await member('bob'), await member('cat')]
  await subscribe(fan, amy, 1)
  const open = (await amy.posts()).file ?? ''
  const locked = (await amy.posts({ protected: true, file: await noisePicture({ seed: 2 }) })).file ?? ''
  const { username } = (await amy.ask('GET', '/user')).body
  expect((await cat.ask('POST', '/blocks', { username })).status).toBe(201)
  const people = [amy, fan, bob, cat, visitor]
  const askAtOnce = async () => {
    const replies = await Promise.all(
      [...people, ...people].flatMap((person) => [locked, open].map((path) => person.fetch(path))),
    )
    return replies.map(({ status }) => status)
  }

  it('Requests of one turn are each answered for their own viewer', async () => {
    //           amy       fan       bob       cat       visitor
    const once = [200, 200, 200, 200, 404, 200, 404, 404, 404, 200]
    expect(await askAtOnce()).toEqual([...once, ...once])
  })

  it('Requests of one turn all fail while the database refuses the look-up, and the next ones succeed', async () => {
    // A public picture is answered from memory for a second.
    passes(SECOND_MS)
    await ctx.db`alter table media rename to media_away`
    const statuses = await askAtOnce()
    await ctx.db`alter table media_away rename to media`
    expect(new Set(statuses)).toEqual(new Set([500]))
    expect((await fan.fetch(locked)).status).toBe(200)
  })

  it('A subscription that ends is over for every request of the turn', async () => {
    passes(DAY_MS)
    const replies = await Promise.all([fan, fan, amy].map((person) => person.fetch(locked)))
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 200])
  })
})

describe('Plans of the look-ups that nearly every request needs', () => {
  it('PostgreSQL plans the look-up of a session and of a picture once, and not for every request', async () => {
    const database = await createTestDatabase()
    const db = connect(database.url, { max: 1 })
    const now = new Date()
    for (let turn = 0; turn < 30; turn += 1) {
      await findSessionViewers(db, [hashSecret('token')], now)
      await findVisibleMediaOf(db, [{ id: crypto.randomUUID(), viewer: { id: null, is_staff: false } }], now)
    }
    const plans = await db<{ custom: number }[]>`
      select custom_plans::int as custom from pg_prepared_statements
      where statement not like '%custom_plans%' and statement like any(array['%session_tokens t%', '%asked (id,%'])`
    await db.end()
    await database.drop()
    // The first five executions are always planned for their values; then PostgreSQL compares.
    expect(plans.map(({ custom }) => custom <= 5)).toEqual([true, true])
  })
})
