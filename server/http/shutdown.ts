import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long before the end of the drain a proxy without health checks is told to go elsewhere. */
const LEAVING_MS = 1000

/**
 * The header with which a proxy says that it sends a request that was answered with this status to another process. Our
 * configuration of nginx sets it, because nginx has no health checks.
 */
const RETRIES_HEADER = 'x-proxy-retries'
export const RETRIED_STATUS = 502
/** Requests that may be sent twice. */
const SAFE_METHODS = ['GET', 'HEAD']

/** The last part of the life of a process. While it drains, it serves everything but asks to be left alone. */
export class Shutdown {
  #phase: 'serving' | 'draining' | 'leaving' = 'serving'

  /** True from the signal to the end: the process should get no more requests. */
  get has_begun(): boolean {
    return this.#phase !== 'serving'
  }

  get is_leaving(): boolean {
    return this.#phase === 'leaving'
  }

  /** Resolves when the process may be closed. The signal ends the wait early. */
  async drain(ms: number, signal?: AbortSignal): Promise<void> {
    this.#phase = 'draining'
    await wait(ms - LEAVING_MS, signal)
    this.#phase = 'leaving'
    await wait(Math.min(ms, LEAVING_MS), signal)
  }
}

async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms > 0) await setTimeout(ms, undefined, { ...(signal && { signal }) }).catch(() => {})
}

/**
 * While the process drains, every response closes its connection, so that a proxy has no idle one left when the process
 * ends: it could send a request on it at that very moment, and must not repeat a POST.
 */
export function installShutdown(app: FastifyInstance, shutdown: Shutdown): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!shutdown.has_begun) return done()
    reply.header('connection', 'close')
    const isRetried = request.headers[RETRIES_HEADER] === String(RETRIED_STATUS)
    if (!shutdown.is_leaving || !isRetried || !SAFE_METHODS.includes(request.method)) return done()
    reply.code(RETRIED_STATUS).send({ error: 'This process is about to end. Please try again.', code: 'unavailable' })
  })
}
