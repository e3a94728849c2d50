import { connect } from '../server/db/connect.ts'
import { manyWords, twoPartName } from './seed-words.ts'

/** How many posts one creator has on average. */
const POSTS_EACH = 100
/** Every so many posts are of the first creator: 46,000 of a million. */
const BUSIEST_SHARE = 22

/**
 * Fills a database with generated rows: creators, media without files, and posts a second apart until now, some of them
 * protected. The rows are as long as real ones.
 */
export async function fillDatabase(url: string, posts: number): Promise<void> {
  const db = connect(url, { max: 1 })
  const creators = Math.max(10, Math.round(posts / POSTS_EACH))
  await db.unsafe(`
    -- Foreign keys need no check, because every row refers to one that was created just before it.
    set session_replication_role = replica;
    create function pg_temp.id_at(kind text, second bigint, number bigint) returns uuid language sql immutable as $$
      select (lpad(to_hex(second * 1000), 12, '0') || '7' || substr(md5(kind || number), 1, 3)
        || '8' || substr(md5(number || kind), 1, 15))::uuid
    $$;
    create temporary table clock as select extract(epoch from now())::bigint - ${posts} as start;
    insert into users (id, email, email_key, username, password_hash, created_at)
      select pg_temp.id_at('user', start - n, n), 'creator' || n || '@loge.test', 'creator' || n || '@loge.test',
        case when n % 2 = 0 then 'creator' || n else ${twoPartName('n')} end, 'none', now()
      from clock, generate_series(1, ${creators}) n;
    insert into usernames (name_key, user_id) select username, id from users where email like 'creator%';
    insert into media (id, owner_id, store_key, content_type, files, created_at)
      select pg_temp.id_at('picture', start - n, n), pg_temp.id_at('user', start - n, n), 'none/picture' || n,
        'image/webp', '[]', now()
      from clock, generate_series(1, ${creators}) n;
    insert into profiles (id, name_key, bio, picture_id, created_at)
      select pg_temp.id_at('user', start - n, n), case when n % 2 = 0 then 'creator' || n else ${twoPartName('n')} end,
        ${manyWords('n')}, pg_temp.id_at('picture', start - n, n), now()
      from clock, generate_series(1, ${creators}) n;
    create temporary table made as
      select n, pg_temp.id_at('post', start + n, n) as id, pg_temp.id_at('media', start + n, n) as media_id,
        pg_temp.id_at('user', start - c, c) as profile_id
      from clock, generate_series(1, ${posts}) n, lateral (
        select case when n % ${BUSIEST_SHARE} = 0 then 1 else 1 + (n::bigint * 7919) % ${creators} end as c
      ) creator;
    insert into media (id, owner_id, store_key, content_type, files, created_at)
      select media_id, profile_id, 'none/' || n, 'image/webp',
        '[{"name": "480.webp", "width": 480, "height": 600, "bytes": 31415}]', now()
      from made order by n;
    insert into posts (id, profile_id, media_id, description, protected, likes_count, created_at, width, height)
      select id, profile_id, media_id, 'Post ' || n || '. ' || repeat('Seen from the wings. ', 6), n % 3 = 0, n % 50, now(), 480, 600
      from made order by n;
    update profiles set last_public_post_id = (
      select id from posts where profile_id = profiles.id and not protected order by id desc limit 1
    );`)
  await db.unsafe('vacuum analyze')
  await db.end()
}

/** Makes every so many posts an album, with further pictures as large as the first. */
export async function addAlbums(url: string, { every, pictures }: { every: number; pictures: number }): Promise<void> {
  const db = connect(url, { max: 1 })
  await db.unsafe(`
    begin;
    set local session_replication_role = replica;
    create temporary table further on commit drop as
      select gen_random_uuid() as media_id, album.id as post_id, album.profile_id, position
      from (select id, profile_id, row_number() over (order by id desc) as n from posts) album, generate_series(2, ${pictures}) position
      where album.n % ${every} = 0;
    insert into media (id, owner_id, store_key, content_type, files, created_at)
      select media_id, profile_id, 'none/' || media_id, 'image/webp',
        '[{"name": "480.webp", "width": 480, "height": 600, "bytes": 31415}]', now()
      from further;
    insert into post_pictures (media_id, post_id, position, alt, focus_x, focus_y, width, height)
      select media_id, post_id, position, 'Seen from the wings', 50, 50, 480, 600 from further;
    update posts set pictures_count = ${pictures} where id in (select post_id from further);
    commit`)
  await db.unsafe('vacuum analyze')
  await db.end()
}

/** Adds likes of the newest posts and subscriptions to every tenth creator for a user. */
export async function addLikesAndSubscriptions(url: string, email: string, likes: number): Promise<void> {
  const db = connect(url, { max: 1 })
  const [viewer] = await db<{ id: string }[]>`select id from users where email_key = ${email}`
  if (!viewer) throw new Error(`Nobody has signed up as ${email}`)
  await db`
    insert into likes (user_id, post_id, created_at)
    select ${viewer.id}::uuid, id, now() from posts order by id desc limit ${likes}`
  await db`
    insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
    select gen_random_uuid(), ${viewer.id}::uuid, id, now() - interval '1 day', now() + interval '30 days', now()
    from (select id, row_number() over (order by id) as n from profiles) creator where n % 10 = 0`
  await db.unsafe('vacuum analyze likes, subscriptions')
  await db.end()
}

