import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { deletePasswordResetsOf } from '#server/store/accounts/password-resets.ts'
import { lockUser } from '#server/store/accounts/users.ts'
import { openSession } from '#tests/support/database/account-rows.ts'
import { countWaiting } from '#tests/support/database/lock-waits.ts'
import { cableAddress, connectCable, inboxChannel } from '#tests/support/network/cable-client.ts'
import { PASSWORD, type Person, world } from '#tests/support/world.ts'

const NEW_PASSWORD = 'an even better password'
const { ctx, app, member, creator, staff, stranger, visitor, mails, mailsTo, logs } = await world(
  {},
  { cable_limits: { sweep_every_ms: HOUR_MS } },
)
const url = await cableAddress(app)

function change(person: Person, current_password: unknown, password: unknown = NEW_PASSWORD, confirmation = password) {
  return person.ask('PUT', '/user/password', { current_password, password, password_confirmation: confirmation })
}

describe('Refused changes of the password', () => {
  it('A new password is refused without a session', async () => {
    expect((await change(visitor, PASSWORD)).status).toBe(401)
  })

  it('A new password is refused when the current one is wrong, which ends no session and sends no mail', async () => {
    const amy = await member('amy')
    const { status, body } = await change(amy, 'not my password')
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'invalid', fields: { current_password: 'wrong' } })
    expect((await amy.ask('GET', '/user')).status).toBe(200)
    expect((await amy.signIn(PASSWORD)).status).toBe(200)
    expect(await mailsTo(amy.email)).toEqual([])
  })

  it('A new password is refused when it is weak, short, long, not confirmed, or not a text', async () => {
    const bob = await member('bob')
    expect((await change(bob, PASSWORD, 'short')).body.code).toBe('password_length')
    expect((await change(bob, PASSWORD, 'x'.repeat(129))).body.code).toBe('password_length')
    expect((await change(bob, PASSWORD, 'password123')).body.code).toBe('weak_password')
    expect((await change(bob, PASSWORD, bob.email)).body.code).toBe('weak_password')
    expect((await change(bob, PASSWORD, NEW_PASSWORD, 'another password')).body).toMatchObject({
      code: 'password_mismatch',
      fields: { password_confirmation: 'mismatch' },
    })
    for (const odd of [null, 5, {}, [], 'x'.repeat(1001), 'nul\0']) {
      expect((await change(bob, odd)).status).toBe(422)
      expect((await change(bob, PASSWORD, odd)).status).toBe(422)
    }
    expect((await bob.signIn(PASSWORD)).status).toBe(200)
  })

  it('Of several new passwords at once all but one are refused', async () => {
    const cat = await member('cat')
    const replies = await Promise.all([1, 2, 3, 4].map((n) => change(cat, PASSWORD, `a fine password ${n}`)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  })
})

describe('Changing the password', () => {
  it('Everyone may change their password, whatever their role', async () => {
    const people = [await member('r1'), await creator('r2'), await staff('r3', 'moderator'), await staff('r4', 'admin')]
    for (const person of people) expect((await change(person, PASSWORD)).status).toBe(200)
  })

  it('A new password ends every other session with its sockets, keeps this one, and is reported by mail', async () => {
    const dan = await member('dan')
    const phone = stranger('dan')
    await phone.signIn()
    const sockets = [await connectCable(url, phone.token), await connectCable(url, dan.token)] as const
    await dan.ask('PUT', '/user', { locale: 'fr' })
    const done = await change(dan, PASSWORD)
    expect([done.status, done.body]).toEqual([200, {}])
    expect((await dan.ask('GET', '/user')).status).toBe(200)
    expect((await phone.ask('GET', '/user')).status).toBe(401)
    await expect.poll(() => sockets[0].close_code, { timeout: 10_000 }).toBe(1000)
    expect(await sockets[1].subscribe(inboxChannel)).toBe('confirm_subscription')
    expect((await phone.signIn(PASSWORD)).status).toBe(401)
    expect((await phone.signIn(NEW_PASSWORD)).status).toBe(200)
    const sent = await mailsTo(dan.email)
    expect(sent.map(({ subject }) => subject)).toEqual(['Votre mot de passe a été changé'])
    expect(sent[0]?.text).toContain('http://loge.test/reset-password')
    expect(logs.join('')).not.toContain(NEW_PASSWORD)
    expect(JSON.stringify(await ctx.db`select data from pgboss.job`)).not.toContain(NEW_PASSWORD)
  })

  it('A new password invalidates the links in mails: password resets and changes of the address', async () => {
    const eve = await member('eve')
    await eve.ask('POST', '/users/password', { user: { email: eve.email } })
    await eve.ask('PUT', '/user/email', { current_password: PASSWORD, email: 'eve-elsewhere@example.com' })
    const sent = await mails()
    const secretIn = (to: string, name: string) =>
      sent.findLast((mail) => mail.to?.[0]?.address === to)?.text?.match(new RegExp(`${name}=([\\w-]+)`))?.[1]
    const reset_password_token = secretIn(eve.email, 'reset_password_token')
    const token = secretIn('eve-elsewhere@example.com', 'token')
    expect([reset_password_token, token]).not.toContain(undefined)
    await change(eve, PASSWORD)
    const user = { reset_password_token, password: PASSWORD, password_confirmation: PASSWORD }
    expect((await visitor.ask('PUT', '/users/password', { user })).body.code).toBe('reset_token_invalid')
    expect((await visitor.ask('POST', '/user/email/confirm', { token })).body.code).toBe('reset_token_invalid')
  })
})

