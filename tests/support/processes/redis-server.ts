import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { findFreePort } from '#server/db/embedded/server-process.ts'

export interface RedisServer {
  url: string
  /** Sends SIGKILL. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Sends SIGSTOP: the process lives, but answers nothing until `thaw`. */
  freeze(): void
  thaw(): void
}

/** Starts a Redis without persistence. Undefined on a machine without redis-server. */
export async function startRedisServer(): Promise<RedisServer | undefined> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return undefined
  const port = await findFreePort()
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    const child = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', '/tmp'])
    server = child
    let printed = ''
    while (!printed.includes('Ready to accept connections')) {
      const [text] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
      if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}: ${printed}`)
      printed += text
    }
    child.stdout.resume()
  }

  async function kill(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
  }
}
