import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { withApp } from '#tests/support/scenarios/second-factors.ts'
import { NOBODY, PASSWORD, type Person, world } from '#tests/support/world.ts'

const product = await world()
const { ctx, member, staff, visitor, passes, mailsTo } = product

let admins = 0
/** Somebody who has just signed in: sessions of staff are short. */
const onDuty = () => staff(`admin${++admins}`, 'admin')

const firstStep = async (email: string) =>
  (await visitor.ask('POST', '/users/sign_in', { user: { email, password: PASSWORD } })).body
const ask = async (email: string) =>
  await visitor.ask('POST', '/users/sign_in/recovery', { ticket: (await firstStep(email)).ticket })

async function waiting(email: string) {
  const { body } = await (await onDuty()).ask('GET', '/admin/factor_recoveries')
  return body.find((row: { email: string }) => row.email === email)
}

async function decide(id: string, approve: boolean, by?: Person) {
  return await (by ?? (await onDuty())).ask('POST', `/admin/factor_recoveries/${id}`, { approve })
}

async function stopLink(email: string): Promise<string> {
  const mail = (await mailsTo(email)).find(({ text }) => text?.includes('/stop-recovery?token='))
  return mail?.text?.match(/token=([\w-]+)/)?.[1] ?? ''
}

describe('Somebody who has lost every second factor', () => {
  it('Nobody asks for it without the password, and no admin decides before three days are over', async () => {
    const amy = await withApp(product, await member('amy'))
    expect((await visitor.ask('POST', '/users/sign_in/recovery', { ticket: 'made up' })).status).toBe(401)
    const { status, body } = await ask(amy.person.email)
    expect([status, body.due_at]).toEqual([200, new Date(ctx.now().getTime() + 72 * HOUR_MS).toISOString()])
    const { id } = await waiting(amy.person.email)
    await mailsTo(amy.person.email)
    passes(71 * HOUR_MS)
    const early = await decide(id, true)
    expect([early.status, early.body.code]).toEqual([409, 'too_early'])
    expect((await firstStep(amy.person.email)).code).toBe('second_step')
    // Asking again does not begin the time anew, nor does it shorten it.
    expect((await ask(amy.person.email)).body.due_at).toBe(body.due_at)
  })

  it('After three days an admin removes the factors: every session ends, and each step is mailed and audited', async () => {
    const bob = await withApp(product, await member('bob'))
    await ask(bob.person.email)
    const { id } = await waiting(bob.person.email)
    passes(72 * HOUR_MS)
    // The owner could not be told yet, so nothing happens behind their back.
    expect((await decide(id, true)).body.code).toBe('too_early')
    await mailsTo(bob.person.email)
    // A mail that was late leaves its reader three days too.
    expect((await decide(id, true)).body.code).toBe('too_early')
    passes(72 * HOUR_MS)
    expect((await decide(id, true)).status).toBe(200)
    expect((await bob.person.ask('GET', '/user')).status).toBe(401)
    expect((await bob.person.signIn()).status).toBe(200)
    const subjects = (await mailsTo(bob.person.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Somebody asks to remove your second lock')
    expect(subjects).toContain('Your second lock was removed')
    const audited = await ctx.db`select action from audit_log where user_id = ${bob.person.id}`
    expect(audited.map(({ action }) => action).sort()).toEqual(['recovery_approved', 'recovery_asked'])
    expect((await decide(id, true)).status).toBe(404)
  })

  it('The link of the mail stops it once, and a made-up link stops nothing', async () => {
    const cat = await withApp(product, await member('cat'))
    await ask(cat.person.email)
    const stop = async (token: string) => (await visitor.ask('POST', '/second_factors/recovery/stop', { token })).status
    expect(await stop('made up')).toBe(422)
    const token = await stopLink(cat.person.email)
    expect(await stop(token)).toBe(200)
    expect(await stop(token)).toBe(422)
    expect(await waiting(cat.person.email)).toBeUndefined()
  })

  it('While the mail with the link could not be sent nothing is removed, and the three days begin once it was', async () => {
    const house = await world({ RATE_LIMITS: 'on' })
    const { person } = await withApp(house, await house.member('mel'))
    const user = { email: person.email, password: PASSWORD }
    const askStaff = async () => {
      house.passes(MINUTE_MS)
      const { ticket } = (await house.visitor.ask('POST', '/users/sign_in', { user })).body
      return (await house.visitor.ask('POST', '/users/sign_in/recovery', { ticket })).status
    }
    const links = async () =>
      (await house.mailsTo(person.email)).flatMap(({ text }) => text?.match(/stop-recovery\?token=([\w-]+)/)?.[1] ?? [])
    for (let n = 1; n <= 3; n += 1) {
      expect(await askStaff()).toBe(200)
      const token = (await links()).at(-1)
      expect((await house.visitor.ask('POST', '/second_factors/recovery/stop', { token })).status).toBe(200)
    }
    // The fourth mail of an hour is one too many.
    expect(await askStaff()).toBe(200)
    expect(await links()).toHaveLength(3)
    house.passes(72 * HOUR_MS)
    const boss = async () => await house.staff(`boss${++admins}`, 'admin')
    const [row] = (await (await boss()).ask('GET', '/admin/factor_recoveries')).body
    const approve = async () =>
      (await (await boss()).ask('POST', `/admin/factor_recoveries/${row.id}`, { approve: true })).status
    expect(await approve()).toBe(409)
    expect(await askStaff()).toBe(200)
    expect(await askStaff()).toBe(200)
    expect(await links()).toHaveLength(4)
    expect(await approve()).toBe(409)
    house.passes(72 * HOUR_MS)
    expect(await approve()).toBe(200)
  })

  it('Whoever changes their factors has not lost them, which stops it too', async () => {
    const col = await withApp(product, await member('col'))
    await ask(col.person.email)
    expect(await waiting(col.person.email)).toBeDefined()
    expect(
      (await col.person.ask('POST', '/second_factors/recovery_codes', { current_password: PASSWORD })).status,
    ).toBe(200)
    expect(await waiting(col.person.email)).toBeUndefined()
  })

  it('The owner is told in the language of the account, of the request and of its end', async () => {
    const dee = await withApp(product, await member('dee'))
    await dee.person.ask('PUT', '/user', { locale: 'fr' })
    await ask(dee.person.email)
    await mailsTo(dee.person.email)
    const { id } = await waiting(dee.person.email)
    passes(72 * HOUR_MS)
    expect((await decide(id, true)).status).toBe(200)
    const subjects = (await mailsTo(dee.person.email)).map(({ subject }) => subject)
    expect(subjects).toContain('On demande de retirer votre second verrou')
    expect(subjects).toContain('Votre second verrou a été retiré')
    // What was begun before opens nothing any more.
    expect((await dee.person.signIn()).status).toBe(200)
  })

  it('Signing in with a factor stops it', async () => {
    const dan = await withApp(product, await member('dan'))
    await ask(dan.person.email)
    const { id } = await waiting(dan.person.email)
    passes(MINUTE_MS)
    const { ticket } = await firstStep(dan.person.email)
    await visitor.ask('POST', '/users/sign_in/second_step', { ticket, code: dan.code() })
    passes(72 * HOUR_MS)
    expect((await decide(id, true)).status).toBe(404)
  })

  it('No admin decides about themselves, no moderator decides, and nothing is decided that does not exist', async () => {
    const eve = await withApp(product, await staff('eve', 'admin'))
    await ask(eve.person.email)
    const { id } = await waiting(eve.person.email)
    passes(72 * HOUR_MS)
    const insider = product.stranger('eve')
    insider.token = eve.person.token
    await ctx.db`update sessions set last_used_at = ${ctx.now()}, created_at = ${ctx.now()} where user_id = ${eve.person.id}`
    const self = await decide(id, true, insider)
    expect([self.status, self.body.error]).toEqual([403, 'Nobody decides about themselves'])
    expect((await decide(id, true, await staff('mod', 'moderator'))).status).toBe(403)
    expect((await decide(NOBODY, true)).status).toBe(404)
    expect((await decide(id, false)).status).toBe(200)
    expect((await firstStep(eve.person.email)).code).toBe('second_step')
  })

  it('Of two admins who decide at the same time one does', async () => {
    const fay = await withApp(product, await member('fay'))
    await ask(fay.person.email)
    const { id } = await waiting(fay.person.email)
    await mailsTo(fay.person.email)
    passes(72 * HOUR_MS)
    const other = await staff('other', 'admin')
    const answers = await Promise.all([decide(id, true), decide(id, false, other), decide(id, true, other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  it('However many wait, an admin reads of all of them page by page, the oldest first, and decides about the last one', async () => {
    const { db, now } = ctx
    await db`delete from factor_recoveries`
    const last = await withApp(product, await member('last'))
    // One request of an account waits, so these are rows of others.
    await db`
      insert into users (id, email, email_key, username, password_hash, created_at)
      select id, id || '@example.com', id || '@example.com', left(replace(id::text, '-', ''), 30), 'none', ${now()}
      from (select gen_random_uuid() as id from generate_series(1, 119)) made`
    await db`
      insert into factor_recoveries (id, user_id, requested_at, due_at, stop_hash, state)
      select gen_random_uuid(), id, ${now()}, ${now()}, decode(md5(id::text), 'hex'), 'waiting' from users
      where password_hash = 'none'`
    passes(1)
    await ask(last.person.email)
    const admin = await onDuty()
    const seen: { id: string; email: string }[] = []
    let query: string | undefined = ''
    while (query !== undefined) {
      const { body, headers } = await admin.ask('GET', `/admin/factor_recoveries${query}`)
      seen.push(...body)
      query = String(headers.link ?? '').match(/<(\?cursor=[^>]+)>; rel="next"/)?.[1]
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(120)
    expect(seen.at(-1)?.email).toBe(last.person.email)
    expect((await decide(seen.at(-1)?.id ?? '', false, admin)).status).toBe(200)
    expect(await waiting(last.person.email)).toBeUndefined()
  })
})
