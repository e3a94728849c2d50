import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { Notice } from '#contract/notices.ts'
import { DAY_MS } from '#contract/time.ts'
import { emailKey } from '#server/emails.ts'
import { newId } from '#server/store/ids.ts'
import { setRole } from '#server/store/users.ts'
import { noisePicture } from './pictures.ts'
import { PASSWORD, type Person, type World } from './world.ts'

/** Stands in every text that somebody ever gave, but for what they wrote to others. */
export const MARK = 'marker7q3'
const [OLD_EMAIL, EMAIL] = [`old-${MARK}@example.com`, `${MARK}@example.com`]
export const EMAILS = [OLD_EMAIL, EMAIL]
const REASON = 'Inapropriate content'
const AGENT = { headers: { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64; ${MARK}) Firefox/144.0` } }

async function must(reply: ReturnType<Person['ask']>): Promise<void> {
  const { status, text } = await reply
  if (status >= 300) throw new Error(`it was answered with ${status}: ${text}`)
}

/** Somebody with everything an account can have, all of it come by in the ways that there are. */
export class MarkedLife {
  id = ''
  /** What must not be taken away with them. */
  readonly kept = { conversation_id: '', ledger_id: '' }
  readonly #world: World
  readonly #leaver: Person
  /** Mails whose files have the time at which they were sent. */
  readonly #dated = new Set<string>()

  constructor(world: World) {
    this.#world = world
    this.#leaver = world.stranger(`old-${MARK}`)
  }

  /** Up to the middle of the time in which they could change their mind. */
  async live(): Promise<void> {
    const { member, creator, staff, passes } = this.#world
    const [fan, other, admin] = [await member('fan'), await creator('other'), await staff('admin', 'admin')]
    await this.#comesIn(admin)
    await this.#publishes(fan, admin)
    await this.#deals(fan, other, admin)
    await this.#writesAsVisitor(OLD_EMAIL)
    await this.#leavesNewsletter(OLD_EMAIL)
    await this.#changesAddress()
    await this.#writesAsVisitor(EMAIL)
    await this.#takesHome()
    await must(this.#leaver.ask('POST', '/user/deletion', { current_password: PASSWORD }))
    await this.#postIsDelivered()
    passes(7 * DAY_MS)
    await this.#goesOnMeanwhile()
  }

  async #comesIn(admin: Person): Promise<void> {
    const { ctx } = this.#world
    const leaver = this.#leaver
    await leaver.signUp()
    await leaver.signIn()
    // From the marked device: a new one, which they are told of.
    const user = { email: OLD_EMAIL, password: PASSWORD }
    leaver.token = String((await leaver.ask('POST', '/users/sign_in', { user }, AGENT)).headers.authorization)
    this.id = leaver.id
    await must(admin.ask('POST', `/admin/users/${this.id}/approve`))
    for (const username of [`${MARK}-before`, `${MARK}-now`]) await must(leaver.ask('PUT', '/user', { username }))
    await must(leaver.ask('PUT', '/user', { locale: 'fr', theme: 'dark', wish_to_become_creator: true }))
    const profile_pic = await noisePicture({ width: 50, height: 50, seed: 1 })
    const prices = { day_subscription: '1.11', week_subscription: '2.22', month_subscription: '3.33' }
    await must(leaver.send('PUT', `/profiles/${this.id}`, { bio: `Bio ${MARK}`, ...prices, profile_pic }))
    await setRole(ctx.db, emailKey(OLD_EMAIL), 'moderator')
  }

  /** Of three posts one was reported, and one was judged: they answered. */
  async #publishes(fan: Person, admin: Person): Promise<void> {
    const leaver = this.#leaver
    const post = await leaver.posts({ description: `Post ${MARK}` })
    const judged = await leaver.posts({ description: `Judged ${MARK}`, protected: true })
    const story = await leaver.tells({ description: `Story ${MARK}` })
    await must(leaver.ask('POST', `/stories/${story.id}/seen`))
    for (const { id } of [post, judged]) await must(fan.ask('POST', '/reports', { post_id: id, reason: REASON }))
    await must(fan.ask('POST', '/like', { post_id: post.id }))
    await must(admin.ask('DELETE', `/admin/posts/${judged.id}`, { reason: 'Stolen' }))
    const notices: Notice[] = (await leaver.ask('GET', '/notices')).body
    const notice = notices.find(({ may_answer }) => may_answer)
    await must(leaver.ask('POST', `/notices/${notice?.id}/answer`, { answer: `Answer ${MARK}` }))
  }

  async #deals(fan: Person, other: Person, admin: Person): Promise<void> {
    const { ctx, subscribe } = this.#world
    const leaver = this.#leaver
    const [theirs, gone, story] = [await other.posts(), await other.posts(), await other.tells()]
    await must(leaver.ask('POST', '/like', { post_id: theirs.id }))
    await must(leaver.ask('POST', `/stories/${story.id}/seen`))
    for (const { id } of [theirs, gone]) {
      await must(leaver.ask('POST', '/reports', { post_id: id, reason: REASON, description: `Report ${MARK}` }))
    }
    await must(admin.ask('DELETE', `/admin/posts/${gone.id}`))
    await subscribe(leaver, other)
    const grant = { username: fan.email, creator: `${MARK}-now`, days: 90 }
    await must(admin.ask('POST', '/admin/subscriptions', grant))
    this.kept.conversation_id = (await leaver.writes(other, 'What stays with the other one')).id
    await fan.writes(leaver, 'What a fan wrote')
    this.kept.ledger_id = newId(ctx.now())
    await ctx.db`
      insert into ledger (
        id, payment_reference, subscription_id, creator_id, period, paid_at, price, vat_country, vat_percent, vat,
        charged, platform_fee, banking_fee, net
      ) values (
        ${this.kept.ledger_id}, 'p1', ${this.id}, ${this.id}, 'day', ${ctx.now()}, 100, 'FR', 20, 20, 120, 15, 8, 77
      )`
  }

  /** In a case of their own. */
  async #writesAsVisitor(email: string): Promise<void> {
    const { visitor } = this.#world
    const contact = { name: `Name ${MARK}`, email, message: `Contact ${MARK}` }
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
    await must(this.#leaver.ask('PUT', '/user/email', { email: EMAIL, current_password: PASSWORD }))
    const token = await this.#linkTo(EMAIL, '/confirm-email')
    await must(visitor.ask('POST', '/user/email/confirm', { token }))
  }

  async #takesHome(): Promise<void> {
    await must(this.#leaver.ask('POST', '/exports'))
    await this.#postIsDelivered()
    const [{ state }] = (await this.#leaver.ask('GET', '/exports')).body
    if (state !== 'ready') throw new Error(`the export is ${state}`)
  }

  /** What still comes to be of who is hidden, under either address: mails, links, and what waits to be done. */
  async #goesOnMeanwhile(): Promise<void> {
    const { ctx, visitor } = this.#world
    await must(visitor.ask('POST', '/users/password', { user: { email: EMAIL } }))
    const late = { name: `Late ${MARK}`, email: OLD_EMAIL, message: `Late ${MARK}` }
    await must(visitor.ask('POST', '/contact', late))
    await this.#postIsDelivered()
    await must(visitor.ask('POST', '/users/password', { user: { email: ` ${EMAIL.toUpperCase()} ` } }))
    await must(visitor.ask('POST', '/users/password', { user: { email: OLD_EMAIL } }))
    // Leaving ended every session. Whatever may come to be one all the same does not stay.
    const now = ctx.now()
    await ctx.db`
      insert into sessions (id, user_id, created_at, last_used_at, rotated_at, user_agent)
      values (${newId(now)}, ${this.id}, ${now}, ${now}, ${now}, ${AGENT.headers['user-agent']})`
  }

  async #linkTo(email: string, address: string): Promise<string> {
    const all = await this.#world.mails()
    const texts = all.filter(({ to }) => to?.[0]?.address?.toLowerCase() === email).map(({ text = '' }) => text)
    const token = texts.join('\n').match(new RegExp(`${address}\\?token=([\\w-]{43})`))?.[1]
    if (token === undefined) throw new Error(`no mail to ${email} leads to ${address}`)
    return token
  }

  /** Every mail that is due is sent now. The disk has a clock of its own. */
  async #postIsDelivered(): Promise<void> {
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
