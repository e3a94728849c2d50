import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { emailKey } from '#server/emails.ts'
import { setRole } from '#server/store/accounts/users.ts'
import { cableAddress, connectCable, inboxChannel } from '#tests/support/network/cable-client.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, app, member, staff, stranger, passes, runJob } = await world({}, { cable_limits: { sweep_every_ms: 50 } })
const url = await cableAddress(app)

/** Uses a session, and adopts the token that replaces its own. */
async function use(person: Person): Promise<number> {
  const { status, headers } = await person.ask('GET', '/user')
  if (headers.authorization) person.token = String(headers.authorization)
  return status
}

/** Uses a session every `every` milliseconds, so that it is never idle. */
async function usesFor(person: Person, ms: number, every: number): Promise<void> {
  for (let gone = 0; gone < ms; gone += every) {
    passes(every)
    expect(await use(person)).toBe(200)
  }
}

describe('The maximum length of a session', () => {
  it('A session ends 90 days after the sign-in, however often its token was replaced', async () => {
    const amy = await member('amy')
    const first = amy.token
    await usesFor(amy, 89 * DAY_MS, DAY_MS)
    expect(amy.token).not.toBe(first)
    passes(DAY_MS - MINUTE_MS)
    expect(await use(amy)).toBe(200)
    const socket = await connectCable(url, amy.token)
    passes(MINUTE_MS)
    expect(await use(amy)).toBe(401)
    await expect.poll(() => socket.close_code, { timeout: 10_000 }).toBe(1000)
    expect(socket.news.at(-1)).toEqual({ type: 'disconnect', reason: 'unauthorized', reconnect: false })
  })

  it('A session of staff ends seven days after the sign-in', async () => {
    const bob = await staff('bob', 'moderator')
    await usesFor(bob, 7 * DAY_MS - 8 * HOUR_MS, 8 * HOUR_MS)
    passes(8 * HOUR_MS - MINUTE_MS)
    expect(await use(bob)).toBe(200)
    passes(MINUTE_MS)
    expect(await use(bob)).toBe(401)
  })

  it('The maximum length also applies to sessions that were started before it existed', async () => {
    const cat = await member('cat')
    const long_ago = new Date(ctx.now().getTime() - 91 * DAY_MS)
    await ctx.db`update sessions set created_at = ${long_ago} where user_id = ${cat.id}`
    expect(await use(cat)).toBe(401)
  })
})

describe('Idle sessions of staff', () => {
  it('A session of staff ends after twelve idle hours, with its sockets and its place in the list', async () => {
    const dan = await staff('dan', 'admin')
    const other = stranger('dan')
    await other.signIn()
    const socket = await connectCable(url, dan.token)
    passes(12 * HOUR_MS - MINUTE_MS)
    expect(await use(other)).toBe(200)
    expect((await other.ask('GET', '/sessions')).body).toHaveLength(2)
    expect(await socket.subscribe(inboxChannel)).toBe('confirm_subscription')
    passes(MINUTE_MS)
    expect((await other.ask('GET', '/sessions')).body).toHaveLength(1)
    expect(await use(dan)).toBe(401)
    await expect.poll(() => socket.close_code, { timeout: 10_000 }).toBe(1000)
  })

  it('An idle session ends at once when its owner becomes staff, and continues when they cease to be', async () => {
    const eve = await member('eve')
    passes(13 * HOUR_MS)
    await setRole(ctx.db, emailKey(eve.email), 'moderator')
    expect(await use(eve)).toBe(401)
    await setRole(ctx.db, emailKey(eve.email), null)
    expect(await use(eve)).toBe(200)
    await usesFor(eve, 8 * DAY_MS, DAY_MS)
    await setRole(ctx.db, emailKey(eve.email), 'admin')
    expect(await use(eve)).toBe(401)
  })

  it('The sweep deletes an idle session of staff, and not that of a member', async () => {
    const fay = await staff('fay', 'moderator')
    const gus = await member('gus')
    passes(13 * HOUR_MS)
    await runJob('sweep_accounts')
    const rows = await ctx.db`select user_id from sessions where user_id in ${ctx.db([fay.id, gus.id])}`
    expect(rows.map(({ user_id }) => user_id)).toEqual([gus.id])
  })
})