/** How many others each creator is subscribed to. */
const SUBSCRIBED_TO = 20

/**
 * Lets creators subscribe to one another. In a house where one person has all subscriptions, PostgreSQL would read all of them for each
 * picture, because they fit into a page or two.
 */
export async function addSubscribers(url: string): Promise<void> {
  const db = connect(url, { max: 1 })
  await db.unsafe(`
    with creator as (select id, row_number() over (order by id) as n, count(*) over () as all_of_them from profiles)
    insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
    select gen_random_uuid(), fan.id, creator.id, now() - interval '1 day', now() + interval '29 days', now()
    from creator fan cross join generate_series(1, ${SUBSCRIBED_TO}) k
      join creator on creator.n = 1 + (fan.n * 31 + k * 47) % fan.all_of_them and creator.id <> fan.id`)
  await db.unsafe('vacuum analyze subscriptions')
  await db.end()
}

/** Adds a story of each of the oldest creators, whom `addBlocks` leaves out, eight seconds apart. */
export async function addStories(url: string, count: number): Promise<void> {
  const db = connect(url, { max: 1 })
  await db`
    with creator as (select id from profiles order by id limit ${count}), picture as (
      insert into media (id, owner_id, store_key, content_type, files, created_at)
      select gen_random_uuid(), id, 'none/story' || id, 'image/webp', '[]', now() from creator returning id, owner_id
    )
    insert into stories (id, profile_id, media_id, description, protected, created_at, expires_at)
    select gen_random_uuid(), owner_id, id, 'A story', n % 3 = 0, at, at + interval '24 hours'
    from (select *, row_number() over (order by owner_id) as n from picture) picture,
      lateral (select now() - n * interval '8 seconds' as at) told`
  await db.unsafe('vacuum analyze stories')
  await db.end()
}

/** The name of the creator with the most posts. */
export async function busiestCreator(url: string): Promise<string> {
  const db = connect(url, { max: 1 })
  const [row] = await db<{ username: string }[]>`
    select username from users join posts on posts.profile_id = users.id group by users.id order by count(*) desc limit 1`
  await db.end()
  return row?.username ?? ''
}

/** Blocks of a user against creators, among many blocks of others in both directions. */
export async function addBlocks(
  url: string,
  email: string,
  { own, others }: { own: number; others: number },
): Promise<void> {
  const db = connect(url, { max: 1 })
  await db`
    insert into blocks (user_id, other_id, created_at)
    select blocker.id, blocked.id, now()
    from (select id, row_number() over (order by id) as n from profiles) blocker
      join (select id, row_number() over (order by id desc) as n from profiles) blocked
        on blocked.n between blocker.n % 1000 and blocker.n % 1000 + 20 and blocked.id <> blocker.id
    limit ${others}`
  await db`
    insert into blocks (user_id, other_id, created_at)
    select viewer.id, creator.id, now()
    from users viewer, (select id from profiles order by id desc limit ${own}) creator
    where viewer.email_key = ${email}`
  await db.unsafe('vacuum analyze blocks')
  await db.end()
}

/** The ids of a number of posts, from the newest to the oldest, at equal distances. */
export async function spreadCursors(url: string, count: number): Promise<string[]> {
  const db = connect(url, { max: 1 })
  const rows = await db<{ id: string }[]>`
    select distinct on (part) id
    from (select id, ntile(${count}) over (order by id desc) as part from posts) posts
    order by part, id desc`
  await db.end()
  return rows.map(({ id }) => id)
}

/** Adds open cases of every kind and severity about the creators, each with three reports, among as many decided ones. */
export async function addCases(url: string, cases: number): Promise<void> {
  const db = connect(url, { max: 1 })
  await db`
    insert into cases (id, number, kind, object_id, subject_id, state, severity, opened_at, due_at, decided_at, evidence)
    select gen_random_uuid(), '2025-' || n, (array['post', 'story', 'message', 'profile'])[1 + n % 4], gen_random_uuid(),
      (select id from profiles order by id offset n % 10 limit 1), case when n % 2 = 0 then 'open' else 'decided' end,
      (n / 2) % 4, now() - n * interval '1 minute', now() + n * interval '1 minute', case when n % 2 = 1 then now() end,
      jsonb_build_object('username', 'creator', 'text', repeat('Seen from the wings. ', 6), 'messages', '[]'::jsonb)
    from generate_series(1, ${2 * cases}::int) n`
  await db`
    insert into case_reports (id, case_id, reporter_id, reason, created_at)
    select gen_random_uuid(), c.id, gen_random_uuid(), reason, now()
    from cases c, unnest(array['spam', 'spam', 'harassment']) reason`
  await db`vacuum analyze`
  await db.end()
}
