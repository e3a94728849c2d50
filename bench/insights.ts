import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Db } from '../server/db/connect.ts'
import { People, type Person } from '../tests/e2e/support/people.ts'
import { startProduct } from '../tests/e2e/support/product.ts'
import { createTestDatabase } from '../tests/support/database/postgres.ts'
import { createPairs } from './conversation-pairs.ts'
import { runLoad } from './load.ts'
import { median, type Row, RUNS, SECONDS } from './row.ts'

const POSTS = 200
const VIEWS = { many: 1_000_000, few: 1_000 }
/** So many people look at a creator's posts meanwhile, each of whom tells of so many posts, so often in a second. */
const WATCHING = { people: 100, posts: 20, calls_per_second: 50 }

/** What a creator's insights cost with a million views, and what telling of views costs the bytes of a picture. */
export async function insightsRows(): Promise<Row[]> {
  const database = await createTestDatabase()
  const product = await startProduct({ DATABASE_URL: database.url, RATE_LIMITS: 'off' })
  const db = connect(database.url, { max: 2 })
  try {
    const people = new People(product)
    const [many, few] = [await people.creator(), await people.creator()]
    const picture = (await people.post(many, { width: 960, height: 1200 })).file ?? ''
    for (const [creator, views] of [[many, VIEWS.many] as const, [few, VIEWS.few] as const])
      await fillViews(db, creator, views)
    await db.unsafe('vacuum analyze')
    const rows: Row[] = []
    for (const path of ['/insights', '/insights/posts', '/insights/posts?all=true']) {
      const p50 = { many: [] as number[], few: [] as number[] }
      const load = ({ token }: Person, seconds: number) =>
        runLoad({ urls: [`${product.url}/api${path}`], headers: { authorization: token }, connections: 1, seconds })
      for (const creator of [many, few]) await load(creator, 1)
      for (let run = 0; run < RUNS; run += 1) {
        p50.many.push((await load(many, SECONDS)).p50_ms)
        p50.few.push((await load(few, SECONDS)).p50_ms)
      }
      const [large, small] = [median(p50.many), median(p50.few)]
      rows.push({
        what: `GET ${path} of a creator with ${VIEWS.many.toLocaleString('en')} views, relative to ${VIEWS.few.toLocaleString('en')}: p50`,
        bar: { at_most: 1.5 },
        ratio: large / small,
        figures: `${large.toFixed(1)} / ${small.toFixed(1)} ms`,
      })
    }
    rows.push(await bytesMeanwhile({ db, url: product.url, database_url: database.url, picture, token: many.token }))
    return rows
  } finally {
    await product.stop()
    await db.end()
    await database.drop()
  }
}

interface House {
  db: Db
  url: string
  database_url: string
  picture: string
  token: string
}

/** One person reads the bytes of a picture, at rest and while others tell what they have seen. */
async function bytesMeanwhile({ db, url, database_url, picture, token }: House): Promise<Row> {
  const watchers = (await createPairs(database_url, WATCHING.people / 2)).flatMap(({ fan, creator }) => [fan, creator])
  const post_ids = (await db<{ id: string }[]>`select id from posts`).map(({ id }) => id)
  let told = 0
  const tell = async () => {
    const { token: authorization } = watchers[told % watchers.length] as { token: string }
    const from = (told * 37) % post_ids.length
    told += 1
    const answer = await fetch(`${url}/api/views`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ post_ids: post_ids.slice(from, from + WATCHING.posts) }),
    })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`Views were answered with ${answer.status}`)
  }
  const load = (seconds: number) =>
    runLoad({ urls: [`${url}/api${picture}?w=960`], headers: { authorization: token }, connections: 1, seconds })
  const p50 = { rest: [] as number[], meanwhile: [] as number[] }
  await load(1)
  for (let run = 0; run < RUNS; run += 1) {
    p50.rest.push((await load(SECONDS)).p50_ms)
    await db`delete from post_viewers where viewer_id = any(${watchers.map(({ id }) => id)})`
    const bytes = load(SECONDS)
    const calls: Promise<void>[] = []
    for (let call = 0; call < WATCHING.calls_per_second * SECONDS; call += 1) {
      calls.push(tell())
      await pause(1000 / WATCHING.calls_per_second)
    }
    p50.meanwhile.push((await bytes).p50_ms)
    await Promise.all(calls)
  }
  const [meanwhile, rest] = [median(p50.meanwhile), median(p50.rest)]
  return {
    what: `bytes of a picture while ${WATCHING.calls_per_second} calls a second tell of ${WATCHING.posts} seen posts each, relative to rest: p50`,
    bar: { at_most: 1.2 },
    ratio: meanwhile / rest,
    figures: `${meanwhile.toFixed(2)} / ${rest.toFixed(2)} ms`,
  }
}

/**
 * Posts of the last 29 days, each seen by as many people. The job, which runs every five minutes, has not counted the views of
 * an hour yet.
 */
async function fillViews(db: Db, { id }: Person, views: number): Promise<void> {
  const each = views / POSTS
  await db.unsafe(`
    begin;
    set local session_replication_role = replica;
    set local synchronous_commit = off;
    create temporary table viewer on commit drop as
      select gen_random_uuid() as id, n from generate_series(1, ${Math.max(50, each * 4)}) n;
    insert into users (id, email, email_key, username, password_hash, created_at)
      select id, id || '@loge.test', id || '@loge.test', left(replace(id::text, '-', ''), 30), 'none', now() from viewer;
    create temporary table made on commit drop as
      select gen_random_uuid() as media_id, at, n,
        (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n || '${id}'), 1, 3)
          || '8' || substr(md5('${id}' || n), 1, 15))::uuid as id
      from (select n, now() - n * interval '3 hours' as at from generate_series(1, ${POSTS}) n) post;
    insert into media (id, owner_id, store_key, content_type, files, created_at)
      select media_id, '${id}'::uuid, 'none/' || media_id, 'image/webp', '[]', at from made;
    insert into posts (id, profile_id, media_id, description, protected, likes_count, created_at, width, height)
      select id, '${id}'::uuid, media_id, 'Post ' || n, false, 0, at, 480, 600 from made;
    create temporary table seen on commit drop as
      select made.id as post_id, viewer.id as viewer_id, greatest(at, now() - interval '29 days')::date as day,
        at < current_date or viewer.n % 24 <> 0 as counted
      from made join viewer on (viewer.n + made.n) % 4 = 0 limit ${views};
    insert into post_viewers (post_id, viewer_id, day, counted) select * from seen;
    insert into post_tallies (post_id, people) select post_id, count(*) from seen where counted group by 1;
    create temporary table looked on commit drop as
      select viewer_id, day, coalesce(day - lag(day) over (partition by viewer_id order by day), 31)::smallint as gap, bool_and(counted) as counted
      from (select viewer_id, day, bool_and(counted) as counted from seen group by 1, 2) days group by viewer_id, day;
    insert into creator_viewers (profile_id, viewer_id, day, gap, counted) select '${id}'::uuid, * from looked;
    insert into creator_tallies (profile_id, day, gap, people) select '${id}'::uuid, day, gap, count(*) from looked where counted group by 1, 2, 3;
    commit`)
}
