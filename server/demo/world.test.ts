import { describe, expect, it } from 'vitest'
import type { Case } from '#contract/cases.ts'
import type { ContactMessage } from '#contract/contact.ts'
import type { ConversationSummary, Message } from '#contract/conversations.ts'
import type { NewsletterAddress } from '#contract/newsletter.ts'
import type { Notice } from '#contract/notices.ts'
import type { Post } from '#contract/posts.ts'
import type { ReportedPost } from '#contract/reports.ts'
import type { Subscription } from '#contract/subscriptions.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { signInToDemo } from '#tests/support/scenarios/demo-people.ts'
import { type Person, world } from '#tests/support/world.ts'
import { DEMO_ACCOUNTS, DEMO_AUDIENCE, DEMO_PASSWORD } from './people.ts'
import { createDemoWorld } from './world.ts'

const { ctx, stranger, visitor, passes, mails } = await world()
await createDemoWorld(ctx)

const signedIn = (name: string) => signInToDemo({ stranger }, name)

async function postsSeenBy(person: Person): Promise<Post[]> {
  return (await person.ask('GET', '/posts')).body
}

/** Counts everything that a second start could add to. */
async function rowCounts() {
  const [counts] = await ctx.db`
    select (select count(*) from users) as users, (select count(*) from posts) as posts,
      (select count(*) from media) as media, (select count(*) from subscriptions) as subscriptions,
      (select count(*) from movements) as movements, (select count(*) from messages) as messages,
      (select count(*) from member_notices) as notices, (select count(*) from reactions) as reactions`
  return counts
}

const fan = await signedIn('fan')

