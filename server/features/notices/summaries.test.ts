import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { later } from '#server/time.ts'
import { startSmtp } from '#tests/support/processes/smtp.ts'
import { headerOf, noticeMailSteps, oneClickToken, PLANTED } from '#tests/support/scenarios/notice-mails.ts'
import { type Person, world } from '#tests/support/world.ts'
import { mailNotices, mailSummaries } from './jobs.ts'

const { url: SMTP_URL, received } = await startSmtp()
const product = await world({ SMTP_URL, PUBLIC_URL: 'https://loge.example', STORY_AUTHORS: 'creator' })
const { ctx, passes, visitor } = product
const { creator, reader, writesTo, tell, tellOf, intoSummary } = await noticeMailSteps(product)
const sentTo = ({ email }: Person) => received.filter(({ to }) => to?.[0]?.address === email)

describe('The daily summary', () => {
  it('Everything that waits for a summary is one mail, by topic, and nothing of it is mailed alone', async () => {
    const fan = await reader('ana')
    const first = await tell(fan, 'report_upheld')
    passes(1)
    await writesTo(fan)
    for (let count = 0; count < 3; count += 1) await tellOf(fan, 'new_post')
    await tell(fan, 'report_dismissed')
    await intoSummary(fan, later(ctx.now(), HOUR_MS))
    await mailSummaries(ctx)
    passes(HOUR_MS)
    await mailNotices(ctx)
    expect(sentTo(fan)).toEqual([])
    await mailSummaries(ctx)
    await mailSummaries(ctx)
    const [mail, ...more] = sentTo(fan)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Your day in Loge: 6 notices')
    expect(mail?.messageId).toBe(`<summary-${first}@loge.test>`)
    expect(mail?.text).toContain(
      'Posts\nmargauxlenoir published a post. (3\u00a0×)\n\nMessages\nmargauxlenoir wrote to you.\n\nYour reports\n',
    )
    expect(`${mail?.text}${mail?.html}`).not.toContain(PLANTED)
    for (const words of ['No more mails about posts', 'No more mails about messages', 'All your choices'])
      expect(mail?.html).toContain(`>${words}</a>`)
  })

  it('A long summary ends with the number of the rest, also in French', async () => {
    const fan = await reader('fr-fan', 'fr')
    for (let count = 0; count < 25; count += 1)
      await tell(fan, 'payout_sent', { details: { amount: `${count + 1}.00`, last4: '1234' } })
    await intoSummary(fan)
    await mailSummaries(ctx)
    const [mail] = sentTo(fan)
    expect(mail?.subject).toBe('Votre journée à Loge\u202f: 25\u00a0avis')
    expect(mail?.text?.match(/Nous avons envoyé/g)).toHaveLength(20)
    expect(mail?.text).toContain('\net 5\u00a0de plus\n')
  })

  it('What was read or switched off meanwhile is not in the summary, and an empty one is not sent', async () => {
    const [some, none] = [await reader('some'), await reader('none')]
    for (const fan of [some, none]) {
      await tell(fan, 'new_reaction')
      await tell(fan, 'payout_sent')
      await intoSummary(fan)
    }
    await ctx.db`update member_notices set read_at = ${ctx.now()} where user_id = ${some.id} and kind = 'new_reaction'`
    await ctx.db`update member_notices set read_at = ${ctx.now()} where user_id = ${none.id} and kind = 'new_reaction'`
    await ctx.db`update notification_settings set choices = '{"payout":{"mail":false}}' where user_id = ${none.id}`
    await mailSummaries(ctx)
    expect(sentTo(some).map(({ subject }) => subject)).toEqual(['Your day in Loge: one notice'])
    expect(sentTo(none)).toEqual([])
    const left =
      await ctx.db`select 1 from member_notices where user_id in ${ctx.db([some.id, none.id])} and mailed_at is null`
    expect(left).toEqual([])
  })

  it('A summary is mailed once, however many processes there are', async () => {
    const other = await world({ SMTP_URL, PUBLIC_URL: 'https://loge.example' })
    const fans = [await reader('p1'), await reader('p2'), await reader('p3')]
    for (const fan of fans) {
      for (let count = 0; count < 5; count += 1) await tell(fan, 'report_upheld')
      await intoSummary(fan)
    }
    // The second process has its own mailer, and the same database.
    const second = { ...ctx, mail: other.ctx.mail }
    await Promise.all([ctx, second, ctx, second].map((each) => mailSummaries(each)))
    for (const fan of fans) expect(sentTo(fan)).toHaveLength(1)
  })

  it('A summary that could not be sent is sent later, whole, and with the same Message-ID', async () => {
    const fan = await reader('later')
    const first = await tell(fan, 'report_upheld')
    await intoSummary(fan)
    const dead = createMailer({ ...ctx.config, smtp_url: 'smtp://127.0.0.1:1' }, ctx.log)
    await expect(mailSummaries({ ...ctx, mail: dead })).rejects.toThrow('ECONNREFUSED')
    passes(2 * DAY_MS)
    await tell(fan, 'report_dismissed')
    await intoSummary(fan)
    await mailNotices(ctx)
    await mailSummaries(ctx)
    expect(sentTo(fan).map(({ subject, messageId }) => [subject, messageId])).toEqual([
      ['Your day in Loge: 2 notices', `<summary-${first}@loge.test>`],
    ])
  })

  it('One click on a summary ends the mails about everything in it, and about nothing else', async () => {
    const fan = await reader('leaves')
    await tell(fan, 'new_reaction')
    await tell(fan, 'payout_sent')
    await intoSummary(fan)
    await mailSummaries(ctx)
    const [mail] = sentTo(fan)
    if (!mail) throw new Error('there is no summary')
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const path = `/notification_settings/unsubscribe?token=${oneClickToken(mail)}`
    expect((await visitor.ask('POST', path)).body).toEqual({ topics: ['reaction', 'payout'] })
    received.length = 0
    for (const kind of ['new_reaction', 'payout_sent', 'report_upheld'] as const) await tell(fan, kind)
    await mailNotices(ctx)
    expect(sentTo(fan).map(({ subject }) => subject)).toEqual(['Your report was handled'])
  })

  it('The names of creators in a summary are those of now', async () => {
    const fan = await reader('renaming')
    await tellOf(fan, 'new_post')
    await intoSummary(fan)
    await creator.ask('PUT', '/user', { username: 'margaux-l' })
    await mailSummaries(ctx)
    expect(sentTo(fan)[0]?.text).toContain('margaux-l published a post.')
  })
})
