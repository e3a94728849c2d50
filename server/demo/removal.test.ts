import { describe, expect, it } from 'vitest'
import { recordPayment } from '#server/domain/payments/record-payment.ts'
import { newId } from '#server/store/ids.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { grantSubscription } from '#server/store/subscriptions/periods.ts'
import { storedFiles } from '#tests/support/files/stored-files.ts'
import { signInToDemo } from '#tests/support/scenarios/demo-people.ts'
import { world } from '#tests/support/world.ts'
import { DEMO_EVERYBODY } from './people.ts'
import { removeDemo } from './removal.ts'
import { createDemoWorld } from './world.ts'

const { ctx, creator, member, staff, stranger, subscribe, visitor } = await world({
  DEMO: 'on',
  STORY_AUTHORS: 'creator',
})
const { db } = ctx
await createDemoWorld(ctx)

const demo = (name: string) => signInToDemo({ stranger }, name)

const [demoFan, demoCreator, demoAdmin] = [await demo('fan'), await demo('creator'), await demo('admin')]

// Members who are linked to demo accounts in every way.
const [amy, bob, admin] = [await creator('amy'), await member('bob'), await staff('warden', 'admin')]
const post = await amy.posts({ description: 'A post of a member' })
const locked = await amy.posts({ protected: true })
await amy.tells()
await subscribe(bob, amy)
await bob.ask('POST', '/like', { post_id: post.id })
await demoFan.ask('POST', '/like', { post_id: post.id })
await demoFan.ask('POST', '/reports', { post_id: post.id, reason: 'Inapropriate content' })
for (const [fan, profile_id] of [
  [bob, demoCreator.id],
  [demoFan, amy.id],
] as const)
  await grantSubscription(db, { id: newId(ctx.now()), fan_id: fan.id, profile_id, days: 30, now: ctx.now() })
const thread = await bob.writes(demoCreator, 'Dear Margaux')
await demoCreator.says(thread.id, 'Dear Bob')
const own = await bob.writes(amy, 'Dear Amy')
const [liked] = (await bob.ask('GET', '/posts?username=margauxlenoir')).body
await bob.ask('POST', '/like', { post_id: liked.id })
await ctx.db.begin((tx) =>
  recordPayment(tx, {
    payment_reference: 'real',
    fan_id: bob.id,
    creator_id: amy.id,
    period: 'day',
    price: 799,
    vat_country: 'FR',
    paid_at: ctx.now(),
  }),
)
for (const [staff_id, user_id, reason] of [
  [demoAdmin.id, demoFan.id, 'demo to demo'],
  [null, demoFan.id, 'command line to demo'],
  [demoAdmin.id, bob.id, 'demo to member'],
  [admin.id, demoFan.id, 'member to demo'],
  [admin.id, bob.id, 'member to member'],
] as const)
  await insertAuditEntry(db, {
    id: newId(ctx.now()),
    staff_id,
    action: 'role_changed',
    user_id,
    reason,
    created_at: ctx.now(),
  })

await visitor.ask('POST', '/contact', { name: 'A visitor', email: 'visitor@example.com', message: 'Is it over?' })
await visitor.ask('POST', '/newsletter', { email: 'visitor@example.com' })

/** Every row that belongs to a member, as text. */
async function memberRows(): Promise<string[]> {
  const ids = [amy.id, bob.id, admin.id]
  const rows = await db<{ line: string }[]>`
    select 'user ' || u::text as line from users u where id in ${db(ids)}
    union all select 'name ' || n::text from usernames n where user_id in ${db(ids)}
    union all select 'profile ' || p::text from profiles p where id in ${db(ids)}
    union all select 'post ' || id || description || protected from posts where profile_id in ${db(ids)}
    union all select 'story ' || s::text from stories s where profile_id in ${db(ids)}
    union all select 'media ' || m::text from media m where owner_id in ${db(ids)}
    union all select 'session ' || s.id from sessions s where user_id in ${db(ids)}
    union all select 'message ' || m::text from messages m where sender_id in ${db(ids)}
    union all select 'subscription ' || s::text from subscriptions s where fan_id in ${db(ids)} and profile_id in ${db(ids)}
    union all select 'payment ' || l::text from movements l where not is_demo
    order by 1`
  return rows.map(({ line }) => line)
}

const files = await storedFiles(ctx)
const before = await memberRows()

