import { access, constants, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { clusterIn, ensureCluster, readPassword, SUPERUSER } from './cluster.ts'
import { explainFileError } from './explain-failure.ts'
import { forgetOwner, recordOwner, refuseLivingOwner } from './owner.ts'
import { findBinaries } from './postgres-binaries.ts'
import { findPostmaster } from './postmaster.ts'
import { chooseIdentity, refuseClosedFolders } from './privileges.ts'
import { REQUEST_ROLE, requestPassword } from './request-role.ts'
import { spawnServer } from './server-process.ts'
import { supervise } from './supervisor.ts'

export interface EmbeddedOptions {
  /** The product's data folder; PostgreSQL gets a folder inside of it. */
  dataDir: string
  /** Gets what PostgreSQL prints, and what happens to it. */
  log: (line: string) => void
  /** Settings of PostgreSQL, over the usual ones. */
  settings?: Record<string, string>
  /** False behaves like a machine that forbids user namespaces. */
  mayUseNamespaces?: boolean
}

export interface Embedded {
  /** The owner's, who may do everything. */
  url: string
  /** The address and the password of the role of `prepareRequestRole`. */
  requests: { url: string; password: string }
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that comes with the product and keeps it running: one that dies comes back under the same
 * address. Throws a StartError when that cannot be, above all when another process of the product owns the folder.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = path.resolve(options.dataDir)
  const cluster = clusterIn(dataDir)
  const binaries = findBinaries()
  try {
    const identity = await chooseIdentity(cluster, binaries.postgres, options.mayUseNamespaces ?? true)
    // Mails and secrets lie here too. Another user only needs a way through.
    await makeFolder(dataDir, identity.kind === 'user' ? 0o711 : 0o700)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    await refuseClosedFolders(identity, [dataDir, path.dirname(binaries.postgres)])
    await refuseLivingOwner(dataDir)
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
        await forgetOwner(dataDir)
      },
    }
  } catch (error) {
    throw explainFileError(error, dataDir)
  }
}

/** The address of the embedded database that runs on this folder, for a command beside a running product. */
export async function findEmbedded(dataDir: string): Promise<string | undefined> {
  const cluster = clusterIn(path.resolve(dataDir))
  const postmaster = await findPostmaster(cluster)
  return postmaster && addressOf(postmaster.port, await readPassword(cluster))
}

/** Unlike Node's own recursive way, which never ends in some places, and gives the mode to every folder it makes. */
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
    // Somebody who starts in the same moment may have made it.
    if (!(await stat(folder).catch(() => undefined))?.isDirectory()) throw error
  })
}

function addressOf(port: number, password: string, role = SUPERUSER): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/postgres`
}
