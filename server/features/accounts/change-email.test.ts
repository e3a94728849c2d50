import { describe, expect, it } from 'vitest'
import { deleteWaitingEmailChange } from '#server/store/email-changes.ts'
import { holdUser, setPasswordHash } from '#server/store/users.ts'
import { cableAddress, connectCable } from '#tests/support/cable-client.ts'
import { countWaiting } from '#tests/support/waiting.ts'
import { PASSWORD, type Person, world } from '#tests/support/world.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const { ctx, app, member, creator, staff, stranger, visitor, mails, passes, logs } = await world(
  {},
  { cable_limits: { sweep_every_ms: DAY } },
)
const url = await cableAddress(app)

function ask(person: Person, email: unknown, current_password: unknown = PASSWORD) {
  return person.ask('PUT', '/user/email', { current_password, email })
}
const confirm = (token: unknown) => visitor.ask('POST', '/user/email/confirm', { token })
const undo = (token: unknown) => visitor.ask('POST', '/user/email/undo', { token })

async function mailsTo(email: string) {
  return (await mails()).filter(({ to }) => to?.[0]?.address === email)
}

/** The secret in the newest mail to an address. */
async function secretFor(email: string, page: 'confirm-email' | 'undo-email'): Promise<string> {
  const text = (await mailsTo(email)).at(-1)?.text
  const token = text?.match(new RegExp(`http://loge\\.test/${page}\\?token=([\\w-]{43})\\s`))?.[1]
  if (!token) throw new Error(`no link to ${page} for ${email}`)
  return token
}

async function addressOf(person: Person): Promise<string> {
  const [row] = await ctx.db`select email from users where id = ${person.id}`
  return row?.email
}

/** Asks and confirms. */
async function moves(person: Person, email: string): Promise<void> {
  await ask(person, email)
  const { status } = await confirm(await secretFor(email, 'confirm-email'))
  if (status !== 200) throw new Error(`The address was confirmed with ${status}`)
}

describe('A new address is refused', () => {
  it('without a session, without the present password, and for what is no address', async () => {
    const amy = await member('amy')
    expect((await ask(visitor, 'new@example.com')).status).toBe(401)
    expect((await ask(amy, 'new@example.com', 'not my password')).body).toMatchObject({
      code: 'invalid',
      fields: { current_password: 'wrong' },
    })
    for (const odd of [undefined, null, '', 'nobody', 7, {}, `${'x'.repeat(260)}@example.com`, 'a\0b@example.com']) {
      expect((await ask(amy, odd)).status).toBe(422)
    }
    expect((await amy.ask('GET', '/user')).status).toBe(200)
    expect(await mailsTo('new@example.com')).toEqual([])
  })

  it('when it is one’s own, in any case, or somebody else’s', async () => {
    const bob = await member('bob')
    await member('carl')
    expect((await ask(bob, ' BOB@example.com ')).body).toMatchObject({ code: 'invalid', fields: { email: 'same' } })
    expect((await ask(bob, 'Carl@Example.com')).body).toMatchObject({ code: 'email_taken', fields: { email: 'taken' } })
    expect(await mailsTo('carl@example.com')).toEqual([])
  })
})

