import { cpus } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** So many go as fast as they can. */
const FAST = 100
/** The share of its time from which on a process, or a machine, counts as busy. */
const BUSY = 0.6
const LONGER_MAX = 5
/** Shorter times say nothing about a machine, which counts in hundredths of a second. */
const WINDOW_MS = 250

export type Rest = (ms: number) => Promise<unknown>

/**
 * A rest in work that is done for thousands. While this process or its machine is busy, it is up to five times as long, so
 * that people come first and the work is left to those who are free.
 */
export async function restForPeople(ms: number, { wait = sleep as Rest, busyShare = shareOfLate } = {}): Promise<void> {
  for (let round = 0; round < LONGER_MAX; round += 1) {
    await wait(ms)
    if (busyShare() < BUSY) return
  }
}

/** For what is done for thousands, one after the other: from the hundredth on, a rest after each, as long as that one took. */
export function unhurried<T>(work: (item: T) => Promise<void>, rest: Rest = restForPeople): (item: T) => Promise<void> {
  let done = 0
  return async (item) => {
    const begun_at = performance.now()
    try {
      await work(item)
    } finally {
      done += 1
      if (done >= FAST) await rest(performance.now() - begun_at)
    }
  }
}

let last = { at: Number.NEGATIVE_INFINITY, loop: performance.eventLoopUtilization(), machine: machineTimes(), share: 0 }

/** How busy this process or its machine was lately, whichever is more: from 0 to 1. */
export function shareOfLate(): number {
  if (performance.now() - last.at < WINDOW_MS) return last.share
  const [loop, machine] = [performance.eventLoopUtilization(), machineTimes()]
  const passed = machine.all - last.machine.all
  const of_machine = passed > 0 ? (machine.used - last.machine.used) / passed : 0
  const of_loop = performance.eventLoopUtilization(loop, last.loop).utilization
  last = { at: performance.now(), loop, machine, share: Math.max(of_machine, of_loop) }
  return last.share
}

/** The time of all processors since the start of the machine. */
function machineTimes(): { used: number; all: number } {
  let [used, all] = [0, 0]
  for (const { times } of cpus()) {
    const sum = times.user + times.nice + times.sys + times.irq + times.idle
    all += sum
    used += sum - times.idle
  }
  return { used, all }
}
