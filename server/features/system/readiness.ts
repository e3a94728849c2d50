import { randomUUID } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from '#server/context.ts'
import { probeDatabase } from '#server/store/readiness.ts'

/** Below this the server may soon be unable to store uploads. */
const MIN_FREE_BYTES = 64 * 1024 * 1024
/** The endpoint is public, so its result is cached for this time. */
const REMEMBER_MS = 2000
const PROBE_TIMEOUT_MS = 3000

export interface ReadinessReport {
  status: 'ok' | 'degraded'
  checks: Record<string, boolean>
}

export interface Readiness {
  report(): Promise<ReadinessReport>
  /** From now on the report is negative: the process is shutting down and should get no more requests. */
  shutDown(): void
}

export function createReadiness(ctx: Pick<Context, 'db' | 'config' | 'media' | 'now'>): Readiness {
  let isShuttingDown = false
  let latest: { at: number; report: Promise<ReadinessReport> } | undefined

  async function probe(): Promise<ReadinessReport> {
    const [database, disk, media] = await Promise.all([
      succeeds(() => probeDatabase(ctx.db, ctx.now())),
      succeeds(() => probeDisk(ctx.config.data_dir)),
      succeeds(() => ctx.media.store.probe()),
    ])
    return { status: database && disk && media ? 'ok' : 'degraded', checks: { database, disk, media } }
  }

  return {
    async report() {
      if (isShuttingDown) return { status: 'degraded', checks: { running: false } }
      const at = ctx.now().getTime()
      if (!latest || at - latest.at >= REMEMBER_MS) latest = { at, report: probe() }
      return await latest.report
    },
    shutDown() {
      isShuttingDown = true
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
  await mkdir(data_dir, { recursive: true })
  const { bavail, bsize } = await statfs(data_dir)
  if (bavail * bsize < MIN_FREE_BYTES) throw new Error('the disk is nearly full')
  const file = path.join(data_dir, `.probe-${randomUUID()}`)
  await writeFile(file, 'ok')
  await rm(file)
}
