import type { Subscriber } from '#contract/subscribers.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import { FIRST_PAGE, PAGE_ROWS, type TimeCursor } from '#server/paging.ts'
import { holds } from '#server/store/staff/admin-users.ts'
import { isVisibleInList } from '#server/store/visibility/people.ts'
import { hasRenewal, subscribersOf } from '#server/store/visibility/subscribers.ts'
import { periodKind } from './period-kinds.ts'

/** Somebody with access to a creator, whom the creator may see. */
export interface SubscriberRow
  extends Pick<Subscriber, 'username' | 'kind' | 'renews' | 'messages' | 'conversation_id'> {
  fan_id: string
  since: Date
  until: Date
}

export interface SubscriberFilter {
  creator_id: string
  /** A part of the username; everybody if it is empty. */
  search: string
}

/** A page of a creator's subscribers, newest first, plus the first row of the next page. */
export async function listSubscribers(
  db: Queryable,
  filter: SubscriberFilter,
  now: Date,
  after: TimeCursor = FIRST_PAGE,
): Promise<SubscriberRow[]> {
  return await selectSubscribers(db, filter, now, { after, limit: PAGE_ROWS })
}

const ROWS_AT_ONCE = 1000

/** All of them, in pieces, because there can be more than fit into memory. */
export async function* listAllSubscribers(
  db: Queryable,
  filter: SubscriberFilter,
  now: Date,
): AsyncGenerator<SubscriberRow[]> {
  let after: TimeCursor | undefined = FIRST_PAGE
  while (after) {
    const rows: SubscriberRow[] = await selectSubscribers(db, filter, now, { after, limit: ROWS_AT_ONCE })
    yield rows
    const last: SubscriberRow | undefined = rows[ROWS_AT_ONCE - 1]
    after = last && { at: last.since, id: last.fan_id }
  }
}

export async function countSubscribersFound(db: Queryable, filter: SubscriberFilter, now: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    with ${subscribersOf(db, filter.creator_id, now)}
    select count(*)::int as count from subscribers s join users u on u.id = s.fan_id where ${isFound(db, filter)}`
  return row?.count ?? 0
}

async function selectSubscribers(
  db: Queryable,
  filter: SubscriberFilter,
  now: Date,
  { after, limit }: { after: TimeCursor; limit: number },
): Promise<SubscriberRow[]> {
  const { creator_id } = filter
  return await db<SubscriberRow[]>`
    with ${subscribersOf(db, creator_id, now)},
    page as (
      select s.*, u.username from subscribers s join users u on u.id = s.fan_id
      where (s.since, s.fan_id) < (${after.at}, ${after.id}::uuid) and ${isFound(db, filter)}
      order by s.since desc, s.fan_id desc ${db.unsafe(`limit ${limit}`)}
    )
    select page.fan_id, page.username, page.since, page.until,
      ${periodKind(db, 'page.period_id')} as kind,
      ${hasRenewal(db, { fan: db`page.fan_id`, creator: db`${creator_id}::uuid` })} as renews,
      coalesce(c.last_position, 0) as messages, c.id as conversation_id
    from page left join conversations c on c.fan_id = page.fan_id and c.creator_id = ${creator_id}
    order by page.since desc, page.fan_id desc`
}

function isFound(db: Queryable, { creator_id, search }: SubscriberFilter): Fragment {
  const visible = isVisibleInList(db, { person: 's.fan_id', to: creator_id })
  return search === '' ? visible : db`${visible} and ${holds(db, db`lower(u.username)`, search.toLowerCase())}`
}
