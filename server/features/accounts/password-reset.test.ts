import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { PASSWORD, world } from '#tests/support/world.ts'

const NEW_PASSWORD = 'an even better password'
const { ctx, visitor, member, stranger, passes, mails, mailsTo, logs } = await world()

function ask(email: unknown, language = 'en') {
  return visitor.ask('POST', '/users/password', { user: { email } }, { headers: { 'accept-language': language } })
}

function confirm(reset_password_token: unknown, password: unknown = NEW_PASSWORD, password_confirmation = password) {
  return visitor.ask('PUT', '/users/password', { user: { reset_password_token, password, password_confirmation } })
}

async function mailTo(email: string) {
  const mail = (await mailsTo(email)).at(-1)
  if (!mail) throw new Error(`no mail to ${email}`)
  return mail
}

async function linkFor(email: string): Promise<string> {
  await ask(email)
  const token = (await mailTo(email)).text?.match(
    /http:\/\/loge\.test\/confirm-reset-password\?reset_password_token=([\w-]+)/,
  )?.[1]
  if (!token) throw new Error('no link in the mail')
  return token
}

describe('Requesting a password reset', () => {
  // Spec 3.31
  it('A password reset is refused without an address, or with an invalid one', async () => {
    for (const email of [undefined, null, '', 'nobody', 7, {}]) expect((await ask(email)).status).toBe(422)
  })

  // Spec 7.15
  it('A password reset for an unknown address gets the same answer and queues the same job, but sends no mail', async () => {
    await member('amy')
    const known = await ask('amy@example.com')
    const [one] = await ctx.db`select count(*) from pgboss.job where name = 'send_password_reset'`
    const unknown = await ask('nobody@example.com')
    const [two] = await ctx.db`select count(*) from pgboss.job where name = 'send_password_reset'`
    expect(known.status).toBe(200)
    expect(unknown.status).toBe(200)
    expect(unknown.text).toBe(known.text)
    expect([one?.count, two?.count]).toEqual([1, 2])
    const sent = await mails()
    expect(sent.map(({ to }) => to?.[0]?.address)).toEqual(['amy@example.com'])
  })

  it('The mail of a password reset is in the language of the account', async () => {
    const bea = await member('bea')
    await bea.ask('PUT', '/user', { locale: 'fr' })
    await ask('bea@example.com', 'en')
    const mail = await mailTo('bea@example.com')
    expect(mail.subject).toBe('Choisissez votre nouveau mot de passe')
    expect(mail.text).toContain('pendant une heure')
    expect(mail.text).toContain('mot de passe\u202f:')
    expect(mail.html).toContain('lang="fr"')
    expect(mail.from?.address).toBe('no-reply@loge.test')
  })

  // Spec 3.32, 7.16
  it('A password reset sets a new password once, and ends every session', async () => {
    const cat = await member('cat')
    const phone = stranger('cat')
    await phone.signIn()
    const token = await linkFor('cat@example.com')
    const done = await confirm(token)
    expect(done.status).toBe(200)
    expect(done.body).toEqual({})
    expect((await cat.ask('GET', '/user')).status).toBe(401)
    expect((await phone.ask('GET', '/user')).status).toBe(401)
    expect((await cat.signIn(PASSWORD)).status).toBe(401)
    expect((await cat.signIn(NEW_PASSWORD)).status).toBe(200)
    expect((await confirm(token)).body.code).toBe('reset_token_invalid')
    expect((await cat.ask('GET', '/user')).status).toBe(200)
  })
})