describe('Who tries the demo out', () => {
  it('Who tries the demo out can sign in as everybody who is named at the start, and as nobody else', async () => {
    for (const { email } of DEMO_ACCOUNTS)
      expect((await stranger('x').signIn(DEMO_PASSWORD, email)).status, email).toBe(200)
    expect((await stranger('x').signIn(DEMO_PASSWORD, 'yuki@loge.test')).status).toBe(401)
  })

  it('The demo’s fan sees protected posts of the creator they subscribe to, and curtains on those of others', async () => {
    const kept = (await postsSeenBy(fan)).filter((post) => post.protected)
    const open = new Set(kept.filter(({ file }) => file !== null).map(({ username }) => username))
    const closed = new Set(kept.filter(({ file }) => file === null).map(({ username }) => username))
    expect([...open]).toEqual(['margauxlenoir'])
    expect([...closed]).toEqual(expect.arrayContaining(['louverdier', 'camilleroche']))
    expect(closed).not.toContain('margauxlenoir')
  })

  it('The protected pictures of the demo’s creator carry the name of the demo’s fan', async () => {
    const carrying = (await postsSeenBy(fan)).filter(({ marked }) => marked)
    expect(carrying.length).toBeGreaterThan(1)
    for (const { username } of carrying) expect(username).toBe('margauxlenoir')
  })

  it('The demo’s moderator sees only curtains on protected posts, and a reported post that is not among the newest', async () => {
    const posts = await postsSeenBy(await signedIn('moderator'))
    expect(posts.filter((post) => post.protected && post.file !== null)).toEqual([])
    const reported = posts.findIndex(({ reports }) => reports.length > 0)
    expect(reported).toBeGreaterThan(5)
    expect(posts[reported]?.reports.map(({ author }) => author)).not.toContain('theomarchetti')
  })

  it('The demo’s moderator finds posts with one report and with two, a protected one, and an answer to a removal', async () => {
    const moderator = await signedIn('moderator')
    const { body: open } = await moderator.ask('GET', '/admin/reports')
    expect(open.map(({ username, reports }: ReportedPost) => [username, reports.length])).toEqual([
      ['louverdier', 2],
      ['camilleroche', 1],
      ['yukiaoyama', 1],
    ])
    for (const { file } of open) expect((await moderator.fetch(file)).status).toBe(200)
    expect(open.filter((post: ReportedPost) => post.protected)).toHaveLength(1)
    const { body: handled } = await moderator.ask('GET', '/admin/reports?state=handled')
    expect(handled).toMatchObject([
      { username: 'margauxlenoir', file: null, reports: [{ author: 'louverdier' }], handled: { by: 'camilleroche' } },
    ])
    expect(handled[0].handled.answer).toContain('she said yes')
  })

  it('The demo’s moderator finds an open case of each kind, an urgent one first, an appeal, and a frozen account', async () => {
    const moderator = await signedIn('moderator')
    const { body: open } = await moderator.ask('GET', '/admin/cases')
    expect(open[0]).toMatchObject({ kind: 'message', severity: 'urgent', subject: { username: 'willhart' } })
    expect(new Set(open.map(({ kind }: Case) => kind))).toEqual(
      new Set(['post', 'story', 'message', 'profile', 'notice']),
    )
    await ctx.jobs.runDue()
    for (const { id, kind } of open) {
      const { status } = await moderator.fetch(`/admin/cases/${id}/evidence`)
      expect([kind, status]).toEqual([kind, kind === 'message' || kind === 'notice' ? 404 : 200])
    }
    const { body: appealed } = await moderator.ask('GET', '/admin/cases?state=appealed')
    expect(appealed).toMatchObject([{ kind: 'post', subject: { username: 'margauxlenoir' } }])
    const { body: users } = await moderator.ask('GET', '/admin/users?search=hugomoreau')
    expect(users).toMatchObject([{ frozen_at: expect.any(String), frozen_until: null }])
  })

  it('The demo’s fan has subscriptions that end in hours and in days, and ended ones', async () => {
    const { body } = await fan.ask('GET', '/subscriptions')
    expect(body.map(({ profile_name, expires_in }: Subscription) => [profile_name, expires_in])).toEqual([
      ['noorhaddad', '9 hours'],
      ['yukiaoyama', '3 days'],
      ['margauxlenoir', '23 days'],
      ['louverdier', undefined],
      ['anasol', undefined],
    ])
    for (const { profile_pic } of body) expect((await visitor.fetch(profile_pic)).status).toBe(200)
  })

  it('The demo’s fan finds an unread answer, and a conversation that the end of a subscription has closed', async () => {
    const { body } = await fan.ask('GET', '/conversations')
    expect(body.map(({ creator }: ConversationSummary) => creator.username)).toEqual(['margauxlenoir', 'louverdier'])
    expect(body).toMatchObject([
      { unread_count: 2, can_send_messages: true, last_message: { content: expect.stringContaining('matinée') } },
      { unread_count: 0, can_send_messages: false },
    ])
    const { messages } = (await fan.ask('GET', `/conversations/${body[0].id}`)).body
    expect(messages.map(({ is_own_message }: Message) => is_own_message)).toContain(true)
    expect(messages.filter(({ reactions }: Message) => reactions.total_count > 0)).toHaveLength(2)
  })

  it('The demo’s creator finds messages of several fans, and one unread conversation', async () => {
    const creator = await signedIn('creator')
    const { body } = await creator.ask('GET', '/conversations/received')
    expect(body.map(({ initiator }: ConversationSummary) => initiator.username)).toEqual([
      'theomarchetti',
      'anasol',
      'yukiaoyama',
      'noorhaddad',
      'willhart',
    ])
    expect(body.map(({ unread_count }: ConversationSummary) => unread_count)).toEqual([0, 2, 0, 0, 0])
  })

  it('The demo’s creator finds new notices beside read ones, and the fan a message, a ticket that ends and a gift, without any mail', async () => {
    const creator = await signedIn('creator')
    const { body, headers } = await creator.ask('GET', '/notices')
    expect(headers['x-unread-count']).toBe('2')
    expect(body.map(({ kind, read }: Notice) => [kind, read])).toEqual(
      expect.arrayContaining([
        ['new_message', false],
        ['report_upheld', false],
        ['new_subscriber', true],
        ['report_dismissed', true],
      ]),
    )
    expect((await fan.ask('GET', '/notices')).body).toMatchObject([
      { kind: 'new_message', text: 'margauxlenoir wrote to you.' },
      { kind: 'ticket_ends', read: false, path: '/yukiaoyama' },
      { kind: 'subscription_granted', read: false, path: '/margauxlenoir' },
      { kind: 'box_open', read: true, path: '/yukiaoyama' },
    ])
    await ctx.jobs.send('mail_notices', {})
    expect(await mails()).toEqual([])
  })

  it('The demo’s creator finds payments of the last months, which are marked as samples', async () => {
    const { body } = await (await signedIn('creator')).ask('GET', '/revenues')
    expect(body).toMatchObject({ is_sample: true, active_subscribers: expect.any(Number) })
    expect(body.active_subscribers).toBeGreaterThan(5)
    expect(body.months.length).toBeGreaterThanOrEqual(6)
    for (const { month, net } of body.months) expect(Number(net), month).toBeGreaterThan(0)
    for (const { period, count } of body.periods) expect(count, period).toBeGreaterThan(0)
    const numbers = (await (await signedIn('moderator')).ask('GET', '/admin/numbers')).body
    expect(Number(numbers.gross_volume)).toBeGreaterThan(Number(body.gross))
    expect(await ctx.db`select 1 from movements where not is_demo`).toHaveLength(0)
  })

  it('The demo’s admin finds open and answered contact messages and newsletter addresses, in both languages, without any mail', async () => {
    const admin = await signedIn('admin')
    const { body: messages } = await admin.ask('GET', '/admin/contact_messages')
    expect(messages.map((message: ContactMessage) => [message.locale, message.answered_at !== null])).toEqual([
      ['fr', false],
      ['en', false],
      ['en', true],
    ])
    const { body: addresses } = await admin.ask('GET', '/admin/newsletter')
    const confirmed = addresses.filter(({ confirmed_at }: NewsletterAddress) => confirmed_at !== null)
    expect([addresses.length, confirmed.length]).toEqual([5, 3])
    expect(new Set(addresses.map(({ locale }: NewsletterAddress) => locale))).toEqual(new Set(['en', 'fr']))
    for (const job of ['mail_contact_messages', 'mail_newsletter'] as const) await ctx.jobs.send(job, {})
    expect(await mails()).toEqual([])
  })

  it('Who tries the demo out is shown real pictures, in the feed and on the landing page', async () => {
    const files = (await postsSeenBy(fan)).flatMap(({ file }) => file ?? [])
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) expect((await fan.fetch(file)).status).toBe(200)
    const { body } = await visitor.ask('GET', '/landings')
    expect(body.featured_creators).toHaveLength(4)
  })
})

describe('Demo worlds of an earlier version', () => {
  it('A demo world of an earlier version is left as it is, without payments', async () => {
    const [audience] = DEMO_AUDIENCE
    await ctx.db`update users set email_key = 'moved@loge.test' where email_key = ${audience?.email ?? ''}`
    const before = await rowCounts()
    await createDemoWorld(ctx)
    expect(await rowCounts()).toEqual(before)
  })
})

describe('Starting the demo again', () => {
  it('A second start leaves the demo world as people changed it', async () => {
    const [first] = await postsSeenBy(fan)
    await fan.ask('POST', '/like', { post_id: first?.id })
    const before = await rowCounts()
    passes(MINUTE_MS)
    await createDemoWorld(ctx)
    expect(await rowCounts()).toEqual(before)
    expect((await postsSeenBy(fan))[0]).toMatchObject({ id: first?.id, liked: !first?.liked })
  })
})
