import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { codeOfStep, timeStep } from '#server/domain/second-factors/totp.ts'
import { unzip } from '#tests/support/files/zip.ts'
import { withPasskey } from '#tests/support/scenarios/authenticator.ts'
import { linkedApp, withApp } from '#tests/support/scenarios/second-factors.ts'
import { PASSWORD, world } from '#tests/support/world.ts'

const product = await world()
const { ctx, member, staff, visitor, passes, mailsTo, logs } = product

/** What a client sees that knows only the specification. */
async function firstStep(email: string, password = PASSWORD) {
  return await visitor.ask('POST', '/users/sign_in', { user: { email, password } })
}

async function secondStep(ticket: string, step: object, headers: Record<string, string> = {}) {
  return await visitor.ask('POST', '/users/sign_in/second_step', { ticket, ...step }, { headers })
}

describe('An account without a second factor', () => {
  it('Its first step is the whole sign-in: 200, its user, the token in the header, and the cookie of the device alone', async () => {
    const abe = await member('abe')
    // An app that was begun and never confirmed is no factor.
    await abe.ask('POST', '/second_factors/app', { current_password: PASSWORD })
    const { status, body, headers } = await firstStep(abe.email)
    expect(status).toBe(200)
    expect(body).toEqual({ ...(await abe.ask('GET', '/user')).body, was_leaving: false })
    expect(headers.authorization).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect([headers['set-cookie']].flat()).toEqual([expect.stringMatching(/^known_device=/)])
    expect([...(await ctx.db`select 1 from sign_in_tickets where user_id = ${abe.id}`)]).toEqual([])
  })
})