describe('A new address', () => {
  it('is for everyone to ask for, whatever their role', async () => {
    const people = [await member('r1'), await creator('r2'), await staff('r3', 'moderator'), await staff('r4', 'admin')]
    for (const [n, person] of people.entries()) expect((await ask(person, `role-${n}@example.com`)).status).toBe(200)
  })

  it('counts once the link that went there is followed, and once only; the old one is told', async () => {
    const dora = await member('dora')
    await dora.ask('PUT', '/user', { locale: 'fr' })
    const asked = await ask(dora, ' Dora.New@example.com ')
    expect([asked.status, asked.body]).toEqual([200, {}])
    const token = await secretFor('Dora.New@example.com', 'confirm-email')
    expect((await mailsTo('Dora.New@example.com'))[0]?.subject).toBe('Confirmez votre nouvelle adresse')
    expect(await addressOf(dora)).toBe('dora@example.com')
    expect(await mailsTo('dora@example.com')).toEqual([])
    const done = await confirm(token)
    expect([done.status, done.body]).toEqual([200, {}])
    expect((await dora.ask('GET', '/user')).body.email).toBe('Dora.New@example.com')
    expect((await dora.signIn(PASSWORD, 'dora@example.com')).status).toBe(401)
    expect((await dora.signIn(PASSWORD, 'dora.new@example.com')).status).toBe(200)
    expect((await confirm(token)).body.code).toBe('reset_token_invalid')
    const [told] = await mailsTo('dora@example.com')
    expect(told?.subject).toBe('Votre adresse a été changée')
    expect(told?.text).toContain('pendant 7 jours')
    expect(told?.text).not.toContain('Dora.New')
  })

  it('is that of the newest wish: the link of an older one leads nowhere', async () => {
    const eve = await member('eve')
    await ask(eve, 'eve-1@example.com')
    const older = await secretFor('eve-1@example.com', 'confirm-email')
    await ask(eve, 'eve-2@example.com')
    expect((await confirm(older)).body.code).toBe('reset_token_invalid')
    expect((await confirm(await secretFor('eve-2@example.com', 'confirm-email'))).status).toBe(200)
    expect(await addressOf(eve)).toBe('eve-2@example.com')
    await Promise.all([3, 4, 5, 6].map((n) => ask(eve, `eve-${n}@example.com`)))
    const [waiting] = await ctx.db`
      select count(*)::int from email_changes where user_id = ${eve.id} and confirmed_at is null`
    expect(waiting?.count).toBe(1)
  })

  it('that another took meanwhile stays theirs', async () => {
    const fay = await member('fay')
    await ask(fay, 'wanted@example.com')
    const token = await secretFor('wanted@example.com', 'confirm-email')
    await member('wanted')
    expect((await confirm(token)).body.code).toBe('email_taken')
    expect(await addressOf(fay)).toBe('fay@example.com')
  })

  it('goes to one of two who confirm it at once, and a link to one of those who come with it', async () => {
    const [gus, hal] = [await member('gus'), await member('hal')]
    await ask(gus, 'both@example.com')
    const first = await secretFor('both@example.com', 'confirm-email')
    await ask(hal, 'both@example.com')
    const second = await secretFor('both@example.com', 'confirm-email')
    const replies = await Promise.all([first, second, first, second, first].map(confirm))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.every(({ status }) => status === 200 || status === 422)).toBe(true)
    const owners = await ctx.db`select id from users where email_key = 'both@example.com'`
    expect(owners).toHaveLength(1)
  })

  it('kills links to a new password that went to the old one', async () => {
    const ida = await member('ida')
    await ida.ask('POST', '/users/password', { user: { email: ida.email } })
    const reset = (await mailsTo(ida.email)).at(-1)?.text?.match(/reset_password_token=([\w-]+)/)?.[1]
    await moves(ida, 'ida-new@example.com')
    const user = {
      reset_password_token: reset,
      password: 'another password',
      password_confirmation: 'another password',
    }
    expect((await visitor.ask('PUT', '/users/password', { user })).body.code).toBe('reset_token_invalid')
  })

  it('that waits is dropped when the password is reset', async () => {
    const jan = await member('jan')
    await ask(jan, 'jan-new@example.com')
    const token = await secretFor('jan-new@example.com', 'confirm-email')
    await jan.ask('POST', '/users/password', { user: { email: jan.email } })
    const reset = (await mailsTo(jan.email)).at(-1)?.text?.match(/reset_password_token=([\w-]+)/)?.[1]
    const user = {
      reset_password_token: reset,
      password: 'another password',
      password_confirmation: 'another password',
    }
    expect((await visitor.ask('PUT', '/users/password', { user })).status).toBe(200)
    expect((await confirm(token)).body.code).toBe('reset_token_invalid')
  })
})

