import type { Queryable } from '#server/db/connect.ts'

export interface NewSubscription {
  id: string
  fan_id: string
  profile_id: string
  starts_at: Date
  expires_at: Date
  created_at: Date
}

export async function insertSubscription(db: Queryable, subscription: NewSubscription): Promise<void> {
  await db`
    insert into subscriptions
      ${db(subscription, 'id', 'fan_id', 'profile_id', 'starts_at', 'expires_at', 'created_at')}`
}

export interface Grant {
  id: string
  fan_id: string
  profile_id: string
  days: number
  now: Date
}

/**
 * Lets a fan in for so many days of 24 hours, whatever the clocks of a country do. Who is in already stays so much
 * longer. In a transaction, two grants for one fan wait for each other, so that both count.
 */
export async function grantSubscription(db: Queryable, { id, fan_id, profile_id, days, now }: Grant): Promise<Date> {
  await db`select 1 from users where id = ${fan_id} for no key update`
  const hours = days * 24
  const [extended] = await db<{ expires_at: Date }[]>`
    update subscriptions set expires_at = expires_at + make_interval(hours => ${hours})
    where id = (
      select id from subscriptions
      where fan_id = ${fan_id} and profile_id = ${profile_id} and starts_at <= ${now} and expires_at > ${now}
      order by expires_at desc limit 1
    )
    returning expires_at`
  if (extended) return extended.expires_at
  const expires_at = new Date(now.getTime() + hours * 60 * 60 * 1000)
  await insertSubscription(db, { id, fan_id, profile_id, starts_at: now, expires_at, created_at: now })
  return expires_at
}

export interface ListedSubscription {
  creator: string
  starts_at: Date
  expires_at: Date
}

/** Everything a fan ever subscribed to, what ends last first. */
export async function listSubscriptionsOf(db: Queryable, fan_id: string): Promise<ListedSubscription[]> {
  return await db<ListedSubscription[]>`
    select u.username as creator, s.starts_at, s.expires_at
    from subscriptions s join users u on u.id = s.profile_id
    where s.fan_id = ${fan_id} order by s.expires_at desc, s.id`
}
