import { setTimeout as delay } from 'node:timers/promises'
import { clusterPath } from './cluster.ts'
import { explainOutput } from './explain-failure.ts'
import { type OwnershipLock, takeOwnership } from './ownership-lock.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import { isAlive } from './processes.ts'
import { findFreePort, type ServerProcess } from './server-process.ts'

export interface Supervision {
  dataDir: string
  url(port: number): string
  spawn(port: number): ServerProcess
  log(line: string): void
}

export interface Supervised {
  port: number
  stop(): Promise<void>
}

/**
 * After a kill of the whole process tree, the old server may block the folder for a moment, so the start is retried.
 */
const BUSY_MS = 10_000
const RETRY_MS = 1_000

/** Supervises PostgreSQL: starts the server, takes the ownership lock, and restarts the server whenever it dies. */
export async function supervise({ dataDir, url, spawn, log }: Supervision): Promise<Supervised> {
  const stopping = new AbortController()
  let port = await findFreePort()
  let server: ServerProcess | undefined
  let lock = await startAndLock(true)

  /**
   * Starts a server and takes the lock in it. Only the first start may change the port, because clients know it
   * afterwards.
   */
  async function startAndLock(mayChangePort: boolean): Promise<OwnershipLock> {
    const deadline = Date.now() + BUSY_MS
    for (;;) {
      await removeOrphan()
      stopping.signal.throwIfAborted()
      const attempt = spawn(port)
      server = attempt
      const taken = await own(attempt)
      if (taken) return taken
      const failure = explainOutput(await attempt.ended, dataDir)
      if (failure.kind === 'fatal' || Date.now() > deadline) throw failure.error
      if (failure.kind === 'port' && mayChangePort) port = await findFreePort()
      await delay(100)
    }
  }

  async function own(attempt: ServerProcess): Promise<OwnershipLock | undefined> {
    try {
      return await takeOwnership(url(port), dataDir, async () => !attempt.hasEnded())
    } catch (error) {
      await stopPostmaster(attempt.pid)
      throw error
    }
  }

  /** Stops an orphaned server whose owner was killed. Taking the lock proves that nobody owns it. */
  async function removeOrphan(): Promise<void> {
    const orphan = await findPostmaster(clusterPath(dataDir))
    if (!orphan) return
    const taken = await takeOwnership(url(orphan.port), dataDir, () => isAlive(orphan.pid))
    if (!taken) return
    log('A database server of an earlier run is still running: stopping it.')
    await stopPostmaster(orphan.pid)
    await taken.release()
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await Promise.race([server?.ended, lock.lost])
      if (stopping.signal.aborted) return
      try {
        lock = (await retakeLock()) ?? (await revive())
      } catch (error) {
        if (stopping.signal.aborted) return
        log(
          `The database server could not be restarted, and the restart is retried. ${error instanceof Error ? error.message : error}`,
        )
        await delay(RETRY_MS)
      }
    }
  }

  /**
   * When one backend crashes, PostgreSQL closes all connections but keeps running. Then only the lock must be taken
   * again.
   */
  async function retakeLock(): Promise<OwnershipLock | undefined> {
    await lock.release()
    return server && (await takeOwnership(url(port), dataDir, async () => !server?.hasEnded()))
  }

  async function revive(): Promise<OwnershipLock> {
    log('The database server has ended unexpectedly: restarting it.')
    const taken = await startAndLock(false)
    log('The database server has been restarted.')
    return taken
  }

  const watching = watch()
  return {
    port,
    async stop() {
      stopping.abort()
      await lock.release()
      if (server && !server.hasEnded()) await stopPostmaster(server.pid)
      await server?.ended
      await watching
    },
  }
}
