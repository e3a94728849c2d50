import type { Queryable } from '#server/db/connect.ts'
import { isAccessible, isNotExpired, isPublic } from './visibility/things.ts'

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
      left join posts po on po.id = p.last_public_post_id and ${isPublic(db, 'po')}
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
          where st.profile_id = p.id and ${isNotExpired(db, 'st', now)}
        ) own
      ) st on true
    where p.id in ${db([...ids])}`
  return new Map(rows.map((row) => [row.id, row]))
}
