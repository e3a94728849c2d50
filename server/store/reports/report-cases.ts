import type { Report } from '#contract/posts.ts'
import type { ReportedPost } from '#contract/reports.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { FIRST_PAGE, PAGE_ROWS, type TimeCursor } from '#server/paging.ts'
import { type PicturesRow, picturesOf } from '#server/store/post-pictures.ts'
import { lockJudgedPost } from '#server/store/posts.ts'
import { presentPicture } from '#server/store/visibility/people.ts'
import { isPublic, isShown } from '#server/store/visibility/things.ts'
import { dismissReportsOf, REPORTS_SHOWN } from './reports.ts'

type Outcome = NonNullable<ReportedPost['handled']>['outcome']

export interface NewReportCase {
  id: string
  post_id: string
  author_id: string
  /** The description and the protection of the post when it was judged. */
  description: string
  protected: boolean
  outcome: Outcome
  note: string | null
  /** Null for the command line. */
  staff_id: string | null
  handled_at: Date
  answer?: string
  answered_at?: Date
}

/** Call it in the transaction that carries out the decision. */
async function insertReportCase(db: Queryable, judged: NewReportCase): Promise<void> {
  await db`insert into report_cases ${db({ ...judged })}`
}

/**
 * Archives the open reports of a post with the decision about them, and the post as it is now. Returns their authors.
 * Undefined if the post is gone; its reports are gone with it. The rows of the reports stay, so that nobody can report
 * the same post again.
 */
export async function archivePostReports(
  db: Tx,
  post_id: string,
  judged: Pick<NewReportCase, 'id' | 'outcome' | 'note' | 'staff_id' | 'handled_at'>,
): Promise<{ case_id: string; reporters: string[] } | undefined> {
  const post = await lockJudgedPost(db, post_id)
  if (!post) return undefined
  const { profile_id: author_id, description, protected: is_protected } = post
  await insertReportCase(db, { ...judged, post_id, author_id, description, protected: is_protected })
  const reporters = await archiveOpenReports(db, post_id, judged.id)
  await dismissReportsOf(db, post_id, judged.handled_at)
  return { case_id: judged.id, reporters }
}

/** Archives the open reports of a post with the decision about them. Returns their authors. */
async function archiveOpenReports(db: Queryable, post_id: string, case_id: string): Promise<string[]> {
  const rows = await db<{ author_id: string }[]>`
    insert into handled_reports (id, case_id, author_id, reason, description)
    select id, ${case_id}, author_id, reason, description from reports
    where post_id = ${post_id} and dismissed_at is null
    returning author_id`
  return rows.map(({ author_id }) => author_id)
}

export interface ReportCaseRow extends PicturesRow {
  id: string
  post_id: string
  author_id: string
  username: string
  picture_id: string | null
  description: string
  protected: boolean
  liked: boolean
  is_pinned: boolean
  likes_count: number
  reports_count: number
  outcome: Outcome
  staff_username: string | null
  handled_at: Date
  note: string | null
  answer: string | null
  answered_at: Date | null
}

/** A page of decided cases, by their latest decision or answer, plus the first row of the next page. */
export async function listReportCases(
  db: Queryable,
  viewer_id: string,
  after: TimeCursor = FIRST_PAGE,
): Promise<ReportCaseRow[]> {
  // None unless the post still exists, is public and is not hidden.
  const pictures = picturesOf(db, 'po', isPublic(db, 'po'))
  return await db<ReportCaseRow[]>`
    select c.id, c.post_id, c.author_id, author.username, ${presentPicture(db, { users: 'author', picture: 'pr.picture_id' })} as picture_id, c.description, c.protected, c.outcome,
      staff.username as staff_username, c.handled_at, c.note, c.answer, c.answered_at,
      ${pictures.columns}, po.pinned_at is not null as is_pinned, coalesce(po.likes_count, 0) as likes_count,
      (select count(*)::int from handled_reports r where r.case_id = c.id) as reports_count,
      exists (select from likes l where l.user_id = ${viewer_id} and l.post_id = po.id) as liked
    from (
        select * from report_cases
        where (coalesce(answered_at, handled_at), id) < (${after.at}, ${after.id})
        order by coalesce(answered_at, handled_at) desc, id desc limit ${PAGE_ROWS}
      ) c
      join users author on author.id = c.author_id
      left join profiles pr on pr.id = c.author_id
      left join users staff on staff.id = c.staff_id
      left join posts po on po.id = c.post_id and ${isShown(db, 'po')}
      ${pictures.joins}
    order by coalesce(c.answered_at, c.handled_at) desc, c.id desc`
}

export async function countReportCases(db: Queryable): Promise<number> {
  const [row] = await db<{ count: number }[]>`select count(*)::int as count from report_cases`
  return row?.count ?? 0
}

/** The newest reports of each of these cases, oldest first. */
export async function listReportsOfCases(db: Queryable, case_ids: string[]): Promise<(Report & { case_id: string })[]> {
  return await db<(Report & { case_id: string })[]>`
    select r.id, r.case_id, u.username as author, r.reason, r.description
    from unnest(${case_ids}::uuid[]) judged (case_id)
      cross join lateral (
        select * from handled_reports where case_id = judged.case_id order by id desc limit ${REPORTS_SHOWN}
      ) r
      join users u on u.id = r.author_id
    order by r.id`
}
