import type { Email } from 'postal-mime'
import type { Notice } from '#contract/notices.ts'
import { DAY_MS } from '#contract/time.ts'
import { later } from '#server/time.ts'
import { insertNotice } from '#tests/support/database/notice-rows.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import type { Person, World } from '#tests/support/world.ts'

/** Words and pictures that no mail may contain. */
export const PLANTED = 'planted-words'

type Kind = Notice['kind']

/** A header of a mail; undefined if it has none. */
export function headerOf({ headers }: Email, name: string): string | undefined {
  return headers.find(({ key }) => key === name)?.value
}

/** The token in the address for one click. */
export function oneClickToken(mail: Email): string {
  const address = headerOf(mail, 'list-unsubscribe')?.slice(1, -1)
  if (!address) throw new Error(`the mail "${mail.subject}" has no List-Unsubscribe`)
  return new URL(address).searchParams.get('token') ?? ''
}

/** A creator with a portrait, and what members are told of. */
export async function noticeMailSteps({ ctx, creatorNamed, member, subscribe }: World, name = 'margauxlenoir') {
  const creator = await creatorNamed(name)
  const portrait = await creator.send('PUT', `/profiles/${creator.id}`, { profile_pic: await noisePicture() })
  if (portrait.status !== 200) throw new Error(`The portrait was answered with ${portrait.status}`)

  /** A member who has chosen mails about everything, in this language. */
  async function reader(called: string, locale: 'en' | 'fr' = 'en'): Promise<Person> {
    const person = await member(called)
    await person.ask('PUT', '/user', { locale })
    const topics = ['post', 'story', 'opening', 'message', 'reaction', 'ticket', 'subscriber', 'payout', 'report']
    const choices = Object.fromEntries(topics.map((topic) => [topic, { mail: true }]))
    await ctx.db`
      insert into notification_settings (user_id, choices, updated_at)
      values (${person.id}, ${ctx.db.json(choices)}, ${ctx.now()})`
    return person
  }

  /** The creator answers a message of the fan, several times. Returns the id of the notice about it. */
  async function writesTo(fan: Person, count = 2): Promise<string> {
    await subscribe(fan, creator)
    const { id } = await fan.writes(creator, 'Hello')
    for (let i = 0; i < count; i += 1) await creator.says(id, PLANTED)
    return await tell(fan, 'new_message', { about_id: creator.id, conversation_id: id })
  }

  /** Inserts a notice of any kind, with everything that its mail can use. Returns its id. */
  async function tell(person: Person, kind: Kind, more: Partial<Parameters<typeof insertNotice>[2]> = {}) {
    const details = {
      reason: `<b>${PLANTED}</b>`,
      creator_id: creator.id,
      expires_at: later(ctx.now(), 3 * DAY_MS).toISOString(),
      amount: '7.99',
      last4: '1234',
    }
    const of_a_creator = !['new_message', 'new_reaction', 'new_subscriber'].includes(kind)
    const id = await insertNotice(ctx.db, person, {
      kind,
      ...(of_a_creator && { details }),
      about_id: creator.id,
      created_at: ctx.now(),
      ...more,
    })
    // These tests are about the mails that are due, whenever that is.
    await ctx.db`update member_notices set mailed_at = null, mail_at = null, in_summary = false where id = ${id}`
    return id
  }

  /** The notice of a kind, with the thing it is about. */
  async function tellOf(person: Person, kind: Kind): Promise<string> {
    if (kind === 'new_message') return await writesTo(person)
    if (kind === 'new_post') {
      const { id } = await creator.posts({ description: PLANTED, protected: true })
      return await tell(person, kind, { post_id: id })
    }
    if (kind === 'new_story') {
      const { id } = await creator.tells({ description: PLANTED, protected: true })
      return await tell(person, kind, { story_id: id })
    }
    if (kind === 'ticket_ends') {
      await ctx.db`delete from subscriptions where fan_id = ${person.id}`
      await subscribe(person, creator, 3)
    }
    return await tell(person, kind)
  }

  /** Puts what waits for somebody into the next summary. */
  async function intoSummary(person: Person, due = ctx.now()): Promise<void> {
    await ctx.db`
      update member_notices set in_summary = true, mail_at = ${due}
      where user_id = ${person.id} and mailed_at is null`
  }

  return { creator, portrait: String(portrait.body.profile_pic), reader, writesTo, tell, tellOf, intoSummary }
}
