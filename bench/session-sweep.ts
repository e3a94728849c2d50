import { setTimeout as pause } from 'node:timers/promises'
import { Cable } from '../server/cable/cable.ts'
import { CABLE_LIMITS } from '../server/cable/limits.ts'
import { readConfig } from '../server/config.ts'
import { createContext } from '../server/context.ts'
import type { Db } from '../server/db/connect.ts'
import { createTestDatabase } from '../tests/support/database/postgres.ts'
import { cpuSeconds } from './cpu.ts'
import type { Row } from './row.ts'

const SESSIONS = 50_000
const AT_ONCE = 1000
const MEASURED_MS = 15_000

/** A socket to which nobody listens: only the look-ups of its session are measured. */
const SOCKET = { bufferedAmount: 0, send() {}, ping() {}, pong() {}, close() {}, terminate() {} }

async function cpuPerSecond(db: Db, during_ms: number): Promise<number> {
  const from = { cpu: await cpuSeconds(process.pid, db), at: performance.now() }
  await pause(during_ms)
  return (((await cpuSeconds(process.pid, db)) - from.cpu) / (performance.now() - from.at)) * 1_000_000
}

/** What it costs to find out which of 50,000 open sessions have ended, in this process and in the database. */
export async function sessionSweep(): Promise<Row> {
  const database = await createTestDatabase()
  const config = { ...readConfig({ DATABASE_URL: database.url, RATE_LIMITS: 'off', LOG_LEVEL: 'error' }) }
  const ctx = await createContext(config)
  const tokens = Array.from({ length: SESSIONS }, (_, index) => `sweep-${index + 1}`)
  await ctx.db`
    insert into users (id, email, email_key, username, password_hash, created_at)
    select gen_random_uuid(), n || '@loge.test', n || '@loge.test', 'sweep-' || n, 'none', now()
    from generate_series(1, ${SESSIONS}) n`
  await ctx.db`
    insert into sessions (id, user_id, created_at, last_used_at, rotated_at, user_agent)
    select gen_random_uuid(), id, now(), now(), now(), 'bench' from users where username like 'sweep-%'`
  await ctx.db`
    insert into session_tokens (token_hash, session_id, created_at)
    select token_hash, id, now()
    from (select id, row_number() over () as n from sessions) s
      join (select n, sha256(('sweep-' || n)::bytea) as token_hash from generate_series(1, ${SESSIONS}) n) t using (n)`
  // Otherwise autovacuum does it while the rest is measured.
  await ctx.db.unsafe('vacuum analyze users, sessions, session_tokens')
  const limits = { ...CABLE_LIMITS, ping_every_ms: 60 * MEASURED_MS, handshake_timeout_ms: 60_000 }
  const cable = new Cable(ctx, limits)
  try {
    await pause(3000)
    const rest = await cpuPerSecond(ctx.db, MEASURED_MS / 2)
    for (let start = 0; start < SESSIONS; start += AT_ONCE) {
      for (const token of tokens.slice(start, start + AT_ONCE))
        cable.open(
          SOCKET,
          token,
          cable.begin(() => {}),
        )
      while (cable.sockets < start + AT_ONCE) await pause(5)
    }
    await pause(3000)
    const busy = await cpuPerSecond(ctx.db, MEASURED_MS)
    return {
      what: `finding ended sessions of ${SESSIONS} open sockets, CPU ms a second, database included`,
      bar: { at_most: 50 },
      ratio: Math.max(0, busy - rest),
      figures: `${busy.toFixed(0)} ms with the sockets, ${rest.toFixed(0)} ms without`,
    }
  } finally {
    await cable.close()
    await ctx.close()
    await database.drop()
  }
}
