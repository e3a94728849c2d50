import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { isNotBlocked, isPresent, isPresentForStaff, type ViewerId } from './people.ts'
import { activeSubscription, isSubscribed } from './subscribers.ts'

/** Whether a post or a story is public. `thing` is the alias of its row. */
export function isPublic(db: Queryable, thing: string) {
  return db`not ${db(thing)}.protected`
}

/**
 * Whether staff have not hidden or removed a post or a story. What they have is absent for everybody, its author and
 * staff included. Every statement that shows or counts posts or stories uses it. `thing` is the alias of the row.
 */
export function isShown(db: Queryable, thing: string) {
  return db`${db(thing)}.hidden_at is null`
}

/** Whether a story has not expired yet. The rule is the same for its author. */
export function isNotExpired(db: Queryable, story: string, now: Date) {
  return db`${db(story)}.expires_at > ${now}`
}

interface Access {
  /** The alias of the row of a post or a story. */
  thing: string
  to: ViewerId
}

/**
 * Whether this viewer may see the protected part of a post or a story: it is public, it is their own, or they have an
 * active subscription.
 */
export function isAccessible(db: Queryable, { thing, to }: Access, now: Date) {
  const subscribed = isSubscribed(db, { fan: to, creator: `${thing}.profile_id` }, now)
  return db`(${isPublic(db, thing)} or ${db(thing)}.profile_id = ${to} or ${subscribed})`
}

/** The same for a post and a member of staff, who may also see it while it has an open report. */
export function isAccessibleToStaff(db: Queryable, post: Access & { to: string }, now: Date) {
  return db`(${isAccessible(db, post, now)} or ${isReportedByOthers(db, `${post.thing}.id`, post.to)})`
}

/**
 * Whether a post has an open report of somebody other than this member of staff. Otherwise staff could see any
 * protected post by reporting it themselves. `post` is the column with its id.
 */
function isReportedByOthers(db: Queryable, post: string, staff_id: string | Fragment) {
  return db`exists (
    select from reports r where r.post_id = ${db(post)} and r.dismissed_at is null and r.author_id <> ${staff_id}::uuid
  )`
}

/**
 * Whether staff may judge the reports of a post; `post` is the column with its id. They also judge posts of soft-deleted
 * accounts, but not demo posts while the demo is off. A hidden post waits in its case, with the evidence.
 */
export function mayStaffJudge(db: Queryable, post: string) {
  return db`not exists (
    select from posts p join users author on author.id = p.profile_id
    where p.id = ${db(post)} and (author.demo = 'closed' or not ${isShown(db, 'p')})
  )`
}

/**
 * `isAccessible` for each row of a list, and until when: the lateral join that looks it up, and the expressions to
 * select from it.
 */
export function accessTo(db: Queryable, { thing, to }: Access, now: Date) {
  // For what is public no subscription is looked up.
  const only_if = db`${db(thing)}.protected`
  const { join, is_active, until } = activeSubscription(db, { fan: to, creator: `${thing}.profile_id` }, now, only_if)
  return {
    join,
    is_accessible: db`(${isPublic(db, thing)} or ${db(thing)}.profile_id = ${to} or ${is_active})`,
    /** When access through a subscription ends. Null if the access does not depend on a subscription. */
    until: db`case when ${db(thing)}.protected and ${db(thing)}.profile_id <> ${to} then ${until} end`,
  }
}

/** The viewer who requests a file. */
export interface MediaViewer {
  /** Null for a visitor who is not signed in. */
  id: string | null
  is_staff: boolean
}

/** The same as columns of the rows that are asked. */
interface AskingViewer {
  id: Fragment
  is_staff: Fragment
}

/**
 * Who may download the files of a row `m` of media: everybody if it is public, its owner, the owner's active
 * subscribers, and staff while the post has an open report of somebody else. Files of a story are available until it
 * expires. Nobody gets the files of what is hidden; staff open the evidence of its case. Those of a post that is not out
 * yet are for its owner only.
 */
export function mediaAccess(db: Queryable, { id, is_staff }: AskingViewer, now: Date) {
  const subscriber = { fan: id, creator: db`coalesce(po.profile_id, st.profile_id)` }
  return {
    joins: db`
      left join profiles pr on pr.picture_id = m.id
      left join lateral (
        select id, profile_id, protected, hidden_at from posts where media_id = m.id
        union all
        select album.id, album.profile_id, album.protected, album.hidden_at
        from post_pictures pp join posts album on album.id = pp.post_id where pp.media_id = m.id
      ) po on ${isShown(db, 'po')}
      left join draft_pictures dp on dp.media_id = m.id
      left join stories st on st.media_id = m.id and ${isNotExpired(db, 'st', now)} and ${isShown(db, 'st')}
      cross join lateral (
        select (pr.id is not null or po.protected is false or st.protected is false) as is_public,
          (
            coalesce(po.id, st.id) is not null
            and (m.owner_id = ${id} or ${isSubscribed(db, subscriber, now)})
            or dp.media_id is not null and m.owner_id = ${id}
          ) as is_theirs
      ) may`,
    // Neither a block nor a freeze keeps a member of staff from a reported post.
    is_granted: db`(
      (
        (may.is_public or may.is_theirs)
        and ${isPresent(db, 'm.owner_id')} and ${isNotBlocked(db, { person: 'm.owner_id', to: id })}
      )
      or (${is_staff} and ${isReportedByOthers(db, 'po.id', id)} and ${isPresentForStaff(db, 'm.owner_id')})
    )`,
    /** Public: the response is the same for everybody, so caches may keep it for a while. */
    is_public: db`(may.is_public and ${isPresent(db, 'm.owner_id')})`,
    /** When the story expires, and all access to it with it. */
    ends_at: db`st.expires_at`,
    /** The post whose open report is the only reason why this member of staff may see it; null for everybody else. */
    reported_post_id: db`case when not (may.is_public or may.is_theirs) then po.id end`,
  }
}
