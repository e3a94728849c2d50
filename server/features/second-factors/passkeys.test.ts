import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { Authenticator, withPasskey } from '#tests/support/scenarios/authenticator.ts'
import { withApp } from '#tests/support/scenarios/second-factors.ts'
import { PASSWORD, type Person, world } from '#tests/support/world.ts'

const product = await world()
const { ctx, member, staff, visitor, passes } = product

const firstStep = async ({ email }: Pick<Person, 'email'>) =>
  (await visitor.ask('POST', '/users/sign_in', { user: { email, password: PASSWORD } })).body
const stepOptions = async (ticket: string) =>
  (await visitor.ask('POST', '/users/sign_in/second_step/options', { ticket })).body
const secondStep = async (ticket: string, passkey: object) =>
  await visitor.ask('POST', '/users/sign_in/second_step', { ticket, passkey })
const signInOptions = async () => (await visitor.ask('POST', '/users/sign_in/passkey/options')).body
const signIn = async (answer: object) => await visitor.ask('POST', '/users/sign_in/passkey', { answer })

describe('A passkey in place of the password', () => {
  it('A passkey opens the door without an address, and the same answer opens nothing again', async () => {
    const amy = await member('amy')
    const { passkey } = await withPasskey(amy)
    const answer = passkey.sign(await signInOptions())
    const opened = await signIn(answer)
    expect([opened.status, opened.body.email]).toEqual([200, amy.email])
    expect(typeof opened.headers.authorization).toBe('string')
    const again = await signIn(answer)
    expect([again.status, again.body.code, again.headers.authorization]).toEqual([422, 'passkey_refused', undefined])
    amy.token = String(opened.headers.authorization)
    expect((await amy.ask('GET', '/sessions')).body[0].signed_in_with).toBe('passkey')
  })

  it('Of many sign-ins with one answer at the same time exactly one gets in', async () => {
    const { passkey } = await withPasskey(await member('ann'))
    const answer = passkey.sign(await signInOptions())
    const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(answer)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422])
  })

  it('Without a finger or a PIN a passkey opens nothing alone, but it is a second step', async () => {
    const bob = await member('bob')
    const { passkey } = await withPasskey(bob)
    expect((await signIn(passkey.sign(await signInOptions(), { is_verified: false }))).status).toBe(422)
    const { ticket } = await firstStep(bob)
    const opened = await secondStep(ticket, passkey.sign(await stepOptions(ticket), { is_verified: false }))
    expect(opened.status).toBe(200)
  })

  it('An answer for another site, from another page, to an old challenge or to no challenge of ours is refused', async () => {
    const { passkey } = await withPasskey(await member('cat'))
    const options = await signInOptions()
    const old = passkey.sign(options)
    for (const answer of [
      passkey.sign({ ...options, rpId: 'evil.example' }),
      passkey.sign(options, { origin: 'https://evil.example' }),
      passkey.sign({ ...options, challenge: Buffer.alloc(36).toString('base64url') }),
      new Authenticator().sign(options),
    ]) {
      expect((await signIn(answer)).body.code).toBe('passkey_refused')
    }
    passes(6 * MINUTE_MS)
    expect((await signIn(old)).body.code).toBe('passkey_refused')
    expect((await signIn(passkey.sign(await signInOptions()))).status).toBe(200)
  })

  it('A copy of a passkey whose counter goes back or stands still is refused', async () => {
    const { passkey } = await withPasskey(await member('cora'))
    const use = async (counter: number) => (await signIn(passkey.sign(await signInOptions(), { counter }))).status
    expect([await use(7), await use(7), await use(3), await use(0), await use(8)]).toEqual([200, 422, 422, 422, 200])
  })

  it('A sign-in with a passkey from a new device is mailed, in the language of the account', async () => {
    const user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
    for (const [locale, subject, added] of [
      ['en', 'A new device signed in', 'A new lock on your door'],
      ['fr', 'Un nouvel appareil s’est connecté', 'Un nouveau verrou sur votre porte'],
    ] as const) {
      const dot = await member(`dot-${locale}`)
      await dot.ask('PUT', '/user', { locale })
      const { passkey } = await withPasskey(dot)
      const answer = passkey.sign(await signInOptions())
      await visitor.ask('POST', '/users/sign_in/passkey', { answer }, { headers: { 'user-agent': user_agent } })
      const subjects = (await product.mailsTo(dot.email)).map((mail) => mail.subject)
      expect(subjects.sort()).toEqual([added, subject].sort())
    }
  })
})

