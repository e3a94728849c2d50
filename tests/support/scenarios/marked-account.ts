import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { Notice } from '#contract/notices.ts'
import { DAY_MS } from '#contract/time.ts'
import { emailKey } from '#server/emails.ts'
import { setRole } from '#server/store/accounts/users.ts'
import { newId } from '#server/store/ids.ts'
import type { StatementFacts } from '#server/store/monthly-statements.ts'
import type { ReceiptFacts } from '#server/store/receipts.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { decideIdentity, pdfDocument, sendIdentity } from '#tests/support/scenarios/identities.ts'
import { PASSWORD, type Person, type World } from '#tests/support/world.ts'

/** Is part of every text that the account ever sent, except its messages to others. */
export const MARKER = 'marker7q3'
const [OLD_EMAIL, EMAIL] = [`old-${MARKER}@example.com`, `${MARKER}@example.com`]
export const EMAILS = [OLD_EMAIL, EMAIL]
const REASON = 'Inapropriate content'
const AGENT = { headers: { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64; ${MARKER}) Firefox/144.0` } }

async function must(reply: ReturnType<Person['ask']>): Promise<void> {
  const { status, text } = await reply
  if (status >= 300) throw new Error(`The call was answered with ${status}: ${text}`)
}

/** An account with everything that an account can have, created through the API where there is a call for it. */
export class MarkedAccount {
  id = ''
  /** Rows that an erasure must keep. */
  readonly kept = { conversation_id: '', ledger_id: '' }
  readonly #world: World
  readonly #owner: Person
  /** Mails whose files already have the time of the test's clock. */
  readonly #dated = new Set<string>()

  constructor(world: World) {
    this.#world = world
    this.#owner = world.stranger(`old-${MARKER}`)
  }

  /** Creates everything, requests the deletion, and stops in the middle of the grace period. */
  async fill(): Promise<void> {
    const { member, creator, staff, passes } = this.#world
    const [fan, other, admin] = [await member('fan'), await creator('other'), await staff('admin', 'admin')]
    await this.#signsUp(admin)
    await this.#publishes(fan, admin)
    await this.#verifies(admin)
    await this.#actsAsFan(fan, other, admin)
    await this.#writesAsVisitor(OLD_EMAIL)
    await this.#leavesNewsletter(OLD_EMAIL)
    await this.#changesAddress()
    await this.#writesAsVisitor(EMAIL)
    await this.#exports()
    await must(this.#owner.ask('POST', '/user/deletion', { current_password: PASSWORD }))
    await this.#sendsMails()
    passes(7 * DAY_MS)
    await this.#actsInGracePeriod(other)
  }

  async #signsUp(admin: Person): Promise<void> {
    const { ctx } = this.#world
    const owner = this.#owner
    await must(owner.ask('POST', '/users', { user: { email: OLD_EMAIL, password: PASSWORD, age_confirmed: true } }))
    await owner.signIn()
    // Signs in from a device with the marker in its name. It is a new device, so a mail is sent.
    const user = { email: OLD_EMAIL, password: PASSWORD }
    owner.token = String((await owner.ask('POST', '/users/sign_in', { user }, AGENT)).headers.authorization)
    this.id = owner.id
    await must(admin.ask('POST', `/admin/users/${this.id}/approve`))
    for (const username of [`${MARKER}-before`, `${MARKER}-now`]) await must(owner.ask('PUT', '/user', { username }))
    await must(owner.ask('PUT', '/user', { locale: 'fr', theme: 'dark', wish_to_become_creator: true }))
    const profile_pic = await noisePicture({ width: 50, height: 50, seed: 1 })
    const prices = { day_subscription: '1.11', week_subscription: '2.22', month_subscription: '3.33' }
    await must(owner.send('PUT', `/profiles/${this.id}`, { bio: `Bio ${MARKER}`, ...prices, profile_pic }))
    await setRole(ctx.db, emailKey(OLD_EMAIL), 'moderator')
  }

  /** Sends who they are, and is refused with words of staff. Everything but those words is sealed. */
  async #verifies(admin: Person): Promise<void> {
    const picture = Buffer.concat([await noisePicture({ width: 50, height: 50, seed: 2 }), Buffer.from(MARKER)])
    const words = Object.fromEntries(
      ['legal_name', 'street', 'postal_code', 'city', 'tax_number'].map((name) => [name, `Name ${MARKER}`]),
    )
    await must(sendIdentity(this.#owner, { ...words, document: pdfDocument(MARKER), portrait: picture }))
    const refusal = { outcome: 'refused', reason: 'other', note: `Words ${MARKER}` }
    await must(decideIdentity(admin, this.#owner, refusal))
  }

  /** Publishes a post that is reported, one that staff remove after a report, with an answer to that, and a story. */
  async #publishes(fan: Person, admin: Person): Promise<void> {
    const owner = this.#owner
    const post = await owner.posts({ description: `Post ${MARKER}` })
    const judged = await owner.posts({ description: `Judged ${MARKER}`, protected: true })
    const story = await owner.tells({ description: `Story ${MARKER}` })
    await must(owner.ask('POST', `/stories/${story.id}/seen`))
    const file = await Promise.all([3, 4].map((seed) => noisePicture({ width: 50, height: 50, seed })))
    const album = { file, alt: [`Cover ${MARKER}`, `Alt ${MARKER}`], description: `Album ${MARKER}` }
    const { body } = await owner.send('POST', '/posts', album)
    await must(fan.ask('POST', '/reports', { post_id: body.id, reason: REASON }))
    await must(owner.ask('POST', `/posts/${body.id}/pin`))
    await must(owner.send('POST', '/posts', { ...album, draft: 'true' }))
    await must(fan.ask('POST', '/views', { post_ids: [post.id] }))
    await this.#world.runJob('count_viewers')
    await must(fan.ask('POST', `/stories/${story.id}/seen`))
    await this.#world.ctx.db`
      insert into story_tallies (story_id, profile_id, created_at, ended_at, people)
      values (gen_random_uuid(), ${owner.id}, ${this.#world.ctx.now()}, ${this.#world.ctx.now()}, 1)`
    for (const { id } of [post, judged]) await must(fan.ask('POST', '/reports', { post_id: id, reason: REASON }))
    await must(fan.ask('POST', '/like', { post_id: post.id }))
    await must(admin.ask('DELETE', `/admin/posts/${judged.id}`, { reason: 'Stolen' }))
    const notices: Notice[] = (await owner.ask('GET', '/notices')).body
    const notice = notices.find(({ may_answer }) => may_answer)
    await must(owner.ask('POST', `/notices/${notice?.id}/answer`, { answer: `Answer ${MARKER}` }))
  }

  async #actsAsFan(fan: Person, other: Person, admin: Person): Promise<void> {
    const { ctx, subscribe } = this.#world
    const owner = this.#owner
    const [theirs, gone, story] = [await other.posts(), await other.posts(), await other.tells()]
    await must(owner.ask('POST', '/like', { post_id: theirs.id }))
    await must(owner.ask('POST', `/stories/${story.id}/seen`))
    await must(owner.ask('POST', '/views', { post_ids: [theirs.id] }))
    for (const { id } of [theirs, gone]) {
      await must(owner.ask('POST', '/reports', { post_id: id, reason: REASON, description: `Report ${MARKER}` }))
    }
    await must(admin.ask('DELETE', `/admin/posts/${gone.id}`))
    const pest = await this.#world.creator('pest')
    const names = await Promise.all(
      [owner, pest].map(async (person) => (await person.ask('GET', '/user')).body.username),
    )
    for (const [person, username] of [
      [owner, names[1]],
      [pest, names[0]],
    ] as const) {
      await must(person.ask('POST', '/mutes', { username }))
    }
    // Each blocks the other: the second one does not find the first any more, so that row is written directly.
    await must(owner.ask('POST', '/blocks', { username: names[1] }))
    await ctx.db`insert into blocks (user_id, other_id, created_at) values (${pest.id}, ${owner.id}, ${ctx.now()})`
    for (const [creator_id, fan_id] of [
      [owner.id, other.id],
      [other.id, owner.id],
    ] as const)
      await ctx.db`insert into waiting_fans (creator_id, fan_id, created_at) values (${creator_id}, ${fan_id}, ${ctx.now()})`
    await subscribe(owner, other)
    const grant = { username: fan.email, creator: `${MARKER}-now`, days: 90 }
    await must(owner.ask('PUT', '/welcome_message', { enabled: true, content: `Welcome ${MARKER}` }))
    await must(admin.ask('POST', '/admin/subscriptions', grant))
    await this.#writesToMany(other)
    this.kept.conversation_id = (await owner.writes(other, 'What stays with the other one')).id
    const received = await fan.writes(owner, 'What a fan wrote')
    await owner.says(received.id, `Removed ${MARKER}`)
    // The fan is told of a reaction of the account.
    const reactions = `/conversations/${received.id}/messages/${received.messages[0]?.id}/reactions`
    await must(owner.ask('POST', reactions, { emoji: '🔥' }))
    await this.#keepsCards(fan, other)
    await must(owner.ask('PUT', '/notification_settings', { mails: 'daily' }))
    this.kept.ledger_id = newId(ctx.now())
    await ctx.db`
      insert into movements (
        id, reference, subscription_id, creator_id, period, occurred_at, price, vat_country, vat_percent, vat,
        charged, platform_fee, banking_fee, net
      ) values (
        ${this.kept.ledger_id}, 'p1', ${this.id}, ${this.id}, 'day', ${ctx.now()}, 100, 'FR', 20, 20, 120, 15, 8, 77
      )`
    await this.#hasPapers()
  }

  /** A receipt and an answer of staff as a fan, a statement as a creator, and a payout about which staff wrote something. */
  async #hasPapers(): Promise<void> {
    const { db, now } = this.#world.ctx
    const receipt: ReceiptFacts = {
      ...{ fan: `${MARKER}-now`, creator: 'other', corrects: null, period: 'day', starts_at: null, ends_at: null },
      ...{ price: 100, vat: 20, charged: 120, vat_percent: 20, country: 'FR', card: null, seller: ['Loge SAS'] },
      ...{ consent: 'withdrawal', consent_locale: 'fr', consented_at: now().toISOString() },
    }
    const statement: StatementFacts = {
      ...{ creator: { name: MARKER, username: `${MARKER}-now` }, seller: ['Loge SAS'], sales: [], opening: 100 },
      ...{ moves: [], with_demo: true, is_sample: false },
    }
    await db`
      insert into receipts (number, year, sequence, kind, movement_id, order_id, fan_id, creator_id, facts, issued_at)
      values ('2026-000001', 2026, 1, 'receipt', gen_random_uuid(), gen_random_uuid(), ${this.id}, gen_random_uuid(),
        ${db.json(receipt)}, ${now()})`
    await db`
      insert into orders (
        id, fan_id, creator_id, period, renews, price, vat_country, vat_percent, vat, charged, consent, consent_locale,
        consented_at, state, provider, created_at, withdrawal_asked_at, withdrawal_declined_at, withdrawal_answer
      ) values (
        gen_random_uuid(), ${this.id}, gen_random_uuid(), 'day', false, 100, 'FR', 20, 20, 120, 'withdrawal', 'fr',
        ${now()}, 'paid', 'sandbox', ${now()}, ${now()}, ${now()}, ${`Answer ${MARKER}`}
      )`
    await db`
      insert into monthly_statements (number, month, sequence, creator_id, facts, issued_at)
      values ('2026-02-0001', '2026-02', 1, ${this.id}, ${db.json(statement)}, ${now()})`
    await db`
      insert into payouts (id, creator_id, cents, state, provider, asked_at, note)
      values (${newId(now())}, ${this.id}, 2000, 'asked', 'manual', ${now()}, ${`Payout ${MARKER}`})`
  }

  /** What the account keeps of a fan, and what a creator keeps of the account. */
  async #keepsCards(fan: Person, other: Person): Promise<void> {
    const fan_name = (await fan.ask('GET', '/user')).body.username
    const card = { labels: [`Label ${MARKER}`], note: `Note ${MARKER}` }
    await must(this.#owner.ask('PUT', `/fans/${fan_name}/card`, card))
    await must(other.ask('PUT', `/fans/${MARKER}-now/card`, card))
    await must(this.#owner.ask('POST', '/saved_replies', { content: `Reply ${MARKER}` }))
  }

  /** Writes to many subscribers, and waits for what somebody else writes to many. */
  async #writesToMany(other: Person): Promise<void> {
    const { ctx } = this.#world
    const later = new Date(ctx.now().getTime() + 80 * DAY_MS).toISOString()
    const content = `To many ${MARKER}`
    const words = { audience: 'all', content, client_id: newId(ctx.now()), publish_at: later }
    await must(this.#owner.ask('POST', '/broadcasts', words))
    const { id } = (await other.ask('POST', '/broadcasts', { ...words, content: 'To many' })).body
    await ctx.db`
      insert into welcomes (id, creator_id, fan_id, created_at)
      values (${newId(ctx.now())}, ${other.id}, ${this.#owner.id}, ${ctx.now()})`
    await ctx.db`insert into broadcast_recipients (broadcast_id, fan_id) values (${id}, ${this.#owner.id})`
  }

  /** Writes a contact message and subscribes to the newsletter, with the address in upper case. */
  async #writesAsVisitor(email: string): Promise<void> {
    const { visitor } = this.#world
    const contact = { name: `Name ${MARKER}`, email, message: `Contact ${MARKER}` }
    await must(visitor.ask('POST', '/contact', contact))
    await must(visitor.ask('POST', '/newsletter', { email: email.toUpperCase(), isInterestedInCreating: true }))
    const token = await this.#linkTo(email, '/newsletter/confirm')
    await must(visitor.ask('POST', '/newsletter/confirm', { token }))
  }

  async #leavesNewsletter(email: string): Promise<void> {
    const token = await this.#linkTo(email, '/newsletter/unsubscribe')
    await must(this.#world.visitor.ask('POST', `/newsletter/unsubscribe?token=${token}`))
  }

  async #changesAddress(): Promise<void> {
    const { visitor } = this.#world
    await must(this.#owner.ask('PUT', '/user/email', { email: EMAIL, current_password: PASSWORD }))
    const token = await this.#linkTo(EMAIL, '/confirm-email')
    await must(visitor.ask('POST', '/user/email/confirm', { token }))
  }

  async #exports(): Promise<void> {
    await must(this.#owner.ask('POST', '/exports'))
    await this.#sendsMails()
    const [{ state }] = (await this.#owner.ask('GET', '/exports')).body
    if (state !== 'ready') throw new Error(`the export is ${state}`)
  }

  /** What can still happen to a hidden account, under either address: mails, links and pending jobs. */
  async #actsInGracePeriod(other: Person): Promise<void> {
    const { ctx, visitor } = this.#world
    await must(visitor.ask('POST', '/users/password', { user: { email: EMAIL } }))
    const late = { name: `Late ${MARKER}`, email: OLD_EMAIL, message: `Late ${MARKER}` }
    await must(visitor.ask('POST', '/contact', late))
    await this.#sendsMails()
    await must(visitor.ask('POST', '/users/password', { user: { email: ` ${EMAIL.toUpperCase()} ` } }))
    await must(visitor.ask('POST', '/users/password', { user: { email: OLD_EMAIL } }))
    // The deletion request ended every session. Should there be one all the same, it has to be erased.
    const now = ctx.now()
    const session_id = newId(now)
    await ctx.db`
      insert into sessions (id, user_id, created_at, last_used_at, rotated_at, user_agent)
      values (${session_id}, ${this.id}, ${now}, ${now}, ${now}, ${AGENT.headers['user-agent']})`
    await ctx.db`
      insert into push_devices (id, user_id, session_id, endpoint, p256dh, auth, created_at)
      values (${newId(now)}, ${this.id}, ${session_id}, ${`https://push.example/${MARKER}`}, ${MARKER}, ${MARKER}, ${now})`
    await this.#hasLocks(now)
    await this.#hasMarks(other, now)
    // The same holds for the link of the sign-up, which the change of the address has deleted.
    await ctx.db`insert into sign_up_confirmations (user_id) values (${this.id})`
    // The reasons of decisions and freezes are written by staff. They are about this account, so they go with it.
    await ctx.db`
      update decisions set facts = ${`Facts ${MARKER}`}, appeal_outcome = 'rejected', appeal_answer = ${`Answer ${MARKER}`},
        appeal_decided_at = ${now}
      where subject_id = ${this.id}`
    await ctx.db`update cases set state = 'decided' where subject_id = ${this.id} and decided_at is not null`
    await ctx.db`
      update users set frozen_at = ${now}, frozen_until = 'infinity', frozen_ground = ${`Ground ${MARKER}`},
        frozen_facts = ${`Facts ${MARKER}`}
      where id = ${this.id}`
    await this.#hasHiddenThings(now)
  }

  /** Second factors, a sign-in that waits for its second step, a trusted browser, and a request for help. */
  async #hasLocks(now: Date): Promise<void> {
    const { db } = this.#world.ctx
    const { id } = this
    await db`
      insert into passkeys (id, user_id, credential_id, user_handle, public_key, counter, transports, name, is_synced, created_at)
      values (${newId(now)}, ${id}, '\\x01', '\\x02', '\\x03', 0, '{}', ${`Key ${MARKER}`}, false, ${now})`
    await db`
      insert into authenticator_apps (user_id, secret, key_id, created_at, confirmed_at)
      values (${id}, '\\x01', 'key', ${now}, ${now})`
    await db`
      insert into recovery_codes (user_id, position, code_hash, salt, created_at) values (${id}, 1, 'hash', '\\x01', ${now})`
    await db`
      insert into sign_in_tickets (token_hash, user_id, password_mark, created_at, expires_at)
      values ('\\x01', ${id}, '\\x02', ${now}, 'infinity')`
    await db`insert into trusted_browsers (token_hash, user_id, expires_at) values ('\\x01', ${id}, 'infinity')`
    await db`
      insert into factor_recoveries (id, user_id, requested_at, due_at, state)
      values (${newId(now)}, ${id}, ${now}, ${now}, 'waiting')`
  }

  /** A marked picture of the account, that it was shown one itself, and copies that it and others looked up. */
  async #hasMarks(other: Person, now: Date): Promise<void> {
    const { db } = this.#world.ctx
    const { id } = this
    await db`update profiles set picture_mark = 'faint' where id = ${id}`
    const mark_id = newId(now)
    await db`insert into viewer_marks (id, viewer_id, key, created_at) values (${mark_id}, ${id}, '\\x01', ${now})`
    await db`
      insert into marked_pictures (store_key, owner_id, thumbnail, thumbnail_width, last_shown_at)
      select store_key, ${id}, '\\x01', 1, ${now} from media where owner_id = ${id} limit 1`
    await db`
      insert into mark_servings (store_key, mark_id, first_shown_at, last_shown_at)
      select store_key, ${mark_id}, ${now}, ${now} from marked_pictures`
    const lookup = { as_staff: false, outcome: 'named', asker_id: other.id, created_at: now }
    for (const column of ['asker_id', 'owner_id', 'viewer_id'])
      await db`insert into leak_lookups ${db({ ...lookup, id: newId(now), [column]: id })}`
  }

  /** What staff took away until the time to appeal is over. */
  async #hasHiddenThings(now: Date): Promise<void> {
    const { db } = this.#world.ctx
    for (const table of ['posts', 'stories'])
      await db`update ${db(table)} set hidden_at = ${now} where profile_id = ${this.id}`
    await db`
      update profiles set hidden_bio = ${`Former bio ${MARKER}`}, hidden_picture_id = picture_id, picture_id = null
      where id = ${this.id}`
    await db`
      update messages set hidden_at = ${now}, hidden_content = content, content = 'Message removed'
      where sender_id = ${this.id} and content like ${`%${MARKER}`}`
  }

  async #linkTo(email: string, address: string): Promise<string> {
    const all = await this.#world.mails()
    const texts = all.filter(({ to }) => to?.[0]?.address?.toLowerCase() === email).map(({ text = '' }) => text)
    const token = texts.join('\n').match(new RegExp(`${address}\\?token=([\\w-]{43})`))?.[1]
    if (token === undefined) throw new Error(`no mail to ${email} leads to ${address}`)
    return token
  }

  /** Sends every mail that is due, and gives its file the time of the test's clock. */
  async #sendsMails(): Promise<void> {
    const { ctx, mails } = this.#world
    await mails()
    for (const job of ['mail_contact_messages', 'mail_notices'] as const) await ctx.jobs.send(job, {})
    await mails()
    const outbox = path.join(ctx.config.data_dir, 'outbox')
    for (const name of await readdir(outbox)) {
      if (this.#dated.has(name)) continue
      await utimes(path.join(outbox, name), ctx.now(), ctx.now())
      this.#dated.add(name)
    }
  }
}
