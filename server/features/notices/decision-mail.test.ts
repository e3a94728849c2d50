import type { Email } from 'postal-mime'
import { describe, expect, it } from 'vitest'
import type { Action } from '#contract/decisions.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { statementPath, statementToken } from '#server/domain/statement-token.ts'
import { escapeHtml } from '#server/html.ts'
import { insertDecision } from '#tests/support/database/decision-rows.ts'
import { insertNotice } from '#tests/support/database/notice-rows.ts'
import { startSmtp } from '#tests/support/processes/smtp.ts'
import { type Person, type World, world } from '#tests/support/world.ts'
import { mailNotices } from './jobs.ts'

/** Decides which mails the mail server refuses. */
let refuses = (_mail: Email) => false
const { url: SMTP_URL, received } = await startSmtp((mail) => refuses(mail))
const byFile = await world({ PUBLIC_URL: 'https://loge.example' })
const bySmtp = await world({ SMTP_URL, RATE_LIMITS: 'on' })

/** Inserts a decision about somebody, and the notice of it. Returns the id of the decision. */
async function decides({ ctx }: World, subject: Person, actions: Action[] = ['remove', 'freeze']): Promise<string> {
  const facts = 'She <b>never</b> agreed.\nIt is the second time'
  const { id } = await insertDecision(ctx.db, { subject, actions, facts, at: ctx.now() })
  await insertNotice(ctx.db, subject, { kind: 'decision', decision_id: id, created_at: ctx.now() })
  return id
}

