import { invalid } from './api-error.ts'
import type { Store } from './store.ts'

type Interval = 'day' | 'week' | 'month' | 'year'

const DAY_SECONDS = 24 * 60 * 60

/**
 * The time of the stand-in: that of the wall clock, plus what it was put forward. It only goes forward. While work that
 * was due is done, it stands at the second at which the work was due.
 */
export class Clock {
  readonly #wall: () => Date
  readonly #store: Store
  #frozen: number | undefined

  constructor(store: Store, wall: () => Date) {
    this.#store = store
    this.#wall = wall
  }

  now(): Date {
    return new Date(this.#frozen ?? this.#wall().getTime() + this.#offset())
  }

  /** In whole seconds, as all times of the API. */
  seconds(): number {
    return Math.floor(this.now().getTime() / 1000)
  }

  /** The time of the machines that webhooks talk to: signatures carry it. */
  wall(): Date {
    return this.#wall()
  }

  putForward(ms: number): void {
    if (!(ms >= 0) || !Number.isFinite(ms)) throw invalid('The clock only goes forward.')
    this.#store.put('settings', { id: 'clock', offset_ms: this.#offset() + ms })
  }

  /** Does something at an earlier second than now. */
  at<T>(seconds: number, work: () => T): T {
    this.#frozen = seconds * 1000
    try {
      return work()
    } finally {
      this.#frozen = undefined
    }
  }

  #offset(): number {
    return this.#store.find('settings', 'clock')?.offset_ms ?? 0
  }
}

/**
 * The end of a billing period: the `count`th interval after the anchor. Months and years keep the day of the anchor, and
 * take the last day of a month that is too short: 31 January, 28 February, 31 March.
 */
export function periodEnd(anchor: number, interval: Interval, count: number): number {
  if (interval === 'day') return anchor + count * DAY_SECONDS
  if (interval === 'week') return anchor + count * 7 * DAY_SECONDS
  const from = new Date(anchor * 1000)
  const month = from.getUTCMonth() + (interval === 'year' ? 12 * count : count)
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const day = Math.min(from.getUTCDate(), lastDay)
  const time = [from.getUTCHours(), from.getUTCMinutes(), from.getUTCSeconds()] as const
  return Date.UTC(from.getUTCFullYear(), month, day, ...time) / 1000
}

/** The first end of a period after `time`, counted from the anchor. */
export function nextPeriodEnd(anchor: number, interval: Interval, step: number, time: number): number {
  for (let count = step; ; count += step) {
    const end = periodEnd(anchor, interval, count)
    if (end > time) return end
  }
}
