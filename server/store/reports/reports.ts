import type { DatedReport } from '#contract/reports.ts'
import type { Queryable } from '#server/db/connect.ts'
import { FIRST_PAGE, PAGE_ROWS, type TimeCursor } from '#server/paging.ts'
import { type PicturesRow, picturesOf } from '#server/store/post-pictures.ts'
import { presentPicture } from '#server/store/visibility/people.ts'
import { isAccessibleToStaff, mayStaffJudge } from '#server/store/visibility/things.ts'

/** How many reports of one post are listed, newest first; the others are only counted. */
export const REPORTS_SHOWN = 20

export interface NewReport {
  id: string
  post_id: string
  author_id: string
  reason: string
  description: string | null
  created_at: Date
}

/** False if this user reported the post before. */
export async function insertReport(db: Queryable, report: NewReport): Promise<boolean> {
  const rows = await db`
    insert into reports ${db(report, 'id', 'post_id', 'author_id', 'reason', 'description', 'created_at')}
    on conflict (post_id, author_id) do nothing
    returning id`
  return rows.length === 1
}

/** The newest open reports of each of these posts, oldest first. */
export async function listOpenReportsOf(
  db: Queryable,
  post_ids: string[],
): Promise<(DatedReport & { post_id: string })[]> {
  const rows = await db<(Omit<DatedReport, 'created_at'> & { post_id: string; created_at: Date })[]>`
    select r.id, r.post_id, u.username as author, r.reason, r.description, r.created_at
    from unnest(${post_ids}::uuid[]) reported (post_id)
      cross join lateral (
        select * from reports where post_id = reported.post_id and dismissed_at is null
        order by created_at desc, id desc limit ${REPORTS_SHOWN}
      ) r
      join users u on u.id = r.author_id
    order by r.id`
  return rows.map(({ created_at, ...report }) => ({ ...report, created_at: created_at.toISOString() }))
}

/** A reported post as staff see it: with its pictures even if it is protected, unless they are the only reporter. */
export interface ReportedPostRow extends PicturesRow {
  id: string
  username: string
  profile_id: string
  picture_id: string | null
  description: string
  protected: boolean
  liked: boolean
  is_pinned: boolean
  likes_count: number
  /** The time of its newest open report. */
  reported_at: Date
  reports_count: number
}

/** A page of posts with open reports, the most recently reported first, plus the first row of the next page. */
export async function listReportedPosts(
  db: Queryable,
  viewer_id: string,
  now: Date,
  after: TimeCursor = FIRST_PAGE,
): Promise<ReportedPostRow[]> {
  const pictures = picturesOf(db, 'po', isAccessibleToStaff(db, { thing: 'po', to: viewer_id }, now))
  return await db<ReportedPostRow[]>`
    select po.id, u.username, po.profile_id, ${presentPicture(db, { users: 'u', picture: 'pr.picture_id' })} as picture_id,
      ${pictures.columns}, po.pinned_at is not null as is_pinned, po.description, po.protected, po.likes_count,
      exists (select from likes l where l.user_id = ${viewer_id} and l.post_id = po.id) as liked,
      waiting.reported_at, waiting.reports_count
    from (
        select post_id, max(created_at) as reported_at, count(*)::int as reports_count
        from reports where dismissed_at is null and ${mayStaffJudge(db, 'reports.post_id')}
        group by post_id having (max(created_at), post_id) < (${after.at}, ${after.id})
        order by reported_at desc, post_id desc limit ${PAGE_ROWS}
      ) waiting
      join posts po on po.id = waiting.post_id
      join profiles pr on pr.id = po.profile_id
      join users u on u.id = po.profile_id
      ${pictures.joins}
    order by waiting.reported_at desc, po.id desc`
}

export async function countReportedPosts(db: Queryable): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(distinct post_id)::int as count from reports
    where dismissed_at is null and ${mayStaffJudge(db, 'reports.post_id')}`
  return row?.count ?? 0
}

/** Dismisses the open reports. The rows stay, so that nobody can report the same post again. */
export async function dismissReportsOf(db: Queryable, post_id: string, now: Date): Promise<void> {
  await db`update reports set dismissed_at = ${now} where post_id = ${post_id} and dismissed_at is null`
}