describe('A right password of an account with an authenticator app', () => {
  it('A right password alone opens nothing: 401 with a ticket, and no token and no cookie', async () => {
    const amy = await withApp(product, await member('amy'))
    const { status, body, headers } = await firstStep(amy.person.email)
    expect(status).toBe(401)
    expect(body).toEqual({
      error: 'This account asks for a second step',
      code: 'second_step',
      ticket: expect.any(String),
      methods: ['app', 'recovery_code'],
    })
    expect(headers.authorization).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('A wrong password and an unknown address get the same answer as without a second factor', async () => {
    const ann = await withApp(product, await member('ann'))
    const bob = await member('bob')
    const answers = await Promise.all(
      [ann.person.email, bob.email, 'nobody@example.com'].map((email) => firstStep(email, 'wrong password')),
    )
    for (const { status, text } of answers) {
      expect(status).toBe(401)
      expect(text).toBe(answers[0]?.text)
    }
  })

  it('A wrong code, none, two at once, an old ticket and a made-up one open nothing', async () => {
    const cat = await withApp(product, await member('cat'))
    const { ticket } = (await firstStep(cat.person.email)).body
    expect((await secondStep(ticket, { code: '000000' })).body.code).toBe('wrong_code')
    expect((await secondStep(ticket, {})).status).toBe(422)
    expect((await secondStep(ticket, { code: cat.code(), recovery_code: cat.codes[0] })).status).toBe(422)
    for (const other of ['x', 'a'.repeat(43)]) {
      const { status, body, headers } = await secondStep(other, { code: cat.code() })
      expect([status, body.code, headers.authorization]).toEqual([401, 'second_step_over', undefined])
    }
    passes(11 * MINUTE_MS)
    expect((await secondStep(ticket, { code: cat.code() })).body.code).toBe('second_step_over')
  })

  it('A code opens once: the same one and an older one are refused in another sign-in', async () => {
    const dan = await withApp(product, await member('dan'))
    passes(MINUTE_MS)
    const older = dan.code()
    passes(30 * SECOND_MS)
    const code = dan.code()
    const first = await secondStep((await firstStep(dan.person.email)).body.ticket, { code })
    expect([first.status, first.body.email]).toEqual([200, dan.person.email])
    expect(first.headers.authorization).toBeTruthy()
    for (const again of [code, older]) {
      const { ticket } = (await firstStep(dan.person.email)).body
      expect((await secondStep(ticket, { code: again })).body.code).toBe('wrong_code')
    }
  })

  it('A clock that is thirty seconds early or late is accepted, and one that is a minute off is not', async () => {
    const eve = await withApp(product, await member('eve'))
    passes(10 * MINUTE_MS)
    for (const [drift, status] of [
      [-2, 422],
      [2, 422],
      [-1, 200],
      [1, 200],
    ] as const) {
      const { ticket } = (await firstStep(eve.person.email)).body
      const code = codeOfStep(eve.secret, timeStep(ctx.now()) + drift)
      expect((await secondStep(ticket, { code })).status, String(drift)).toBe(status)
    }
  })

  it('Of many sign-ins with one code at the same time exactly one gets in', async () => {
    const fay = await withApp(product, await member('fay'))
    passes(MINUTE_MS)
    const tickets = await Promise.all(
      Array.from({ length: 6 }, async () => (await firstStep(fay.person.email)).body.ticket),
    )
    const answers = await Promise.all(tickets.map((ticket) => secondStep(ticket, { code: fay.code() })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422])
  })

  it('A ticket is worth five attempts, and its owner is mailed that somebody knows the password', async () => {
    const gus = await withApp(product, await member('gus'))
    passes(MINUTE_MS)
    const { ticket } = (await firstStep(gus.person.email)).body
    const answers = await Promise.all(Array.from({ length: 9 }, () => secondStep(ticket, { code: '000000' })))
    expect(answers.filter(({ body }) => body.code === 'wrong_code')).toHaveLength(5)
    expect((await secondStep(ticket, { code: gus.code() })).body.code).toBe('second_step_over')
    const subjects = (await mailsTo(gus.person.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Somebody knows your password')).toHaveLength(1)
  })

  it('A ticket is worth nothing once the password has changed', async () => {
    const hal = await withApp(product, await member('hal'))
    const { ticket } = (await firstStep(hal.person.email)).body
    const changed = await hal.person.ask('PUT', '/user/password', {
      current_password: PASSWORD,
      password: 'another long password',
      password_confirmation: 'another long password',
    })
    expect(changed.status).toBe(200)
    passes(MINUTE_MS)
    expect((await secondStep(ticket, { code: hal.code() })).body.code).toBe('second_step_over')
    const next = await firstStep(hal.person.email, 'another long password')
    expect(next.body.code).toBe('second_step')
  })

  it('A deletion is cancelled by the second step and not by the password alone', async () => {
    const ivy = await withApp(product, await member('ivy'))
    await ivy.person.ask('POST', '/user/deletion', { current_password: PASSWORD })
    passes(MINUTE_MS)
    const { ticket } = (await firstStep(ivy.person.email)).body
    const leaving = () => ctx.db`select erased_at from users where id = ${ivy.person.id}`
    expect((await leaving())[0]?.erased_at).not.toBeNull()
    const { body } = await secondStep(ticket, { code: ivy.code() })
    expect(body.was_leaving).toBe(true)
    expect((await leaving())[0]?.erased_at).toBeNull()
  })
})

describe('Recovery codes', () => {
  it('A recovery code opens once, however it is typed, and its owner is told by mail', async () => {
    const jan = await withApp(product, await member('jan'))
    const [code = ''] = jan.codes
    const typed = ` ${code.toLowerCase().replace('-', ' ')} `
    const first = await secondStep((await firstStep(jan.person.email)).body.ticket, { recovery_code: typed })
    expect(first.status).toBe(200)
    const again = await secondStep((await firstStep(jan.person.email)).body.ticket, { recovery_code: code })
    expect(again.body.code).toBe('wrong_code')
    const subjects = (await mailsTo(jan.person.email)).map(({ subject }) => subject)
    expect(subjects).toContain('A recovery code was used')
    const { body } = await jan.person.ask('GET', '/second_factors')
    expect(body.recovery.left).toBe(9)
    expect(body.recovery.codes[0]).toEqual({ position: 1, used_at: ctx.now().toISOString() })
  })

  it('Of many sign-ins with one recovery code at the same time exactly one gets in', async () => {
    const kim = await withApp(product, await member('kim'))
    const tickets = await Promise.all(
      Array.from({ length: 5 }, async () => (await firstStep(kim.person.email)).body.ticket),
    )
    const answers = await Promise.all(tickets.map((ticket) => secondStep(ticket, { recovery_code: kim.codes[3] })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
  })

  it('New recovery codes replace all earlier ones, and somebody else’s open nothing', async () => {
    const lea = await withApp(product, await member('lea'))
    const liz = await withApp(product, await member('liz'))
    const { body, status } = await lea.person.ask('POST', '/second_factors/recovery_codes', {
      current_password: PASSWORD,
    })
    expect([status, body.recovery_codes.length]).toEqual([200, 10])
    for (const recovery_code of [lea.codes[0], liz.codes[0]]) {
      const { ticket } = (await firstStep(lea.person.email)).body
      expect((await secondStep(ticket, { recovery_code })).body.code).toBe('wrong_code')
    }
    const { ticket } = (await firstStep(lea.person.email)).body
    expect((await secondStep(ticket, { recovery_code: body.recovery_codes[9] })).status).toBe(200)
  })

  it('Nothing that opens a door is in the database, in the log or in an export as it was shown', async () => {
    const mia = await withApp(product, await member('mia'))
    const tables = ['authenticator_apps', 'recovery_codes', 'sign_in_tickets', 'member_notices', 'audit_log']
    const { ticket } = (await firstStep(mia.person.email)).body
    const stored = await Promise.all(tables.map((table) => ctx.db`select t::text as row from ${ctx.db(table)} t`))
    const { passkey } = await withPasskey(mia.person)
    const { id } = (await mia.person.ask('POST', '/exports')).body
    await ctx.jobs.runDue()
    const files = await unzip((await mia.person.fetch(`/exports/${id}/file`)).bytes)
    const own = JSON.parse(String(files.get('second-factors.json')))
    expect(own.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'authenticator_app',
      'passkey',
      ...Array(10).fill('recovery_code'),
    ])
    expect(own.find(({ kind }: { kind: string }) => kind === 'passkey').name).toBe('Laptop')
    const exported = [...files.values()].join('\n')
    for (const form of ['hex', 'base64', 'base64url'] as const)
      expect(exported.includes(passkey.id.toString(form)), form).toBe(false)
    const text = JSON.stringify(stored) + logs.join('\n') + exported
    for (const secret of [
      mia.text,
      mia.secret.toString('hex'),
      ticket,
      ...mia.codes,
      ...mia.codes.map((code) => code.replace('-', '')),
    ])
      expect(text.includes(secret), secret).toBe(false)
  })
})

describe('Changes of second factors', () => {
  it('Without the current password nothing is changed once a sign-in is ten minutes old', async () => {
    const ned = await member('ned')
    passes(11 * MINUTE_MS)
    const refused = await ned.ask('POST', '/second_factors/app', {})
    expect([refused.status, refused.body.fields]).toEqual([422, { current_password: 'is required' }])
    expect((await ned.ask('POST', '/second_factors/app', { current_password: 'wrong' })).status).toBe(422)
    expect((await ned.ask('POST', '/second_factors/passkeys/options', {})).status).toBe(422)
    expect((await ned.ask('POST', '/second_factors/app', { current_password: PASSWORD })).status).toBe(201)
  })

  it('A session without the second step cannot change the locks of an account that has them', async () => {
    const oda = await member('oda')
    const thief = await product.anotherDevice('oda')
    await linkedApp(product, oda)
    for (const [method, path, body] of [
      ['POST', '/second_factors/app', { current_password: PASSWORD }],
      ['POST', '/second_factors/app/removal', { current_password: PASSWORD }],
      ['POST', '/second_factors/passkeys/options', { current_password: PASSWORD }],
      ['POST', '/second_factors/recovery_codes', { current_password: PASSWORD }],
    ] as const) {
      const { status, body: answer } = await thief.ask(method, path, body)
      expect([status, answer.code], path).toEqual([403, 'sign_in_again'])
    }
    const { passkey } = await withPasskey(oda)
    const { body } = await oda.ask('GET', '/second_factors')
    const renamed = await thief.ask('PATCH', `/second_factors/passkeys/${body.passkeys[0].id}`, { name: 'Mine' })
    expect([renamed.status, renamed.body.code, passkey.id.length]).toEqual([403, 'sign_in_again', 32])
    expect((await thief.ask('GET', '/second_factors')).body.may_change).toBe(false)
  })

  it('A session without the second step cannot change the address to which everything about the locks is mailed', async () => {
    const olga = await member('olga')
    const thief = await product.anotherDevice('olga')
    const change = { current_password: PASSWORD, email: 'thief@example.com' }
    await linkedApp(product, olga)
    const refused = await thief.ask('PUT', '/user/email', change)
    expect([refused.status, refused.body.code]).toEqual([403, 'sign_in_again'])
    expect(await mailsTo('thief@example.com')).toEqual([])
    expect((await olga.ask('PUT', '/user/email', { ...change, email: 'olga-too@example.com' })).status).toBe(200)
  })

  it('Every change is mailed to the owner, in the language of the account, and staff’s are audited', async () => {
    const pia = await staff('pia', 'moderator')
    await pia.ask('PUT', '/user', { locale: 'fr' })
    await linkedApp(product, pia)
    await pia.ask('POST', '/second_factors/recovery_codes', { current_password: PASSWORD })
    await pia.ask('POST', '/second_factors/app/removal', { current_password: PASSWORD })
    const subjects = (await mailsTo(pia.email)).map(({ subject }) => subject)
    for (const subject of [
      'Un nouveau verrou sur votre porte',
      'Vous avez de nouveaux codes de secours',
      'Un verrou a été retiré de votre porte',
    ])
      expect(subjects).toContain(subject)
    const audited = await ctx.db`select action from audit_log where user_id = ${pia.id}`
    expect(audited.map(({ action }) => action).sort()).toEqual([
      'factor_added',
      'factor_removed',
      'recovery_codes_made',
    ])
  })

  it('With the last factor the recovery codes go, and signing in is as it was before', async () => {
    const quy = await withApp(product, await member('quy'))
    await quy.person.ask('POST', '/second_factors/app/removal', { current_password: PASSWORD })
    expect((await quy.person.ask('GET', '/second_factors')).body).toMatchObject({
      app: null,
      recovery: null,
      passkeys: [],
    })
    const { status, headers } = await firstStep(quy.person.email)
    expect([status, typeof headers.authorization]).toEqual([200, 'string'])
  })

  it('The list of sessions says how each began', async () => {
    const rob = await withApp(product, await member('rob'))
    passes(MINUTE_MS)
    const { ticket } = (await firstStep(rob.person.email)).body
    rob.person.token = String((await secondStep(ticket, { recovery_code: rob.codes[1] })).headers.authorization)
    const { body } = await rob.person.ask('GET', '/sessions')
    expect(body.map(({ signed_in_with }: { signed_in_with?: string }) => signed_in_with)).toEqual([
      'recovery_code',
      'app',
    ])
  })
})

describe('A browser that is trusted for thirty days', () => {
  it('It is not asked again for thirty days, and is asked after a new password', async () => {
    const sam = await withApp(product, await member('sam'))
    passes(MINUTE_MS)
    const { ticket } = (await firstStep(sam.person.email)).body
    const { headers } = await secondStep(ticket, { code: sam.code(), trust_browser: true })
    const cookies = [headers['set-cookie']].flat().map(String)
    const cookie = cookies.find((line) => line.startsWith('trusted_browser='))
    expect(cookie).toContain('HttpOnly; SameSite=Strict')
    const again = (password = PASSWORD) =>
      visitor.ask(
        'POST',
        '/users/sign_in',
        { user: { email: sam.person.email, password } },
        { headers: { cookie: cookie?.split(';')[0] ?? '' } },
      )
    const trusted = await again()
    expect(trusted.status).toBe(200)
    sam.person.token = String(trusted.headers.authorization)
    await sam.person.ask('PUT', '/user/password', {
      current_password: PASSWORD,
      password: 'another long password',
      password_confirmation: 'another long password',
    })
    expect((await again('another long password')).body.code).toBe('second_step')
  })

  it('The trust of a browser ends after thirty days, and staff are always asked', async () => {
    const tom = await withApp(product, await member('tom'))
    const una = await withApp(product, await staff('una', 'admin'))
    passes(MINUTE_MS)
    for (const [{ person, code }, status] of [
      [tom, 200],
      [una, 401],
    ] as const) {
      const { ticket } = (await firstStep(person.email)).body
      const { headers } = await secondStep(ticket, { code: code(), trust_browser: true })
      const cookie = [headers['set-cookie']]
        .flat()
        .map((line) => String(line).split(';')[0])
        .join('; ')
      const ask = () =>
        visitor.ask(
          'POST',
          '/users/sign_in',
          { user: { email: person.email, password: PASSWORD } },
          { headers: { cookie } },
        )
      expect((await ask()).status).toBe(status)
      passes(31 * DAY_MS)
      expect((await ask()).body.code).toBe('second_step')
    }
  })
})

describe('What is kept of second factors', () => {
  it('They go with the account', async () => {
    const vic = await withApp(product, await member('vic'))
    await firstStep(vic.person.email)
    await vic.person.ask('POST', '/user/deletion', { current_password: PASSWORD })
    passes(15 * DAY_MS)
    await product.runJob('erase_accounts')
    for (const table of [
      'authenticator_apps',
      'recovery_codes',
      'sign_in_tickets',
      'passkeys',
      'trusted_browsers',
      'factor_recoveries',
    ])
      expect([...(await ctx.db`select 1 from ${ctx.db(table)} where user_id = ${vic.person.id}`)], table).toEqual([])
  })
})
