import { REPORT_REASONS } from '#contract/posts.ts'
import { insertPosts } from './post-rows.ts'
import { type Person, world } from './world.ts'

/** A world in which posts are reported, with everybody who has a part in that. */
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

  /** A post that somebody has reported just now. */
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
