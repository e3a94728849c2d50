import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Product } from '../../tests/e2e/support/product.ts'
import { subscribe } from '../cable-socket.ts'
import { cableUrl, channelOf, createPairs, type Pair } from '../conversation-pairs.ts'
import { processSeconds } from '../cpu.ts'
import type { Row } from '../row.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { Scenario } from './scenario.ts'

const MESSAGES = 30_000
const KILLS = 8
const PAIRS = 60
/** How long a message may be on its way, and a mistake in the settings unnoticed. */
const WITHIN_MS = 10_000
/** A client whose request failed waits so long. */
const RETRY_MS = 200
const IDLE_MESSAGES = 10_000

const UNHEARD = {
  what: `messages of ${MESSAGES} that open sockets of another process did not hear within 10 s, ${KILLS} processes killed`,
  bar: { at_most: 0 },
}
const IDLE = { what: 'CPU s of a process without sockets, per 1,000 messages of others', bar: { at_most: 0.01 } }
const OTHER_KEY = { what: 'another SECRET_KEY beside a process, s until its metric says so', bar: { at_most: 10 } }
const NO_REDIS = { what: 'no REDIS_URL beside a process, s until its metric says so', bar: { at_most: 10 } }

/** Sends a message; undefined if there was no answer. */
async function send({ url }: Product, pair: Pair, client_id: string): Promise<number | undefined> {
  try {
    const answer = await fetch(`${url}/api/conversations/${pair.conversation_id}/messages`, {
      method: 'POST',
      headers: { authorization: pair.fan.token, 'content-type': 'application/json' },
      body: JSON.stringify({ content: client_id, client_id }),
      signal: AbortSignal.timeout(WITHIN_MS),
    })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return undefined
  }
}

/** Records when each message arrives at the recipients, who are all connected to one process. */
async function listenAt({ url }: Product, pairs: Pair[]) {
  const heard = new Map<string, number>()
  const sockets = await Promise.all(
    pairs.map(async (pair) => {
      const socket = await subscribe(cableUrl(url, pair.creator.token), channelOf(pair))
      socket.onMessage((frame) => {
        const client_id = frame.match(/"client_id":"([0-9a-f-]{36})"/)?.[1]
        if (client_id !== undefined && !heard.has(client_id)) heard.set(client_id, Date.now())
      })
      return socket
    }),
  )
  return { heard, close: () => sockets.forEach((socket) => void socket.close()) }
}

/**
 * Fans send to two processes, which are killed and replaced in turns; the recipients are connected to a third one. After
 * a lost answer two of three senders retry at the other process, as the web app does; the third one is gone.
 */
async function killWhilePeopleWrite(cluster: Cluster): Promise<Row> {
  const pairs = await createPairs(cluster.database_url, PAIRS)
  const [first, ...others] = cluster.products as [Product, Product, Product]
  const open = await listenAt(first, pairs)
  const acknowledged = new Set<string>()
  let sent = 0
  let killed = 0

  async function write(pair: Pair, number: number): Promise<void> {
    while (sent < MESSAGES) {
      sent += 1
      const client_id = randomUUID()
      let turn = sent + number
      const attempt = () => send(others[turn % others.length] as Product, pair, client_id)
      let status = await attempt()
      if (status === undefined) await pause(RETRY_MS)
      while (status !== 201 && number % 3 !== 0) {
        turn += 1
        status = await attempt()
        if (status === undefined) await pause(RETRY_MS)
      }
      if (status === 201) acknowledged.add(client_id)
    }
  }

  async function killInTurns(): Promise<void> {
    while (killed < KILLS) {
      while (sent < ((killed + 0.5) * MESSAGES) / KILLS) await pause(5)
      const turn = killed % others.length
      process.kill(others[turn]?.pid ?? 0, 'SIGKILL')
      killed += 1
      others[turn] = await cluster.add()
    }
  }

  try {
    await Promise.all([killInTurns(), ...pairs.map(write)])
    const stored = await cluster.db<{ client_id: string; created_at: Date }[]>`
      select client_id, created_at from messages where client_id is not null`
    const late = () =>
      stored.filter(({ client_id, created_at }) => {
        const at = open.heard.get(client_id)
        return at === undefined || at - created_at.getTime() > WITHIN_MS
      })
    const give_up_at = Date.now() + 2 * WITHIN_MS
    while (Date.now() < give_up_at && stored.some(({ client_id }) => !open.heard.has(client_id))) await pause(100)
    const missing = late()
    const times = stored.map(({ client_id, created_at }) => (open.heard.get(client_id) ?? 0) - created_at.getTime())
    const announced = times.filter((ms) => ms > 1000).length
    return {
      ...UNHEARD,
      ratio: missing.length,
      figures: `${stored.length} stored, ${acknowledged.size} acknowledged, ${missing.filter(({ client_id }) => acknowledged.has(client_id)).length} of these unheard; ${announced} took longer than 1 s, the longest ${(Math.max(...times) / 1000).toFixed(1)} s`,
    }
  } finally {
    open.close()
  }
}

