import type { Email } from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { insertNotice, insertRemovalNotice } from '#tests/support/database/notice-rows.ts'
import { startSmtp } from '#tests/support/processes/smtp.ts'
import { world } from '#tests/support/world.ts'
import { mailNotices } from './jobs.ts'

/** Decides which mails the mail server refuses. */
let refuses = (_mail: Email) => false
const { url: SMTP_URL, received } = await startSmtp((mail) => refuses(mail))
const byFile = await world({ PUBLIC_URL: 'https://loge.example' })
const bySmtp = await world({ SMTP_URL })

describe('Mails of notices', () => {
  const { ctx, creator, member, mailsTo, eventsDuring } = byFile

  it('A notice is mailed once, with the text of the app and a link to it', async () => {
    const amy = await creator('amy')
    const reason = 'Not yours <b>to show</b>.\nAsk her.'
    await insertRemovalNotice(ctx.db, { author: amy, description: 'Two pages', reason, at: ctx.now() })
    await publishNotices(ctx, [amy.id])
    const mails = await mailsTo(amy.email)
    expect(mails).toMatchObject([{ subject: 'Your post was removed', from: { address: 'no-reply@loge.test' } }])
    const text = mails[0]?.text ?? ''
    const [notice] = (await amy.ask('GET', '/notices')).body
    expect(text).toContain(notice.text)
    expect(text).toContain('You may answer once')
    expect(text).toContain('https://loge.example/notices')
    expect(mails[0]?.html).toContain('Reason: Not yours &lt;b&gt;to show&lt;/b&gt;.<br>\nAsk her.')
    expect(mails[0]?.html).toContain('href="https://loge.example/notices"')
    await ctx.jobs.send('mail_notices', {})
    expect(await mailsTo(amy.email)).toHaveLength(1)
  })

  it('The mail of a notice is in the language of its recipient', async () => {
    const fay = await member('fay')
    await fay.ask('PUT', '/user', { locale: 'fr' })
    await insertNotice(ctx.db, fay, { kind: 'report_dismissed', created_at: ctx.now() })
    await publishNotices(ctx, [fay.id])
    const [mail] = await mailsTo(fay.email)
    expect(mail?.subject).toBe('Votre signalement a été traité')
    expect(mail?.text).toContain('n’y a rien trouvé de contraire aux règles\u202f: elle reste en ligne.')
    expect(mail?.text).toContain('Voir vos avis\u202f:\nhttps://loge.example/notices')
    expect(mail?.html).toContain('<html lang="fr">')
    expect(mail?.text).not.toContain('répondre')
  })

  it('A notice that was not published is mailed by the schedule, and open pages are told then', async () => {
    const gus = await member('gus')
    await insertNotice(ctx.db, gus, { kind: 'creator_approved', created_at: ctx.now() })
    await ctx.jobs.send('mail_notices', {})
    const events = await eventsDuring(async () => {
      expect(await mailsTo(gus.email)).toMatchObject([{ subject: 'The stage is yours' }])
    })
    expect(events).toEqual([{ kind: 'notices_changed', user_ids: [gus.id] }])
  })

  it('A notice that could not be mailed for a day is not mailed any more, and stays in the app', async () => {
    const [old, young] = [await member('old'), await member('young')]
    await insertNotice(ctx.db, old, { kind: 'report_upheld', created_at: ctx.now() })
    byFile.passes(1)
    await insertNotice(ctx.db, young, { kind: 'report_upheld', created_at: ctx.now() })
    byFile.passes(DAY_MS - 1)
    await ctx.jobs.send('mail_notices', {})
    expect(await mailsTo(old.email)).toEqual([])
    expect(await mailsTo(young.email)).toHaveLength(1)
    expect(await ctx.db`select 1 from member_notices where mailed_at is null`).toEqual([])
    expect((await old.ask('GET', '/notices')).body).toMatchObject([{ read: false }])
  })

  it('The text of a notice is not written into the queue or the log', async () => {
    const ann = await creator('ann')
    await insertRemovalNotice(ctx.db, { author: ann, description: 'planted words', at: ctx.now() })
    await publishNotices(ctx, [ann.id])
    await byFile.mails()
    const jobs = await ctx.db`select * from pgboss.job`
    expect(jobs.length).toBeGreaterThan(0)
    expect(JSON.stringify(jobs)).not.toContain('planted words')
    expect(byFile.logs.join('')).not.toContain('planted words')
  })
})

describe('Failing mail servers', () => {
  const { ctx, logs } = bySmtp

  it('A notice that the mail server refuses does not hold up the others, and is mailed later', async () => {
    const [bob, cat] = [await bySmtp.creator('bob'), await bySmtp.creator('cat')]
    refuses = ({ to }) => to?.[0]?.address === bob.email
    for (const author of [bob, cat]) {
      await insertRemovalNotice(ctx.db, { author, reason: 'a-reason-that-nobody-logs', at: ctx.now() })
    }
    await publishNotices(ctx, [bob.id, cat.id])
    await expect(ctx.jobs.runDue()).rejects.toThrow('come back later')
    expect(received.map(({ to }) => to?.[0]?.address)).toEqual([cat.email])
    refuses = () => false
    await bySmtp.runJob('mail_notices')
    expect(received.map(({ to }) => to?.[0]?.address)).toEqual([cat.email, bob.email])
    expect(logs.join('')).toContain('come back later')
    expect(logs.join('')).not.toContain('a-reason-that-nobody-logs')
  })

  it('Every notice is mailed once, however many workers there are', async () => {
    received.length = 0
    const dan = await bySmtp.member('dan')
    for (let count = 0; count < 4; count += 1) {
      await insertNotice(ctx.db, dan, { kind: 'report_upheld', created_at: ctx.now() })
    }
    await Promise.all(Array.from({ length: 6 }, () => mailNotices(ctx)))
    expect(received).toHaveLength(4)
  })
})
