import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { StartError } from '#server/db/start-error.ts'
import { codeOf, ifAbsent } from '#server/error-codes.ts'
import { explainOutput } from './explain-failure.ts'
import type { Binaries } from './postgres-binaries.ts'
import { giveTo, type Identity, spawnAs } from './privileges.ts'
import { isAlive } from './processes.ts'

export const SUPERUSER = 'loge'
const DRAFT = 'postgres.new-'

/** The path of PostgreSQL's data directory inside the data folder. */
export function clusterPath(dataDir: string): string {
  return path.join(dataDir, 'postgres')
}

function passwordFile(cluster: string): string {
  return path.join(cluster, 'loge.password')
}

export interface ClusterOptions {
  dataDir: string
  binaries: Binaries
  identity: Identity
  /** False for test data, which need not survive a power failure. */
  isDurable: boolean
}

/** Creates the cluster (initdb) if it does not exist, and refuses a folder that this PostgreSQL cannot use. */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  const { dataDir, binaries, identity } = options
  const cluster = clusterPath(dataDir)
  await removeAbandonedDrafts(dataDir)
  const content = await readdir(cluster).catch(ifAbsent(undefined))
  if (content === undefined || content.length === 0) await createCluster(options)
  else if (!content.includes('PG_VERSION')) {
    throw new StartError(
      `The folder ${cluster} is not a data folder of PostgreSQL: move it away, or set DATA_DIR to another folder.`,
    )
  }
  const major = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (major !== binaries.major) {
    throw new StartError(
      `The data folder ${cluster} was created by PostgreSQL ${major}, and this version of Loge contains PostgreSQL ${binaries.major}: make a backup with the old version of Loge and restore it into a new DATA_DIR, or use pg_upgrade.`,
    )
  }
  await giveTo(identity, cluster)
}

export async function readPassword(cluster: string): Promise<string> {
  const password = await readFile(passwordFile(cluster), 'utf8').catch(ifAbsent(undefined))
  if (!password)
    throw new StartError(`The password of the database is missing: restore the file ${passwordFile(cluster)}.`)
  return password.trim()
}

/** Creates the cluster under a temporary name and renames it, so that an incomplete folder is never used. */
async function createCluster(options: ClusterOptions): Promise<void> {
  const { dataDir, identity } = options
  const draft = path.join(dataDir, `${DRAFT}${process.pid}`)
  const [cluster, password] = [path.join(draft, 'cluster'), path.join(draft, 'password')]
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeFile(password, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    await giveTo(identity, draft)
    await runInitdb(options, cluster, password)
    await rename(password, passwordFile(cluster))
    await rename(cluster, clusterPath(dataDir)).catch((error: unknown) => {
      // Another process created the cluster at the same time. Either one will do.
      if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error
    })
    await syncFolder(dataDir)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function runInitdb(options: ClusterOptions, cluster: string, password: string): Promise<void> {
  const args = [
    ...['-D', cluster, '-U', SUPERUSER, `--pwfile=${password}`, '--auth=scram-sha-256', '--encoding=UTF8'],
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(options.isDurable ? [] : ['--no-sync']),
  ]
  const child = spawnAs(options.identity, options.binaries.initdb, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<string | number | null>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(code ?? signal))
  })
  const output = child.stderr ? await text(child.stderr) : ''
  const result = await ended
  if (result !== 0) throw explainOutput(output || `initdb ended with ${result}`, options.dataDir).error
}

/** Removes the temporary folders of interrupted starts. */
async function removeAbandonedDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = name.startsWith(DRAFT) ? Number(name.slice(DRAFT.length)) : Number.NaN
    if (Number.isNaN(pid) || (pid !== process.pid && (await isAlive(pid)))) continue
    // An orphaned initdb may still write there, so the removal is retried.
    await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 20 })
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
