import { describe, expect, it } from 'vitest'
import { REPORT_REASONS } from '#contract/posts.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { issueStatements } from '#server/domain/monthly-statements.ts'
import { settlePayment } from '#server/domain/payments/settle.ts'
import { newId } from '#server/store/ids.ts'
import { upsertNewsletterAddress } from '#server/store/newsletter/newsletter.ts'
import { insertSubscription } from '#server/store/subscriptions/periods.ts'
import { insertDecision } from '#tests/support/database/decision-rows.ts'
import { insertPayment } from '#tests/support/database/movement-rows.ts'
import { clip } from '#tests/support/files/clips.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { unzip } from '#tests/support/files/zip.ts'
import { openShop } from '#tests/support/payments/shop.ts'
import { earn, makePayable } from '#tests/support/payouts/payees.ts'
import { startS3 } from '#tests/support/processes/s3.ts'
import { type Person, type World, world } from '#tests/support/world.ts'

const HOSTILE = '<script>alert(1)</script> & "so" on'
const { ctx, ...one } = await world({ STORY_AUTHORS: 'creator' })
const amy = await one.creator('amy')
const lou = await one.creator('lou')
const bob = await one.member('bob')
const moderator = await one.staff('warden', 'admin')

async function exportOf(of: Pick<World, 'ctx'>, person: Person): Promise<Map<string, Buffer>> {
  const { id } = (await person.ask('POST', '/exports')).body
  await of.ctx.jobs.runDue()
  const { status, bytes } = await person.fetch(`/exports/${id}/file`)
  expect(status).toBe(200)
  return await unzip(bytes)
}

async function expectSuccess(person: Person, method: string, url: string, body: unknown): Promise<void> {
  const { status, text } = await person.ask(method, url, body)
  expect(status, text).toBeLessThan(300)
}

const read = (files: Map<string, Buffer>, name: string) => JSON.parse(files.get(name)?.toString() ?? 'no such file')