describe('A new address that is asked for while the password changes', () => {
  it('is refused: whoever knew the old one asks for nothing any more', async () => {
    const kay = await member('kay')
    let reply: ReturnType<typeof ask> | undefined
    await ctx.db.begin(async (db) => {
      await holdUser(db, kay.id)
      await setPasswordHash(db, kay.id, 'another')
      reply = ask(kay, 'kay-new@example.com')
      // It waits for this change, or is done before it.
      await Promise.race([reply, expect.poll(() => countWaiting(ctx.db), { timeout: 10_000 }).toBe(1)])
      await deleteWaitingEmailChange(db, kay.id)
    })
    expect((await reply)?.body).toMatchObject({ code: 'invalid', fields: { current_password: 'wrong' } })
    expect(await ctx.db`select 1 from email_changes where user_id = ${kay.id}`).toHaveLength(0)
  })
})

describe('An old address that cannot be told at once', () => {
  it('is told later, once, whether the queue or the mail server was away', async () => {
    const una = await member('una')
    await ask(una, 'una-new@example.com')
    const token = await secretFor('una-new@example.com', 'confirm-email')
    const { send } = ctx.jobs
    ctx.jobs.send = () => Promise.reject(new Error('the queue is away'))
    const { status } = await confirm(token)
    ctx.jobs.send = send
    expect(status).toBe(200)
    expect(await mailsTo('una@example.com')).toEqual([])

    const mail = ctx.mail.send
    ctx.mail.send = () => Promise.reject(new Error('the mail server is away'))
    await ctx.jobs.send('tell_old_addresses', {})
    const run = await ctx.jobs.runDue().catch((error) => error.message)
    ctx.mail.send = mail
    expect(run).toBe('the mail server is away')
    for (const _ of ['the first time', 'and once more']) {
      await ctx.jobs.send('tell_old_addresses', {})
      await ctx.jobs.runDue()
    }
    expect(await mailsTo('una@example.com')).toHaveLength(1)
    expect((await undo(await secretFor('una@example.com', 'undo-email'))).status).toBe(200)
  })
})

describe.each([
  ['confirm', confirm],
  ['undo', undo],
])('A link to %s a change of address', (_, follow) => {
  it('that is no text is refused as such, and one that is made up as one that is over', async () => {
    for (const token of [undefined, null, 5, {}, 'x'.repeat(201)]) expect((await follow(token)).status).toBe(422)
    for (const token of ['', 'made-up', '../../etc/passwd', 'ünïcode', 'A'.repeat(43)]) {
      const { status, body } = await follow(token)
      expect([status, body.code]).toEqual([422, 'reset_token_invalid'])
    }
  })
})

describe('A link in a mail', () => {
  it('confirms for an hour, and not when a letter of it is another', async () => {
    const kim = await member('kim')
    await ask(kim, 'kim-new@example.com')
    const token = await secretFor('kim-new@example.com', 'confirm-email')
    const tampered = `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`
    expect((await confirm(tampered)).body.code).toBe('reset_token_invalid')
    expect((await undo(token)).body.code).toBe('reset_token_invalid')
    passes(HOUR)
    expect((await confirm(token)).body.code).toBe('reset_token_invalid')
    expect(await addressOf(kim)).toBe('kim@example.com')
  })

  it('undoes for seven days, and does not confirm', async () => {
    const lou = await member('lou')
    await moves(lou, 'lou-new@example.com')
    const token = await secretFor('lou@example.com', 'undo-email')
    expect((await confirm(token)).body.code).toBe('reset_token_invalid')
    passes(7 * DAY)
    expect((await undo(token)).body.code).toBe('reset_token_invalid')
    expect(await addressOf(lou)).toBe('lou-new@example.com')
    await ctx.jobs.send('sweep_accounts', {})
    await ctx.jobs.runDue()
    expect(await ctx.db`select 1 from email_changes where user_id = ${lou.id}`).toHaveLength(0)
    expect((await stranger('lou').signUp()).status).toBe(201)
  })

  it('is nowhere but in the mail: no table, job or log has it', async () => {
    const mia = await member('mia')
    await ask(mia, 'mia-new@example.com')
    const confirming = await secretFor('mia-new@example.com', 'confirm-email')
    await confirm(confirming)
    const undoing = await secretFor('mia@example.com', 'undo-email')
    const written = JSON.stringify([
      await ctx.db`select data, output from pgboss.job`,
      await ctx.db`select * from email_changes`,
      logs,
    ])
    for (const secret of [confirming, undoing]) expect(written).not.toContain(secret)
  })
})

