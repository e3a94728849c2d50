import { REPORT_REASONS } from '#contract/posts.ts'
import { insertPosts } from '#tests/support/database/post-rows.ts'
import { type Person, world } from '#tests/support/world.ts'

/** A world for tests of reports: an author, two members who report, a moderator and an admin. */
export async function reportedWorld() {
  const made = await world()
  const { ctx, creator, member, staff, passes } = made
  const people = {
    amy: await creator('amy'),
    bob: await member('bob'),
    eve: await member('eve'),
    moderator: await staff('moderator', 'moderator'),
    admin: await staff('admin', 'admin'),
  }
  const [reason] = REPORT_REASONS
  const report = (person: Person, post_id: string) => person.ask('POST', '/reports', { post_id, reason })

  /** Creates a post and reports it. Returns its id. */
  async function reportedPost(author = people.amy): Promise<string> {
    passes(1)
    const [id = ''] = await insertPosts(ctx, author, ['Reported'])
    await report(people.bob, id)
    return id
  }

  const auditOf = async (post_id: string) => [
    ...(await ctx.db`select staff_id, action, user_id, reason, details from audit_log where post_id = ${post_id}`),
  ]
  return { ...made, ...people, report, reportedPost, auditOf }
}
