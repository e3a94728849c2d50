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
/** So many are looked at to find some for different devices and push services. */
const CANDIDATES = 200
/** After an outage nobody gets what was due long ago. */
const LATE_HOURS = 24

/**
 * Hands notices whose push is due to the devices of their readers, unless they have read them meanwhile. Returns how many
 * there were. `skip locked` lets several processes share them. Other kinds than these are left to a newer version. A message
 * does not wait behind a post that is told to thousands.
 */
export async function expandDueNotices(
  db: Queryable,
  now: Date,
  { kinds, limit }: { kinds: readonly Notice['kind'][]; limit: number },
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    with due as (
      select id, push_at from member_notices where push_at <= ${now} and kind = any(${kinds})
      order by kind = 'new_message' desc, push_at limit ${limit} for update skip locked
    ), taken as (
      update member_notices n set push_at = null from due where n.id = due.id
      returning n.id, n.user_id, n.read_at, due.push_at, ${isNoticeDue(db, 'n', now)} as is_due
    ), handed as (
      insert into push_deliveries (notice_id, device_id, due_at, planned_at)
      select taken.id, d.id, greatest(${now}::timestamptz, d.resting_until), taken.push_at
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
  user_id: string
  /** The push service: the address of the device without its path. */
  origin: string
  attempts: number
  /** How often in a row the device could not be reached. */
  failures: number
  /** When it was due, also if it had to wait since. */
  planned_at: Date
  kind: Notice['kind']
  about_id: string | null
  /** Whether it is unread, and what it is about is there for its reader. */
  is_due: boolean
  conversation_id: string | null
  post_id: string | null
  story_id: string | null
  /** The name of the creator or of the person it is about, while they are visible to the reader. */
  creator: string | null
  person: string | null
  locale: Locale | null
  says: NotificationSettings['push_says']
  unread: number
}

export interface FreePlaces {
  /** How many pushes are claimed at most. */
  limit: number
  /** How many go to one push service, by its origin. */
  by_origin: Readonly<Record<string, number>>
  /** How many go to any other push service. */
  by_other: number
}

/**
 * Takes deliveries that are due, for as long as the lease lasts: no other process gets them in that time. One at a time goes
 * to each device, and to each push service as many as it has places.
 */
export async function claimPushes(
  db: Queryable,
  now: Date,
  { kinds, places }: { kinds: readonly Notice['kind'][]; places: FreePlaces },
): Promise<ClaimedPush[]> {
  const origin = db`substring(d.endpoint from '^https://[^/?#]+')`
  const placesOf = (of: Fragment) =>
    db`coalesce((${db.json(places.by_origin)}::jsonb ->> ${of})::int, ${places.by_other})`
  return await db<ClaimedPush[]>`
    with candidates as (
      select p.notice_id, p.device_id, p.due_at, ${origin} as origin
      from push_deliveries p
        join push_devices d on d.id = p.device_id
        join member_notices n on n.id = p.notice_id
      where p.due_at <= ${now} and (p.leased_until is null or p.leased_until <= ${now})
        and n.kind = any(${kinds}) and ${placesOf(origin)} > 0
        and not exists (
          select from push_deliveries busy where busy.device_id = p.device_id and busy.leased_until > ${now}
        )
      order by p.due_at limit ${CANDIDATES} for update of p skip locked
    ), first_of_device as (
      select distinct on (device_id) * from candidates order by device_id, due_at, notice_id
    ), fair as (
      select *, row_number() over (partition by origin order by due_at, notice_id) as turn from first_of_device
    ), due as (
      select notice_id, device_id, origin from fair where turn <= ${placesOf(db`origin`)}
      order by due_at, notice_id limit ${places.limit}
    ), claimed as (
      update push_deliveries p
      set leased_until = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS}), attempts = p.attempts + 1
      from due where p.notice_id = due.notice_id and p.device_id = due.device_id
      returning p.notice_id, p.device_id, p.attempts, p.planned_at, due.origin
    )
    select claimed.notice_id, claimed.device_id, claimed.attempts, claimed.origin, n.user_id, n.about_id, d.failures,
      coalesce(claimed.planned_at, n.created_at) as planned_at, d.endpoint, d.p256dh, d.auth, n.kind,
      n.read_at is null and ${isNoticeDue(db, 'n', now)} as is_due,
      n.conversation_id, n.post_id, n.story_id, u.locale, coalesce(s.push_says, 'nothing') as says,
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

/** They took a push: the next failure is the first one again. */
export async function markReached(db: Queryable, ids: readonly string[]): Promise<void> {
  await db`update push_devices set failures = 0, resting_until = null where id = any(${[...ids]}::uuid[])`
}

/** The push service asked for patience, or did not answer: nothing is sent to the device until then. */
export async function restPushDevice(db: Queryable, device_id: string, until: Date): Promise<void> {
  await db`
    update push_devices set failures = failures + 1, resting_until = greatest(resting_until, ${until}::timestamptz)
    where id = ${device_id}`
  await db`
    update push_deliveries set due_at = greatest(due_at, ${until}::timestamptz), leased_until = null
    where device_id = ${device_id}`
}

/** Only this push waits. `planned_at`: it is due at another time, and not only late. */
export async function postponePush(
  db: Queryable,
  { notice_id, device_id }: Delivery,
  { due_at, planned_at }: { due_at: Date; planned_at: Date },
): Promise<void> {
  await db`
    update push_deliveries set due_at = ${due_at}, planned_at = ${planned_at}, leased_until = null
    where notice_id = ${notice_id} and device_id = ${device_id}`
}

/** Drops what nobody took for two days, such as a kind that only a newer version knew which does not run any more. */
export async function sweepPushes(db: Queryable, now: Date): Promise<void> {
  const since = db`${now}::timestamptz - make_interval(hours => ${2 * LATE_HOURS})`
  await db`delete from push_deliveries where due_at <= ${since}`
  await db`update member_notices set push_at = null where push_at <= ${since}`
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
