import { setTimeout as pause } from 'node:timers/promises'
import { formBody, noisePicture } from '../../tests/support/files/pictures.ts'
import { type Line, talk, throughProduct } from '../chat.ts'
import { createPairs, type Pair } from '../conversation-pairs.ts'
import { median, type Row } from '../row.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { Scenario } from './scenario.ts'

const SUBSCRIBERS = 10_000
const PAIRS = 50
const POSTS = 5
const SECONDS = 3
/** The post during whose telling a process is killed. */
const KILLED_AT = 2
const TOLD_MS = 120_000

const ROWS = {
  wrong: {
    what: `${POSTS} posts to ${SUBSCRIBERS} subscribers, a process killed meanwhile: notices lost or doubled`,
    bar: { at_most: 0 },
  },
  chat: { what: 'live chat meanwhile, relative to its speed at rest', bar: { at_least: 0.8 } },
} as const satisfies Record<string, Pick<Row, 'what' | 'bar'>>

/** Subscribers of one creator, who are not signed in. */
export async function addSubscribers({ db }: Cluster, creator_id: string): Promise<void> {
  await db`
    with person as (
      insert into users (id, email, email_key, username, password_hash, created_at)
      select gen_random_uuid(), 'told-' || n || '@loge.test', 'told-' || n || '@loge.test', 'told-' || n, 'none', now()
      from generate_series(1, ${SUBSCRIBERS}::int) n returning id
    )
    insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
    select gen_random_uuid(), id, ${creator_id}, now() - interval '1 day', now() + interval '30 days', now() from person`
}

async function publish(url: string, token: string): Promise<string> {
  const { payload, headers } = await formBody({ description: 'To all', protected: 'true', file: await noisePicture() })
  const answer = await fetch(`${url}/api/posts`, {
    method: 'POST',
    headers: { ...headers, authorization: token },
    body: Uint8Array.from(payload),
  })
  if (answer.status !== 201) throw new Error(`A post was answered with ${answer.status}`)
  return ((await answer.json()) as { id: string }).id
}

async function untilTold({ db }: Cluster): Promise<void> {
  const end = Date.now() + TOLD_MS
  while ((await db`select 1 from tellings limit 1`).length > 0) {
    if (Date.now() > end) throw new Error('People were not told within two minutes')
    await pause(50)
  }
}

/** Kills the second process once some subscribers are told, and starts another one. */
async function killMeanwhile(cluster: Cluster, post_id: string): Promise<number> {
  const { db, products } = cluster
  let told = 0
  while (told === 0) {
    const [row] = await db<{ count: number }[]>`
      select count(*)::int as count from member_notices where post_id = ${post_id} and kind = 'new_post'`
    told = row?.count ?? 0
  }
  process.kill(products[1]?.pid ?? Number.NaN, 'SIGKILL')
  await cluster.add()
  return told
}

async function tellAll(cluster: Cluster, lines: Line[], creator: Pair['creator']): Promise<Row[]> {
  const { db, products } = cluster
  const [first] = products
  const posts: string[] = []
  const rounds: { rest: number; telling: number; seconds: number }[] = []
  let told_before = 0
  await talk(lines, 1)
  for (let round = 0; round < POSTS; round += 1) {
    const rest = await talk(lines, SECONDS)
    const post_id = await publish(first?.url ?? '', creator.token)
    posts.push(post_id)
    const from = performance.now()
    const killing = round === KILLED_AT ? killMeanwhile(cluster, post_id) : undefined
    const telling = await talk(lines, SECONDS)
    told_before = (await killing) ?? told_before
    await untilTold(cluster)
    rounds.push({ rest, telling, seconds: (performance.now() - from) / 1000 })
  }
  const [counted] = await db<{ right: number; all: number }[]>`
    select count(*) filter (where count = ${POSTS})::int as right, coalesce(sum(count), 0)::int as all
    from (
      select n.user_id, count(*) from member_notices n join users u on u.id = n.user_id
      where n.kind = 'new_post' and n.post_id = any(${posts}) and u.username like 'told-%' group by 1
    ) told`
  const { right = 0, all = 0 } = counted ?? {}
  const undisturbed = rounds.filter((_, round) => round !== KILLED_AT)
  const rate = (side: 'rest' | 'telling') => Math.round(median(undisturbed.map((round) => round[side])))
  return [
    {
      ...ROWS.wrong,
      ratio: SUBSCRIBERS - right + Math.abs(all - SUBSCRIBERS * POSTS),
      figures: `${all} notices; killed after ${told_before}; all told after ${rounds.map(({ seconds }) => seconds.toFixed(1)).join(', ')} s`,
    },
    {
      ...ROWS.chat,
      ratio: median(undisturbed.map((round) => round.telling / round.rest)),
      figures: `${rate('telling')} / ${rate('rest')} messages a second`,
    },
  ]
}

export const told: Scenario = {
  name: 'told',
  needs: ['redis-server'],
  rows: Object.values(ROWS),
  async measure() {
    const cluster = await startCluster({ processes: 2 })
    const pairs = await createPairs(cluster.database_url, PAIRS)
    const [{ creator }] = pairs as [Pair]
    await addSubscribers(cluster, creator.id)
    const lines = await Promise.all(pairs.map((pair) => throughProduct(cluster.products[0]?.url ?? '', pair)))
    try {
      return await tellAll(cluster, lines, creator)
    } finally {
      for (const line of lines) line.close()
      await cluster.stop()
    }
  },
}
