import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/errors.ts'
import type { Log } from '#server/log.ts'
import { connect, type Db, type Tx } from './connect.ts'
import { REQUEST_TIMEOUTS } from './request-role.ts'

/** A standby of the database, which reads lists. */
export interface Replica {
  /** Reads on the standby once it contains all that the primary contains now; otherwise on the primary. */
  read<T>(read: (db: Db | Tx) => Promise<T>): Promise<T>
  /** Whether the next list is read on the standby. */
  readonly is_used: boolean
  close(): Promise<void>
}

/** How long a request waits for the standby, in steps. A standby nearby is a few milliseconds behind. */
const WAITS_MS = [2, 4, 8, 16, 32]
/** A standby may be behind for a moment. Only after so many failed checks in a row the log says so. */
const FAILED_CHECKS_SAID = 3
const CONNECTIONS = 16
/** A standby that hangs does not delay a request for longer. No search has a larger budget. */
const CONNECT_MS = 1_000
const ANSWER_MS = 2_000

/**
 * Reads a list: on the replica if there is one that is as fresh as the primary at this moment, else on the primary. So both
 * would answer the same, also who may see what. Whatever writes, or opens a single thing, asks the primary.
 */
export async function readList<T>(
  { db, replica }: { db: Db; replica?: Replica | undefined },
  read: (db: Db | Tx) => Promise<T>,
): Promise<T> {
  return replica ? await replica.read(read) : await read(db)
}

/** Undefined without `DATABASE_REPLICA_URL`. It never fails: a standby that is away is not asked. */
export function openReplica(
  { database_replica_url: url }: Pick<Config, 'database_replica_url'>,
  primary: Db,
  log: Pick<Log, 'info' | 'warn'>,
  check_every_ms = 1_000,
): Replica | undefined {
  if (url === undefined) return undefined
  const standby = connect(url, {
    max: CONNECTIONS,
    application_name: 'loge replica',
    settings: { ...REQUEST_TIMEOUTS, default_transaction_read_only: 'on' },
    connect_ms: CONNECT_MS,
    answer_ms: ANSWER_MS,
  })
  let is_used = false
  let failed_checks = 0
  let timer: NodeJS.Timeout | undefined
  let is_closed = false

  /** The primary as the last check found it. */
  let known: { started_at: string; system: string } | undefined

  /** One transaction, because each connection may lead to another standby. */
  async function readOnStandby<T>(read: (db: Db | Tx) => Promise<T>): Promise<T> {
    const position = await positionOf(primary)
    if (!known || known.started_at !== position.started_at)
      throw new Error('the primary is another one, or was restarted')
    const { system } = known
    return await standby.begin(async (tx) => {
      await waitFor(tx, system, position)
      return await read(tx)
    })
  }

  async function check(): Promise<void> {
    try {
      const { started_at } = await positionOf(primary)
      if (known?.started_at !== started_at) known = { started_at, system: await systemOf(primary) }
      await readOnStandby(async () => {})
      is_used = true
      if (failed_checks >= FAILED_CHECKS_SAID) log.info('the database of DATABASE_REPLICA_URL is used again')
      failed_checks = 0
    } catch (error) {
      is_used = false
      failed_checks += 1
      if (failed_checks === FAILED_CHECKS_SAID && !is_closed)
        log.warn({ err: error }, 'the database of DATABASE_REPLICA_URL is not used: DATABASE_URL does its work')
    }
  }

  async function checkAgainAndAgain(): Promise<void> {
    await check()
    if (!is_closed) timer = setTimeout(checkAgainAndAgain, check_every_ms).unref()
  }
  void checkAgainAndAgain()

  return {
    async read(read) {
      if (is_used) {
        try {
          return await readOnStandby(read)
        } catch (error) {
          if (error instanceof AppError) throw error
          // Also an unknown column: another version may have migrated the primary. The next check decides, and says why.
          is_used = false
        }
      }
      return await read(primary)
    },
    get is_used() {
      return is_used
    },
    async close() {
      is_closed = true
      clearTimeout(timer)
      await standby.end({ timeout: 1 })
    },
  }
}

/** A position in the write-ahead log of the primary: in which start of the server, on which timeline, and how far. */
interface Position {
  started_at: string
  timeline: string
  position: string
}

/**
 * Where the log of the primary is now: everything that anybody has seen committed is before it. A commit that does not wait
 * for the disk is seen before it is flushed.
 */
async function positionOf(primary: Db): Promise<Position> {
  const [row] = await primary<Position[]>`
    select pg_postmaster_start_time()::text as started_at,
      substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline,
      (case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as position`
  if (!row) throw new Error('the primary did not tell its position')
  return row
}

/** Which database a server holds. It never changes while the server runs, and is read from a file. */
async function systemOf(primary: Db): Promise<string> {
  const [row] = await primary<{ system: string }[]>`select system_identifier::text as system from pg_control_system()`
  return row?.system ?? ''
}

/**
 * Returns when later statements of this transaction see everything up to the position, and fails if that takes too long.
 * Positions are compared, not clocks. A standby that follows another server, for example the old primary after a failover,
 * has another timeline; one that follows the new primary knows its timeline after its next restart point.
 */
async function waitFor(standby: Tx, system: string, { timeline, position }: Position): Promise<void> {
  for (const wait_ms of [...WAITS_MS, undefined]) {
    const [row] = await standby<{ is_standby: boolean; is_same: boolean; is_there: boolean | null }[]>`
      select pg_is_in_recovery() as is_standby,
        (select system_identifier from pg_control_system())::text = ${system}
          and (select lpad(upper(to_hex(timeline_id)), 8, '0') from pg_control_checkpoint()) = ${timeline} as is_same,
        pg_last_wal_replay_lsn() >= ${position}::pg_lsn as is_there`
    if (!row?.is_standby) throw new Error('it is not a standby')
    if (!row.is_same) throw new Error('it does not follow the database of DATABASE_URL')
    if (row.is_there) return
    if (wait_ms !== undefined) await pause(wait_ms)
  }
  throw new Error(`it is behind by more than ${WAITS_MS.reduce((sum, ms) => sum + ms)} ms`)
}
