import type { Report } from '#contract/posts.ts'
import type { Queryable } from '#server/db/connect.ts'

export interface NewReport {
  id: string
  post_id: string
  author_id: string
  reason: string
  description: string | null
  created_at: Date
}

/** False when this person reported this post before. */
export async function insertReport(db: Queryable, report: NewReport): Promise<boolean> {
  const rows = await db`
    insert into reports ${db(report, 'id', 'post_id', 'author_id', 'reason', 'description', 'created_at')}
    on conflict (post_id, author_id) do nothing
    returning id`
  return rows.length === 1
}

/** What was said against these posts. */
export async function listReportsOf(db: Queryable, post_ids: string[]): Promise<(Report & { post_id: string })[]> {
  return await db<(Report & { post_id: string })[]>`
    select r.id, r.post_id, u.username as author, r.reason, r.description
    from reports r join users u on u.id = r.author_id
    where r.post_id = any(${post_ids}) order by r.id`
}
