import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as openSocket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../server/db/embedded/server-process.ts'

export interface Pooler {
  /** The URL of the same database through the pooler. */
  url: string
  stop(): Promise<void>
}

const NOBODY = 65534

/** Starts PgBouncer in transaction mode in front of the database of a URL. It refuses to run as root. */
export async function startPgBouncer(program: string, database_url: string): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(database_url)
  const folder = await mkdtemp(path.join(tmpdir(), 'loge-pgbouncer-'))
  await chmod(folder, 0o755)
  const own_port = await findFreePort()
  await writeFile(path.join(folder, 'users.txt'), `"${username}" "${decodeURIComponent(password)}"\n`)
  await writeFile(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own_port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_login_retry = 1
`,
  )
  const lowered = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn(program, ['-q', path.join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...lowered })
  const url = new URL(database_url)
  url.port = String(own_port)
  url.pathname = pathname
  while (!(await accepts(own_port))) await delay(20)
  return {
    url: url.href,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = openSocket(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
