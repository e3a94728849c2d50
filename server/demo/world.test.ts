import { describe, expect, it } from 'vitest'
import type { ConversationSummary, Message } from '#contract/conversations.ts'
import type { Notice } from '#contract/notices.ts'
import type { Post } from '#contract/posts.ts'
import type { ReportedPost } from '#contract/reports.ts'
import type { Subscription } from '#contract/subscriptions.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { type Person, world } from '#tests/support/world.ts'
import { DEMO_ACCOUNTS, DEMO_AUDIENCE, DEMO_PASSWORD } from './cast.ts'
import { createDemoWorld } from './world.ts'

const { ctx, stranger, visitor, passes, mails } = await world()
await createDemoWorld(ctx)

async function loggedIn(name: string): Promise<Person> {
  const person = stranger(name)
  await person.signIn(DEMO_PASSWORD, `${name}@loge.test`)
  return person
}

async function postsSeenBy(person: Person): Promise<Post[]> {
  return (await person.ask('GET', '/posts')).body
}

/** Everything that a second start could add to. */
async function everything() {
  const [counts] = await ctx.db`
    select (select count(*) from users) as users, (select count(*) from posts) as posts,
      (select count(*) from media) as media, (select count(*) from subscriptions) as subscriptions,
      (select count(*) from ledger) as ledger, (select count(*) from messages) as messages,
      (select count(*) from notices) as notices, (select count(*) from reactions) as reactions`
  return counts
}

const fan = await loggedIn('fan')

describe('Who tries the product out', () => {
  it('can log in as everybody who is named at the start, and as nobody else', async () => {
    for (const { email } of DEMO_ACCOUNTS)
      expect((await stranger('x').signIn(DEMO_PASSWORD, email)).status, email).toBe(200)
    expect((await stranger('x').signIn(DEMO_PASSWORD, 'yuki@loge.test')).status).toBe(401)
  })

  it('sees as the fan what one creator keeps for subscribers, and curtains of the others', async () => {
    const kept = (await postsSeenBy(fan)).filter((post) => post.protected)
    const open = new Set(kept.filter(({ file }) => file !== null).map(({ username }) => username))
    const closed = new Set(kept.filter(({ file }) => file === null).map(({ username }) => username))
    expect([...open]).toEqual(['margauxlenoir'])
    expect([...closed]).toEqual(expect.arrayContaining(['louverdier', 'camilleroche']))
    expect(closed).not.toContain('margauxlenoir')
  })

  it('sees as the moderator nothing but curtains, and a reported post that is not among the newest', async () => {
    const posts = await postsSeenBy(await loggedIn('moderator'))
    expect(posts.filter((post) => post.protected && post.file !== null)).toEqual([])
    const reported = posts.findIndex(({ reports }) => reports.length > 0)
    expect(reported).toBeGreaterThan(5)
    expect(posts[reported]?.reports.map(({ author }) => author)).not.toContain('theomarchetti')
  })

  it('finds as the moderator posts that wait with one report or two, one behind the curtain, and an answer to a removal', async () => {
    const moderator = await loggedIn('moderator')
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
    expect(handled[0].handled.answer).toContain('nobody asked the author')
  })

  it('finds tickets of the fan that are good for hours and for days, and torn ones', async () => {
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

  it('finds as the fan an answer that waits, and a conversation that the end of a subscription has closed', async () => {
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

  it('finds as the creator letters of several fans, of which one is unread', async () => {
    const creator = await loggedIn('creator')
    const { body } = await creator.ask('GET', '/conversations/received')
    expect(body.map(({ initiator }: ConversationSummary) => initiator.username)).toEqual([
      'theomarchetti',
      'anasol',
      'yukiaoyama',
      'noorhaddad',
    ])
    expect(body.map(({ unread_count }: ConversationSummary) => unread_count)).toEqual([0, 2, 0, 0])
  })

  it('finds as the creator a notice that is new beside one that is not, and as the fan what they were given, without a mail', async () => {
    const creator = await loggedIn('creator')
    const { body, headers } = await creator.ask('GET', '/notices')
    expect(headers['x-unread-count']).toBe('1')
    expect(body.map(({ kind, read }: Notice) => [kind, read])).toEqual(
      expect.arrayContaining([
        ['report_upheld', false],
        ['report_dismissed', true],
      ]),
    )
    expect((await fan.ask('GET', '/notices')).body).toMatchObject([
      { kind: 'subscription_granted', read: false, path: '/margauxlenoir' },
    ])
    await ctx.jobs.send('mail_notices', {})
    expect(await mails()).toEqual([])
  })

  it('finds as the creator what fans have paid these last months, which is said to be nobody’s money', async () => {
    const { body } = await (await loggedIn('creator')).ask('GET', '/revenues')
    expect(body).toMatchObject({ is_sample: true, active_subscribers: expect.any(Number) })
    expect(body.active_subscribers).toBeGreaterThan(5)
    expect(body.months.length).toBeGreaterThanOrEqual(6)
    for (const { month, net } of body.months) expect(Number(net), month).toBeGreaterThan(0)
    for (const { period, count } of body.periods) expect(count, period).toBeGreaterThan(0)
    const numbers = (await (await loggedIn('moderator')).ask('GET', '/admin/numbers')).body
    expect(Number(numbers.gross_volume)).toBeGreaterThan(Number(body.gross))
    expect(await ctx.db`select 1 from ledger where not is_demo`).toHaveLength(0)
  })

  it('is shown real pictures, in the feed and to visitors', async () => {
    const files = (await postsSeenBy(fan)).flatMap(({ file }) => file ?? [])
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) expect((await fan.fetch(file)).status).toBe(200)
    const { body } = await visitor.ask('GET', '/landings')
    expect(body.featured_creators).toHaveLength(4)
  })
})

describe('A world that an earlier version made', () => {
  it('is left as it is: nobody pays in it', async () => {
    const [audience] = DEMO_AUDIENCE
    await ctx.db`update users set email_key = 'moved@loge.test' where email_key = ${audience?.email ?? ''}`
    const before = await everything()
    await createDemoWorld(ctx)
    expect(await everything()).toEqual(before)
  })
})

describe('A second start', () => {
  it('leaves the world as people made it', async () => {
    const [first] = await postsSeenBy(fan)
    await fan.ask('POST', '/like', { post_id: first?.id })
    const before = await everything()
    passes(MINUTE_MS)
    await createDemoWorld(ctx)
    expect(await everything()).toEqual(before)
    expect((await postsSeenBy(fan))[0]).toMatchObject({ id: first?.id, liked: !first?.liked })
  })
})