describe('Races between a new password and a password reset', () => {
  it('A new password and a reset at the same time take their locks in one order, so that neither fails', async () => {
    const kit = await member('kit')
    await kit.ask('POST', '/users/password', { user: { email: kit.email } })
    const reset_password_token = (await mailsTo(kit.email)).at(-1)?.text?.match(/reset_password_token=([\w-]+)/)?.[1]
    const user = { reset_password_token, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
    let reply: Promise<{ status: number }> | undefined
    await ctx.db.begin(async (db) => {
      await lockUser(db, kit.id)
      reply = visitor.ask('PUT', '/users/password', { user })
      await expect.poll(() => countWaiting(ctx.db), { timeout: 10_000 }).toBe(1)
      await deletePasswordResetsOf(db, kit.id)
    })
    expect((await reply)?.status).toBe(422)
  })
})

describe('A new password without a mail', () => {
  it('A new password is set and reported as set although the mail about it cannot be queued', async () => {
    const lea = await member('lea')
    const { send } = ctx.jobs
    ctx.jobs.send = () => Promise.reject(new Error('the queue is away'))
    const { status } = await change(lea, PASSWORD)
    ctx.jobs.send = send
    expect(status).toBe(200)
    expect((await lea.signIn(NEW_PASSWORD)).status).toBe(200)
    expect(logs.join('')).toContain('the queue is away')
  })
})

describe('Rate limits of new passwords', () => {
  it('A user may change the password ten times an hour, and gets three mails about it, as the address may be somebody else’s', async () => {
    const limited = await world({ RATE_LIMITS: 'on' })
    const max = await limited.member('max')
    for (let n = 0; n < 10; n += 1) expect((await change(max, PASSWORD, PASSWORD)).status).toBe(200)
    expect((await change(max, PASSWORD, PASSWORD)).status).toBe(429)
    expect(await limited.mails()).toHaveLength(3)
  })
})

describe('Rate limits of current passwords', () => {
  it('A user has ten wrong current passwords in a quarter of an hour; correct ones do not count', async () => {
    const limited = await world({ RATE_LIMITS: 'on' })
    const gil = await limited.member('gil')
    for (let n = 0; n < 12; n += 1) expect((await change(gil, PASSWORD, 'short')).status).toBe(422)
    for (let n = 0; n < 10; n += 1) expect((await change(gil, 'a guess')).body.code).toBe('invalid')
    const refused = await change(gil, PASSWORD)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const email = { current_password: PASSWORD, email: 'gil-elsewhere@example.com' }
    expect((await gil.ask('PUT', '/user/email', email)).status).toBe(429)
    expect((await gil.ask('GET', '/user')).status).toBe(200)
    limited.passes(15 * MINUTE_MS)
    expect((await change(gil, PASSWORD)).status).toBe(200)
  })

  it('Somebody who guesses in a stolen session does not limit the owner in another session', async () => {
    const limited = await world({ RATE_LIMITS: 'on' })
    const owner = await limited.member('ora')
    const thief = limited.stranger('ora')
    await thief.signIn()
    for (let n = 0; n < 10; n += 1) expect((await change(thief, 'a guess')).status).toBe(422)
    expect((await change(thief, 'a guess')).status).toBe(429)
    expect((await change(owner, PASSWORD)).status).toBe(200)
  })

  it('A session has thirty tries in a quarter of an hour even with the correct password, since each costs a hash', async () => {
    const limited = await world({ RATE_LIMITS: 'on' })
    const hue = await limited.member('hue')
    for (let n = 0; n < 30; n += 1) expect((await change(hue, PASSWORD, 'short')).status).toBe(422)
    expect((await change(hue, PASSWORD, 'short')).status).toBe(429)
  })

  it('All sessions of an account together have ninety tries, however many there are', async () => {
    const limited = await world({ RATE_LIMITS: 'on' })
    const ida = await limited.member('ida')
    for (let session = 0; session < 3; session += 1) {
      ida.token = await openSession(limited.ctx.db, { user_id: ida.id, user_agent: 'node', now: limited.ctx.now() })
      for (let n = 0; n < 30; n += 1) expect((await change(ida, PASSWORD, 'short')).status).toBe(422)
    }
    ida.token = await openSession(limited.ctx.db, { user_id: ida.id, user_agent: 'node', now: limited.ctx.now() })
    expect((await change(ida, PASSWORD, 'short')).status).toBe(429)
  })
})
