import type { OwnReport } from '#contract/reports.ts'
import type { Queryable } from '#server/db/connect.ts'
import { LAST_ID, PAGE_ROWS } from '#server/paging.ts'
import { isPresent, knownName } from '#server/store/visibility/people.ts'

export interface OwnReportRow extends Omit<OwnReport, 'created_at'> {
  created_at: Date
}

/** A page of the reports by one person, newest first, plus the first row of the next page. */
export async function listReportsBy(
  db: Queryable,
  reporter_id: string,
  before: string | undefined = LAST_ID,
): Promise<OwnReportRow[]> {
  return await db<OwnReportRow[]>`
    select r.id, c.kind, r.reason, r.created_at,
      case when ${isPresent(db, 'c.subject_id')}
        then ${knownName(db, { person: 'subject', to: reporter_id })} end as username,
      case
        when c.state = 'open' then 'open'
        when decision.id is null then coalesce(${postOutcome(db)}, 'kept')
        when not decision.actions && array['remove', 'freeze', 'close'] then 'kept'
        when decision.undone_at is not null then 'restored'
        else 'removed'
      end as state
    from (
        select * from case_reports where reporter_id = ${reporter_id} and id < ${before}
        order by id desc limit ${PAGE_ROWS}
      ) r
      join cases c on c.id = r.case_id
      left join users subject on subject.id = c.subject_id
      left join lateral (
        select id, actions, undone_at from decisions where case_id = c.id
        order by is_automated, decided_at desc, id desc limit 1
      ) decision on true
    order by r.id desc`
}

/** The outcome for a post that was judged before decisions were stored. */
function postOutcome(db: Queryable) {
  return db`(
    select case when judged.outcome = 'removed' then 'removed' else 'kept' end
    from handled_reports h join report_cases judged on judged.id = h.case_id
    where c.kind = 'post' and h.author_id = r.reporter_id and judged.post_id = c.object_id
    limit 1
  )`
}
