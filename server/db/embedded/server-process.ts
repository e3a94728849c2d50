import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { type Identity, spawnAs } from './privileges.ts'

export interface ServerProcess {
  pid: number
  /** Resolves with the last lines of output when the process has ended. */
  ended: Promise<string>
  hasEnded(): boolean
}

const REMEMBERED_LINES = 40

/**
 * The default settings. PostgreSQL does not log errors of statements: they contain data of users, and the server logs its
 * own errors.
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  log_destination: 'stderr',
  log_line_prefix: '',
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

export interface ServerOptions {
  program: string
  identity: Identity
  cluster: string
  port: number
  settings: Record<string, string>
  log: (line: string) => void
}

/**
 * Starts PostgreSQL in its own session (detached), so that Ctrl-C in a terminal does not reach it and the server can
 * stop it cleanly.
 */
export function spawnServer({ program, identity, cluster, port, settings, log }: ServerOptions): ServerProcess {
  const options = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawnAs(identity, program, ['-D', cluster, '-p', String(port), ...options], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  let hasEnded = false
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line)
      if (lines.length > REMEMBERED_LINES) lines.shift()
      log(line)
    })
  }
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => lines.push(error.message))
    child.once('close', () => {
      hasEnded = true
      resolve(lines.join('\n'))
    })
  })
  return { pid: child.pid ?? 0, ended, hasEnded: () => hasEnded }
}

/** Finds a port that is free at this moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  if (address === null || typeof address === 'string') throw new Error('the server has no TCP port')
  return address.port
}
