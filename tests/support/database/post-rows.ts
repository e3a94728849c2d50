import type { Context } from '#server/context.ts'
import { newId } from '#server/store/ids.ts'
import { insertMedia } from '#server/store/media.ts'
import { insertPost } from '#server/store/posts.ts'
import type { Person } from '#tests/support/world.ts'

/** Inserts posts without files, for tests of lists. They are a millisecond apart, oldest first. Returns their ids. */
export async function insertPosts(
  { db, now }: Pick<Context, 'db' | 'now'>,
  creator: Pick<Person, 'id'>,
  descriptions: string[],
  options: { protected?: boolean } = {},
): Promise<string[]> {
  const ids: string[] = []
  for (const [index, description] of descriptions.entries()) {
    const created_at = new Date(now().getTime() - descriptions.length + index)
    const id = newId(created_at)
    const media_id = newId(created_at)
    const media = { store_key: `none/${media_id}`, content_type: 'image/webp', files: [] }
    await insertMedia(db, { id: media_id, owner_id: creator.id, ...media, created_at })
    await insertPost(db, {
      id,
      profile_id: creator.id,
      media_id,
      description,
      protected: options.protected ?? false,
      created_at,
    })
    ids.push(id)
  }
  return ids
}
