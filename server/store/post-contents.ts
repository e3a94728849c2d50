import type { Queryable } from '#server/db/connect.ts'
import { authorOf, contentVersion, keepContents } from './kept-contents.ts'
import { canBeMarked } from './picture-marks.ts'
import { type PicturesRow, picturesOf } from './post-pictures.ts'

/** What of a post is the same for everybody. Its pictures are only for those who may see them. */
export interface PostContent extends PicturesRow {
  id: string
  version: string
  username: string
  profile_id: string
  picture_id: string | null
  description: string
  protected: boolean
  is_pinned: boolean
  /** Whether its creator has protected pictures marked, and one of these can carry a mark. */
  has_marks: boolean
}

/** About four megabytes of posts of ordinary length. */
const KEPT_MAX = 2000

export const findContents = keepContents<PostContent>(KEPT_MAX, async (db: Queryable, ids) => {
  const pictures = picturesOf(db, 'po', db`true`)
  return await db<PostContent[]>`
    -- Selected, the list has no length that a plan could depend on: to make a new plan takes longer than to look up.
    select po.id, ${contentVersion(db, 'po', 'xmin')} as version, u.username, po.profile_id, pr.picture_id, po.description,
      po.protected, po.pinned_at is not null as is_pinned,
      (pr.picture_mark <> 'off' and ${canBeMarked(db, 'po')}) as has_marks, ${pictures.columns}
    from posts po
      ${authorOf(db, 'po')}
      ${pictures.joins}
    where po.id = any((select ${[...ids]})::uuid[])`
})