describe('A passkey as the second step', () => {
  it('A passkey of another account is no second step, and the ticket of somebody else is none for an answer', async () => {
    const dan = await member('dan')
    const eve = await member('eve')
    const own = await withPasskey(dan)
    const other = await withPasskey(eve)
    const { ticket, methods } = await firstStep(dan)
    expect(methods).toEqual(['passkey', 'recovery_code'])
    const options = await stepOptions(ticket)
    expect(options.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([own.passkey.id.toString('base64url')])
    expect((await secondStep(ticket, other.passkey.sign(options))).body.code).toBe('passkey_refused')
    // The challenge of another sign-in, of another person, and of a sign-in without a password.
    const { ticket: second } = await firstStep(dan)
    const { ticket: hers } = await firstStep(eve)
    for (const foreign of [await stepOptions(second), await stepOptions(hers), await signInOptions()])
      expect((await secondStep(ticket, own.passkey.sign(foreign))).body.code).toBe('passkey_refused')
    expect((await signIn(own.passkey.sign(options))).body.code).toBe('passkey_refused')
    expect((await secondStep(ticket, own.passkey.sign(options))).status).toBe(200)
  })

  it('Its answer opens once, also when it is sent with two tickets at the same moment', async () => {
    const fay = await member('fay')
    const { passkey } = await withPasskey(fay)
    const { ticket } = await firstStep(fay)
    const answer = passkey.sign(await stepOptions(ticket))
    const answers = await Promise.all(Array.from({ length: 4 }, () => secondStep(ticket, answer)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await secondStep((await firstStep(fay)).ticket, answer)).body.code).toBe('passkey_refused')
  })

  it('The fifth refused passkey is told to the owner like the fifth wrong code', async () => {
    const gil = await member('gil')
    await withPasskey(gil)
    const { ticket } = await firstStep(gil)
    const options = await stepOptions(ticket)
    for (let attempt = 0; attempt < 5; attempt += 1) await secondStep(ticket, new Authenticator().sign(options))
    const subjects = (await product.mailsTo(gil.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Somebody knows your password')).toHaveLength(1)
  })
})

describe('Adding a passkey', () => {
  const options = async (person: Person) =>
    (await person.ask('POST', '/second_factors/passkeys/options', { current_password: PASSWORD })).body
  const add = async (person: Person, answer: unknown, name = 'Phone') =>
    await person.ask('POST', '/second_factors/passkeys', { name, answer })

  it('The challenge of another session or person, and the same answer again, add nothing', async () => {
    const hal = await member('hal')
    const ida = await member('ida')
    const other = await product.anotherDevice('hal')
    expect((await add(hal, new Authenticator().register(await options(ida)))).body.code).toBe('passkey_refused')
    expect((await add(other, new Authenticator().register(await options(hal)))).body.code).toBe('passkey_refused')
    const answer = new Authenticator().register(await options(hal))
    expect((await add(hal, answer)).status).toBe(201)
    expect((await add(hal, answer)).body.code).toBe('passkey_refused')
  })

  it('A passkey that was made for another site or on another page is not added', async () => {
    const ivo = await member('ivo')
    const asked = await options(ivo)
    for (const answer of [
      new Authenticator().register({ ...asked, rp: { ...asked.rp, id: 'evil.example' } }),
      new Authenticator().register(asked, { origin: 'https://evil.example' }),
      new Authenticator().register({ ...asked, challenge: (await signInOptions()).challenge }),
    ])
      expect((await add(ivo, answer)).body.code).toBe('passkey_refused')
    expect((await ivo.ask('GET', '/second_factors')).body.passkeys).toEqual([])
    expect((await add(ivo, new Authenticator().register(asked))).status).toBe(201)
  })

  it('Nobody adds the passkey of somebody else to their own account', async () => {
    const jan = await member('jan')
    const { passkey } = await withPasskey(await member('kim'))
    expect((await add(jan, passkey.register(await options(jan)))).body.code).toBe('passkey_refused')
    expect((await jan.ask('GET', '/second_factors')).body.passkeys).toEqual([])
  })

  it('An answer with certificates is refused before they are read', async () => {
    const lea = await member('lea')
    for (const format of ['apple', 'android-key', 'packed', 'tpm']) {
      const statement = new Map<string, unknown>([['x5c', [new Uint8Array([1])]]])
      const answer = new Authenticator().register(await options(lea), { attestation: { format, statement } })
      expect((await add(lea, answer)).body.code, format).toBe('passkey_refused')
    }
    expect(product.logs.filter((line) => line.includes('was not asked for'))).toHaveLength(4)
  })

  it('What is malformed or huge is refused, and is no error of the server', async () => {
    const mia = await member('mia')
    const real = new Authenticator().register(await options(mia)) as { response: Record<string, unknown> }
    const broken: unknown[] = [
      {},
      { id: 5, rawId: null, response: 'x' },
      { ...real, response: null },
      { ...real, response: { ...real.response, attestationObject: 7 } },
      { ...real, response: { ...real.response, attestationObject: 'x'.repeat(50_000) } },
      { ...real, response: { ...real.response, clientDataJSON: Buffer.from('[[[').toString('base64url') } },
      { id: 'x'.repeat(60_000), response: {} },
    ]
    const { ticket } = await firstStep((await withApp(product, await member('max'))).person)
    for (const answer of broken) {
      expect((await add(mia, answer)).status, JSON.stringify(answer).slice(0, 80)).toBe(422)
      expect((await signIn(answer as object)).status).toBe(422)
      expect([422, 401]).toContain((await secondStep(ticket, answer as object)).status)
    }
    expect((await add(mia, { a: 'x'.repeat(2_000_000) })).status).toBe(413)
    for (const transports of ['usb', 5, [null, 'usb', {}]]) {
      const answer = new Authenticator().register(await options(mia)) as { response: object }
      expect((await add(mia, { ...answer, response: { ...answer.response, transports } })).status).toBe(201)
    }
  })
})

describe('Passkeys of a house with an address of its own', () => {
  it('They belong to PUBLIC_URL, whatever address a request says that it came to', async () => {
    const house = await world({ PUBLIC_URL: 'https://loge.example' })
    const zoe = await house.member('zoe')
    const elsewhere = { headers: { host: 'evil.example', origin: 'http://evil.example' } }
    const begin = { current_password: PASSWORD }
    const made = (await zoe.ask('POST', '/second_factors/passkeys/options', begin, elsewhere)).body
    expect(made.rp.id).toBe('loge.example')
    const passkey = new Authenticator()
    const body = (origin: string) => ({ name: 'Phone', answer: passkey.register(made, { origin }) })
    const refused = await zoe.ask('POST', '/second_factors/passkeys', body('http://evil.example'), elsewhere)
    expect(refused.body.code).toBe('passkey_refused')
    expect((await zoe.ask('POST', '/second_factors/passkeys', body('https://loge.example'))).status).toBe(201)
    const asked = (await house.visitor.ask('POST', '/users/sign_in/passkey/options', {}, elsewhere)).body
    expect(asked.rpId).toBe('loge.example')
    const open = async (origin: string) =>
      await house.visitor.ask('POST', '/users/sign_in/passkey', { answer: passkey.sign(asked, { origin }) }, elsewhere)
    expect((await open('http://evil.example')).body.code).toBe('passkey_refused')
    expect((await open('https://loge.example')).status).toBe(200)
  })
})

describe('Who may not sign in, whatever they have', () => {
  it('A frozen person is told so with a passkey and with a code, and gets no session', async () => {
    const ned = await member('ned')
    const { passkey } = await withPasskey(ned)
    const app = await withApp(product, await member('nora'))
    const { ticket } = await firstStep(app.person)
    passes(MINUTE_MS)
    const admin = await staff('boss', 'admin')
    const facts = 'Wrote insults to three people.'
    for (const { id } of [ned, app.person]) {
      const until = new Date(ctx.now().getTime() + 7 * DAY_MS).toISOString()
      const frozen = await admin.ask('POST', `/admin/users/${id}/freeze`, { until, ground: 'terms_harassment', facts })
      expect(frozen.status, frozen.text).toBe(200)
    }
    for (const { status, body, headers } of [
      await signIn(passkey.sign(await signInOptions())),
      await visitor.ask('POST', '/users/sign_in/second_step', { ticket, code: app.code() }),
      await visitor.ask('POST', '/users/sign_in', { user: { email: app.person.email, password: PASSWORD } }),
    ])
      expect([status, body.code, headers.authorization]).toEqual([403, 'account_frozen', undefined])
  })

  it('Who is leaving comes back with a passkey, and an erased account has none any more', async () => {
    const oda = await member('oda')
    const { passkey } = await withPasskey(oda)
    await oda.ask('POST', '/user/deletion', { current_password: PASSWORD })
    const back = await signIn(passkey.sign(await signInOptions()))
    expect([back.status, back.body.was_leaving]).toEqual([200, true])
    oda.token = String(back.headers.authorization)
    await oda.ask('POST', '/user/deletion', { current_password: PASSWORD })
    passes(15 * DAY_MS)
    await product.runJob('erase_accounts')
    expect((await signIn(passkey.sign(await signInOptions()))).body.code).toBe('passkey_refused')
  })

  it('A passkey that was removed opens nothing', async () => {
    const pia = await member('pia')
    const { passkey } = await withPasskey(pia)
    const { body } = await pia.ask('GET', '/second_factors')
    await pia.ask('POST', `/second_factors/passkeys/${body.passkeys[0].id}/removal`, { current_password: PASSWORD })
    expect((await signIn(passkey.sign(await signInOptions()))).body.code).toBe('passkey_refused')
  })
})
