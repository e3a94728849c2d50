import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, member, passes, stranger, runJob } = await world()

async function ask(person: Person, token?: string) {
  return await person.ask('GET', '/user', undefined, token === undefined ? {} : { headers: { authorization: token } })
}

describe('Signing out', () => {
  // Spec 4.43, 7.14
  it('A member who signs out gets 200 with JSON, and the token is no longer valid', async () => {
    const amy = await member('amy')
    const reply = await amy.ask('DELETE', '/users/sign_out')
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({})
    expect((await ask(amy)).status).toBe(401)
  })

  it('Signing out a second time is a 401', async () => {
    const ben = await member('ben')
    await ben.ask('DELETE', '/users/sign_out')
    expect((await ben.ask('DELETE', '/users/sign_out')).status).toBe(401)
  })

  it('A member who signs out stays signed in on other devices', async () => {
    const cat = await member('cat')
    const other_device = stranger('cat')
    await other_device.signIn()
    await cat.ask('DELETE', '/users/sign_out')
    expect((await ask(other_device)).status).toBe(200)
  })

  it('Signing out issues no new token, however old the current one is', async () => {
    const dora = await member('dora')
    passes(2 * DAY_MS)
    const reply = await dora.ask('DELETE', '/users/sign_out')
    expect(reply.status).toBe(200)
    expect(reply.headers.authorization).toBeUndefined()
  })
})

describe('Sessions and their tokens', () => {
  it('A session ends after 30 days without use, and continues with use', async () => {
    const eve = await member('eve')
    const fred = await member('fred')
    for (let day = 0; day < 29; day += 1) {
      passes(DAY_MS)
      const { status, headers } = await ask(eve)
      expect(status).toBe(200)
      if (headers.authorization) eve.token = String(headers.authorization)
    }
    passes(DAY_MS + MINUTE_MS)
    expect((await ask(eve)).status).toBe(200)
    expect((await ask(fred)).status).toBe(401)
  })

  it('A session gets no new token within a day', async () => {
    const gil = await member('gil')
    passes(DAY_MS - MINUTE_MS)
    const { status, headers } = await ask(gil)
    expect(status).toBe(200)
    expect(headers.authorization).toBeUndefined()
  })

  // Spec 7.5
  it('A session gets a new token after a day; the old one is valid until a minute after the first use of the new one', async () => {
    const hal = await member('hal')
    const old = hal.token ?? ''
    passes(DAY_MS + MINUTE_MS)
    const { headers } = await ask(hal)
    const fresh = String(headers.authorization)
    expect(fresh).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(headers['cache-control']).toBe('no-store')
    passes(10 * MINUTE_MS)
    expect((await ask(hal, old)).status).toBe(200)
    expect((await ask(hal, fresh)).status).toBe(200)
    passes(59_000)
    expect((await ask(hal, old)).status).toBe(200)
    passes(2_000)
    expect((await ask(hal, old)).status).toBe(401)
    expect((await ask(hal, fresh)).status).toBe(200)
  })

  it('A user whose answer with the new token was lost stays signed in', async () => {
    const ida = await member('ida')
    passes(DAY_MS + MINUTE_MS)
    const lost = await ask(ida)
    expect(lost.headers.authorization).toBeDefined()
    passes(2 * DAY_MS)
    const again = await ask(ida)
    expect(again.status).toBe(200)
    expect((await ask(ida, String(again.headers.authorization))).status).toBe(200)
  })

  it('A session gets one new token, however many requests arrive at once', async () => {
    const jon = await member('jon')
    passes(DAY_MS + MINUTE_MS)
    const replies = await Promise.all(Array.from({ length: 12 }, () => ask(jon)))
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    expect(replies.filter(({ headers }) => headers.authorization)).toHaveLength(1)
  })

  it('A refused request also returns the new token', async () => {
    const kim = await member('kim')
    passes(DAY_MS + MINUTE_MS)
    const { status, headers } = await kim.ask('PUT', '/user', { username: '!' })
    expect(status).toBe(422)
    expect(headers.authorization).toBeDefined()
  })

  it('A request succeeds even when no new token can be stored', async () => {
    const lou = await member('lou')
    passes(DAY_MS + MINUTE_MS)
    await ctx.db`create function refuse() returns trigger language plpgsql as 'begin raise exception ''planted''; end'`
    await ctx.db`create trigger refuse before insert on session_tokens execute function refuse()`
    const { status, body, headers, text } = await lou.ask('PUT', '/user', { username: 'lou-lou' })
    await ctx.db`drop trigger refuse on session_tokens`
    expect(status).toBe(200)
    expect(body.username).toBe('lou-lou')
    expect(headers.authorization).toBeUndefined()
    expect(text).not.toContain('planted')
    expect((await ask(lou)).headers.authorization).toBeDefined()
  })

  it('The sweep deletes sessions that have ended', async () => {
    await member('leo')
    passes(31 * DAY_MS)
    await runJob('sweep_accounts')
    const [count] = await ctx.db`select count(*) from sessions`
    expect(count?.count).toBe(0)
  })
})
