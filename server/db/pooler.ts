import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { readHosts } from '#server/database-hosts.ts'
import { hasLostStatement } from './database-errors.ts'
import { StartError } from './start-error.ts'

/** How long the comparison may take for each host. With the first answer the start is refused within 15 s. */
const PROBE_MS = 4_000
/** How often the two connections are compared. A busy pooler may give both another server by chance. */
const ROUNDS = 5

/** `mixes`: a pooler that does not keep the prepared statements of its clients apart. */
export type PoolerKind = 'none' | 'keeps' | 'mixes'

/**
 * Refuses a pooler that shares its server connections between clients without keeping their prepared statements apart:
 * PgBouncer in transaction mode before 1.21, or with `max_prepared_statements = 0`.
 */
export async function refuseOldPooler(url: string): Promise<void> {
  if ((await findPooler(url)) !== 'mixes') return
  throw new StartError(
    'The pooler in DATABASE_URL shares connections without keeping prepared statements apart: use PgBouncer 1.21 or newer with max_prepared_statements above 0, or its session mode, or connect to PostgreSQL directly.',
  )
}

/** The worst pooler among the hosts of a URL. */
export async function findPooler(url: string): Promise<PoolerKind> {
  const { hosts } = readHosts(url)
  let found: PoolerKind = 'none'
  for (const host of hosts) {
    const clients = [0, 1].map(() => new pg.Client({ ...host, application_name: 'loge' }).on('error', () => {}))
    const [one, other] = clients as [pg.Client, pg.Client]
    const hangUp = () => {
      for (const client of clients) client.connection.stream.destroy()
    }
    const timer = setTimeout(hangUp, PROBE_MS)
    try {
      await one.connect()
      await other.connect()
      if (await isDirect(one)) continue
      if (await mixesStatements(one, other)) return 'mixes'
      found = 'keeps'
    } catch (error) {
      if (hasLostStatement(error)) return 'mixes'
      // A host that is down is no pooler.
    } finally {
      clearTimeout(timer)
      hangUp()
    }
  }
  return found
}

/** Whether a prepared statement of one connection of a pooler gets in the way of another one. */
async function mixesStatements(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    // A pooler that knows prepared statements gives them names of its own.
    const first = await prepare(one, `loge_probe_${randomUUID()}`)
    if (!first.keeps_name) return false
    if (first.pid === (await backendOf(other)) || first.pid !== (await backendOf(one))) return true
  }
  return false
}

/** A pooler answers with a process id of its own. */
async function isDirect(client: pg.Client): Promise<boolean> {
  return Reflect.get(client, 'processID') === (await backendOf(client))
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

async function prepare(client: pg.Client, name: string): Promise<{ pid: number; keeps_name: boolean }> {
  const text =
    'select pg_backend_pid() as pid, exists (select from pg_prepared_statements where name = $1) as keeps_name'
  const { rows } = await client.query<{ pid: number; keeps_name: boolean }>({ name, text, values: [name] })
  return rows[0] ?? { pid: 0, keeps_name: false }
}
