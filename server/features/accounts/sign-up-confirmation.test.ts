import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { askForAddress, emailChanges } from '#tests/support/scenarios/email-changes.ts'
import { PASSWORD, type Person, world } from '#tests/support/world.ts'

const product = await world()
const { ctx, visitor, member, stranger, passes, logs, runJob } = product
const { confirm, undo, mailsTo, secretFor, moves, resetsPassword } = emailChanges(product)

/** Signs up through the API, as a visitor does, and signs in. */
async function newcomer(name: string): Promise<Person> {
  const person = stranger(name)
  await person.signUp()
  await person.signIn()
  return person
}

const resend = (person: Person) => person.ask('POST', '/user/email/confirmation')
const confirmationsOf = ({ id }: Person) => ctx.db`select from sign_up_confirmations where user_id = ${id}`

async function isConfirmed(person: Person): Promise<boolean> {
  return (await person.ask('GET', '/user')).body.email_confirmed
}

/** The mails to confirm a sign-up; a sign-in sends others. */
async function linksTo({ email }: Person) {
  return (await mailsTo(email)).filter(({ text }) => text?.includes('/confirm-email?token='))
}

async function newestLink(person: Person): Promise<string> {
  const token = (await linksTo(person)).at(-1)?.text?.match(/confirm-email\?token=([\w-]{43})\s/)?.[1]
  if (!token) throw new Error(`no link for ${person.email}`)
  return token
}

describe('Refused confirmations of a sign-up', () => {
  it('A visitor cannot ask for another link', async () => {
    expect((await resend(visitor)).status).toBe(401)
  })

  it('A link with one other character, and one that was used, confirm nothing', async () => {
    const amy = await newcomer('amy')
    const token = await newestLink(amy)
    const tampered = `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`
    expect((await confirm(tampered)).body.code).toBe('reset_token_invalid')
    expect((await undo(token)).body.code).toBe('reset_token_invalid')
    expect(await isConfirmed(amy)).toBe(false)
    expect((await confirm(token)).status).toBe(200)
    expect((await confirm(token)).body.code).toBe('reset_token_invalid')
    expect(await isConfirmed(amy)).toBe(true)
  })

  it('A link of a sign-up works for fourteen days', async () => {
    const [bob, cem] = [await newcomer('bob'), await newcomer('cem')]
    const [early, late] = [await newestLink(bob), await newestLink(cem)]
    passes(14 * DAY_MS - 1)
    expect((await confirm(early)).status).toBe(200)
    passes(1)
    expect((await confirm(late)).body.code).toBe('reset_token_invalid')
    await runJob('sweep_accounts')
    expect(await confirmationsOf(cem)).toHaveLength(0)
    await cem.signIn()
    expect(await isConfirmed(cem)).toBe(false)
    await resend(cem)
    expect((await confirm(await newestLink(cem))).status).toBe(200)
  })

  it('Of twenty people who follow one link at once, one confirms', async () => {
    const dan = await newcomer('dan')
    const token = await newestLink(dan)
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await isConfirmed(dan)).toBe(true)
  })
})

describe('Confirming a sign-up', () => {
  it('A newcomer gets one mail with a link, and everything works before it is followed', async () => {
    const eli = await newcomer('eli')
    expect((await linksTo(eli)).map(({ subject }) => subject)).toEqual(['Confirm that this address is yours'])
    expect((await eli.ask('PUT', '/user', { wish_to_become_creator: true })).status).toBe(200)
    expect((await eli.ask('GET', '/posts')).status).toBe(200)
    expect((await confirm(await newestLink(eli))).body).toEqual({})
    expect(await isConfirmed(eli)).toBe(true)
    expect(await confirmationsOf(eli)).toHaveLength(0)
  })

  it('The mail is in the language of the page', async () => {
    const user = { email: 'fleur@example.com', password: PASSWORD }
    await visitor.ask('POST', '/users', { user }, { headers: { 'accept-language': 'fr' } })
    const [mail] = await mailsTo('fleur@example.com')
    expect(mail?.subject).toBe('Confirmez que cette adresse est la vôtre')
    expect(mail?.text).toContain('14 jours')
  })

  it('A refused sign-up sends no mail, so the owner of a taken address hears nothing', async () => {
    const gia = await newcomer('gia')
    const before = await mailsTo(gia.email)
    expect((await stranger('gia').signUp()).body.code).toBe('email_taken')
    expect(await mailsTo(gia.email)).toHaveLength(before.length)
  })

  it('The token of a link is only in the mail: no table, job or log contains it', async () => {
    const hal = await newcomer('hal')
    const token = await newestLink(hal)
    const written = JSON.stringify([
      await ctx.db`select data, output from pgboss.job`,
      await ctx.db`select *, encode(token_hash, 'escape') from sign_up_confirmations`,
      logs,
    ])
    expect(written).not.toContain(token)
  })

  it('Somebody whose address is confirmed is sent no other link', async () => {
    const ida = await member('ida')
    expect(await isConfirmed(ida)).toBe(true)
    expect((await resend(ida)).status).toBe(200)
    expect(await mailsTo(ida.email)).toEqual([])
  })
})

