import { describe, expect, it } from 'vitest'
import type { Session } from '#contract/sessions.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { cableAddress, connectCable, inboxChannel } from '#tests/support/network/cable-client.ts'
import { type Person, world } from '#tests/support/world.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const { ctx, app, member, creator, staff, stranger, visitor, passes } = await world(
  {},
  // Only the live event closes sockets here, not the periodic check.
  { cable_limits: { sweep_every_ms: DAY_MS } },
)
const url = await cableAddress(app)

/** Another device of somebody who has an account. */
async function anotherDevice(name: string): Promise<Person> {
  const person = stranger(name)
  const user = { email: person.email, password: 'a good long password' }
  const reply = await person.ask('POST', '/users/sign_in', { user }, { headers: { 'user-agent': FIREFOX } })
  person.token = String(reply.headers.authorization)
  person.id = reply.body.id
  return person
}

async function sessionsOf(person: Person, language = 'en'): Promise<Session[]> {
  return (await person.ask('GET', '/sessions', undefined, { headers: { 'accept-language': language } })).body
}

async function currentId(person: Person): Promise<string> {
  return (await sessionsOf(person)).find(({ is_current }) => is_current)?.id ?? ''
}

describe('The list of sessions', () => {
  it('The list of sessions begins with the current one, then the last used, each with its device and nothing more', async () => {
    const amy = await member('amy')
    passes(MINUTE_MS)
    const laptop = await anotherDevice('amy')
    passes(MINUTE_MS)
    const phone = await anotherDevice('amy')
    const own = await sessionsOf(amy)
    expect(own.map(({ device }) => device)).toEqual(['Unknown device', 'Firefox on Linux', 'Firefox on Linux'])
    expect(own.map(({ is_current }) => is_current)).toEqual([true, false, false])
    expect(own.map(({ id }) => id)).toEqual([await currentId(amy), await currentId(phone), await currentId(laptop)])
    expect(Object.keys(own[0] ?? {}).sort()).toEqual(['created_at', 'device', 'id', 'is_current', 'last_used_at'])
    expect((await sessionsOf(amy, 'fr')).map(({ device }) => device)[1]).toBe('Firefox sur Linux')
  })

  it('Every user sees their own sessions only, whatever their role', async () => {
    const people = [await member('a1'), await creator('a2'), await staff('a3', 'moderator'), await staff('a4', 'admin')]
    const lists = await Promise.all(people.map((person) => sessionsOf(person)))
    expect(lists.map((list) => list.length)).toEqual([1, 1, 1, 1])
    expect(new Set(lists.flat().map(({ id }) => id)).size).toBe(4)
    expect((await visitor.ask('GET', '/sessions')).status).toBe(401)
  })

  it('Sessions that were not used for a month are not listed', async () => {
    const bob = await member('bob')
    passes(20 * DAY_MS)
    const late = await anotherDevice('bob')
    passes(11 * DAY_MS)
    expect(await sessionsOf(late)).toHaveLength(1)
    expect((await bob.ask('GET', '/sessions')).status).toBe(401)
  })

  it('The list of sessions has a maximum, and always contains the current one', async () => {
    const often = await member('often')
    const id = await currentId(often)
    passes(MINUTE_MS)
    await ctx.db`
      insert into sessions (id, user_id, created_at, last_used_at, rotated_at, user_agent)
      select gen_random_uuid(), ${often.id}, ${ctx.now()}, ${ctx.now()}, ${ctx.now()}, 'curl' from generate_series(1, 300)`
    const own = await sessionsOf(often)
    expect(own).toHaveLength(100)
    expect(own[0]).toMatchObject({ id, is_current: true })
    expect((await often.ask('DELETE', '/sessions')).status).toBe(200)
    expect(await sessionsOf(often)).toHaveLength(1)
  })
})

describe('Ending one session', () => {
  it('A session of somebody else, an ended one and an invalid id are the same 404', async () => {
    const cat = await member('cat')
    const dan = await member('dan')
    const other = await currentId(dan)
    const replies = await Promise.all(
      [other, '019ba4d2-0000-7000-8000-000000000000', 'mine', '%00', "' or 1=1"].map((id) =>
        cat.ask('DELETE', `/sessions/${encodeURIComponent(id)}`),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect((await dan.ask('GET', '/user')).status).toBe(200)
    expect((await visitor.ask('DELETE', `/sessions/${other}`)).status).toBe(401)
    const admin = await staff('cat-admin', 'admin')
    expect((await admin.ask('DELETE', `/sessions/${other}`)).status).toBe(404)
  })

  it('A session ends at once with its sockets, and no other does; the second time is a 404', async () => {
    const eve = await member('eve')
    const [lost, kept] = [await anotherDevice('eve'), await anotherDevice('eve')]
    const sockets = [await connectCable(url, lost.token), await connectCable(url, kept.token)] as const
    const id = await currentId(lost)
    const reply = await eve.ask('DELETE', `/sessions/${id}`)
    expect([reply.status, reply.body]).toEqual([200, {}])
    expect((await lost.ask('GET', '/user')).status).toBe(401)
    await expect.poll(() => sockets[0].close_code, { timeout: 10_000 }).toBe(1000)
    expect((await kept.ask('GET', '/user')).status).toBe(200)
    expect(await sockets[1].subscribe(inboxChannel)).toBe('confirm_subscription')
    expect((await eve.ask('DELETE', `/sessions/${id}`)).status).toBe(404)
  })

  it('Ending the current session signs out, and no new token is issued', async () => {
    const fay = await member('fay')
    const id = await currentId(fay)
    passes(2 * DAY_MS)
    const reply = await fay.ask('DELETE', `/sessions/${id}`)
    expect([reply.status, reply.headers.authorization]).toEqual([200, undefined])
    expect((await fay.ask('GET', '/user')).status).toBe(401)
  })
})

describe('Ending all other sessions', () => {
  it('Signing out everywhere else keeps the current session, ends the others with their sockets, and affects nobody else', async () => {
    const gus = await member('gus')
    const hal = await member('hal')
    const others = [await anotherDevice('gus'), await anotherDevice('gus')]
    const sockets = await Promise.all(others.map(({ token }) => connectCable(url, token)))
    const own = await connectCable(url, gus.token)
    expect((await gus.ask('DELETE', '/sessions')).status).toBe(200)
    for (const other of others) expect((await other.ask('GET', '/user')).status).toBe(401)
    for (const socket of sockets) await expect.poll(() => socket.close_code, { timeout: 10_000 }).toBe(1000)
    expect(await own.subscribe(inboxChannel)).toBe('confirm_subscription')
    expect(await sessionsOf(gus)).toMatchObject([{ is_current: true }])
    expect((await hal.ask('GET', '/user')).status).toBe(200)
    expect((await gus.ask('DELETE', '/sessions')).status).toBe(200)
    expect((await visitor.ask('DELETE', '/sessions')).status).toBe(401)
  })

  it('Two devices that sign each other out at once leave one session at most', async () => {
    const ida = await member('ida')
    const phone = await anotherDevice('ida')
    const replies = await Promise.all([ida.ask('DELETE', '/sessions'), phone.ask('DELETE', '/sessions')])
    for (const { status } of replies) expect([200, 401]).toContain(status)
    const [left] = await ctx.db`select count(*)::int from sessions where user_id = ${ida.id}`
    expect(left?.count).toBeLessThanOrEqual(1)
  })
})
