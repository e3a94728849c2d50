import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { FakeProvider } from '#tests/support/payments/fake-provider.ts'
import { type Person, world } from '#tests/support/world.ts'
import { waiting_lists } from './routes.ts'

const { ctx, creator, member, visitor, subscribe, passes } = await world()

async function nameOf(person: Person): Promise<string> {
  return (await person.ask('GET', '/user')).body.username
}

const wait = (fan: Person, username: string) => fan.ask('POST', '/waiting_lists', { username })
const leave = (fan: Person, username: string) => fan.ask('DELETE', `/waiting_lists/${username}`)
const numbers = async (person: Person) => (await person.ask('GET', '/waiting_lists/own')).body
const isWaiting = async (fan: Person, username: string) =>
  (await fan.ask('GET', `/profiles/${username}`)).body.is_waiting
const rowsOf = async ({ id }: Person) => (await ctx.db`select from waiting_fans where fan_id = ${id}`).length
const freeze = ({ id }: Person, until: string | null) => ctx.db`
  update users set frozen_at = ${until && ctx.now()}, frozen_until = ${until}, frozen_ground = ${until && 'x'},
    frozen_facts = ${until && 'x'}
  where id = ${id}`

describe('Who cannot wait', () => {
  it('A visitor, and a fan of nobody, of a mere member, of somebody blocked, frozen or leaving cannot wait', async () => {
    const fan = await member('refused')
    expect((await wait(visitor, 'amy')).status).toBe(401)
    const [blocking, blocked, frozen, leaving] = [
      await creator('blocking'),
      await creator('blocked'),
      await creator('frozen'),
      await creator('leaving'),
    ]
    const names = await Promise.all([await member('mere'), blocking, blocked, frozen, leaving].map(nameOf))
    await blocking.ask('POST', '/blocks', { username: await nameOf(fan) })
    await fan.ask('POST', '/blocks', { username: await nameOf(blocked) })
    await freeze(frozen, 'infinity')
    await ctx.db`update users set erased_at = ${ctx.now()} where id = ${leaving.id}`
    const nobody = [await wait(fan, 'nobody-has-this'), await leave(fan, 'nobody-has-this')]
    expect(nobody.map(({ status }) => status)).toEqual([404, 404])
    for (const name of names) {
      const replies = [await wait(fan, name), await leave(fan, name)]
      expect(
        replies.map(({ text }) => text),
        name,
      ).toEqual(nobody.map(({ text }) => text))
      expect(
        replies.map(({ status }) => status),
        name,
      ).toEqual([404, 404])
    }
    expect(await rowsOf(fan)).toBe(0)
  })

  it('Nobody waits for themselves, and a malformed request is refused', async () => {
    const amy = await creator('self')
    const name = await nameOf(amy)
    expect(await wait(amy, name)).toMatchObject({ status: 422, body: { fields: { username: expect.any(String) } } })
    for (const body of [undefined, {}, { username: 7 }, { username: '' }, { username: 'x'.repeat(201) }, []])
      expect((await amy.ask('POST', '/waiting_lists', body)).status, JSON.stringify(body)).toBe(422)
    expect((await amy.ask('GET', `/profiles/${name}`)).body).not.toHaveProperty('is_waiting')
  })

  it('Where tickets can be bought there is nothing to wait for', async () => {
    const shop = await world({ PAYMENTS: 'sandbox' }, { payments: new FakeProvider(new Date()) })
    const [amy, fan] = [await shop.creator('amy'), await shop.member('fan')]
    const name = await nameOf(amy)
    expect(await wait(fan, name)).toMatchObject({ status: 409, body: { code: 'already_open' } })
    expect((await fan.ask('GET', `/profiles/${name}`)).body).not.toHaveProperty('is_waiting')
    expect((await shop.ctx.db`select from waiting_fans`).length).toBe(0)
  })

  it('Requests are limited', async () => {
    const limited = await world({ RATE_LIMITS: 'on' })
    const [amy, fan] = [await limited.creator('amy'), await limited.member('fan')]
    const name = await nameOf(amy)
    const replies = await Promise.all(Array.from({ length: 61 }, () => wait(fan, name)))
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  it('Only creators see how many wait', async () => {
    expect((await (await member('curious')).ask('GET', '/waiting_lists/own')).status).toBe(403)
  })
})

describe('Waiting', () => {
  it('A fan waits once, however often they press at once, by any spelling and by a former name, and can leave', async () => {
    const [amy, fan] = [await creator('once'), await member('once-fan')]
    const former = await nameOf(amy)
    await amy.ask('PUT', '/user', { username: 'Once_Now' })
    expect(await isWaiting(fan, 'Once_Now')).toBe(false)
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, at) => wait(fan, ['once_now', former, 'ONCE_NOW'][at % 3] ?? '')),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(99).fill(200), 201])
    expect(replies[0]?.body).toEqual({})
    expect([await isWaiting(fan, 'Once_Now'), await rowsOf(fan)]).toEqual([true, 1])
    for (let times = 0; times < 2; times += 1) expect((await leave(fan, 'once_NOW')).status).toBe(200)
    expect([await isWaiting(fan, 'Once_Now'), await rowsOf(fan)]).toEqual([false, 0])
    expect((await wait(fan, 'Once_Now')).status).toBe(201)
  })

  it('The creator sees how many wait and how many of them since a week, and never who', async () => {
    const amy = await creator('counted')
    const name = await nameOf(amy)
    expect(await numbers(amy)).toEqual({ count: 0, this_week: 0 })
    const old = [await member('old-1'), await member('old-2')]
    for (const fan of old) await wait(fan, name)
    passes(8 * DAY_MS)
    const fresh = await member('fresh')
    await fresh.signIn()
    await wait(fresh, name)
    const { text, body } = await amy.ask('GET', '/waiting_lists/own')
    expect(body).toEqual({ count: 3, this_week: 1 })
    expect(text).not.toContain(fresh.id)
    await leave(fresh, name)
    expect(await numbers(amy)).toEqual({ count: 2, this_week: 0 })
  })

  it('Somebody who is frozen or leaves is not counted meanwhile, and counts again after that', async () => {
    const [amy, cold, leaving] = [await creator('exact'), await member('cold'), await member('leaves')]
    const name = await nameOf(amy)
    for (const fan of [cold, leaving]) await wait(fan, name)
    await freeze(cold, 'infinity')
    expect(await numbers(amy)).toEqual({ count: 1, this_week: 1 })
    await ctx.db`update users set erased_at = ${ctx.now()} where id = ${leaving.id}`
    expect(await numbers(amy)).toEqual({ count: 0, this_week: 0 })
    await freeze(cold, null)
    expect(await numbers(amy)).toEqual({ count: 1, this_week: 1 })
  })

  it.each([
    ['a creator', 0],
    ['a fan', 1],
  ] as const)('A block by %s ends the waiting, and its end does not bring it back', async (who, at) => {
    const pair = [await creator(`block-${at}`), await member(`block-fan-${at}`)] as const
    const [amy, fan] = pair
    const names = await Promise.all(pair.map(nameOf))
    await wait(fan, names[0] ?? '')
    const other = names[1 - at] ?? ''
    await pair[at].ask('POST', '/blocks', { username: other })
    expect([await rowsOf(fan), await numbers(amy)], who).toEqual([0, { count: 0, this_week: 0 }])
    await pair[at].ask('DELETE', `/blocks/${other}`)
    expect(await isWaiting(fan, names[0] ?? '')).toBe(false)
  })

  it('A subscriber sees whether they wait like everybody else', async () => {
    const [amy, fan] = [await creator('granted'), await member('granted-fan')]
    await subscribe(fan, amy)
    expect(await isWaiting(fan, await nameOf(amy))).toBe(false)
  })
})

