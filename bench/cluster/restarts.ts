import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../../server/db/embedded/server-process.ts'
import { createPairs, type Pair } from '../conversation-pairs.ts'
import type { Row } from '../row.ts'
import { startCluster } from './cluster.ts'
import { type ReverseProxy, startCaddy, startNginx } from './proxies.ts'
import type { Scenario } from './scenario.ts'

const ROUNDS = 3
const PROCESSES = 3
const PER_SECOND = 100
/** Longer than the proxies keep an idle connection to a process. `compose.yaml` recommends the same. */
const DRAIN_SECONDS = '5'

const NGINX = { what: 'nginx, three rolling restarts: failed requests', bar: { at_most: 0 } }
const CADDY = { what: 'Caddy, three rolling restarts: failed requests', bar: { at_most: 0 } }

/** Rolling restarts behind the proxies with the configuration files of the repository, while people read and write. */
export const restarts: Scenario = {
  name: 'restarts',
  needs: ['nginx', 'caddy'],
  rows: [NGINX, CADDY],
  async measure() {
    return [
      await rollingRestarts(NGINX, (upstreams) => startNginx(upstreams)),
      await rollingRestarts(CADDY, (upstreams) => startCaddy(upstreams)),
    ]
  },
}

async function rollingRestarts(
  row: Pick<Row, 'what' | 'bar'>,
  startProxy: (upstreams: string[]) => Promise<ReverseProxy>,
  settings: Record<string, string> = { DRAIN_SECONDS },
): Promise<Row> {
  const data_dir = await mkdtemp(join(tmpdir(), 'loge-restarts-'))
  const ports = await Promise.all(Array.from({ length: PROCESSES }, findFreePort))
  // The port and the folder of a process stay the same when it is started again.
  const env = { DATA_DIR: data_dir, TRUST_PROXY: '1', ...settings }
  const cluster = await startCluster({ processes: 0, env })
  try {
    for (const port of ports) await cluster.add({ PORT: String(port) })
    const proxy = await startProxy(ports.map((port) => `127.0.0.1:${port}`))
    try {
      const [pair] = await createPairs(cluster.database_url, 1)
      if (!pair) throw new Error('there is no pair')
      const load = startLoad(proxy.url, pair)
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const port of ports) {
          load.noteSignal()
          await cluster.products.shift()?.stop()
          await cluster.add({ PORT: String(port) })
          // The next process is restarted when the proxy uses this one again, as an orchestrator does it.
          await setTimeout(2000)
        }
      }
      const counts = await load.stop()
      const [stored] = await cluster.db<{ messages: number; texts: number }[]>`
        select count(*)::int as messages, count(distinct content)::int as texts from messages`
      return describe(row, counts, stored ?? { messages: 0, texts: 0 })
    } finally {
      await proxy.stop()
    }
  } finally {
    await cluster.stop()
    await rm(data_dir, { recursive: true, force: true })
  }
}

interface Counts {
  requests: number
  /** Messages that the server has acknowledged. */
  written: number
  server_errors: number
  connection_errors: number
  other_answers: number
  slowest_ms: number
  /** What failed and when, counted from the signal before, to find out why. */
  failures: string[]
}

/** Sends reads and writes in turn at a fixed rate, whether or not earlier ones have been answered. */
function startLoad(url: string, pair: Pair): { noteSignal(): void; stop(): Promise<Counts> } {
  const agent = new Agent({ keepAlive: true })
  const counts: Counts = {
    requests: 0,
    written: 0,
    server_errors: 0,
    connection_errors: 0,
    other_answers: 0,
    slowest_ms: 0,
    failures: [],
  }
  let signalled_at = 0
  const running = new Set<Promise<void>>()

  async function ask(number: number): Promise<void> {
    const startedAt = performance.now()
    const isWrite = number % 2 === 1
    counts.requests += 1
    try {
      const status = isWrite
        ? // Without a client_id, so that a request that is sent twice is stored twice.
          await send(`${url}/api/conversations/${pair.conversation_id}/messages`, { content: `Message ${number}` })
        : await send(`${url}/api/posts`)
      if (status >= 500) counts.server_errors += 1
      else if (status >= 400) counts.other_answers += 1
      else if (isWrite) counts.written += 1
      if (status >= 400) fail(isWrite, status)
    } catch (error) {
      counts.connection_errors += 1
      fail(isWrite, error)
    }
    counts.slowest_ms = Math.max(counts.slowest_ms, performance.now() - startedAt)
  }

  function fail(isWrite: boolean, why: unknown): void {
    const seconds = (performance.now() - signalled_at) / 1000
    counts.failures.push(`${isWrite ? 'POST' : 'GET'} ${why} ${seconds.toFixed(2)} s after SIGTERM`)
  }

  function send(address: string, body?: unknown): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const headers = { authorization: pair.fan.token, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const sent = request(address, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
      answer.once('error', reject)
    })
    sent.once('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
    return promise
  }

  const startedAt = performance.now()
  let number = 0
  const timer = setInterval(() => {
    for (; number < ((performance.now() - startedAt) / 1000) * PER_SECOND; number += 1) {
      const asked = ask(number).finally(() => running.delete(asked))
      running.add(asked)
    }
  }, 1000 / PER_SECOND)

  return {
    noteSignal() {
      signalled_at = performance.now()
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
      agent.destroy()
      return counts
    },
  }
}

function describe(row: Pick<Row, 'what' | 'bar'>, counts: Counts, stored: { messages: number; texts: number }): Row {
  const { requests, written, server_errors, connection_errors, other_answers, slowest_ms, failures } = counts
  const lost = Math.max(0, written - stored.texts)
  const doubled = stored.messages - stored.texts
  return {
    ...row,
    ratio: server_errors + connection_errors + other_answers + lost + doubled,
    figures: `of ${requests}: ${server_errors} × 5xx, ${connection_errors} connection errors, ${other_answers} × 4xx; ${written} messages acknowledged, ${lost} lost, ${doubled} doubled; slowest ${Math.round(slowest_ms)} ms${failures.length > 0 ? `; ${failures.slice(0, 5).join(', ')}` : ''}`,
  }
}
