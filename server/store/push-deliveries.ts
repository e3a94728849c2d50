import type { Locale } from '#contract/accounts.ts'
import { UNREAD_BADGE_MAX } from '#contract/conversations.ts'
import type { Notice, NotificationSettings } from '#contract/notices.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'
import type { PushDevice } from './push-devices.ts'
import { isNoticeDue } from './visibility/notices.ts'
import { isVisible, knownName } from './visibility/people.ts'

/** A process that was killed while it was sending is not waited for any longer. */
const LEASE_SECONDS = 30
/** After an outage nobody gets what was due long ago. */
const LATE_HOURS = 24

/**
 * Hands notices whose push is due to the devices of their readers, unless they have read them meanwhile. Returns how many
 * there were. `skip locked` lets several processes share them.
 */
export async function expandDueNotices(db: Queryable, now: Date, limit: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    with due as (
      select id, push_at from member_notices where push_at <= ${now}
      order by push_at limit ${limit} for update skip locked
    ), taken as (
      update member_notices n set push_at = null from due where n.id = due.id
      returning n.id, n.user_id, n.read_at, due.push_at, ${isNoticeDue(db, 'n', now)} as is_due
    ), handed as (
      insert into push_deliveries (notice_id, device_id, due_at)
      select taken.id, d.id, greatest(${now}::timestamptz, d.resting_until)
      from taken join push_devices d on d.user_id = taken.user_id
      where taken.is_due and taken.read_at is null and taken.push_at > ${now}::timestamptz - make_interval(hours => ${LATE_HOURS})
      on conflict do nothing
    )
    select count(*) as count from taken`
  return row?.count ?? 0
}

/** What is sent to one device, with what its words need. */
export interface ClaimedPush extends Omit<PushDevice, 'id'> {
  notice_id: string
  device_id: string
  attempts: number
  kind: Notice['kind']
  created_at: Date
  is_read: boolean
  conversation_id: string | null
  post_id: string | null
  /** The name of the creator or of the person it is about, while they are visible to the reader. */
  creator: string | null
  person: string | null
  locale: Locale | null
  says: NotificationSettings['push_says']
  unread: number
}

/** Takes deliveries that are due, for as long as the lease lasts. No other process gets them in that time. */
export async function claimPushes(db: Queryable, now: Date, limit: number): Promise<ClaimedPush[]> {
  return await db<ClaimedPush[]>`
    with due as (
      select notice_id, device_id from push_deliveries
      where due_at <= ${now} and (leased_until is null or leased_until <= ${now})
      order by due_at limit ${limit} for update skip locked
    ), claimed as (
      update push_deliveries p
      set leased_until = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS}), attempts = p.attempts + 1
      from due where p.notice_id = due.notice_id and p.device_id = due.device_id
      returning p.notice_id, p.device_id, p.attempts
    )
    select claimed.*, d.endpoint, d.p256dh, d.auth, n.kind, n.created_at, n.read_at is not null as is_read,
      n.conversation_id, n.post_id, u.locale, coalesce(s.push_says, 'nothing') as says,
      case when ${isVisible(db, { person: 'creator.id', to: db`n.user_id` })} then creator.username end as creator,
      ${knownName(db, { person: 'about', to: db`n.user_id` })} as person, ${unreadOf(db, db`n.user_id`)} as unread
    from claimed
      join member_notices n on n.id = claimed.notice_id
      join push_devices d on d.id = claimed.device_id
      join users u on u.id = n.user_id
      left join notification_settings s on s.user_id = n.user_id
      left join users about on about.id = n.about_id
      left join users creator on creator.id = (n.details ->> 'creator_id')::uuid`
}

/**
 * The number on the icon of the installed app: unread notices and unread messages. A notice about a conversation is not
 * counted, because its messages are.
 */
function unreadOf(db: Queryable, user_id: Fragment | string) {
  const most = db.unsafe(`limit ${UNREAD_BADGE_MAX + 1}`)
  const messages = (own: string, read: string) => db`(
    select count(*) from (
      select from conversations c
        join messages m on m.conversation_id = c.id and m.position > ${db(read)} and m.sender_id <> ${db(own)}
      where ${db(own)} = ${user_id} and c.last_position > ${db(read)} ${most}
    ) unread
  )`
  return db`(
    (select count(*) from (
      select from member_notices told
      where told.user_id = ${user_id} and told.read_at is null and told.in_app and told.conversation_id is null ${most}
    ) unread) + ${messages('c.fan_id', 'c.fan_read')} + ${messages('c.creator_id', 'c.creator_read')}
  )::int`
}

export async function countUnreadBadge(db: Queryable, user_id: string): Promise<number> {
  const [row] = await db<{ unread: number }[]>`select ${unreadOf(db, user_id)} as unread`
  return row?.unread ?? 0
}

type Delivery = Pick<ClaimedPush, 'notice_id' | 'device_id'>

export async function deletePushes(db: Queryable, pushes: readonly Delivery[]): Promise<void> {
  await db`
    delete from push_deliveries p
    using unnest(${pushes.map(({ notice_id }) => notice_id)}::uuid[], ${pushes.map(({ device_id }) => device_id)}::uuid[])
      as done (notice_id, device_id)
    where p.notice_id = done.notice_id and p.device_id = done.device_id`
}

/** Devices that their push service does not know any more. What waits for them goes as well. */
export async function dropPushDevices(db: Queryable, ids: readonly string[]): Promise<void> {
  await db`delete from push_devices where id = any(${[...ids]}::uuid[])`
}

/** The push service asked for patience, or did not answer: nothing is sent to the device until then. */
export async function restPushDevice(db: Queryable, device_id: string, until: Date): Promise<void> {
  await db`update push_devices set resting_until = ${until} where id = ${device_id}`
  await db`
    update push_deliveries set due_at = greatest(due_at, ${until}::timestamptz), leased_until = null
    where device_id = ${device_id}`
}

/** What operators watch. */
export interface PushFacts {
  waiting: number
  /** How late the one is that is due for the longest time. */
  oldest_s: number
}

export async function findPushFacts(db: Queryable, now: Date): Promise<PushFacts> {
  const [facts] = await db<PushFacts[]>`
    select count(*) as waiting,
      coalesce(greatest(extract(epoch from ${now}::timestamptz - min(due_at)), 0), 0)::float8 as oldest_s
    from push_deliveries`
  return facts ?? { waiting: 0, oldest_s: 0 }
}