describe('Refused links of password resets', () => {
  it.each([
    ['missing', undefined],
    ['null', null],
    ['a number', 5],
    ['very long', 'x'.repeat(300)],
  ])('A password reset is refused when its token is %s', async (_, token) => {
    expect((await confirm(token)).status).toBe(422)
  })

  it.each(['', 'made-up', '../../etc/passwd', 'ünïcode'])(
    'A password reset is refused when its token is %j',
    async (token) => {
      const { status, body } = await confirm(token)
      expect(status).toBe(422)
      expect(body.code).toBe('reset_token_invalid')
    },
  )

  // Spec 7.16
  it('A password reset is refused after an hour', async () => {
    await member('dan')
    const token = await linkFor('dan@example.com')
    passes(HOUR_MS)
    expect((await confirm(token)).body.code).toBe('reset_token_invalid')
  })

  it('A password reset is refused when a newer one was sent', async () => {
    await member('eve')
    const older = await linkFor('eve@example.com')
    const newer = await linkFor('eve@example.com')
    expect((await confirm(older)).body.code).toBe('reset_token_invalid')
    expect((await confirm(newer)).status).toBe(200)
  })

  // Spec 5.9
  it('A password reset is refused for two different passwords or a weak one, and its link still works after that', async () => {
    const fay = await member('fay')
    const token = await linkFor('fay@example.com')
    expect((await confirm(token, NEW_PASSWORD, 'another password')).body.code).toBe('password_mismatch')
    expect((await confirm(token, 'short')).body.code).toBe('password_length')
    expect((await confirm(token, 'password123')).body.code).toBe('weak_password')
    expect((await fay.ask('GET', '/user')).status).toBe(200)
    expect((await confirm(token)).status).toBe(200)
  })

  it('Of several password resets with one link at once one succeeds', async () => {
    await member('gus')
    const token = await linkFor('gus@example.com')
    const replies = await Promise.all(Array.from({ length: 8 }, (_, i) => confirm(token, `a fine password ${i}`)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.code === 'reset_token_invalid')).toHaveLength(7)
  })
})

describe('Races between a password reset and sign-ins', () => {
  it('Whoever knows the old password is signed out by the reset, also when they sign in at that very moment', async () => {
    await member('ivo')
    const token = await linkFor('ivo@example.com')
    const thief = stranger('ivo')
    const attempts = Array.from({ length: 24 }, () => thief.signIn(PASSWORD))
    const [done, ...signedIn] = await Promise.all([confirm(token), ...attempts])
    expect(done.status).toBe(200)
    const tokens = signedIn.flatMap(({ headers }) => (headers.authorization ? [String(headers.authorization)] : []))
    for (const authorization of tokens) {
      expect((await visitor.ask('GET', '/user', undefined, { headers: { authorization } })).status).toBe(401)
    }
  })
})

describe('Tokens of password resets', () => {
  it('The token of a password reset is only in the mail: not in the database, the queue or the log', async () => {
    await member('hal')
    const token = await linkFor('hal@example.com')
    const resets = await ctx.db`select encode(token_hash, 'escape') as text, * from password_resets`
    const jobs = await ctx.db`select * from pgboss.job`
    expect(JSON.stringify([resets, jobs])).not.toContain(token)
    expect(logs.join('')).not.toContain(token)
    expect(logs.join('')).toContain('.eml')
  })
})

describe('Mails after a password reset', () => {
  it('Whoever has reset their password is told by mail, in the language of the account, without the link or the password', async () => {
    for (const [locale, subject] of [
      ['en', 'Your password was reset'],
      ['fr', 'Votre mot de passe a été réinitialisé'],
    ] as const) {
      const person = await member(`told-${locale}`)
      await person.ask('PUT', '/user', { locale })
      const token = await linkFor(person.email)
      expect((await confirm(token)).status).toBe(200)
      const mail = await mailTo(person.email)
      expect(mail.subject).toBe(subject)
      expect(mail.text).toContain('http://loge.test/reset-password')
      for (const secret of [token, NEW_PASSWORD]) expect(`${mail.text}${mail.html}`).not.toContain(secret)
    }
  })

  it('A password reset succeeds also when the mail about it cannot be queued', async () => {
    const person = await member('untold')
    const token = await linkFor(person.email)
    const { send } = ctx.jobs
    ctx.jobs.send = () => Promise.reject(new Error('the queue is away'))
    const { status } = await confirm(token)
    ctx.jobs.send = send
    expect(status).toBe(200)
    expect((await person.signIn(NEW_PASSWORD)).status).toBe(200)
  })

  it('A password reset with an invalid link sends no mail', async () => {
    const person = await member('dead-link')
    expect((await confirm('dead')).status).toBe(422)
    expect(await mailsTo(person.email)).toEqual([])
  })
})
