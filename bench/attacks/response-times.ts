import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** A request from an address of the loopback network, so that attackers and honest users have different addresses. */
export interface Ask {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array | string
  /** The source address of the request. */
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

/** Sends a request and reads the response to its end. Returns the status. */
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
  /** How many requests were refused or timed out. */
  refused: number
}

const PAUSE_MS = 20
const TIMEOUT_MS = 30_000

/** Repeats an action for some seconds, with a short pause between, and measures how long each takes. */
export async function waits(seconds: number, act: () => Promise<void>): Promise<Waits> {
  const times: number[] = []
  let refused = 0
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const asked = performance.now()
    const isServed = await Promise.race([served(act()), pause(TIMEOUT_MS, false, { ref: false })])
    if (!isServed) refused += 1
    times.push(performance.now() - asked)
    await pause(PAUSE_MS)
  }
  return { p99_ms: p99(times), refused }
}

async function served(action: Promise<void>): Promise<boolean> {
  return await action.then(
    () => true,
    () => false,
  )
}

function p99(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN
}
