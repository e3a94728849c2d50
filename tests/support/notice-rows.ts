import type { Queryable } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'
import { insertNotices, type NewNotice } from '#server/store/notices.ts'

interface Removal {
  author: { id: string }
  /** What the post said. */
  description?: string
  /** Why it went. */
  reason?: string | null
  at?: Date
}

/** Staff took a post away: the case is all that is left of it, and its author has a notice. The answer is the notice's id. */
export async function tellRemoval(db: Queryable, { author, ...removal }: Removal): Promise<string> {
  const { description = 'A picture', reason = null, at = new Date() } = removal
  const [case_id, post_id] = [newId(at), newId(at)]
  await db`
    insert into report_cases (id, post_id, author_id, description, protected, outcome, note, handled_at)
    values (${case_id}, ${post_id}, ${author.id}, ${description}, false, 'removed', ${reason}, ${at})`
  return await tellNotice(db, author, { kind: 'post_removed', details: { reason }, post_id, case_id, created_at: at })
}

type Told = Omit<NewNotice, 'id' | 'user_id' | 'created_at'> & { created_at?: Date }

/** Any notice for somebody; the answer is its id. */
export async function tellNotice(db: Queryable, user: { id: string }, told: Told): Promise<string> {
  const { created_at = new Date() } = told
  const id = newId(created_at)
  await insertNotices(db, [{ id, user_id: user.id, ...told, created_at }])
  return id
}
