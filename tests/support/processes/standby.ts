import { spawnSync } from 'node:child_process'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect, type Db } from '#server/db/connect.ts'
import { clusterPath } from '#server/db/embedded/cluster.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { findBinaries } from '#server/db/embedded/postgres-binaries.ts'
import { findPostmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { chooseIdentity } from '#server/db/embedded/privileges.ts'
import { findFreePort, spawnServer } from '#server/db/embedded/server-process.ts'
import { FAST_SETTINGS } from '#tests/support/database/postgres.ts'
import { startTcpProxy } from '#tests/support/network/tcp-proxy.ts'
import { treeOf } from '#tests/support/processes/process-tree.ts'

/** A primary with a streaming standby, and one address that leads to either of them. */
export interface PrimaryAndStandby {
  primary_url: string
  standby_url: string
  /** The address of the primary, until `pointTo`. */
  url: string
  /** From now on new connections reach the other server. Open connections stay where they are. */
  pointTo(url: string): void
  /** Sends SIGSTOP to the whole primary: its sockets stay open, and nothing answers. */
  freezePrimary(): void
  thawPrimary(): void
  /** Waits until the standby contains what the primary contains now. */
  catchUp(): Promise<void>
  promote(): Promise<void>
  /** One more standby of the primary. */
  addStandby(): Promise<string>
  stopPrimary(): Promise<void>
  stop(): Promise<void>
}

export async function startPrimaryAndStandby(): Promise<PrimaryAndStandby> {
  const folder = await mkdtemp(path.join(tmpdir(), 'loge-standby-'))
  const dataDir = path.join(folder, 'primary')
  const primary = await startEmbedded({ dataDir, log: () => {}, settings: FAST_SETTINGS })
  // As in a product: what was committed is written at once, so that the standby gets it at once.
  await withConnection(primary.url, (db) =>
    db.unsafe(`alter database ${new URL(primary.url).pathname.slice(1)} set synchronous_commit = 'local'`),
  )
  const postmaster = await findPostmaster(clusterPath(dataDir))
  if (!postmaster) throw new Error('the primary has no process')
  const standby = await startStandby(primary.url, clusterPath(dataDir), path.join(folder, 'standby'))
  const address = await startTcpProxy(primary.url)
  const standbys = [standby]

  const signalPrimary = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of treeOf(postmaster.pid)) process.kill(pid, signal)
  }
  return {
    primary_url: primary.url,
    standby_url: standby.url,
    url: address.url,
    pointTo: address.pointTo,
    freezePrimary: () => signalPrimary('SIGSTOP'),
    thawPrimary: () => signalPrimary('SIGCONT'),
    async catchUp() {
      const position = await readOne(primary.url, 'select pg_current_wal_insert_lsn()::text as value')
      const isThere = `select pg_last_wal_replay_lsn() >= '${position}' as value, pg_sleep(0.02)`
      let is_there: unknown
      do is_there = await readOne(standby.url, isThere)
      while (!is_there)
    },
    async addStandby() {
      const another = await startStandby(
        primary.url,
        clusterPath(dataDir),
        path.join(folder, `standby-${standbys.length}`),
      )
      standbys.push(another)
      return another.url
    },
    promote: () => withConnection(standby.url, async (db) => void (await db`select pg_promote()`)),
    stopPrimary: () => primary.stop(),
    async stop() {
      address.close()
      for (const one of standbys) await one.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function readOne(url: string, statement: string): Promise<unknown> {
  return await withConnection(url, async (db) => (await db.unsafe<{ value: unknown }[]>(statement))[0]?.value)
}

async function withConnection<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(url, { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

/** Copies the files of a running primary and starts a server that replays what the primary writes. */
async function startStandby(primary_url: string, from: string, cluster: string) {
  await withConnection(primary_url, (db) =>
    db.begin(async (tx) => {
      await tx`select pg_backup_start('standby', true)`
      spawnSync('cp', ['-a', from, cluster])
      const [backup] = await tx<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`
      await writeFile(path.join(cluster, 'backup_label'), backup?.labelfile ?? '')
    }),
  )
  await rm(path.join(cluster, 'postmaster.pid'), { force: true })
  await writeFile(path.join(cluster, 'standby.signal'), '')
  await appendFile(path.join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${primary_url}'\n`)
  const url = new URL(primary_url)
  const port = await findFreePort()
  url.port = String(port)
  const { postgres: program } = findBinaries()
  const identity = await chooseIdentity(cluster, program, true)
  const { promise: accepts, resolve } = Promise.withResolvers<void>()
  const log = (line: string) => {
    if (line.includes('ready to accept read-only connections')) resolve()
  }
  const server = spawnServer({ program, identity, cluster, port, settings: FAST_SETTINGS, log })
  await Promise.race([
    accepts,
    server.ended.then((lines) => {
      throw new Error(`the standby ended: ${lines}`)
    }),
  ])
  return { url: url.href, stop: () => stopPostmaster(server.pid) }
}
