import type { Tx } from '#server/db/connect.ts'
import { isVisible } from './visibility/people.ts'

/** Likes a post, or removes the like. The row lock serialises concurrent likes of the post, so the counter is exact. */
export async function toggleLike(
  db: Tx,
  user_id: string,
  post_id: string,
  now: Date,
): Promise<{ liked: boolean; likes_count: number } | undefined> {
  const [post] = await db`
    select 1 from posts where id = ${post_id} and ${isVisible(db, { person: 'posts.profile_id', to: user_id })}
    for no key update`
  if (!post) return undefined
  const taken_back = await db`delete from likes where user_id = ${user_id} and post_id = ${post_id} returning post_id`
  const liked = taken_back.length === 0
  if (liked) await db`insert into likes (user_id, post_id, created_at) values (${user_id}, ${post_id}, ${now})`
  const [row] = await db<{ likes_count: number }[]>`
    update posts set likes_count = likes_count + ${liked ? 1 : -1} where id = ${post_id} returning likes_count`
  return row && { liked, likes_count: row.likes_count }
}
