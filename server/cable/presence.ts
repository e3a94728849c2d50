import type { Context } from '#server/context.ts'
import { deleteProcess, type ProcessRow, writeHeartbeat } from '#server/store/processes.ts'

/** A process that missed this many heartbeats was killed, or cannot reach the database. */
const MISSED_BEATS = 3
/** A process that lives, and was not heard on the bus for this long, does not share it. Heartbeats there are 2 s apart. */
const UNHEARD_AFTER_MS = 3000

interface Neighbour {
  seen_at: Date
  state: 'new' | 'alive' | 'dead'
  /** Since when it lives without being heard on the bus. */
  unheard_since?: number | undefined
}

/**
 * The other processes on the same database. Each writes a heartbeat into it, and deletes its row when it ends. So a
 * process that is killed is noticed, and so is one that lives but is not heard on the bus.
 */
export class Presence {
  readonly #ctx: Pick<Context, 'db' | 'live' | 'log'>
  readonly #every_ms: number
  readonly #onKilled: (last_seen_at: Date) => Promise<void>
  #neighbours = new Map<string, Neighbour>()
  #is_deaf = false

  /** `onKilled` is called when another process ended without saying so: it may have committed something unpublished. */
  constructor(
    ctx: Pick<Context, 'db' | 'live' | 'log'>,
    every_ms: number,
    onKilled: (last_seen_at: Date) => Promise<void>,
  ) {
    this.#ctx = ctx
    this.#every_ms = every_ms
    this.#onKilled = onKilled
  }

  /** Whether another process on this database does not receive the events of this one, or the reverse. */
  get is_deaf(): boolean {
    return this.#is_deaf
  }

  async beat(): Promise<void> {
    const { db, live } = this.#ctx
    const rows = await writeHeartbeat(db, { id: live.process_id, reach: live.reach })
    const before = this.#neighbours
    this.#neighbours = new Map(rows.map((row) => [row.id, this.#observe(row, before.get(row.id))]))
    const now = performance.now()
    this.#noteDeafness(
      rows.find(({ id }) => {
        const { unheard_since } = this.#neighbours.get(id) ?? {}
        return unheard_since !== undefined && now - unheard_since >= UNHEARD_AFTER_MS
      }),
    )
    const killed = rows.filter(({ id }) => before.get(id)?.state !== 'dead' && this.#stateOf(id) === 'dead')
    const [oldest] = killed.map(({ seen_at }) => seen_at).sort((a, b) => a.getTime() - b.getTime())
    if (oldest) await this.#onKilled(oldest)
  }

  async leave(): Promise<void> {
    await deleteProcess(this.#ctx.db, this.#ctx.live.process_id)
  }

  #stateOf(id: string): Neighbour['state'] | undefined {
    return this.#neighbours.get(id)?.state
  }

  #observe({ id, seen_at, silent_ms }: ProcessRow, before: Neighbour | undefined): Neighbour {
    const isSilent = silent_ms > MISSED_BEATS * this.#every_ms
    // A row alone does not prove that its process still lives: it may have been killed. A new heartbeat does.
    if (!before) return { seen_at, state: isSilent ? 'dead' : 'new' }
    if (isSilent) return { seen_at, state: 'dead' }
    if (seen_at <= before.seen_at) return before
    const isUnheard = this.#ctx.live.isConnected() && !this.#ctx.live.hears(id)
    return {
      seen_at,
      state: 'alive',
      unheard_since: isUnheard ? (before.unheard_since ?? performance.now()) : undefined,
    }
  }

  #noteDeafness(unheard: ProcessRow | undefined): void {
    const { live, log } = this.#ctx
    if (unheard && !this.#is_deaf) log.error(remedy(live.reach, unheard.reach))
    if (!unheard && this.#is_deaf) log.info('all processes on this database receive each other’s live events again')
    this.#is_deaf = unheard !== undefined
  }
}

/** The error in the words of its cause. */
function remedy(own: ProcessRow['reach'], other: ProcessRow['reach']): string {
  const trouble = 'another process uses this database and does not share live events with this one: '
  if (own === 'process')
    return `${trouble}set REDIS_URL for this process, the same for all of them, or stop the other one`
  if (other === 'process') return `${trouble}set REDIS_URL for the other process too`
  return `${trouble}give all of them the same REDIS_URL and the same SECRET_KEY, and restart them`
}
