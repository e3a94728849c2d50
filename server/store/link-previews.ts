import type { Queryable } from '#server/db/connect.ts'
import { isVisible } from './visibility/people.ts'

/** The public data of a creator for a link preview (Open Graph). */
export interface LinkPreview {
  username: string
  bio: string
  picture_id: string | null
  /** The sizes of the picture, smallest first. */
  files: { width: number; height: number }[] | null
}

/** Finds a creator by their current name, or by a former name that still redirects to them. */
export async function findLinkPreview(db: Queryable, username: string): Promise<LinkPreview | undefined> {
  const [row] = await db<LinkPreview[]>`
    select u.username, p.bio, p.picture_id, m.files
    from usernames n join profiles p on p.id = n.user_id join users u on u.id = p.id
      left join media m on m.id = p.picture_id
    where n.name_key = ${username.toLowerCase()} and ${isVisible(db, { person: 'p.id', to: null })}`
  return row
}
