import { readFileSync } from 'node:fs'

/** How much of the server one connection gets, and for how long. Tests set their own. */
export interface HttpLimits {
  /** How long a client may take to send its headers. */
  headers_ms: number
  /** How long it may take to send a body that is no form: a few kilobytes of JSON. */
  body_ms: number
  /** How long it may take to send a whole request, which may be a form with a video. */
  request_ms: number
  /**
   * How long a connection may show no progress in either direction while a request is under way. This is longer than
   * anybody waits for an answer: an upload waits for its turn and is then decoded, and both have shorter deadlines.
   */
  idle_ms: number
  /** How long a connection is kept for the next request. */
  keep_alive_ms: number
  /** How many requests of one connection may be unanswered; they are answered one after the other. */
  unanswered_requests: number
  /** How many connections there may be. */
  connections: number
  /** How many of them may come from one network, where no proxy stands in front. */
  connections_per_network: number
}

const CONNECTIONS_MAX = 10_000
/** For the database, the log, decoders, modules and everything else that is no connection. */
const SPARE_HANDLES = 256
/** The connection itself, and the file that is sent or received over it. */
export const HANDLES_PER_CONNECTION = 2
/** What is assumed where the system does not tell, such as on Windows, which has no such limit. */
const USUAL_HANDLES = 16_384

export function httpLimits(own: Partial<HttpLimits> = {}): HttpLimits {
  const connections = own.connections ?? connectionsFor(handleLimit())
  return {
    headers_ms: 15_000,
    body_ms: 30_000,
    request_ms: 300_000,
    idle_ms: 360_000,
    keep_alive_ms: 72_000,
    unanswered_requests: 16,
    connections,
    connections_per_network: Math.max(50, Math.floor(connections / 4)),
    ...own,
  }
}

/** Every connection that is let in must be able to open its file. */
export function connectionsFor(handles: number): number {
  const affordable = Math.floor((handles - SPARE_HANDLES) / HANDLES_PER_CONNECTION)
  return Math.min(CONNECTIONS_MAX, Math.max(64, affordable))
}

/** How many files and sockets this process may have open at once (`ulimit -n`). */
function handleLimit(): number {
  try {
    const limit = readFileSync('/proc/self/limits', 'utf8').match(/^Max open files +(\d+)/m)?.[1]
    return limit === undefined ? USUAL_HANDLES : Number(limit)
  } catch {
    return reportedHandleLimit() ?? USUAL_HANDLES
  }
}

/** For systems without /proc. */
function reportedHandleLimit(): number | undefined {
  const report = process.report?.getReport() as { userLimits?: { open_files?: { soft?: unknown } } } | undefined
  const soft = report?.userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : undefined
}