describe('Asking for another link', () => {
  it('A new link replaces the former one when it is sent', async () => {
    const jon = await newcomer('jon')
    const first = await newestLink(jon)
    expect((await resend(jon)).body).toEqual({})
    expect(await linksTo(jon)).toHaveLength(2)
    expect((await confirm(first)).body.code).toBe('reset_token_invalid')
    expect((await confirm(await newestLink(jon))).status).toBe(200)
  })

  it('Ten requests at once, and repeated jobs, send one mail', async () => {
    const kim = await newcomer('kim')
    await linksTo(kim)
    await Promise.all(Array.from({ length: 10 }, () => resend(kim)))
    await Promise.all([ctx.jobs.runDue(), ctx.jobs.runDue(), runJob('mail_sign_up_confirmations')])
    expect(await linksTo(kim)).toHaveLength(2)
    await ctx.jobs.send('send_sign_up_confirmation', { user_id: kim.id, locale: 'en' })
    expect(await linksTo(kim)).toHaveLength(2)
  })

  it('The mail is sent later, once, when the queue or the mail server was away', async () => {
    const { send } = ctx.jobs
    ctx.jobs.send = () => Promise.reject(new Error('the queue is away'))
    const lea = stranger('lea')
    const { status } = await lea.signUp()
    ctx.jobs.send = send
    expect(status).toBe(201)
    expect(await linksTo(lea)).toEqual([])

    const mail = ctx.mail.send
    ctx.mail.send = () => Promise.reject(new Error('the mail server is away'))
    await ctx.jobs.send('mail_sign_up_confirmations', {})
    const run = await ctx.jobs.runDue().catch((error) => error.message)
    ctx.mail.send = mail
    expect(run).toBe('the mail server is away')
    for (const _ of ['the first time', 'and once more']) await runJob('mail_sign_up_confirmations')
    expect(await linksTo(lea)).toHaveLength(1)
    expect((await confirm(await newestLink(lea))).status).toBe(200)
  })
})

describe('Other proofs of an address', () => {
  it('A changed address is confirmed, and the link that was sent to the first one works no longer', async () => {
    const mia = await newcomer('mia')
    const token = await newestLink(mia)
    await moves(mia, 'mia-new@example.com')
    expect(await isConfirmed(mia)).toBe(true)
    expect((await confirm(token)).body.code).toBe('reset_token_invalid')
    expect((await undo(await secretFor('mia@example.com', 'undo-email'))).status).toBe(200)
    const [row] = await ctx.db`select email, email_confirmed_at from users where id = ${mia.id}`
    expect(row).toEqual({ email: 'mia@example.com', email_confirmed_at: ctx.now() })
  })

  it('An address that was only asked for confirms nothing', async () => {
    const ned = await newcomer('ned')
    await askForAddress(ned, 'ned-new@example.com')
    await mailsTo('ned-new@example.com')
    expect(await isConfirmed(ned)).toBe(false)
  })

  it('A password reset by mail confirms the address', async () => {
    const ola = await newcomer('ola')
    const token = await newestLink(ola)
    await visitor.ask('POST', '/users/password', { user: { email: ola.email } })
    expect((await resetsPassword(ola.email, 'another good password')).status).toBe(200)
    await ola.signIn('another good password')
    expect(await isConfirmed(ola)).toBe(true)
    expect((await confirm(token)).body.code).toBe('reset_token_invalid')
    expect(await confirmationsOf(ola)).toHaveLength(0)
  })

  it('A changed password in the settings does not confirm the address', async () => {
    const pia = await newcomer('pia')
    const password = 'another good password'
    const body = { current_password: PASSWORD, password, password_confirmation: password }
    expect((await pia.ask('PUT', '/user/password', body)).status).toBe(200)
    expect(await isConfirmed(pia)).toBe(false)
  })
})

describe('The bound on mails that confirm a sign-up', async () => {
  const limited = await world({ RATE_LIMITS: 'on' })

  it('A newcomer can ask three times an hour, and three mails a day are sent; what is over waits', async () => {
    const quin = limited.stranger('quin')
    await quin.signUp()
    await quin.signIn()
    const links = async () =>
      (await limited.mailsTo(quin.email)).filter(({ text }) => text?.includes('/confirm-email?token=')).length
    expect(await links()).toBe(1)
    for (const expected of [2, 3, 3]) {
      expect((await resend(quin)).status).toBe(200)
      expect(await links()).toBe(expected)
    }
    const refused = await resend(quin)
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 3600])
    limited.passes(DAY_MS)
    await limited.runJob('mail_sign_up_confirmations')
    expect(await links()).toBe(4)
  })
})
