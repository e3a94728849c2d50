import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { openSession } from '#tests/support/database/account-rows.ts'
import {
  type CableClient,
  cableAddress,
  connectCable,
  inboxChannel,
  openSocket,
} from '#tests/support/network/cable-client.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, app, member, passes, mailsTo, runJob, anotherDevice } = await world()
const url = await cableAddress(app)
const connect = ({ token }: Person) => connectCable(url, token)

/** A second is promised; a busy machine is given ten. */
async function expectCutOff(client: CableClient): Promise<void> {
  await expect.poll(() => client.close_code, { timeout: 10_000 }).toBe(1000)
  expect(client.news.at(-1)).toEqual({ type: 'disconnect', reason: 'unauthorized', reconnect: false })
}

describe('Signing out', () => {
  // Spec 7.45
  it('Somebody who signs out loses the sockets of that session and keeps those of the others', async () => {
    const amy = await member('amy')
    const phone = await connect(await anotherDevice('amy'))
    const [tab, other] = [await connect(amy), await connect(amy)]
    await amy.ask('DELETE', '/users/sign_out')
    await expectCutOff(tab)
    await expectCutOff(other)
    expect(await phone.subscribe(inboxChannel)).toBe('confirm_subscription')
  })

  it('Somebody who has signed out cannot connect with the old token', async () => {
    const bob = await member('bob')
    await bob.ask('DELETE', '/users/sign_out')
    await expectCutOff(openSocket(url, bob.token))
  })
})

describe('Password reset', () => {
  it('Somebody who resets their password is disconnected on all devices', async () => {
    const cat = await member('cat')
    const sockets = [await connect(cat), await connect(await anotherDevice('cat'))]
    await cat.ask('POST', '/users/password', { user: { email: cat.email } })
    const [mail] = await mailsTo(cat.email)
    const reset_password_token = mail?.text?.match(/reset_password_token=([\w-]+)/)?.[1]
    const password = 'another good password'
    const user = { reset_password_token, password, password_confirmation: password }
    expect((await cat.ask('PUT', '/users/password', { user })).status).toBe(200)
    for (const socket of sockets) await expectCutOff(socket)
  })
})

describe('Live events about ended sessions', () => {
  it('The live event alone disconnects who signs out or resets the password, without the periodic check', async () => {
    const without_check = await world({}, { cable_limits: { sweep_every_ms: HOUR_MS } })
    const address = await cableAddress(without_check.app)
    const [amy, bob] = [await without_check.member('amy'), await without_check.member('bob')]
    const sockets = [await connectCable(address, amy.token), await connectCable(address, bob.token)] as const
    await amy.ask('DELETE', '/users/sign_out')
    await expectCutOff(sockets[0])
    without_check.ctx.live.publish({ kind: 'user_ended', user_id: bob.id })
    await expectCutOff(sockets[1])
  })
})

describe('Sessions that end without a live event', () => {
  it('The sockets of an account that was deleted by hand are closed, and nobody else’s', async () => {
    const dan = await member('dan')
    const eve = await connect(await member('eve'))
    const socket = await connect(dan)
    await ctx.db`delete from users where id = ${dan.id}`
    await expectCutOff(socket)
    expect(await eve.subscribe(inboxChannel)).toBe('confirm_subscription')
  })

  it('Of more sessions than one check looks up, those of somebody who was frozen by hand end at once', async () => {
    const busy = await world({}, { cable_limits: { sweep_every_ms: 2000, sweep_sessions: 1 } })
    const address = await cableAddress(busy.app)
    const [amy, bob] = [await busy.member('amy'), await busy.member('bob')]
    for (let device = 0; device < 25; device += 1) {
      const session = { user_id: amy.id, user_agent: 'test', now: busy.ctx.now() }
      await connectCable(address, await openSession(busy.ctx.db, session))
    }
    const socket = await connectCable(address, bob.token)
    await busy.ctx.db`
      update users set frozen_at = ${busy.ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${bob.id}`
    await expectCutOff(socket)
  })

  it('The sockets of a session that was not used for a month are closed', async () => {
    const socket = await connect(await member('fay'))
    passes(30 * DAY_MS + MINUTE_MS)
    await expectCutOff(socket)
  })
})

describe('Replaced tokens', () => {
  it('A session keeps its sockets when its token is replaced and the old one expires', async () => {
    const gus = await member('gus')
    const socket = await connect(gus)
    passes(DAY_MS + MINUTE_MS)
    gus.token = String((await gus.ask('GET', '/user')).headers.authorization)
    await gus.ask('GET', '/user')
    passes(5 * MINUTE_MS)
    await runJob('sweep_accounts')
    const witness = await connect(await member('hal'))
    await ctx.db`delete from users where email_key = 'hal@example.com'`
    // When the witness is disconnected, the check has found all ended sessions.
    await expectCutOff(witness)
    expect(await socket.subscribe(inboxChannel)).toBe('confirm_subscription')
  })
})

describe('Without the database', () => {
  it('While the database is away nobody is disconnected, and whoever connects is asked to reconnect later', async () => {
    const ida = await member('ida')
    const socket = await connect(ida)
    await ctx.db`alter table sessions rename to sessions_away`
    const late = openSocket(url, ida.token)
    await late.ended()
    await ctx.db`alter table sessions_away rename to sessions`
    expect(late.news).toEqual([{ type: 'disconnect', reason: 'unavailable', reconnect: true }])
    expect(await socket.subscribe(inboxChannel)).toBe('confirm_subscription')
  })
})