describe('Append-only tables beside the demo world', () => {
  it.each([
    ['a payment of a member', () => db`delete from movements where not is_demo`],
    ['all payments at once', () => db`delete from movements`],
    ['a demo payment that was changed', () => db`update movements set is_demo = true where not is_demo`],
    ['an entry of the audit that names a member', () => db`delete from audit_log where reason = 'demo to member'`],
    ['an entry of the audit of a member’s work', () => db`delete from audit_log where reason = 'member to demo'`],
    ['the whole audit', () => db`delete from audit_log`],
  ])('The database refuses to remove %s', async (_, tamper) => {
    await expect(tamper()).rejects.toThrow('is only ever added to')
  })
})

describe('Removing the demo world', () => {
  it('Whoever removes the demo world is told how many accounts, posts, payments, pictures and audit entries were removed', async () => {
    const removed = await removeDemo(ctx)
    expect(removed).toMatchObject({
      accounts: DEMO_EVERYBODY.length,
      posts: 18,
      stories: 7,
      conversations: 6,
      audit_entries: 4,
      cases: 9,
      contact_messages: 3,
      newsletter_addresses: 5,
    })
    expect(removed.payments).toBeGreaterThan(50)
    expect(removed.subscriptions).toBeGreaterThan(50)
    expect(removed.files).toBeGreaterThan(17)
    expect(removed.bytes).toBeGreaterThan(100_000)
  })

  it('After the removal no account, content, file or payment of the demo world is left', async () => {
    expect(await db`select from users where demo is not null and username is not null`).toHaveLength(0)
    expect(await db`select from users where email like '%@loge.test'`).toHaveLength(0)
    expect((await db`select email from contact_messages`).map(({ email }) => email)).toEqual(['visitor@example.com'])
    expect((await db`select email from newsletter_addresses`).map(({ email }) => email)).toEqual([
      'visitor@example.com',
    ])
    expect(await db`select from newsletter_links`).toHaveLength(0)
    expect(await db`select from movements where is_demo`).toHaveLength(0)
    expect(await db`select from stories where is_demo`).toHaveLength(0)
    expect(await db`select distinct owner_id from media`).toEqual([{ owner_id: amy.id }])
    const left = await storedFiles(ctx)
    expect(left.length).toBeGreaterThan(0)
    expect(left.length).toBeLessThan(files.length)
    const keys = (await db<{ store_key: string }[]>`select store_key from media`).map(({ store_key }) => store_key)
    expect(left.filter((file) => !keys.some((key) => file.startsWith(`${key}/`)))).toEqual([])
    for (const person of [demoFan, demoCreator, demoAdmin]) expect((await person.ask('GET', '/user')).status).toBe(401)
  })

  it('The removal leaves members as they were, with what they wrote to demo accounts, and without likes of demo accounts', async () => {
    expect(await memberRows()).toEqual(before)
    const { body } = await bob.ask('GET', `/conversations/${thread.id}`)
    expect(body.messages.map(({ content }: { content: string }) => content)).toEqual(['Dear Margaux', 'Dear Bob'])
    expect(body.creator).toMatchObject({ is_deleted: true })
    expect((await bob.ask('GET', `/conversations/${own.id}`)).status).toBe(200)
    const posts = (await bob.ask('GET', '/posts')).body
    expect(posts).toHaveLength(2)
    expect(posts).toContainEqual(expect.objectContaining({ id: post.id, liked: true, likes_count: 1 }))
    expect(posts).toContainEqual(expect.objectContaining({ id: locked.id, file: expect.any(String) }))
    expect((await db`select reason from audit_log order by reason`).map(({ reason }) => reason)).toEqual([
      'demo to member',
      'member to demo',
      'member to member',
    ])
  })

  it('The removal is idempotent', async () => {
    expect(await removeDemo(ctx)).toEqual({
      ...{ accounts: 0, posts: 0, stories: 0, subscriptions: 0, conversations: 0, payments: 0, audit_entries: 0 },
      ...{ contact_messages: 0, newsletter_addresses: 0, cases: 0 },
      ...{ files: 0, bytes: 0 },
    })
    expect(await memberRows()).toEqual(before)
  })

  it('The next start creates no demo world again, because there are members', async () => {
    await createDemoWorld(ctx)
    expect(await db`select from users where demo is not null and username is not null`).toHaveLength(0)
  })
})
