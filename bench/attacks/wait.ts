import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Asks from an address of this machine's own loopback network, so that attackers and honest people are strangers. */
export interface Ask {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array | string
  /** The loopback address the request comes from. */
  from: string
}

const agents = new Map<string, Agent>()

function agentFor(from: string): Agent {
  const agent = agents.get(from) ?? new Agent({ keepAlive: true, localAddress: from })
  agents.set(from, agent)
  return agent
}

export function closeAgents(): void {
  for (const agent of agents.values()) agent.destroy()
  agents.clear()
}

/** The status of the answer, once it is read to its end. */
export function ask(url: string, { method = 'GET', headers = {}, body, from }: Ask): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const asked = request(url, { method, headers: { ...headers, ...length }, agent: agentFor(from) }, (answer) => {
      answer.on('error', reject).on('end', () => resolve(answer.statusCode ?? 0))
      answer.resume()
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

export interface Waits {
  p99_ms: number
  /** How many were refused, or gave up. */
  refused: number
}

const THINKING_MS = 20
const PATIENCE_MS = 30_000

/** How long somebody waits for each of the answers within this time, who thinks for a moment between them. */
export async function waits(seconds: number, act: () => Promise<void>): Promise<Waits> {
  const times: number[] = []
  let refused = 0
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const asked = performance.now()
    const isServed = await Promise.race([served(act()), pause(PATIENCE_MS, false, { ref: false })])
    if (!isServed) refused += 1
    times.push(performance.now() - asked)
    await pause(THINKING_MS)
  }
  return { p99_ms: p99(times), refused }
}

async function served(deed: Promise<void>): Promise<boolean> {
  return await deed.then(
    () => true,
    () => false,
  )
}

function p99(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN
}
