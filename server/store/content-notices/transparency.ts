import type { Transparency } from '#contract/content-notices.ts'
import type { Queryable } from '#server/db/connect.ts'
import { isNotDemo } from '#server/store/visibility/cases.ts'

interface Period {
  from: Date
  to: Date
}

/** The figures of a year in UTC. Nothing of the demo counts: no account, and no case about one. */
export async function countTransparency(db: Queryable, year: number): Promise<Transparency> {
  const period = { from: new Date(Date.UTC(year, 0)), to: new Date(Date.UTC(year + 1, 0)) }
  const [notices, reports, decisions, grounds, actions, median_seconds, appeals] = await Promise.all([
    countNotices(db, period),
    countReports(db, period),
    countDecisions(db, period),
    countGrounds(db, period),
    countActions(db, period),
    findMedian(db, period),
    countAppeals(db, period),
  ])
  return {
    year,
    notices: byReason(notices),
    reports: byReason(reports),
    decisions: { ...decisions, by_ground: toCounts(grounds), by_action: toCounts(actions), median_seconds },
    appeals,
  }
}

interface Count {
  name: string
  count: number
}

function toCounts(rows: readonly Count[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

function byReason(rows: readonly Count[]) {
  return { total: rows.reduce((sum, { count }) => sum + count, 0), by_reason: toCounts(rows) }
}

/** A notice that is only about the demo does not count. */
async function countNotices(db: Queryable, { from, to }: Period): Promise<Count[]> {
  return await db<Count[]>`
    select n.reason as name, count(*)::int as count from content_notices n
    where n.created_at >= ${from} and n.created_at < ${to} and not n.is_demo and exists (
      select from case_reports r join cases c on c.id = r.case_id
      where r.content_notice_id = n.id and ${isNotDemo(db, 'c.subject_id')}
    )
    group by n.reason order by n.reason`
}

async function countReports(db: Queryable, { from, to }: Period): Promise<Count[]> {
  return await db<Count[]>`
    select r.reason as name, count(*)::int as count from case_reports r join cases c on c.id = r.case_id
    where r.created_at >= ${from} and r.created_at < ${to} and r.content_notice_id is null
      and ${isNotDemo(db, 'c.subject_id')} and ${isNotDemo(db, 'r.reporter_id')}
    group by r.reason order by r.reason`
}

/** The decisions `d` of a year. */
function decidedIn(db: Queryable, { from, to }: Period) {
  return db`d.decided_at >= ${from} and d.decided_at < ${to} and ${isNotDemo(db, 'd.subject_id')}`
}

async function countDecisions(db: Queryable, period: Period): Promise<{ total: number; automated: number }> {
  const [row] = await db<{ total: number; automated: number }[]>`
    select count(*)::int as total, count(*) filter (where d.is_automated)::int as automated
    from decisions d where ${decidedIn(db, period)}`
  return row ?? { total: 0, automated: 0 }
}

/** A dismissal has no ground. */
async function countGrounds(db: Queryable, period: Period): Promise<Count[]> {
  return await db<Count[]>`
    select d.ground as name, count(*)::int as count from decisions d
    where ${decidedIn(db, period)} and d.ground is not null group by d.ground order by d.ground`
}

async function countActions(db: Queryable, period: Period): Promise<Count[]> {
  return await db<Count[]>`
    select action as name, count(*)::int as count from decisions d cross join unnest(d.actions) action
    where ${decidedIn(db, period)} group by action order by action`
}

/** Over the cases whose first decision by a person was in this year, from their opening to that decision. */
async function findMedian(db: Queryable, { from, to }: Period): Promise<number | null> {
  const [row] = await db<{ seconds: number | null }[]>`
    select round(percentile_cont(0.5) within group (order by extract(epoch from first.decided_at - c.opened_at)))::int as seconds
    from cases c
      join (select case_id, min(decided_at) as decided_at from decisions where not is_automated group by case_id) first
        on first.case_id = c.id
    where first.decided_at >= ${from} and first.decided_at < ${to} and ${isNotDemo(db, 'c.subject_id')}`
  return row?.seconds ?? null
}

async function countAppeals(db: Queryable, { from, to }: Period): Promise<Transparency['appeals']> {
  const [row] = await db<Transparency['appeals'][]>`
    select count(*)::int as total, count(*) filter (where d.appeal_outcome = 'upheld')::int as upheld,
      count(*) filter (where d.appeal_outcome = 'rejected')::int as rejected
    from decisions d
    where d.appealed_at >= ${from} and d.appealed_at < ${to} and ${isNotDemo(db, 'd.subject_id')}`
  return row ?? { total: 0, upheld: 0, rejected: 0 }
}
