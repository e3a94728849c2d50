import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Line, talk, throughProduct } from '../chat.ts'
import { createPairs, type Pair } from '../conversation-pairs.ts'
import { median, type Row } from '../row.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { Scale, Scenario } from './scenario.ts'
import { addSubscribers } from './told.ts'

const PAIRS = 50
const SECONDS = 3
/** How often the speed at rest is measured, half of it before and half of it after. */
const RESTS = 6
/** The part of the sending during which a process is killed. */
const KILLED_AT = 1
const SENT_MS = 400_000

const ROWS = {
  wrong: {
    what: 'a message to ten thousand subscribers, a process killed meanwhile: messages lost or doubled',
    bar: { at_most: 0 },
  },
  chat: { what: 'others’ live chat meanwhile, relative to its speed at rest', bar: { at_least: 0.8 } },
} as const satisfies Record<string, Pick<Row, 'what' | 'bar'>>

async function writeToMany(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/api/broadcasts`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ audience: 'all', content: 'Good evening {name}.', client_id: randomUUID() }),
  })
  if (answer.status !== 201) throw new Error(`A broadcast was answered with ${answer.status}`)
  return ((await answer.json()) as { id: string }).id
}

async function isSent({ db }: Cluster, id: string): Promise<boolean> {
  return (await db`select 1 from broadcasts where id = ${id} and ended_at is not null`).length > 0
}

/** Kills the second process, which sends too, and starts another one. */
async function killOne(cluster: Cluster): Promise<void> {
  process.kill(cluster.products[1]?.pid ?? Number.NaN, 'SIGKILL')
  await cluster.add()
}

async function sendAll(
  cluster: Cluster,
  { subscribers }: Scale,
  lines: Line[],
  creator: Pair['creator'],
): Promise<Row[]> {
  const { db, products } = cluster
  const rests: number[] = []
  const sendings: number[] = []
  const restOnce = async () => void rests.push(await talk(lines, SECONDS))
  await talk(lines, 1)
  for (let n = 0; n < RESTS / 2; n += 1) await restOnce()
  console.error(`at rest: ${rests.map(Math.round).join(', ')} messages a second`)
  const id = await writeToMany(products[0]?.url ?? '', creator.token)
  const from = performance.now()
  for (let part = 0; !(await isSent(cluster, id)) && performance.now() - from < SENT_MS; part += 1) {
    const killing = part === KILLED_AT ? killOne(cluster) : undefined
    const rate = await talk(lines, SECONDS)
    await killing
    if (!killing) sendings.push(rate)
    const [row] = await db<{ sent: number }[]>`select sent from broadcasts where id = ${id}`
    console.error(
      `${((performance.now() - from) / 1000).toFixed(0)} s: ${row?.sent} sent, chat ${Math.round(rate)} a second`,
    )
    await pause(50)
  }
  const isComplete = await isSent(cluster, id)
  const seconds = (performance.now() - from) / 1000
  for (let n = 0; n < RESTS / 2; n += 1) await restOnce()
  const [counted] = await db<{ right: number; all: number }[]>`
    select count(*) filter (where count = 1)::int as right, coalesce(sum(count), 0)::int as all
    from (
      select c.fan_id, count(*) from messages m join conversations c on c.id = m.conversation_id
        join users u on u.id = c.fan_id
      where m.client_id = ${id} and u.username like 'told-%' group by 1
    ) sent`
  const { right = 0, all = 0 } = counted ?? {}
  const [rest, sending] = [median(rests), median(sendings)]
  return [
    {
      ...ROWS.wrong,
      ratio: subscribers - right + Math.abs(all - subscribers),
      figures: `${all} messages to ${subscribers}; ${isComplete ? 'all sent' : 'given up'} after ${seconds.toFixed(0)} s`,
    },
    {
      ...ROWS.chat,
      ratio: sending / rest,
      figures: `${Math.round(sending)} / ${Math.round(rest)} messages a second, median of ${sendings.length} and ${RESTS} parts`,
    },
  ]
}

export const broadcasts: Scenario = {
  name: 'broadcasts',
  needs: ['redis-server'],
  rows: Object.values(ROWS),
  async measure(scale) {
    const cluster = await startCluster({ processes: 2 })
    const pairs = await createPairs(cluster.database_url, PAIRS)
    const [{ creator }] = pairs as [Pair]
    await addSubscribers(cluster, creator.id, scale)
    const lines = await Promise.all(pairs.map((pair) => throughProduct(cluster.products[0]?.url ?? '', pair)))
    try {
      return await sendAll(cluster, scale, lines, creator)
    } finally {
      for (const line of lines) line.close()
      await cluster.stop()
    }
  },
}
