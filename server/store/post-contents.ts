import type { Queryable } from '#server/db/connect.ts'
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
  /** Whether its creator has protected pictures marked, and the first one can carry a mark. */
  has_marks: boolean
}

/**
 * The version of a content: the transactions that wrote the rows of the post `po`, of its author `u` and of the profile `pr`.
 * Whoever changes the pictures of an album writes its post too. Every like makes a new version.
 * A subquery has no `xmin` of its own, so it names it `written_by`.
 */
export function contentVersion(db: Queryable, written_by: 'xmin' | 'written_by') {
  return db`(${db(`po.${written_by}`)}::text || ' ' || u.written_by::text || ' ' || pr.written_by::text)`
}

/**
 * The author `u` and the profile `pr` of each post `po` of a page, looked up row by row. For a plain join PostgreSQL often
 * reads thousands of people to merge them with thirty posts; the `offset` keeps it from choosing that.
 */
export function authorOf(db: Queryable) {
  return db`
    cross join lateral (
      select pr.picture_id, pr.picture_mark, pr.xmin as written_by from profiles pr where pr.id = po.profile_id offset 0
    ) pr
    cross join lateral (
      select u.username, u.xmin as written_by from users u where u.id = po.profile_id offset 0
    ) u`
}

/** About four megabytes of posts of ordinary length. */
const KEPT_MAX = 2000

/**
 * The contents that were used last, in two generations: when the younger one is full, the older one is forgotten. To move each
 * one to the end of one map at every use took longer than to present it.
 */
let younger = new Map<string, PostContent>()
let older = new Map<string, PostContent>()

function findKept(id: string): PostContent | undefined {
  const content = younger.get(id)
  if (content) return content
  const old = older.get(id)
  if (old) keep(old)
  return old
}

function keep(content: PostContent): void {
  if (younger.size >= KEPT_MAX / 2) {
    older = younger
    younger = new Map()
  }
  younger.set(content.id, content)
}

/**
 * The contents of these versions: those that were read before from memory, the others by one statement. Undefined if one of
 * them has changed meanwhile: the versions were read together with the decision what this viewer may see, and a content of
 * another version must not be shown by that decision.
 */
export async function findContents(
  db: Queryable,
  wanted: readonly { id: string; version: string }[],
): Promise<PostContent[] | undefined> {
  const contents = new Map<string, PostContent>()
  const missing: string[] = []
  for (const { id, version } of wanted) {
    const content = findKept(id)
    if (content?.version === version) contents.set(id, content)
    else missing.push(id)
  }
  if (missing.length > 0) {
    for (const content of await readContents(db, missing)) {
      keep(content)
      contents.set(content.id, content)
    }
  }
  const found = wanted.flatMap(({ id, version }) => {
    const content = contents.get(id)
    return content?.version === version ? [content] : []
  })
  return found.length === wanted.length ? found : undefined
}

async function readContents(db: Queryable, ids: readonly string[]): Promise<PostContent[]> {
  const pictures = picturesOf(db, 'po', db`true`)
  return await db<PostContent[]>`
    -- Selected, the list has no length that a plan could depend on: to make a new plan takes longer than to look up.
    select po.id, ${contentVersion(db, 'xmin')} as version, u.username, po.profile_id, pr.picture_id, po.description, po.protected,
      po.pinned_at is not null as is_pinned, (pr.picture_mark <> 'off' and ${canBeMarked(db, 'po')}) as has_marks,
      ${pictures.columns}
    from posts po
      ${authorOf(db)}
      ${pictures.joins}
    where po.id = any((select ${[...ids]})::uuid[])`
}