/** Amy, a creator and a fan of Lou, does everything that a user can do. */
for (const [person, username] of [
  [amy, 'amy'],
  [lou, 'lou'],
  [bob, 'bob'],
  [moderator, 'warden'],
] as const) {
  await expectSuccess(person, 'PUT', '/user', { username, locale: username === 'amy' ? 'fr' : 'en' })
}
const profile_pic = await noisePicture({ seed: 9 })
expect((await amy.send('PUT', `/profiles/${amy.id}`, { bio: HOSTILE, profile_pic })).status).toBe(200)
const large = await noisePicture({ width: 1700, height: 100, seed: 2 })
const small = await noisePicture({ width: 40, height: 50, seed: 3 })
const sent = { protected: 'true', file: [large, small], alt: ['The wings', `A mirror ${HOSTILE}`], focus: ['10,20'] }
const { body: post } = await amy.send('POST', '/posts', { ...sent, description: `Backstage ${HOSTILE}` })
const publish_at = new Date(ctx.now().getTime() + 90 * DAY_MS).toISOString()
const { body: scheduled } = await amy.send('POST', '/posts', { ...sent, description: 'Soon', publish_at })
const removed = await amy.posts({ description: 'Not hers' })
const story = await amy.tells({ description: 'Tonight', media: await clip('talking.mp4') })
await amy.tells({ description: 'Over', expires_at: new Date(ctx.now().getTime() + HOUR_MS) })
one.passes(HOUR_MS)
const lous = await lou.posts({ description: 'A secret of Lou’s', protected: true })
const subscription_id = newId(ctx.now())
await insertSubscription(ctx.db, {
  id: subscription_id,
  fan_id: amy.id,
  profile_id: lou.id,
  starts_at: ctx.now(),
  expires_at: new Date(ctx.now().getTime() + 30 * DAY_MS),
  created_at: ctx.now(),
})
const paid = { price: 10_000, occurred_at: ctx.now() }
await insertPayment(ctx.db, { ...paid, reference: 'reference-of-the-bank', subscription_id, creator_id: lou.id })
await one.subscribe(bob, amy)
await insertPayment(ctx.db, { ...paid, creator_id: amy.id })
await expectSuccess(amy, 'POST', '/like', { post_id: lous.id })
await expectSuccess(amy, 'POST', '/views', { post_ids: [lous.id, removed.id] })
await expectSuccess(lou, 'PUT', '/picture_mark', { mark: 'unseen' })
expect((await amy.fetch(lous.file ?? '')).status).toBe(200)
expect((await amy.send('POST', '/leak_lookups', { file: small })).status).toBe(422)
expect((await amy.send('POST', '/leak_lookups', { file: large })).status).toBe(200)
await expectSuccess(amy, 'POST', '/reports', {
  post_id: lous.id,
  reason: REPORT_REASONS[0],
  description: 'Look at this',
})
await expectSuccess(amy, 'POST', '/reports', { username: 'lou', reason: 'spam', description: 'Her whole page' })
await expectSuccess(bob, 'POST', '/reports', {
  post_id: removed.id,
  reason: REPORT_REASONS[1],
  description: 'Bob’s words',
})
await expectSuccess(moderator, 'DELETE', `/admin/posts/${removed.id}`, { reason: 'It is not yours' })
await amy.writes(lou, 'Bravo')
const conversation = await bob.writes(amy, `Hello ${HOSTILE}`)
const answer = await amy.says(conversation.id, 'Thank you')
await expectSuccess(bob, 'POST', `/conversations/${conversation.id}/messages/${answer.id}/reactions`, { emoji: '🔥' })
const [blocked, muted] = [await one.creator('blocked'), await one.creator('muted')]
for (const [list, person] of [
  ['/blocks', blocked],
  ['/mutes', muted],
  ['/waiting_lists', muted],
] as const) {
  await expectSuccess(amy, 'POST', list, { username: (await person.ask('GET', '/user')).body.username })
}
await expectSuccess(amy, 'PUT', '/notification_settings', {
  choices: { post: { push: false } },
  mails: 'daily',
  quiet_hours: { from: '22:00', until: '07:00' },
})
await expectSuccess(amy, 'PUT', '/fans/bob/card', { labels: ['Row G'], note: `Flowers ${HOSTILE}` })
await expectSuccess(amy, 'POST', '/saved_replies', { content: 'See you on Sunday' })
await expectSuccess(lou, 'PUT', '/fans/amy/card', { labels: ['Lou’s label'], note: 'Lou’s note' })
await upsertNewsletterAddress(ctx.db, {
  email_key: amy.email,
  email: amy.email,
  is_interested_in_creating: true,
  consent_version: '2026-11',
  consent_locale: 'fr',
  consented_at: ctx.now(),
})

await ctx.db`
  update users set age_confirmed_at = created_at, age_wording = '2026-11', age_locale = 'fr' where id = ${amy.id}`

const { id: decision_id } = await insertDecision(ctx.db, {
  subject: amy,
  facts: 'Shown without consent',
  at: ctx.now(),
})
await ctx.db`
  update decisions set appeal = 'She agreed', appealed_at = ${ctx.now()}, decided_by = ${moderator.id}
  where id = ${decision_id}`
await insertDecision(ctx.db, { subject: lou, facts: 'About somebody else', at: ctx.now() })

const files = await exportOf({ ctx }, amy)

