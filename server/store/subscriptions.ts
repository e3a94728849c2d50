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

/** Lets a fan in for so many days. Who is in already stays so much longer. */
export async function grantSubscription(db: Queryable, { id, fan_id, profile_id, days, now }: Grant): Promise<Date> {
  const [extended] = await db<{ expires_at: Date }[]>`
    update subscriptions set expires_at = expires_at + make_interval(days => ${days})
    where id = (
      select id from subscriptions
      where fan_id = ${fan_id} and profile_id = ${profile_id} and starts_at <= ${now} and expires_at > ${now}
      order by expires_at desc limit 1
      for update
    )
    returning expires_at`
  if (extended) return extended.expires_at
  const [granted] = await db<{ expires_at: Date }[]>`
    insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
    values (${id}, ${fan_id}, ${profile_id}, ${now}, ${now}::timestamptz + make_interval(days => ${days}), ${now})
    returning expires_at`
  if (!granted) throw new Error('a subscription that was just granted is not there')
  return granted.expires_at
}
