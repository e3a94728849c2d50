import type { Email } from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { startSmtp } from '#tests/support/processes/smtp.ts'
import { world } from '#tests/support/world.ts'
import { mailContactMessages } from './jobs.ts'

/** Decides which mails the mail server refuses. */
let refuses = (_mail: Email) => false
const { url: SMTP_URL, received } = await startSmtp((mail) => refuses(mail))
const CONTACT_EMAIL = 'The house <house@loge.test>'
const byFile = await world({ CONTACT_EMAIL })
const bySmtp = await world({ CONTACT_EMAIL, SMTP_URL })

const MESSAGE = { name: 'Amy', email: 'Amy@example.com', message: 'May I bring my dog?' }

function send({ visitor }: typeof byFile, changes: Partial<typeof MESSAGE>, language = 'en') {
  return visitor.ask('POST', '/contact', { ...MESSAGE, ...changes }, { headers: { 'accept-language': language } })
}

function header(mail: Email | undefined, name: string) {
  return mail?.headers.filter(({ key }) => key === name).map(({ value }) => value)
}

describe('Mails of contact messages', () => {
  // Spec 2.26, 7.49
  it('A contact message is mailed to CONTACT_EMAIL, with the visitor as reply address', async () => {
    await send(byFile, { message: 'Bonjour,\n\npuis-je <b>venir</b> & rester ?' }, 'fr')
    const mail = (await byFile.mails()).at(-1)
    expect(mail).toMatchObject({
      subject: 'Message from Amy',
      from: { address: 'no-reply@loge.test' },
      to: [{ address: 'house@loge.test' }],
      replyTo: [{ address: 'Amy@example.com' }],
    })
    expect(mail?.text).toContain('Bonjour,\n\npuis-je <b>venir</b> & rester ?')
    expect(mail?.text).toContain('From: Amy, Amy@example.com\nLanguage: French\nWritten: 2026-03-01T12:00:00.000Z')
    expect(mail?.html).toContain('<p lang="fr"')
    expect(mail?.html).toContain('Bonjour,<br>\n<br>\npuis-je &lt;b&gt;venir&lt;/b&gt; &amp; rester ?')
    expect(mail?.html).not.toContain('<b>')
  })

  it('A contact message is marked as mailed, and not mailed again', async () => {
    const before = (await byFile.mails()).length
    await byFile.ctx.jobs.send('mail_contact_messages', {})
    expect(await byFile.mails()).toHaveLength(before)
    const rows = await byFile.ctx.db`select mailed_at from contact_messages`
    expect(rows).toEqual([{ mailed_at: byFile.ctx.now() }])
  })

  it.each([
    'Amy\r\nBcc: victim@example.com',
    'Amy\nBcc: victim@example.com',
    'Amy\rBcc: victim@example.com',
    'Amy\u2028Bcc: victim@example.com',
    'Amy\u0085Bcc: victim@example.com',
    'Amy\r\n\r\n<h1>Another letter</h1>',
    '=?utf-8?q?Amy=0D=0ABcc:_victim@example.com?=',
  ])('A visitor’s name cannot inject a header: %j', async (name) => {
    await send(byFile, { name })
    const mail = (await byFile.mails()).at(-1)
    expect(mail?.subject).toMatch(/^Message from (Amy|= \?).*$/)
    expect(mail?.bcc).toBeUndefined()
    expect(header(mail, 'bcc')).toEqual([])
    expect(header(mail, 'subject')).toHaveLength(1)
    expect(mail?.html).not.toContain('<h1>Another letter')
    expect(mail?.text).toContain(MESSAGE.message)
  })

  it('A contact message is not written into the queue or the log', async () => {
    await send(byFile, { message: 'planted words' })
    await byFile.mails()
    const jobs = await byFile.ctx.db`select * from pgboss.job`
    expect(jobs.length).toBeGreaterThan(0)
    expect(JSON.stringify(jobs)).not.toContain('planted words')
    expect(byFile.logs.join('')).toContain('.eml')
    expect(byFile.logs.join('')).not.toContain('planted words')
  })
})

describe('Failing mail servers', () => {
  const { ctx, logs } = bySmtp

  it('A contact message is accepted while the mail server fails, and mailed once it works', async () => {
    refuses = () => true
    expect((await send(bySmtp, { message: 'Patience' })).status).toBe(201)
    await expect(ctx.jobs.runDue()).rejects.toThrow('come back later')
    expect(received).toEqual([])
    refuses = () => false
    for (let i = 0; i < 3; i += 1) await ctx.jobs.send('mail_contact_messages', {})
    await ctx.jobs.runDue()
    expect(received).toMatchObject([
      {
        subject: 'Message from Amy',
        to: [{ address: 'house@loge.test' }],
        replyTo: [{ address: 'Amy@example.com' }],
        text: expect.stringContaining('Patience'),
        html: expect.stringContaining('Patience'),
      },
    ])
    expect(logs.join('')).toContain('come back later')
    expect(logs.join('')).not.toContain('Patience')
  })

  it('A contact message that the mail server refuses does not hold up the others', async () => {
    received.length = 0
    refuses = ({ text }) => text?.includes('pills') ?? false
    await send(bySmtp, { message: 'Buy pills' })
    await send(bySmtp, { message: 'Is this thing on?' })
    await expect(ctx.jobs.runDue()).rejects.toThrow('come back later')
    expect(received.map(({ text }) => text)).toEqual([expect.stringContaining('Is this thing on?')])
    await ctx.db`delete from contact_messages`
  })

  it('Every contact message is mailed once, however many workers there are', async () => {
    received.length = 0
    refuses = () => false
    for (const message of ['One', 'Two', 'Three', 'Four']) await send(bySmtp, { message })
    await Promise.all(Array.from({ length: 6 }, () => mailContactMessages(ctx)))
    const texts = received.map(({ text }) => text?.trim().split('\n').at(-1))
    expect(texts.sort()).toEqual(['Four', 'One', 'Three', 'Two'])
  })
})
