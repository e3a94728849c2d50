import { expect, it } from 'vitest'
import type { Queryable } from '#server/db/connect.ts'
import { world } from '#tests/support/world.ts'
import { countUsers, listUsers } from './admin-users.ts'

/** With fewer rows, PostgreSQL rightly reads them all. */
const USERS = 20_000
const { ctx } = await world()
await ctx.db`
  insert into users (id, email, email_key, username, password_hash, created_at)
  select gen_random_uuid(), address, address, concat('seat-', number), 'none', ${ctx.now()}
  from generate_series(1, ${USERS}) number, concat('row', number, '@crowd.test') address`
await ctx.db`vacuum analyze users`

/** How many users a statement reads, with a plan for its parameters or with a generic one. */
async function countRowsRead(
  plans: 'force_custom_plan' | 'force_generic_plan',
  work: (tx: Queryable) => Promise<unknown>,
): Promise<number> {
  return await ctx.db.begin(async (tx) => {
    await tx`select set_config('plan_cache_mode', ${plans}, true)`
    const read = async () => {
      const [row] = await tx<{ count: number }[]>`
        select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relname = 'users'`
      return row?.count ?? Number.NaN
    }
    const before = await read()
    await work(tx)
    return (await read()) - before
  })
}

it.each(['seat-4321', 'row4321@', 'nobody-at-all'])(
  'A search of staff for %s does not read all users',
  async (search) => {
    for (const plans of ['force_custom_plan', 'force_generic_plan'] as const) {
      expect(await countRowsRead(plans, (tx) => listUsers(tx, { search }))).toBeLessThan(100)
      expect(await countRowsRead(plans, (tx) => countUsers(tx, { search }))).toBeLessThan(100)
    }
  },
)
