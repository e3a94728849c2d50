import { expect } from 'vitest'
import type { Ground } from '#contract/decisions.ts'
import { REPORT_REASONS } from '#contract/posts.ts'
import { type Person, world } from '#tests/support/world.ts'

export const REASONS: { ground: Ground; facts: string } = {
  ground: 'terms_harassment',
  facts: 'Insults in the description.',
}

/** A world for tests of decisions: a creator, two members who report, two moderators and two admins. */
export async function casesWorld(env: Record<string, string> = {}) {
  const made = await world({ STORY_AUTHORS: 'creator', ...env })
  const { ctx, creatorNamed, member, staff, passes, subscribe } = made
  const people = {
    amy: await creatorNamed('amy'),
    bob: await member('bob'),
    eve: await member('eve'),
    moderator: await staff('moderator', 'moderator'),
    other_moderator: await staff('moderator2', 'moderator'),
    admin: await staff('admin', 'admin'),
    other_admin: await staff('admin2', 'admin'),
  }
  const { amy, bob } = people

  /** Reports something, and returns the id of its case. */
  async function report(object: object, by: Person = bob, reason = 'harassment'): Promise<string> {
    const { status, body } = await by.ask('POST', '/reports', { reason, ...object })
    expect(body).toEqual({})
    expect([200, 201]).toContain(status)
    const id = Object.values(object)[0]
    const [row] = await ctx.db`
      select c.id from cases c left join users u on u.id = c.object_id
      where c.object_id::text = ${id} or u.username = ${id} order by c.opened_at desc limit 1`
    return row?.id
  }

  /** Each publishes something new and has it reported. */
  const reported = {
    async post(author = amy, by = bob) {
      passes(1)
      const post = await author.posts({ description: 'A picture' })
      return { object: post, id: await report({ post_id: post.id, reason: REPORT_REASONS[0] }, by) }
    },
    async story(author = amy, by = bob, reason?: string) {
      passes(1)
      const story = await author.tells({ description: 'A story' })
      return { object: story, id: await report({ story_id: story.id }, by, reason) }
    },
    async message(author = amy, by = bob, reason?: string) {
      passes(1)
      await subscribe(by, author)
      const { id: conversation_id } = await by.writes(author, 'Hello')
      const message = await author.says(conversation_id, 'An insult')
      return { object: { ...message, conversation_id }, id: await report({ message_id: message.id }, by, reason) }
    },
    async profile(username: string, by = bob, reason?: string) {
      passes(1)
      return { id: await report({ username }, by, reason) }
    },
  }

  const decide = (by: Person, id: string, action: unknown, more: object = {}) =>
    by.ask('POST', `/admin/cases/${id}/decisions`, { action, ...(action === 'dismiss' ? {} : REASONS), ...more })
  const caseRow = async (id: string) => (await ctx.db`select * from cases where id = ${id}`)[0]
  const decisionsOf = async (case_id: string) => [
    ...(await ctx.db`select * from decisions where case_id = ${case_id} order by id`),
  ]
  const noticesOf = async (person: { id: string }) => [
    ...(await ctx.db`select kind, details, post_id, decision_id from member_notices where user_id = ${person.id} order by id desc`),
  ]
  const auditOf = async (case_id: string) => [
    ...(await ctx.db`
      select staff_id, action, user_id, reason, details from audit_log
      where details ->> 'case_id' = ${case_id} order by id`),
  ]
  return { ...made, ...people, report, reported, decide, caseRow, decisionsOf, noticesOf, auditOf }
}
