import type { Queryable } from '#server/db/connect.ts'
import { isVisible, type ViewerId } from './people.ts'
import { activeSubscription, isSubscribed } from './subscribers.ts'

/** Whether a post or a story is for everybody; `thing` is its row, by its name in the statement. */
export function isPublic(db: Queryable, thing: string) {
  return db`not ${db(thing)}.protected`
}

/** Whether a story is up: until the moment it expires, for its author too. */
export function isNotExpired(db: Queryable, story: string, now: Date) {
  return db`${db(story)}.expires_at > ${now}`
}

interface Access {
  /** The row of a post or a story, by its name in the statement. */
  thing: string
  to: ViewerId
}

/** Whether this viewer may see what is protected in a post or a story: it is public, their own, or they subscribe. */
export function isAccessible(db: Queryable, { thing, to }: Access, now: Date) {
  const subscribed = isSubscribed(db, { fan: to, creator: `${thing}.profile_id` }, now)
  return db`(${isPublic(db, thing)} or ${db(thing)}.profile_id = ${to} or ${subscribed})`
}

/** The same for a post and a member of staff, who may also see it while a report of it waits for them. */
export function isAccessibleToStaff(db: Queryable, post: Access & { to: string }, now: Date) {
  return db`(${isAccessible(db, post, now)} or ${isReportedByOthers(db, `${post.thing}.id`, post.to)})`
}

/**
 * Whether a report of a post waits that somebody else sent than this member of staff. Their own report would let them see
 * whatever they like. `post` is the column with its id.
 */
function isReportedByOthers(db: Queryable, post: string, staff_id: string | null) {
  return db`exists (
    select from reports r where r.post_id = ${db(post)} and r.dismissed_at is null and r.author_id <> ${staff_id}::uuid
  )`
}

/**
 * Whether staff judge a post at all; `post` is the column with its id. They judge those of somebody who is about to leave
 * too, but posts of the demo world wait for nobody while the demo is off.
 */
export function mayStaffJudge(db: Queryable, post: string) {
  return db`not exists (
    select from posts p join users author on author.id = p.profile_id
    where p.id = ${db(post)} and author.demo = 'closed'
  )`
}

/** `isAccessible` for each row of a list, and until when: the join that looks it up, and what the join then answers. */
export function accessTo(db: Queryable, { thing, to }: Access, now: Date) {
  const { join, is_active, until } = activeSubscription(db, { fan: to, creator: `${thing}.profile_id` }, now)
  return {
    join,
    is_accessible: db`(${isPublic(db, thing)} or ${db(thing)}.profile_id = ${to} or ${is_active})`,
    /** When access ends that hangs on a subscription; null for everybody else. */
    until: db`case when ${db(thing)}.protected and ${db(thing)}.profile_id <> ${to} then ${until} end`,
  }
}

/** Who asks for bytes. */
export interface MediaViewer {
  /** Null for who is not signed in. */
  id: string | null
  is_staff: boolean
}

/**
 * Who may have the bytes of a row `m` of media: everyone, their owner, who subscribes to their owner now, and staff as long
 * as a report of the post waits for them that somebody else sent. The bytes of a story are there while it is up.
 */
export function mediaAccess(db: Queryable, { id, is_staff }: MediaViewer, now: Date) {
  const subscriber = { fan: db`${id}::uuid`, creator: db`coalesce(po.profile_id, st.profile_id)` }
  return {
    joins: db`
      left join profiles pr on pr.picture_id = m.id
      left join posts po on po.media_id = m.id
      left join stories st on st.media_id = m.id and ${isNotExpired(db, 'st', now)}
      cross join lateral (
        select (pr.id is not null or po.protected is false or st.protected is false) as is_public,
          (
            coalesce(po.id, st.id) is not null
            and (m.owner_id = ${id}::uuid or ${isSubscribed(db, subscriber, now)})
          ) as is_theirs
      ) may`,
    is_granted: db`
      ${isVisible(db, { person: 'm.owner_id', to: id })}
      and (may.is_public or may.is_theirs or (${is_staff} and ${isReportedByOthers(db, 'po.id', id)}))`,
    /** The same for everyone, so that it may be kept by caches for a while. */
    is_public: db`may.is_public`,
    /** When a story ends, and everybody's access to it. */
    ends_at: db`st.expires_at`,
    /** The post whose report is the only reason why this member of staff sees it; null for everybody else. */
    reported_post_id: db`case when not (may.is_public or may.is_theirs) then po.id end`,
  }
}