describe('The mail of a decision', () => {
  const { ctx, creator, member, mailsTo, visitor, passes } = byFile

  it.each(['en', 'fr'] as const)(
    'The mail of a decision has the whole statement and the link in %s',
    async (locale) => {
      const amy = await creator(`amy-${locale}`)
      await amy.ask('PUT', '/user', { locale })
      const id = await decides(byFile, amy)
      await publishNotices(ctx, [amy.id])
      const [mail, ...more] = await mailsTo(amy.email)
      expect(more).toEqual([])
      const headers = { 'accept-language': locale }
      const statement = (
        await visitor.ask('GET', `/decisions/${statementToken(ctx.secret, id)}`, undefined, { headers })
      ).body
      const texts = [
        ...[
          statement.number,
          statement.facts,
          statement.title,
          statement.ground_reference,
          statement.ground_explanation,
        ],
        ...statement.paragraphs.flatMap((paragraph: { title: string; text: string }) => [
          paragraph.title,
          paragraph.text,
        ]),
      ]
      expect(texts.length).toBeGreaterThan(12)
      const html = mail?.html?.replaceAll('<br>\n', '\n')
      for (const text of texts) {
        expect(mail?.text).toContain(text)
        expect(html).toContain(escapeHtml(text))
      }
      const link = `https://loge.example${statementPath(ctx.secret, id)}`
      expect(mail?.text).toContain(link)
      expect(mail?.html).toContain(`href="${link}"`)
      expect(mail?.html).toContain(`<html lang="${locale}">`)
      expect(mail?.html).not.toContain('<b>never')
      expect(mail?.subject).toBe(
        locale === 'en' ? 'A decision about your account' : 'Une décision concernant votre compte',
      )
    },
  )

  it('A frozen person and one whose account was closed get the mail, until the account is erased', async () => {
    const [fay, ned] = [await member('fay'), await member('ned')]
    await ctx.db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${fay.id}`
    await ctx.db`update users set erased_at = ${new Date(ctx.now().getTime() + DAY_MS)} where id = ${ned.id}`
    await decides(byFile, fay, ['freeze'])
    await decides(byFile, ned, ['close'])
    await publishNotices(ctx, [fay.id, ned.id])
    expect((await mailsTo(fay.email))[0]?.text).toContain('Why your account was frozen')
    expect((await mailsTo(ned.email))[0]?.text).toContain('Why your account was closed')
  })

  it('The mail of a decision that waited for the mail server for months is sent, and not after the time to appeal', async () => {
    const [old, older] = [await member('old'), await member('older')]
    await decides(byFile, older)
    passes(DAY_MS)
    await decides(byFile, old)
    await insertNotice(ctx.db, old, { kind: 'report_upheld', created_at: ctx.now() })
    passes(180 * DAY_MS - 1)
    await byFile.runJob('mail_notices')
    expect((await mailsTo(old.email)).map(({ subject }) => subject)).toEqual(['A decision about your account'])
    expect(await mailsTo(older.email)).toEqual([])
  })

  it('The mail of a decided appeal has its outcome, the answer and the link, and not the letter again', async () => {
    const eve = await member('eve')
    const { id } = await insertDecision(ctx.db, { subject: eve, at: ctx.now() })
    await ctx.db`
      update decisions set appeal = 'x', appealed_at = ${ctx.now()}, appeal_outcome = 'rejected',
        appeal_answer = 'We looked again', appeal_decided_at = ${ctx.now()} where id = ${id}`
    await insertNotice(ctx.db, eve, { kind: 'appeal_decided', decision_id: id, created_at: ctx.now() })
    await publishNotices(ctx, [eve.id])
    const [mail] = await mailsTo(eve.email)
    expect(mail?.subject).toBe('Your appeal was decided')
    expect(mail?.text).toContain('the decision stands.\nOur answer: We looked again')
    expect(mail?.text).toContain(statementPath(ctx.secret, id))
    expect(mail?.text).not.toContain('If you disagree')
  })

  it('The mail to a reporter leads to their notices, and says nothing of the decision', async () => {
    const [rita, author] = [await member('rita'), await creator('author')]
    const { id } = await insertDecision(ctx.db, { subject: author, facts: 'planted words', at: ctx.now() })
    const details = { object_kind: 'story' as const }
    await insertNotice(ctx.db, rita, { kind: 'report_upheld', details, decision_id: id, created_at: ctx.now() })
    await publishNotices(ctx, [rita.id])
    const [mail] = await mailsTo(rita.email)
    expect(mail?.text).toContain('the story you reported was removed')
    expect(mail?.text).toContain('https://loge.example/notices')
    for (const secret of ['planted words', id]) expect(`${mail?.text}${mail?.html}`).not.toContain(secret)
  })
})

describe('The mail of a decision and the mail server', () => {
  const { ctx, member, passes } = bySmtp
  const sentTo = ({ email }: Person) => received.filter(({ to }) => to?.[0]?.address === email)

  it('The mail of a decision is sent later if the mail server is away, and never twice', async () => {
    const bob = await member('bob')
    refuses = () => true
    await decides(bySmtp, bob)
    await expect(mailNotices(ctx)).rejects.toThrow('come back later')
    passes(3 * DAY_MS)
    refuses = () => false
    received.length = 0
    await Promise.all(Array.from({ length: 6 }, () => mailNotices(ctx)))
    await mailNotices(ctx)
    expect(sentTo(bob)).toHaveLength(1)
  })

  it('Other mails use up nothing of the limit of decisions, and a decision over it is sent an hour later', async () => {
    const cat = await member('cat')
    received.length = 0
    for (let count = 0; count < 15; count += 1) {
      await insertNotice(ctx.db, cat, { kind: 'report_upheld', created_at: ctx.now() })
    }
    await mailNotices(ctx)
    expect(sentTo(cat)).toHaveLength(10)
    received.length = 0
    for (let count = 0; count < 22; count += 1) await decides(bySmtp, cat, ['hide'])
    await mailNotices(ctx)
    const decisions = () => sentTo(cat).filter(({ subject }) => subject === 'A decision about your account')
    expect(decisions()).toHaveLength(20)
    passes(HOUR_MS)
    await mailNotices(ctx)
    expect(decisions()).toHaveLength(22)
  })
})
