import type { Log } from '#server/log.ts'

/** What is done every two seconds. It must be cheap when there is nothing to do. */
export interface Beat {
  name: string
  run(): Promise<void>
}

export interface Heart {
  start(): void
  /** Waits for what is running. If the process is killed instead, leases end and another process takes over. */
  stop(): Promise<void>
}

const EVERY_MS = 2000

/**
 * A timer for work that cannot wait for a scheduled job, in every process. The beats run one after the other, and a round
 * begins when the one before has ended. A beat that fails does not stop the others, and is logged once until it works again.
 */
export function createHeart(beats: readonly Beat[], log: Pick<Log, 'error' | 'info'>, every_ms = EVERY_MS): Heart {
  const failing = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStopped = false

  async function runOne({ name, run }: Beat): Promise<void> {
    try {
      await run()
      if (failing.delete(name)) log.info({ beat: name }, 'what is done every two seconds works again')
    } catch (error) {
      if (!failing.has(name)) log.error({ err: error, beat: name }, 'what is done every two seconds failed')
      failing.add(name)
    }
  }

  async function runAll(): Promise<void> {
    const began = performance.now()
    for (const beat of beats) if (!isStopped) await runOne(beat)
    schedule(every_ms - (performance.now() - began))
  }

  function schedule(ms: number): void {
    if (isStopped) return
    timer = setTimeout(() => {
      running = runAll()
    }, ms)
  }

  return {
    start: () => schedule(every_ms),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
