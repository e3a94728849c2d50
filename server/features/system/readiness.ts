import { randomUUID } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from '#server/context.ts'
import type { Shutdown } from '#server/http/shutdown.ts'
import { probeDatabase } from '#server/store/readiness.ts'

/** Below this the server may soon be unable to store uploads. */
export const MIN_FREE_BYTES = 64 * 1024 * 1024
/** The endpoint is public, so its result is cached for this time. */
const REMEMBER_MS = 2000
/** Short, because a health check gives up soon: a hung bucket must not look like a hung process. */
const PROBE_TIMEOUT_MS = 1000

export interface ReadinessReport {
  status: 'ok' | 'degraded'
  /** Own trouble can be escaped at another process. Shared trouble is the same at all of them. Absent without trouble. */
  trouble?: 'own' | 'shared'
  checks: Record<string, boolean>
}

export interface Readiness {
  report(): Promise<ReadinessReport>
}

export function createReadiness(
  ctx: Pick<Context, 'db' | 'config' | 'media' | 'now'>,
  shutdown: Pick<Shutdown, 'has_begun'>,
): Readiness {
  let latest: { at: number; report: Promise<ReadinessReport> } | undefined

  async function probe(): Promise<ReadinessReport> {
    const [database, disk, media] = await Promise.all([
      succeeds(() => probeDatabase(ctx.db, ctx.now())),
      succeeds(() => probeDisk(ctx.config.data_dir)),
      succeeds(() => ctx.media.store.probe()),
    ])
    const checks = { database, disk, media }
    // Without a bucket the folder is the media store of all processes, so that its failure is the same for all.
    if (!disk && ctx.config.s3) return { status: 'degraded', trouble: 'own', checks }
    if (!database || !disk || !media) return { status: 'degraded', trouble: 'shared', checks }
    return { status: 'ok', checks }
  }

  return {
    async report() {
      if (shutdown.has_begun) return { status: 'degraded', trouble: 'own', checks: { running: false } }
      const at = ctx.now().getTime()
      if (!latest || at - latest.at >= REMEMBER_MS) latest = { at, report: probe() }
      return await latest.report
    },
  }
}

async function succeeds(check: () => Promise<void>): Promise<boolean> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the probe took too long')), PROBE_TIMEOUT_MS)
  try {
    await Promise.race([check(), timeout])
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

async function probeDisk(data_dir: string): Promise<void> {
  const free_bytes = await findFreeBytes(data_dir)
  if (free_bytes < MIN_FREE_BYTES) throw new Error('the disk is nearly full')
}

/** The free space of the folder. Throws if a file cannot be written there. */
export async function findFreeBytes(data_dir: string): Promise<number> {
  await mkdir(data_dir, { recursive: true })
  const { bavail, bsize } = await statfs(data_dir)
  const free_bytes = bavail * bsize
  if (free_bytes < MIN_FREE_BYTES) return free_bytes
  const file = path.join(data_dir, `.probe-${randomUUID()}`)
  await writeFile(file, 'ok')
  await rm(file)
  return free_bytes
}
