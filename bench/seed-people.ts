import { connect } from '../server/db/connect.ts'
import { twoPartName } from './seed-words.ts'

export interface Crowd {
  /** Members beside the creators. */
  people: number
  /** Periods of these people, nearly all of them paid, so that there are about as many payments. */
  subscriptions: number
  /** Payments of periods whose fans are gone. */
  old_payments: number
  messages: number
}

/** How many messages one conversation has. */
const MESSAGES_EACH = 20

/**
 * Adds members with names of two parts, such as `nora.belova.1234`, their subscriptions, payments and conversations, to a
 * database that `fillDatabase` has filled. Every tenth period is granted and every third has ended.
 */
export async function addCrowd(url: string, { people, subscriptions, old_payments, messages }: Crowd): Promise<void> {
  const db = connect(url, { max: 1 })
  await db.unsafe(`
    set session_replication_role = replica;
    create temporary table creator as select id, row_number() over (order by id) as n from profiles;
    create temporary table person as
      select gen_random_uuid() as id, n, ${twoPartName('(n + 1000000)')} as name from generate_series(1, ${people}) n;
    insert into users (id, email, email_key, username, password_hash, created_at)
      select id, name || '@loge.test', name || '@loge.test', name, 'none', now() from person;
    insert into usernames (name_key, user_id) select name, id from person;
    create temporary table period as
      select gen_random_uuid() as id, person.id as fan_id, creator.id as profile_id, s.n,
        now() - case when s.n % 3 = 0 then interval '60 days' else interval '10 days' end as starts_at
      from generate_series(1, ${subscriptions}) s (n)
        join person on person.n = 1 + s.n % ${people}
        join creator on creator.n = 1 + (s.n::bigint * 7919) % (select count(*) from creator);
    insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
      select id, fan_id, profile_id, starts_at, starts_at + interval '30 days', starts_at from period;
    insert into movements (id, reference, subscription_id, creator_id, period, occurred_at, price, vat_country,
        vat_percent, vat, charged, platform_fee, banking_fee, net)
      select gen_random_uuid(), 'paid-' || n, id, profile_id, 'month', starts_at, 2399, 'FR', 20, 480, 2879, 480, 72, 1847
      from period where n % 10 <> 0
      union all
      select gen_random_uuid(), 'old-' || p.n, gen_random_uuid(), creator.id, 'month', now() - p.n % 700 * interval '1 day',
        2399, 'FR', 20, 480, 2879, 480, 72, 1847
      from generate_series(1, ${old_payments}) p (n) join creator on creator.n = 1 + p.n % (select count(*) from creator);
    create temporary table talk as
      select distinct on (fan_id, profile_id) gen_random_uuid() as id, fan_id, profile_id from period
      order by fan_id, profile_id limit ${Math.ceil(messages / MESSAGES_EACH)};
    insert into conversations (id, fan_id, creator_id, created_at, last_position, last_message_at, fan_read, creator_read)
      select id, fan_id, profile_id, now(), ${MESSAGES_EACH}, now() - random() * interval '30 days', ${MESSAGES_EACH},
        ${MESSAGES_EACH} - (random() * 1.2)::int from talk;
    insert into messages (id, conversation_id, position, sender_id, content, created_at)
      select gen_random_uuid(), id, position, case when position % 2 = 0 then fan_id else profile_id end,
        'Message ' || position || repeat(' from the wings', 3), now()
      from talk, generate_series(1, ${MESSAGES_EACH}) position;`)
  await db.unsafe('vacuum analyze')
  await db.end()
}
