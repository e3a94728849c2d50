import { setTimeout as pause } from 'node:timers/promises'
import { formBody, noisePicture } from '../../tests/support/files/pictures.ts'
import { type Line, talk, throughProduct } from '../chat.ts'
import { createPairs, type Pair } from '../conversation-pairs.ts'
import { median, type Row } from '../row.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { Scale, Scenario } from './scenario.ts'
import { startToldServices, type ToldServices } from './told-services.ts'

const PAIRS = 50
const POSTS = 2
const SECONDS = 3
const RESTS = 3
/** How many parts of that length at most are measured while notices and pushes of a post are on their way. */
const PARTS_MAX = 10
/** The post during whose telling a process is killed. */
const KILLED_AT = 1
const KILLED_AFTER = 500
const PUBLISHED_MS = 30_000
/** So long until the pushes of a post are on their way. Telling comes before, every two seconds. */
const FIRST_PUSHES_MS = 60_000
/** So long until everybody was told of a post. Mails take longest: a process sends one after the other. */
const TOLD_MS = 600_000
/** What a process may have handed over without having written it down: its places for pushes, and one mail. */
const REPEATED_MAX = { pushes: 20, mails: 1 }

const ROWS = {
  wrong: {
    what: `${POSTS} posts to ten thousand subscribers with a device each, a process killed meanwhile: notices, pushes and mails lost or doubled`,
    bar: { at_most: 0 },
  },
  chat: { what: 'live chat meanwhile, relative to its speed at rest', bar: { at_least: 0.8 } },
} as const satisfies Record<string, Pick<Row, 'what' | 'bar'>>

/** Subscribers of one creator, who are not connected. */
export async function addSubscribers({ db }: Cluster, creator_id: string, { subscribers }: Scale): Promise<void> {
  await db`
    with person as (
      insert into users (id, email, email_key, username, password_hash, created_at)
      select gen_random_uuid(), 'told-' || n || '@loge.test', 'told-' || n || '@loge.test', 'told-' || n, 'none', now()
      from generate_series(1, ${subscribers}::int) n returning id
    )
    insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
    select gen_random_uuid(), id, ${creator_id}, now() - interval '1 day', now() + interval '30 days', now() from person`
}

/** Each of them has a device for pushes, and wants a mail of posts. */
async function addDevices({ db }: Cluster, { device }: ToldServices): Promise<void> {
  await db`
    with session as (
      insert into sessions (id, user_id, created_at, last_used_at, rotated_at, user_agent)
      select gen_random_uuid(), id, now(), now(), now(), 'bench' from users where username like 'told-%'
      returning id, user_id
    )
    insert into push_devices (id, user_id, session_id, endpoint, p256dh, auth, created_at)
    select gen_random_uuid(), user_id, id, ${device.origin} || '/' || user_id, ${device.p256dh}, ${device.auth}, now()
    from session`
  await db`
    insert into notification_settings (user_id, choices, updated_at)
    select id, '{"post": {"mail": true}}', now() from users where username like 'told-%'`
}

async function publish(url: string, token: string): Promise<string> {
  const { payload, headers } = await formBody({ description: 'To all', protected: 'true', file: await noisePicture() })
  const answer = await fetch(`${url}/api/posts`, {
    method: 'POST',
    headers: { ...headers, authorization: token },
    body: Uint8Array.from(payload),
    signal: AbortSignal.timeout(PUBLISHED_MS),
  })
  if (answer.status !== 201) throw new Error(`A post was answered with ${answer.status}`)
  return ((await answer.json()) as { id: string }).id
}

/** How many tellings, pushes and mails still wait. */
async function findWaiting({ db }: Cluster): Promise<{ tellings: number; pushes: number; mails: number }> {
  const [waiting] = await db<{ tellings: number; pushes: number; mails: number }[]>`
    select (select count(*) from tellings)::int as tellings,
      (select count(*) from push_deliveries)::int + (count(*) filter (where push_at is not null))::int as pushes,
      (count(*) filter (where mailed_at is null))::int as mails
    from member_notices where kind = 'new_post'`
  return waiting ?? { tellings: 0, pushes: 0, mails: 0 }
}

/** Until nobody waits for a notice, a push or a mail any more. False if that took too long. */
async function untilTold(cluster: Cluster): Promise<boolean> {
  const end = Date.now() + TOLD_MS
  for (;;) {
    const { tellings, pushes, mails } = await findWaiting(cluster)
    if (tellings + pushes + mails === 0) return true
    console.error(`${tellings} tellings, ${pushes} pushes and ${mails} mails wait`)
    if (Date.now() > end) return false
    await pause(2000)
  }
}

/** The speed of the chat until all pushes have been sent, in parts. */
async function talkMeanwhile(cluster: Cluster, lines: Line[]): Promise<number[]> {
  const parts: number[] = []
  for (;;) {
    parts.push(await talk(lines, SECONDS))
    const { tellings, pushes } = await findWaiting(cluster)
    if (tellings + pushes === 0 || parts.length === PARTS_MAX) return parts
  }
}

