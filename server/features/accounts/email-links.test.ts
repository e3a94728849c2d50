import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { cableAddress, connectCable } from '#tests/support/network/cable-client.ts'
import { askForAddress, emailChanges } from '#tests/support/scenarios/email-changes.ts'
import { PASSWORD, world } from '#tests/support/world.ts'

const product = await world({}, { cable_limits: { sweep_every_ms: DAY_MS } })
const { ctx, app, member, stranger, passes, logs, runJob } = product
const { confirm, undo, mailsTo, secretFor, addressOf, moves, resetsPassword } = emailChanges(product)
const url = await cableAddress(app)

describe.each([
  ['confirm', confirm],
  ['undo', undo],
])('A link to %s a change of address', (_, follow) => {
  it('A token that is not a text is invalid, and an unknown one is refused like an expired one', async () => {
    for (const token of [undefined, null, 5, {}, 'x'.repeat(201)]) expect((await follow(token)).status).toBe(422)
    for (const token of ['', 'made-up', '../../etc/passwd', 'ünïcode', 'A'.repeat(43)]) {
      const { status, body } = await follow(token)
      expect([status, body.code]).toEqual([422, 'reset_token_invalid'])
    }
  })
})

describe('Links in mails about a changed address', () => {
  it('A link confirms a new address for one hour, and not when one character differs', async () => {
    const kim = await member('kim')
    await askForAddress(kim, 'kim-new@example.com')
    const token = await secretFor('kim-new@example.com', 'confirm-email')
    const tampered = `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`
    expect((await confirm(tampered)).body.code).toBe('reset_token_invalid')
    expect((await undo(token)).body.code).toBe('reset_token_invalid')
    passes(HOUR_MS)
    expect((await confirm(token)).body.code).toBe('reset_token_invalid')
    expect(await addressOf(kim)).toBe('kim@example.com')
  })

  it('A link undoes a change of address for seven days, and confirms nothing', async () => {
    const lou = await member('lou')
    await moves(lou, 'lou-new@example.com')
    const token = await secretFor('lou@example.com', 'undo-email')
    expect((await confirm(token)).body.code).toBe('reset_token_invalid')
    passes(7 * DAY_MS)
    expect((await undo(token)).body.code).toBe('reset_token_invalid')
    expect(await addressOf(lou)).toBe('lou-new@example.com')
    await runJob('sweep_accounts')
    expect(await ctx.db`select 1 from email_changes where user_id = ${lou.id}`).toHaveLength(0)
    expect((await stranger('lou').signUp()).status).toBe(201)
  })

  it('The token of a link is only in the mail: no table, job or log contains it', async () => {
    const mia = await member('mia')
    await askForAddress(mia, 'mia-new@example.com')
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

describe('Retries of the mail to the old address', () => {
  it('The old address is told later, once, when the queue or the mail server was away', async () => {
    const una = await member('una')
    await askForAddress(una, 'una-new@example.com')
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
      await runJob('tell_old_addresses')
    }
    expect(await mailsTo('una@example.com')).toHaveLength(1)
    expect((await undo(await secretFor('una@example.com', 'undo-email'))).status).toBe(200)
  })
})

describe('Taking back an address', () => {
  it('Who takes their old address back ends every session and socket, and has to reset the password', async () => {
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
    expect((await resetsPassword('ned@example.com', 'another password')).status).toBe(200)
    expect((await ned.signIn('another password')).status).toBe(200)
  })

  it('Who takes their address back also undoes later changes, and the thief’s own links no longer work', async () => {
    const ola = await member('ola')
    await moves(ola, 'thief-1@example.com')
    const token = await secretFor('ola@example.com', 'undo-email')
    passes(DAY_MS)
    await moves(ola, 'thief-2@example.com')
    const theirs = await secretFor('thief-1@example.com', 'undo-email')
    await askForAddress(ola, 'thief-3@example.com')
    const waiting = await secretFor('thief-3@example.com', 'confirm-email')
    expect((await undo(token)).status).toBe(200)
    expect((await undo(theirs)).body.code).toBe('reset_token_invalid')
    expect((await confirm(waiting)).body.code).toBe('reset_token_invalid')
    expect(await addressOf(ola)).toBe('ola@example.com')
  })

  it('Nobody can sign up with the old address or move to it while it can be taken back', async () => {
    const pam = await member('pam')
    const quin = await member('quin')
    await moves(pam, 'pam-new@example.com')
    expect((await stranger('pam').signUp()).body.code).toBe('email_taken')
    expect((await askForAddress(quin, 'PAM@example.com')).body.code).toBe('email_taken')
    expect((await askForAddress(pam, 'pam@example.com')).status).toBe(200)
  })
})
