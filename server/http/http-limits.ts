import { readFileSync } from 'node:fs'

/** Timeouts and limits of HTTP connections. Tests set their own. */
export interface HttpLimits {
  /** How long a client may take to send its headers. */
  headers_ms: number
  /** How long it may take to send a body that is not a form: a few kilobytes of JSON. */
  body_ms: number
  /** How long it may take to send a whole request, which may be a form with a video. */
  request_ms: number
  /**
   * How long a connection may transfer nothing in either direction during a request. It is longer than any response takes:
   * an upload waits in a queue and is then decoded, and both have shorter deadlines.
   */
  idle_ms: number
  /** How long a connection is kept for the next request. */
  keep_alive_ms: number
  /** How many pipelined requests of one connection may be unanswered. They are handled in sequence. */
  unanswered_requests: number
  connections: number
  /** Connections from one network, if there is no reverse proxy. */
  connections_per_network: number
}

const CONNECTIONS_MAX = 10_000
/** File descriptors for the database, the log, worker processes and everything else that is not a client connection. */
const SPARE_HANDLES = 256
/** File descriptors per connection: its socket, and the file that is sent or received. */
export const HANDLES_PER_CONNECTION = 2
/** Assumed if the system does not report a limit, for example on Windows. */
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

/** Every accepted connection must be able to open a file. */
export function connectionsFor(handles: number): number {
  const affordable = Math.floor((handles - SPARE_HANDLES) / HANDLES_PER_CONNECTION)
  return Math.min(CONNECTIONS_MAX, Math.max(64, affordable))
}

/** The limit of open file descriptors of this process (`ulimit -n`). */
function handleLimit(): number {
  try {
    const limit = readFileSync('/proc/self/limits', 'utf8').match(/^Max open files +(\d+)/m)?.[1]
    return limit === undefined ? USUAL_HANDLES : Number(limit)
  } catch {
    return reportedHandleLimit() ?? USUAL_HANDLES
  }
}

/** For systems without /proc, such as macOS. */
function reportedHandleLimit(): number | undefined {
  const report = process.report?.getReport() as { userLimits?: { open_files?: { soft?: unknown } } } | undefined
  const soft = report?.userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : undefined
}
