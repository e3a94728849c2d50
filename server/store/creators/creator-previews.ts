import type { Queryable } from '#server/db/connect.ts'
import { isVisible } from '#server/store/visibility/people.ts'
import { isAccessible, isNotExpired, isPublic, isShown } from '#server/store/visibility/things.ts'

/** What a list of creators shows of each one beside the name. Nothing of it is for subscribers only. */
export interface CreatorPreview {
  id: string
  day_subscription: string
  week_subscription: string
  month_subscription: string
  /** The picture of their newest public post. */
  newest_media_id: string | null
  story_ring: 'new' | 'seen' | null
}

export interface PreviewViewer {
  viewer_id: string
  now: Date
}

/**
 * Loads the previews of a whole page of creators in one statement. The post is checked to be public now;
 * `last_public_post_id` alone is not trusted. The story ring follows the rule of `listStories`: a story that this
 * viewer cannot open does not mark a creator as new whose other stories the viewer has seen.
 */
export async function previewCreators(
  db: Queryable,
  ids: readonly string[],
  { viewer_id, now }: PreviewViewer,
): Promise<Map<string, CreatorPreview>> {
  if (ids.length === 0) return new Map()
  const rows = await db<CreatorPreview[]>`
    select p.id, p.day_subscription, p.week_subscription, p.month_subscription, po.media_id as newest_media_id,
      st.ring as story_ring
    from profiles p
      left join posts po on po.id = p.last_public_post_id and ${isPublic(db, 'po')} and ${isShown(db, 'po')}
      left join lateral (
        select case
            when count(*) = 0 then null
            when bool_or(accessible and not seen) or not bool_or(accessible) then 'new'
            else 'seen'
          end as ring
        from (
          select ${isAccessible(db, { thing: 'st', to: viewer_id }, now)} as accessible,
            exists (select from story_views v where v.story_id = st.id and v.user_id = ${viewer_id}) as seen
          from stories st
          where st.profile_id = p.id and ${isNotExpired(db, 'st', now)} and ${isShown(db, 'st')}
        ) own
      ) st on true
    where p.id in ${db([...ids])}`
  return new Map(rows.map((row) => [row.id, row]))
}

export interface FeaturedCreator {
  username: string
  bio: string
  picture_id: string | null
  /** The description of their newest public post. */
  description: string
  media_id: string
  /** The description of the public post before that one. */
  second_description: string | null
}

/**
 * The creators whose newest public posts are the newest of all. The cost does not depend on the number of creators or
 * posts.
 */
export function listFeaturedCreators(db: Queryable, viewer_id: string | null = null) {
  // The limit is a literal: with a parameter, PostgreSQL may choose a generic plan that reads whole tables. The posts
  // are checked to be public now; `last_public_post_id` alone is not trusted.
  return db<FeaturedCreator[]>`
    select u.username, pr.bio, pr.picture_id, po.description, po.media_id,
      (
        select description from posts
        where ${isPublic(db, 'posts')} and ${isShown(db, 'posts')} and profile_id = pr.id and id < po.id
        order by id desc limit 1
      ) as second_description
    from (
        select id, bio, picture_id, last_public_post_id from profiles
        where last_public_post_id is not null and ${isVisible(db, { person: 'profiles.id', to: viewer_id })}
        order by last_public_post_id desc limit 4
      ) pr
      join posts po on po.id = pr.last_public_post_id and ${isPublic(db, 'po')} and ${isShown(db, 'po')}
      join users u on u.id = pr.id
    order by po.id desc`
}

/** The card of a creator for a visitor who followed a link. */
export interface InvitationRow {
  username: string
  bio: string
  picture_id: string | null
  /** The picture of their newest public post. */
  media_id: string | null
}

/** Finds a creator by their current name, or by a former name that still redirects to them. */
export async function findInvitation(
  db: Queryable,
  username: string,
  viewer_id: string | null,
): Promise<InvitationRow | undefined> {
  const [row] = await db<InvitationRow[]>`
    select u.username, p.bio, p.picture_id, po.media_id
    from ${creatorNamed(db, username)}
      left join posts po on po.id = p.last_public_post_id and ${isPublic(db, 'po')} and ${isShown(db, 'po')}
    where ${isVisible(db, { person: 'p.id', to: viewer_id })}`
  return row
}

type Files = { width: number; height: number }[]

/** The public data of a creator for a link preview (Open Graph). */
export interface LinkPreview {
  username: string
  bio: string
  picture_id: string | null
  /** The sizes of the picture, smallest first. */
  files: Files | null
  /** The post that the link names, if it is one of theirs and public. */
  post: { id: string; description: string; media_id: string; files: Files } | null
}

/**
 * Finds a creator by their current name, or by a former name that still redirects to them. A post that not everybody may
 * see is treated like one that does not exist.
 */
export async function findLinkPreview(
  db: Queryable,
  username: string,
  post_id: string | null = null,
): Promise<LinkPreview | undefined> {
  const [row] = await db<LinkPreview[]>`
    select u.username, p.bio, p.picture_id, m.files,
      case when po.id is not null then jsonb_build_object(
        'id', po.id, 'description', po.description, 'media_id', po.media_id, 'files', pm.files
      ) end as post
    from ${creatorNamed(db, username)}
      left join media m on m.id = p.picture_id
      left join posts po on po.id = ${post_id}::uuid and po.profile_id = p.id and ${isPublic(db, 'po')} and ${isShown(db, 'po')}
      left join media pm on pm.id = po.media_id
    where ${isVisible(db, { person: 'p.id', to: null })}`
  return row
}

/** The joined rows of a name, the profile `p` and its user `u`. */
function creatorNamed(db: Queryable, username: string) {
  return db`
    usernames n join profiles p on p.id = n.user_id and n.name_key = ${username.toLowerCase()} join users u on u.id = p.id`
}