describe('The contents of an export', () => {
  it('An export contains the account, the profile, the sessions and the newsletter', () => {
    expect(read(files, 'account.json')).toMatchObject({ id: amy.id, email: amy.email, locale: 'fr', username: 'amy' })
    expect(read(files, 'account.json')).toMatchObject({
      email_confirmed_at: expect.any(String),
      age_confirmed_at: '2026-03-01T12:00:00.000Z',
      age_wording: '2026-11',
      age_locale: 'fr',
    })
    expect(read(files, 'account.json').notification_settings).toEqual({
      choices: { post: { push: false } },
      mails: 'daily',
      quiet_from: '22:00',
      quiet_until: '07:00',
      time_zone: 'Europe/Paris',
      push_says: 'nothing',
    })
    expect(read(files, 'profile.json')).toMatchObject({ bio: HOSTILE, day_subscription: '7.99', picture_mark: 'off' })
    expect(read(files, 'sessions.json')).toMatchObject([
      { device: expect.any(String), last_used_at: expect.any(String) },
    ])
    expect(read(files, 'newsletter.json')).toMatchObject({ email: amy.email, consent_version: '2026-11' })
  })

  it('An export contains posts and visible stories, with their pictures and videos in the largest stored size', async () => {
    const [posts, kept] = [false, true].map((is_removed) =>
      read(files, 'posts.json').filter((each: { is_removed: boolean }) => each.is_removed === is_removed),
    )
    expect(kept).toMatchObject([{ id: removed.id, description: 'Not hers' }])
    expect(posts).toMatchObject([{ id: post.id, description: `Backstage ${HOSTILE}`, protected: true }])
    const { bytes } = await amy.fetch(`${post.file}?w=1600`)
    expect(files.get(posts[0].file)?.equals(bytes)).toBe(true)
    expect(posts[0].pictures).toEqual([
      { file: posts[0].file, alt: 'The wings', focus_x: 10, focus_y: 20 },
      { file: `posts/${post.id}-2.webp`, alt: `A mirror ${HOSTILE}`, focus_x: 50, focus_y: 50 },
    ])
    const second = await amy.fetch(post.files[1].file)
    expect(files.get(posts[0].pictures[1].file)?.equals(second.bytes)).toBe(true)
    const drafts = read(files, 'drafts.json')
    expect(drafts).toMatchObject([
      { id: scheduled.id, description: 'Soon', publish_at, pictures: [{}, { focus_x: 50 }] },
    ])
    for (const { file } of drafts[0].pictures) expect(files.get(file)?.subarray(8, 12).toString()).toBe('WEBP')
    const stories = read(files, 'stories.json')
    expect(stories).toMatchObject([{ id: story.id, description: 'Tonight', file: expect.stringMatching(/\.mp4$/) }])
    const video = await amy.fetch(String(story.media_path))
    expect(files.get(stories[0].file)?.equals(video.bytes)).toBe(true)
    const picture = read(files, 'profile.json').picture
    expect(files.get(picture)?.subarray(8, 12).toString()).toBe('WEBP')
  })

  it('An export contains likes, reports, subscriptions, notices and the movements of their money', () => {
    expect(read(files, 'likes.json')).toMatchObject([{ post_id: lous.id, creator: 'lou' }])
    expect(read(files, 'posts-seen.json')).toEqual([{ post_id: lous.id, creator: 'lou', seen_on: '2026-03-01' }])
    expect(read(files, 'creators-seen.json')).toEqual([{ creator: 'lou', day: '2026-03-01' }])
    const shown_at = '2026-03-01T13:00:00.000Z'
    const mark = { post_id: lous.id, creator: 'lou', first_shown_at: shown_at, last_shown_at: shown_at }
    expect(read(files, 'marked-pictures-shown.json')).toEqual([mark])
    expect(read(files, 'leak-lookups.json')).toEqual([{ outcome: 'unknown', sure: null, created_at: shown_at }])
    const reports = read(files, 'reports.json')
    expect(reports).toHaveLength(2)
    expect(reports).toEqual(
      expect.arrayContaining([
        { kind: 'post', post_id: lous.id, reason: REPORT_REASONS[0], description: 'Look at this', state: 'open' },
        { kind: 'profile', post_id: null, reason: 'spam', description: 'Her whole page', state: 'open' },
      ]),
    )
    expect(read(files, 'blocked.json')).toMatchObject([{ username: expect.any(String), since: expect.any(String) }])
    expect(read(files, 'muted.json')).toHaveLength(1)
    expect(read(files, 'waiting-lists.json')).toEqual([{ username: expect.any(String), since: expect.any(String) }])
    expect(read(files, 'muted.json')[0].username).not.toBe(read(files, 'blocked.json')[0].username)
    expect(read(files, 'fan-cards.json')).toEqual([{ fan: 'bob', labels: ['Row G'], note: `Flowers ${HOSTILE}` }])
    expect(read(files, 'saved-replies.json')).toMatchObject([{ content: 'See you on Sunday' }])
    expect(read(files, 'subscriptions-held.json')).toMatchObject([{ creator: 'lou', paid: '120.00' }])
    expect(read(files, 'subscriptions-granted.json')).toMatchObject([{ starts_at: expect.any(String) }])
    expect(read(files, 'revenues.json')).toMatchObject([{ period: 'month', price: '100.00', net: '76.60' }])
    const notices = read(files, 'notices.json').filter(({ kind }: { kind: string }) => kind !== 'new_reaction')
    expect(notices).toMatchObject([{ kind: 'post_removed', reason: 'It is not yours', post: 'Not hers', answer: null }])
  })

  it('An export contains what somebody bought, with the receipts, and of a creator also what was given back', async () => {
    const [buyer, nina] = [await one.member('buyer'), await one.creatorNamed('nina')]
    const { provider, orders, pays } = openShop({ ctx })
    const payment = pays(await orders(buyer, nina, { period: 'day' }), ctx.now())
    provider.gives(payment, { cents: 959, at: ctx.now() })
    await settlePayment(ctx, payment)
    const bought = await exportOf({ ctx }, buyer)
    expect(read(bought, 'orders.json')).toMatchObject([
      { creator: 'nina', charged: '9.59', country: 'FR', billing_country: 'FR', state: 'refunded' },
    ])
    expect(read(bought, 'receipts.json')).toMatchObject([
      { number: '2026-000001', kind: 'receipt', creator: 'nina', charged: '9.59' },
      { number: '2026-000002', kind: 'credit_note', corrects: '2026-000001', charged: '9.59' },
    ])
    const earned = read(await exportOf({ ctx }, nina), 'revenues.json')
    expect(earned).toMatchObject([{ kind: 'payment' }, { kind: 'refund', charged: '-9.59' }])
    ctx.payments = undefined
  })

  it('An export of a creator contains their payouts and monthly statements, and not what staff noted', async () => {
    const product = await world({ PAYMENTS: 'sandbox' })
    const [nina, other] = [await product.creatorNamed('nina'), await product.creatorNamed('other')]
    const admin = await product.staff('ada', 'admin')
    for (const { id } of [nina, other]) {
      await makePayable(product.ctx, id)
      await earn(product.ctx, id, 4200, new Date(product.ctx.now().getTime() - 40 * DAY_MS))
    }
    for (const person of [nina, other]) await expectSuccess(person, 'POST', '/payouts', undefined)
    const [payout] = (await nina.ask('GET', '/payouts')).body
    const outcome = { state: 'failed', failure: 'account_closed', note: 'A word among staff' }
    await expectSuccess(admin, 'POST', `/admin/payouts/${payout.id}/outcome`, outcome)
    await issueStatements(product.ctx)
    const found = await exportOf(product, nina)
    expect(read(found, 'payouts.json')).toMatchObject([
      { id: payout.id, amount: '42.00', state: 'failed', failure: 'account_closed', account_last4: '0189' },
    ])
    const [listed] = (await nina.ask('GET', '/statements')).body
    const { body: printed } = await nina.ask('GET', `/statements/${listed.number}`)
    // The paper as it was issued: the verified name is in verification.json.
    const { username } = printed.creator
    expect(read(found, 'statements.json')).toContainEqual({ ...printed, creator: { name: username, username } })
    const page = found.get('index.html')?.toString()
    expect(page).toContain('42.00 €')
    expect(page).toContain('came back (the account is closed)')
    expect(page).toContain(listed.number)
    for (const [name, bytes] of found) expect(bytes.toString(), name).not.toMatch(/A word among staff|3000600001/)
  })

  it('An export contains the decisions about the user with their reasons and the appeal, and not who decided', () => {
    expect(read(files, 'decisions.json')).toContainEqual(
      expect.objectContaining({
        ...{ kind: 'story', actions: ['remove'], ground: 'terms_consent', facts: 'Shown without consent' },
        ...{ appeal: 'She agreed', appeal_outcome: null },
      }),
    )
    const texts = `${files.get('decisions.json')}${files.get('index.html')}`
    expect(texts).toContain('Pourquoi votre story a été retirée')
    for (const words of [moderator.id, 'About somebody else']) expect(texts).not.toContain(words)
  })

  it('An export contains conversations with the name of the other participant, texts and reactions', () => {
    const conversations = read(files, 'conversations.json')
    expect(conversations.map((each: { with: string }) => each.with).sort()).toEqual(['bob', 'lou'])
    const withBob = conversations.find((each: { with: string }) => each.with === 'bob')
    expect(read(files, withBob.file)).toMatchObject([
      { is_own: false, content: `Hello ${HOSTILE}`, reactions: [] },
      { is_own: true, content: 'Thank you', reactions: [{ emoji: '🔥', is_own: false }] },
    ])
  })

  it('An export has a page to read, in the language of the account, that runs no script and loads nothing', () => {
    const page = files.get('index.html')?.toString() ?? ''
    expect(page).toContain('<html lang="fr">')
    expect(page).toContain('Ce que Loge garde de amy')
    for (const words of ['Bravo', 'Thank you', 'Tonight', 'It is not yours', 'Look at this'])
      expect(page).toContain(words)
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;so&quot; on')
    expect(page).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`,
    )
    expect(page).not.toMatch(/<script|<img|<link|https?:|\bon\w+=/)
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? '')
    for (const link of links) expect([...files.keys()]).toContain(link)
    // Every file of the export is linked.
    expect([...files.keys()].filter((name) => name !== 'index.html' && !links.includes(name))).toEqual([])
  })

  it('An export contains nothing of others but what they told: no address, no staff, no reporter, no secret', async () => {
    const text = [...files]
      .filter(([name]) => /json|html/.test(name))
      .map(([, bytes]) => bytes.toString())
      .join('\n')
    expect(text).not.toMatch(
      /bob@|lou@|warden|Bob’s words|Lou’s label|Lou’s note|A secret of Lou|reference-of-the-bank|argon2/,
    )
    expect(text).not.toContain(moderator.id)
    const stored = await ctx.db<{ store_key: string }[]>`select store_key from media`
    for (const { store_key } of stored) expect(text).not.toContain(store_key)
    const hashes = await ctx.db<{ hash: string }[]>`
      select encode(token_hash, 'hex') as hash from session_tokens union all select password_hash from users`
    for (const { hash } of hashes) expect(text).not.toContain(hash)
  })

  it('The export of somebody who has done nothing says so, in English', async () => {
    const nobody = await one.member('quiet')
    await expectSuccess(nobody, 'PUT', '/user', { username: 'quiet' })
    const quiet = await exportOf({ ctx }, nobody)
    expect(read(quiet, 'posts.json')).toEqual([])
    expect(read(quiet, 'profile.json')).toBeNull()
    expect(quiet.get('index.html')?.toString()).toContain('What Loge holds of quiet')
  })
})

describe('Exports of pictures in a bucket', () => {
  it('An export contains pictures that are stored in a bucket', async () => {
    const { env } = await startS3()
    const product = await world(env)
    const sam = await product.creator('sam')
    const post = await sam.posts({ file: await noisePicture({ seed: 5 }), protected: true })
    const found = await exportOf(product, sam)
    const [{ file }] = read(found, 'posts.json')
    const picture = await sam.fetch(`${post.file}?w=1600`)
    expect(found.get(file)?.equals(picture.bytes)).toBe(true)
  })
})
