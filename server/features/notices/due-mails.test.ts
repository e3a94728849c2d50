import type { Email } from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { later } from '#server/time.ts'
import { startSmtp } from '#tests/support/processes/smtp.ts'
import { noticeMailSteps } from '#tests/support/scenarios/notice-mails.ts'
import { type Person, world } from '#tests/support/world.ts'
import { mailNotices, mailSummaries } from './jobs.ts'

/** Decides which mails the mail server refuses. */
let refuses = (_mail: Email) => false
const { url: SMTP_URL, received } = await startSmtp((mail) => refuses(mail))
const product = await world({ SMTP_URL, PUBLIC_URL: 'https://loge.example', STORY_AUTHORS: 'creator' })
const { ctx, passes } = product
const { creator, reader, writesTo, tell, tellOf } = await noticeMailSteps(product)

const sentTo = ({ email }: Person) => received.filter(({ to }) => to?.[0]?.address === email)
const due = (person: Person, at: Date) =>
  ctx.db`update member_notices set mail_at = ${at} where user_id = ${person.id} and mailed_at is null`
const isMailed = async ({ id }: Person) =>
  (await ctx.db`select 1 from member_notices where user_id = ${id} and mailed_at is null`).length === 0

describe('Mails that are not sent', () => {
  it.each([
    ['has read the conversation', 'read_at'],
    ['has read the messages elsewhere, and not the notice', 'conversation'],
    ['has switched such mails off meanwhile', 'choice'],
    ['was frozen meanwhile', 'frozen'],
    ['has asked for the deletion of the account', 'leaving'],
  ])('A message is not mailed to who %s', async (_, reason) => {
    const fan = await reader(`not-${reason}`)
    await writesTo(fan)
    const now = ctx.now()
    if (reason === 'read_at') await ctx.db`update member_notices set read_at = ${now} where user_id = ${fan.id}`
    if (reason === 'conversation')
      await ctx.db`update conversations set fan_read = last_position where fan_id = ${fan.id}`
    if (reason === 'choice')
      await ctx.db`
        update notification_settings set choices = '{"message":{"mail":false}}' where user_id = ${fan.id}`
    if (reason === 'frozen')
      await ctx.db`
        update users set frozen_at = ${now}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
        where id = ${fan.id}`
    if (reason === 'leaving') await ctx.db`update users set erased_at = ${now} where id = ${fan.id}`
    await mailNotices(ctx)
    expect(sentTo(fan)).toEqual([])
    expect(await isMailed(fan)).toBe(true)
  })

  it('A post, a story or an open box that is gone, or whose creator is blocked, is not mailed', async () => {
    const [post_fan, story_fan, blocker] = [
      await reader('post-fan'),
      await reader('story-fan'),
      await reader('blocker'),
    ]
    await tellOf(post_fan, 'new_post')
    await tellOf(story_fan, 'new_story')
    for (const kind of ['new_post', 'box_open'] as const) await tellOf(blocker, kind)
    await ctx.db`update posts set hidden_at = ${ctx.now()}`
    await ctx.db`update stories set hidden_at = ${ctx.now()}`
    await blocker.ask('POST', '/blocks', { username: 'margauxlenoir' })
    await mailNotices(ctx)
    for (const person of [post_fan, story_fan, blocker]) {
      expect(sentTo(person)).toEqual([])
      expect(await isMailed(person)).toBe(true)
    }
  })

  it('A creator who is muted meanwhile is in no mail and in no summary', async () => {
    const [fan, daily] = [await reader('mutes'), await reader('mutes-daily')]
    for (const person of [fan, daily]) await tellOf(person, 'new_post')
    await ctx.db`update member_notices set in_summary = true where user_id = ${daily.id}`
    for (const person of [fan, daily])
      expect((await person.ask('POST', '/mutes', { username: 'margauxlenoir' })).status).toBe(201)
    await mailNotices(ctx)
    await mailSummaries(ctx)
    for (const person of [fan, daily]) {
      expect(sentTo(person)).toEqual([])
      expect(await isMailed(person)).toBe(true)
    }
  })

  it('Who has bought the next ticket is not told that the last one ends', async () => {
    const fan = await reader('renewed')
    await tellOf(fan, 'ticket_ends')
    await product.subscribe(fan, creator, 30)
    await mailNotices(ctx)
    expect(sentTo(fan)).toEqual([])
  })

  it('Money and safety are mailed, whatever was read, chosen or frozen', async () => {
    const fan = await reader('money')
    await tell(fan, 'payment_failed')
    await tell(fan, 'verified')
    await ctx.db`update member_notices set read_at = ${ctx.now()} where user_id = ${fan.id}`
    await ctx.db`
      update notification_settings set choices = '{"payment_problem":{"mail":false},"security":{"mail":false}}'
      where user_id = ${fan.id}`
    await ctx.db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${fan.id}`
    await mailNotices(ctx)
    expect(sentTo(fan)).toHaveLength(2)
  })
})

describe('When mails are sent', () => {
  it('Mails to thousands leave time to people: from the hundredth on, each is followed by a rest', async () => {
    const fan = await reader('many')
    for (let told = 0; told < 102; told += 1) await tell(fan, 'report_upheld')
    const rests: number[] = []
    await mailNotices(ctx, async (ms) => rests.push(ms))
    expect(rests).toHaveLength(3)
    await ctx.db`delete from member_notices where user_id = ${fan.id}`
  })

  it('A mail is sent when it is due and not before, and one that was due for a day is left out', async () => {
    const [fan, late] = [await reader('due'), await reader('late')]
    for (const person of [fan, late]) await tell(person, 'report_upheld')
    await due(fan, later(ctx.now(), 10 * HOUR_MS))
    await due(late, later(ctx.now(), 2 * DAY_MS))
    passes(10 * HOUR_MS - 1)
    await mailNotices(ctx)
    expect(sentTo(fan)).toEqual([])
    passes(1)
    await mailNotices(ctx)
    expect(sentTo(fan)).toHaveLength(1)
    // The day counts from the time at which it was due, and not from that of the notice.
    passes(3 * DAY_MS - 10 * HOUR_MS - 1)
    await mailNotices(ctx)
    expect(sentTo(late)).toHaveLength(1)
  })

  it('After two days without a mail server, receipts, refused payments and safety are mailed, and the rest is not', async () => {
    const fan = await reader('outage')
    received.length = 0
    const kinds = ['payment_received', 'payment_refunded', 'payment_failed', 'payout_account_changed'] as const
    for (const kind of [...kinds, 'report_upheld', 'subscription_granted'] as const) await tell(fan, kind)
    passes(2 * DAY_MS)
    await mailNotices(ctx)
    expect(sentTo(fan)).toHaveLength(kinds.length)
    expect(await isMailed(fan)).toBe(true)
  })

  it('A receipt does not wait behind a hundred other mails, and a kind of a newer version is left to it', async () => {
    const fans = await Promise.all(Array.from({ length: 10 }, (_, number) => reader(`queue-${number}`)))
    const fan = await reader('queue-receipt')
    received.length = 0
    for (const person of fans) for (let count = 0; count < 10; count += 1) await tell(person, 'report_upheld')
    const newer = await tell(fans[0] as Person, 'report_upheld')
    await ctx.db`update member_notices set kind = 'of_tomorrow' where id = ${newer}`
    passes(1)
    await tell(fan, 'payment_received')
    await mailNotices(ctx)
    // More than one page.
    expect(received).toHaveLength(101)
    expect(received[0]?.to?.[0]?.address).toBe(fan.email)
    expect(await ctx.db`select id from member_notices where mailed_at is null`).toEqual([{ id: newer }])
    await ctx.db`delete from member_notices where id = ${newer}`
  })

  it('Somebody with many mails does not hold up the others', async () => {
    const [busy, other] = [await reader('busy'), await reader('other')]
    received.length = 0
    for (let count = 0; count < 3; count += 1) await tell(busy, 'report_upheld')
    passes(1)
    await tell(other, 'report_upheld')
    await mailNotices(ctx)
    expect(received.map(({ to }) => to?.[0]?.address)).toEqual([busy.email, other.email, busy.email, busy.email])
  })

  it('A mail server that is away is asked once a run, and then every mail is sent once', async () => {
    const fans = [await reader('away-1'), await reader('away-2'), await reader('away-3')]
    for (const fan of fans) await tell(fan, 'report_upheld')
    let asked = 0
    const { config, log } = ctx
    const dead = createMailer({ ...config, smtp_url: 'smtp://127.0.0.1:1' }, log)
    const mail: typeof dead = {
      ...dead,
      async send(each) {
        asked += 1
        await dead.send(each)
      },
    }
    await expect(mailNotices({ ...ctx, mail })).rejects.toThrow('ECONNREFUSED')
    expect(asked).toBe(1)
    passes(MINUTE_MS)
    await Promise.all(Array.from({ length: 4 }, () => mailNotices(ctx)))
    for (const fan of fans) expect(sentTo(fan)).toHaveLength(1)
  })

  it('A mail that is sent again after a crash has the same Message-ID', async () => {
    const fan = await reader('twice')
    const id = await tell(fan, 'report_upheld')
    await mailNotices(ctx)
    // The process died after the mail server had the mail, and before the commit.
    await ctx.db`update member_notices set mailed_at = null where id = ${id}`
    await mailNotices(ctx)
    expect(sentTo(fan).map(({ messageId }) => messageId)).toEqual([`<${id}@loge.test>`, `<${id}@loge.test>`])
  })

  it('A mail that is refused does not stop those of others', async () => {
    const [bad, good] = [await reader('bad'), await reader('good')]
    for (const fan of [bad, good]) await tell(fan, 'report_upheld')
    refuses = ({ to }) => to?.[0]?.address === bad.email
    await expect(mailNotices(ctx)).rejects.toThrow('come back later')
    refuses = () => false
    expect(sentTo(good)).toHaveLength(1)
    await mailNotices(ctx)
    expect(sentTo(bad)).toHaveLength(1)
  })
})

describe('Limits of mails', () => {
  it('However many people write, ten mails an hour tell of it, and receipts come all the same', async () => {
    const limited = await world({ SMTP_URL, PUBLIC_URL: 'https://loge.example', RATE_LIMITS: 'on' })
    const steps = await noticeMailSteps(limited)
    const fan = await steps.reader('flooded')
    received.length = 0
    for (let count = 0; count < 12; count += 1) await steps.tell(fan, 'new_reaction')
    for (let count = 0; count < 12; count += 1) await steps.tell(fan, 'payment_received')
    await mailNotices(limited.ctx)
    const subjects = () => sentTo(fan).map(({ subject }) => subject)
    expect(subjects().filter((subject) => subject === 'A reaction to your message')).toHaveLength(10)
    expect(subjects().filter((subject) => subject === 'Your seat is ready')).toHaveLength(12)
    limited.passes(HOUR_MS)
    await mailNotices(limited.ctx)
    expect(subjects().filter((subject) => subject === 'A reaction to your message')).toHaveLength(12)
  })
})
