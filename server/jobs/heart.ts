import type { Log } from '#server/log.ts'

/** What is done every two seconds. It must be cheap when there is nothing to do. */
export interface Beat {
  name: string
  /** The signal asks a long run to begin nothing new and to end. */
  run(signal: AbortSignal): Promise<void>
}

export interface Heart {
  start(): void
  /** Waits for what is running. If the process is killed instead, leases end and another process takes over. */
  stop(): Promise<void>
}

const EVERY_MS = 2000

/**
 * Timers for work that cannot wait for a scheduled job, in every process. Each beat has a timer of its own, so that a slow one
 * does not hold up the others, and begins again only when its last run has ended. A beat that fails is logged once until it
 * works again.
 */
export function createHeart(beats: readonly Beat[], log: Pick<Log, 'error' | 'info'>, every_ms = EVERY_MS): Heart {
  const stopping = new AbortController()
  const loops = beats.map((beat) => createLoop(beat, { log, every_ms, signal: stopping.signal }))
  return {
    start() {
      for (const loop of loops) loop.start()
    },
    async stop() {
      stopping.abort()
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

interface LoopOptions {
  log: Pick<Log, 'error' | 'info'>
  every_ms: number
  signal: AbortSignal
}

function createLoop({ name, run }: Beat, { log, every_ms, signal }: LoopOptions): Heart {
  let isFailing = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  async function runOnce(): Promise<void> {
    const began = performance.now()
    try {
      await run(signal)
      if (isFailing) log.info({ beat: name }, 'what is done every two seconds works again')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.error({ err: error, beat: name }, 'what is done every two seconds failed')
      isFailing = true
    }
    schedule(every_ms - (performance.now() - began))
  }

  function schedule(ms: number): void {
    if (signal.aborted) return
    timer = setTimeout(() => {
      running = runOnce()
    }, ms)
  }

  return {
    start: () => schedule(every_ms),
    async stop() {
      clearTimeout(timer)
      await running
    },
  }
}