describe('The day on which tickets can be bought', () => {
  it('Nobody is told before that', async () => {
    const [amy, fan] = [await creator('early'), await member('early-fan')]
    await wait(fan, await nameOf(amy))
    await ctx.jobs.send('open_boxes', {})
    await ctx.jobs.runDue()
    expect(await ctx.db`select from tellings`).toHaveLength(0)
  })

  it('Every creator whom somebody visible waits for is told of once, by many processes at once too', async () => {
    const shop = await world()
    const [amy, bea, cold, fan, gone] = [
      await shop.creator('amy'),
      await shop.creator('bea'),
      await shop.creator('cold'),
      await shop.member('fan'),
      await shop.member('gone'),
    ]
    const { db, now } = shop.ctx
    for (const each of [amy, bea, cold]) await wait(fan, await nameOf(each))
    const lone = await shop.creator('lone')
    await wait(gone, await nameOf(lone))
    for (const { id } of [cold, gone])
      await db`
        update users set frozen_at = ${now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
        where id = ${id}`
    const open = { ...shop.ctx, payments: new FakeProvider(new Date()) }
    const run = () => waiting_lists.jobs?.open_boxes?.run(open, {})
    await Promise.all(Array.from({ length: 10 }, run))
    const told = await db<{ creator_id: string; kind: string }[]>`select creator_id, kind from tellings`
    expect(told.map(({ creator_id }) => creator_id).sort()).toEqual([amy.id, bea.id].sort())
    expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['box_open']))
    // When all are told, both are done; whoever comes back later is told then.
    await db`delete from tellings`
    await db`delete from waiting_fans where creator_id in (${amy.id}, ${bea.id})`
    await run()
    expect(await db`select from tellings`).toHaveLength(0)
    await db`update users set frozen_at = null, frozen_until = null, frozen_ground = null, frozen_facts = null`
    await run()
    expect(await db`select from tellings`).toHaveLength(2)
  })
})
