import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { connect, type Db } from './connect.ts'
import { REQUEST_TIMEOUTS } from './request-role.ts'

/** A standby of the database, which is asked for candidates: ids that the primary then decides about. */
export interface Replica {
  /** The standby while it is fresh. */
  fresh(): Db | undefined
  /** From now on, until the next check, it is not asked. */
  distrust(error: unknown): void
  close(): Promise<void>
}

/** The standby contains everything that was committed until this long ago, or it is not asked. */
const LAG_MAX_MS = 2_000
const CHECK_EVERY_MS = 1_000
/** As many as searches run at once, and one for the check. */
const CONNECTIONS = 4
/** A standby that hangs does not delay a request for longer. No search has a larger budget. */
const CONNECT_MS = 1_000
const ANSWER_MS = 2_000

/**
 * Runs a search for candidates on the replica, or on the primary if there is none, if it is behind, or if it fails.
 * Nothing that it returns may be shown before the primary has been asked who may see it.
 */
export async function findCandidates<T>(
  { db, replica }: { db: Db; replica?: Replica | undefined },
  search: (db: Db) => Promise<T>,
): Promise<T> {
  const standby = replica?.fresh()
  if (!replica || !standby) return await search(db)
  try {
    return await search(standby)
  } catch (error) {
    // Also an unknown column: the standby may not have replayed the last migration.
    replica.distrust(error)
    return await search(db)
  }
}

/** Undefined without `DATABASE_REPLICA_URL`. It never fails: a standby that is away is not asked. */
export function openReplica(
  { database_replica_url: url }: Pick<Config, 'database_replica_url'>,
  primary: Db,
  log: Pick<Log, 'info' | 'warn'>,
): Replica | undefined {
  if (url === undefined) return undefined
  const standby = connect(url, {
    max: CONNECTIONS,
    application_name: 'loge replica',
    settings: { ...REQUEST_TIMEOUTS, default_transaction_read_only: 'on' },
    connect_ms: CONNECT_MS,
    answer_ms: ANSWER_MS,
  })
  /** Positions in the write-ahead log of the primary, and when they were read. */
  let passed: { at: number; position: number }[] = []
  /** The standby contains what was committed before this moment. */
  let covered_until = Number.NEGATIVE_INFINITY
  let was_used: boolean | undefined
  let timer: NodeJS.Timeout | undefined
  let is_closed = false

  const isFresh = () => performance.now() - covered_until <= LAG_MAX_MS

  /** Positions are compared, not clocks: those of two machines differ, and on an idle primary no time is replayed. */
  async function check(): Promise<void> {
    const at = performance.now()
    passed = passed.filter((one) => at - one.at <= LAG_MAX_MS)
    passed.push({ at, position: await positionOf(primary) })
    const replayed = await replayedPositionOf(standby)
    if (replayed === undefined) throw new Error('it is not a standby')
    covered_until = passed.findLast(({ position }) => position <= replayed)?.at ?? covered_until
    if (!isFresh()) throw new Error(`it is more than ${LAG_MAX_MS / 1000} s behind`)
    if (was_used === false) log.info('the database of DATABASE_REPLICA_URL is used again')
    was_used = true
  }

  function distrust(error: unknown): void {
    covered_until = Number.NEGATIVE_INFINITY
    if (was_used !== false && !is_closed) {
      log.warn({ err: error }, 'the database of DATABASE_REPLICA_URL is not used: DATABASE_URL does its work')
    }
    was_used = false
  }

  async function checkAgainAndAgain(): Promise<void> {
    await check().catch(distrust)
    if (!is_closed) timer = setTimeout(checkAgainAndAgain, CHECK_EVERY_MS).unref()
  }
  void checkAgainAndAgain()

  return {
    fresh: () => (isFresh() ? standby : undefined),
    distrust,
    async close() {
      is_closed = true
      clearTimeout(timer)
      await standby.end({ timeout: 1 })
    },
  }
}

/** With `synchronous_commit = off` the last moments of what is committed already are not in it. */
async function positionOf(primary: Db): Promise<number> {
  const [row] = await primary<{ position: number }[]>`
    select (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as position`
  return row?.position ?? Number.POSITIVE_INFINITY
}

async function replayedPositionOf(standby: Db): Promise<number | undefined> {
  const [row] = await standby<{ position: number | null }[]>`
    select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 end as position`
  return row?.position ?? undefined
}