describe('Who lost their address', () => {
  it('takes it back once; every session and socket ends, and the way in is a link to a new password', async () => {
    const ned = await member('ned')
    await moves(ned, 'thief@example.com')
    const token = await secretFor('ned@example.com', 'undo-email')
    const socket = await connectCable(url, ned.token)
    const done = await undo(token)
    expect([done.status, done.body]).toEqual([200, {}])
    expect(await addressOf(ned)).toBe('ned@example.com')
    expect((await ned.ask('GET', '/user')).status).toBe(401)
    await expect.poll(() => socket.close_code, { timeout: 10_000 }).toBe(1000)
    expect((await ned.signIn(PASSWORD)).status).toBe(401)
    expect((await ned.signIn(PASSWORD, 'thief@example.com')).status).toBe(401)
    expect((await undo(token)).body.code).toBe('reset_token_invalid')
    const reset = (await mailsTo('ned@example.com')).at(-1)?.text?.match(/reset_password_token=([\w-]+)/)?.[1]
    const user = {
      reset_password_token: reset,
      password: 'another password',
      password_confirmation: 'another password',
    }
    expect((await visitor.ask('PUT', '/users/password', { user })).status).toBe(200)
    expect((await ned.signIn('another password')).status).toBe(200)
  })

  it('takes it back from further on too, and the thief’s own links lead nowhere', async () => {
    const ola = await member('ola')
    await moves(ola, 'thief-1@example.com')
    const token = await secretFor('ola@example.com', 'undo-email')
    passes(DAY)
    await moves(ola, 'thief-2@example.com')
    const theirs = await secretFor('thief-1@example.com', 'undo-email')
    await ask(ola, 'thief-3@example.com')
    const waiting = await secretFor('thief-3@example.com', 'confirm-email')
    expect((await undo(token)).status).toBe(200)
    expect((await undo(theirs)).body.code).toBe('reset_token_invalid')
    expect((await confirm(waiting)).body.code).toBe('reset_token_invalid')
    expect(await addressOf(ola)).toBe('ola@example.com')
  })

  it('finds it free: nobody signs up with it or moves to it while it can be taken back', async () => {
    const pam = await member('pam')
    const quin = await member('quin')
    await moves(pam, 'pam-new@example.com')
    expect((await stranger('pam').signUp()).body.code).toBe('email_taken')
    expect((await ask(quin, 'PAM@example.com')).body.code).toBe('email_taken')
    expect((await ask(pam, 'pam@example.com')).status).toBe(200)
  })
})

describe('Somebody who fills mailboxes, or tries links', () => {
  it('has five new addresses an hour, and ten links in a quarter of one', async () => {
    const limited = await world({ RATE_LIMITS: 'on' })
    const rob = await limited.member('rob')
    for (let n = 0; n < 5; n += 1) expect((await ask(rob, `rob-${n}@example.com`)).status).toBe(200)
    expect((await ask(rob, 'rob-6@example.com')).status).toBe(429)
    for (let n = 0; n < 10; n += 1) {
      expect((await limited.visitor.ask('POST', '/user/email/confirm', { token: 'made-up' })).status).toBe(422)
    }
    for (const call of ['confirm', 'undo']) {
      expect((await limited.visitor.ask('POST', `/user/email/${call}`, { token: 'made-up' })).status).toBe(429)
    }
  })
})
