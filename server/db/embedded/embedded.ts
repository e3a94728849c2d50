import { access, constants, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { REQUEST_ROLE, requestPassword } from '#server/db/request-role.ts'
import { clusterPath, ensureCluster, readPassword, SUPERUSER } from './cluster.ts'
import { explainFileError } from './explain-failure.ts'
import { recordOwner, refuseRunningOwner, removeOwner } from './owner.ts'
import { findBinaries } from './postgres-binaries.ts'
import { findPostmaster } from './postmaster.ts'
import { chooseIdentity, refuseClosedFolders } from './privileges.ts'
import { spawnServer } from './server-process.ts'
import { supervise } from './supervisor.ts'

export interface EmbeddedOptions {
  /** The data folder (DATA_DIR); PostgreSQL uses a folder inside it. */
  dataDir: string
  /** Receives the output of PostgreSQL and the messages of the supervisor. */
  log: (line: string) => void
  /** PostgreSQL settings; they override the defaults. */
  settings?: Record<string, string>
  /** False simulates a machine that forbids user namespaces. */
  mayUseNamespaces?: boolean
}

export interface Embedded {
  /** The URL of the owner role, which has all rights. */
  url: string
  /** The URL and the password of the role that `prepareRequestRole` creates. */
  requests: { url: string; password: string }
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL and supervises it: if it dies, it is restarted at the same address. Throws a StartError if
 * it cannot be started, for example when another process of the product owns the folder.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = path.resolve(options.dataDir)
  const cluster = clusterPath(dataDir)
  const binaries = findBinaries()
  try {
    const identity = await chooseIdentity(cluster, binaries.postgres, options.mayUseNamespaces ?? true)
    // The folder also contains mails and secrets, so another user may only pass through it (x).
    await makeFolder(dataDir, identity.kind === 'user' ? 0o711 : 0o700)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    await refuseClosedFolders(identity, [dataDir, path.dirname(binaries.postgres)])
    await refuseRunningOwner(dataDir)
    await ensureCluster({ dataDir, binaries, identity, isDurable: options.settings?.fsync !== 'off' })
    const password = await readPassword(cluster)
    const server = await supervise({
      dataDir,
      url: (port) => addressOf(port, password),
      spawn: (port) =>
        spawnServer({
          program: binaries.postgres,
          identity,
          cluster,
          port,
          settings: options.settings ?? {},
          log: options.log,
        }),
      log: options.log,
    })
    await recordOwner(dataDir)
    return {
      url: addressOf(server.port, password),
      requests: {
        url: addressOf(server.port, requestPassword(password), REQUEST_ROLE),
        password: requestPassword(password),
      },
      async stop() {
        await server.stop()
        await removeOwner(dataDir)
      },
    }
  } catch (error) {
    throw explainFileError(error, dataDir)
  }
}

/** The URL of the embedded database that is running on this folder, for a command that runs next to the server. */
export async function findEmbedded(dataDir: string): Promise<string | undefined> {
  const cluster = clusterPath(path.resolve(dataDir))
  const postmaster = await findPostmaster(cluster)
  return postmaster && addressOf(postmaster.port, await readPassword(cluster))
}

/**
 * Creates a folder and its parents. Node's `recursive` option is not used: it never returns for some paths, and it applies
 * the mode to every folder that it creates.
 */
async function makeFolder(folder: string, mode?: number): Promise<void> {
  const isThere = await stat(folder).then(
    (found) => found.isDirectory(),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    },
  )
  if (isThere) return
  await makeFolder(path.dirname(folder))
  await mkdir(folder, mode).catch(async (error: unknown) => {
    // Another process that starts at the same time may have created it.
    if (!(await stat(folder).catch(() => undefined))?.isDirectory()) throw error
  })
}

function addressOf(port: number, password: string, role = SUPERUSER): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/postgres`
}