/** Kills the second process while pushes are on their way, and starts another one. Says how many were told by then. */
async function killMeanwhile(
  { db, products, add }: Cluster,
  { pushes }: ToldServices,
  { post_id, after }: { post_id: string; after: number },
): Promise<number> {
  const [before, end] = [pushes.size, Date.now() + FIRST_PUSHES_MS]
  while (pushes.size < before + after) {
    if (Date.now() > end) {
      throw new Error(
        `Of a post, ${pushes.size - before} pushes arrived within ${FIRST_PUSHES_MS / 1000} s, not ${after}`,
      )
    }
    await pause(5)
  }
  process.kill(products[1]?.pid ?? Number.NaN, 'SIGKILL')
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from member_notices where post_id = ${post_id} and kind = 'new_post'`
  await add()
  return row?.count ?? 0
}

async function tellAll(
  cluster: Cluster,
  services: ToldServices,
  { subscribers }: Scale,
  pairs: Pair[],
): Promise<Row[]> {
  const { db, products } = cluster
  const url = products[0]?.url ?? ''
  const token = pairs[0]?.creator.token ?? ''
  const posts: string[] = []
  const rounds: { rest: number; telling: number[]; seconds: number }[] = []
  let told_before = 0
  let isComplete = true
  for (let round = 0; round < POSTS && isComplete; round += 1) {
    // Nobody talks while the last mails of a post are sent, and a connection without a request is closed after a while.
    const lines = await Promise.all(pairs.map((pair) => throughProduct(url, pair)))
    await talk(lines, 1)
    const rests: number[] = []
    while (rests.length < RESTS) rests.push(await talk(lines, SECONDS))
    const rest = median(rests)
    const post_id = await publish(url, token)
    posts.push(post_id)
    const from = performance.now()
    const after = Math.min(KILLED_AFTER, Math.ceil(subscribers / 4))
    const killing = round === KILLED_AT ? killMeanwhile(cluster, services, { post_id, after }) : undefined
    const [telling, told] = await Promise.all([talkMeanwhile(cluster, lines), killing])
    for (const line of lines) line.close()
    told_before = told ?? told_before
    isComplete = await untilTold(cluster)
    rounds.push({ rest, telling, seconds: (performance.now() - from) / 1000 })
    console.error(`chat ${telling.map(Math.round).join(', ')} of ${Math.round(rest)} messages a second`)
  }
  const [counted] = await db<{ right: number; all: number }[]>`
    select count(*) filter (where count = ${POSTS})::int as right, coalesce(sum(count), 0)::int as all
    from (
      select n.user_id, count(*) from member_notices n join users u on u.id = n.user_id
      where n.kind = 'new_post' and n.post_id = any(${posts}) and u.username like 'told-%' group by 1
    ) told`
  const { right = 0, all = 0 } = counted ?? {}
  const [pushes, mails] = [arrived(services.pushes), arrived(services.mails)]
  const expected = subscribers * POSTS
  const wrong =
    subscribers - right + Math.abs(all - expected) + Math.abs(pushes.all - expected) + Math.abs(mails.all - expected)
  // A push or mail that was repeated replaces itself: it has the same topic, or the same Message-ID.
  const repeated = Math.max(pushes.repeated - REPEATED_MAX.pushes, 0) + Math.max(mails.repeated - REPEATED_MAX.mails, 0)
  const undisturbed = rounds.filter((_, round) => round !== KILLED_AT)
  const telling = median(undisturbed.flatMap((round) => round.telling))
  const rest = median(undisturbed.map((round) => round.rest))
  return [
    {
      ...ROWS.wrong,
      ratio: wrong + repeated,
      figures: `${subscribers} people: ${all} notices, ${pushes.all} pushes (${pushes.repeated} repeated by the kill), ${mails.all} mails (${mails.repeated}); killed after ${told_before}; ${isComplete ? 'all told' : 'given up'} after ${rounds.map(({ seconds }) => seconds.toFixed(0)).join(', ')} s`,
    },
    {
      ...ROWS.chat,
      ratio: telling / rest,
      figures: `${Math.round(telling)} / ${Math.round(rest)} messages a second`,
    },
  ]
}

/** How many different ones arrived, and how many of them came again. */
function arrived(counts: ReadonlyMap<string, number>): { all: number; repeated: number } {
  const times = [...counts.values()].reduce((sum, times) => sum + times, 0)
  return { all: counts.size, repeated: times - counts.size }
}

export const told: Scenario = {
  name: 'told',
  needs: ['redis-server'],
  rows: Object.values(ROWS),
  async measure(scale) {
    const services = await startToldServices()
    const cluster = await startCluster({ processes: 2, env: services.env })
    const pairs = await createPairs(cluster.database_url, PAIRS)
    const [pair] = pairs
    await addSubscribers(cluster, pair?.creator.id ?? '', scale)
    await addDevices(cluster, services)
    try {
      return await tellAll(cluster, services, scale, pairs)
    } finally {
      await cluster.stop()
      await services.stop()
    }
  },
}