/** The third process has no sockets. What it spends without messages does not count. */
async function idleWhileOthersWrite(cluster: Cluster): Promise<Row> {
  const [first, second, idle] = cluster.products as [Product, Product, Product]
  const pairs = await createPairs(cluster.database_url, 20)
  const open = await listenAt(second, pairs)
  try {
    await pause(3000)
    const rest_from = { cpu: processSeconds(idle.pid), at: Date.now() }
    await pause(10_000)
    const rest = (processSeconds(idle.pid) - rest_from.cpu) / (Date.now() - rest_from.at)
    const from = { cpu: processSeconds(idle.pid), at: Date.now() }
    let sent = 0
    await Promise.all(
      pairs.map(async (pair) => {
        while (sent < IDLE_MESSAGES) {
          sent += 1
          await send(first, pair, randomUUID())
        }
      }),
    )
    const spent = processSeconds(idle.pid) - from.cpu
    const base = rest * (Date.now() - from.at)
    return {
      ...IDLE,
      ratio: (Math.max(0, spent - base) / sent) * 1000,
      figures: `${spent.toFixed(2)} s during ${sent} messages, ${base.toFixed(2)} s at rest in the same time, ${open.heard.size} heard elsewhere`,
    }
  } finally {
    open.close()
  }
}

async function isConnected({ url }: Product): Promise<boolean> {
  return /^loge_live_connected 1$/m.test(await (await fetch(`${url}/api/metrics`)).text())
}

/** Starts a process with wrong settings, and waits until the first one and this one say that they are deaf. */
async function noticeWrongSettings(
  cluster: Cluster,
  row: Pick<Row, 'what' | 'bar'>,
  env: Record<string, string>,
): Promise<Row> {
  const [first] = cluster.products as [Product]
  while (!(await isConnected(first))) await pause(100)
  first.takeLog()
  const other = await cluster.add(env)
  const from = Date.now()
  while ((await isConnected(first)) || (await isConnected(other))) {
    if (Date.now() - from > 6 * WITHIN_MS) break
    await pause(100)
  }
  const seconds = (Date.now() - from) / 1000
  const line = first.takeLog().match(/"msg":"(another process[^"]*)"/)?.[1]
  await other.stop()
  return { ...row, ratio: line === undefined ? Number.POSITIVE_INFINITY : seconds, figures: line ?? 'no error line' }
}

async function withCluster(measure: (cluster: Cluster) => Promise<Row>): Promise<Row> {
  const cluster = await startCluster({ env: { SECRET_KEY: 'a'.repeat(32) } })
  try {
    return await measure(cluster)
  } finally {
    await cluster.stop()
  }
}

export const live: Scenario = {
  name: 'live',
  needs: ['redis-server'],
  rows: [UNHEARD, IDLE, OTHER_KEY, NO_REDIS],
  async measure() {
    return [
      await withCluster(killWhilePeopleWrite),
      await withCluster(idleWhileOthersWrite),
      await withCluster((cluster) => noticeWrongSettings(cluster, OTHER_KEY, { SECRET_KEY: 'b'.repeat(32) })),
      await withCluster((cluster) => noticeWrongSettings(cluster, NO_REDIS, { REDIS_URL: '' })),
    ]
  },
}
