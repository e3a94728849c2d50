import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#tests/support/database/postgres.ts'
import { connect, type Db } from './connect.ts'
import { migrate } from './migrate.ts'

/** The migration of the ledger to the books, with the statements of the version before (0.8.0), word for word. */

const MIGRATIONS = path.join(import.meta.dirname, 'migrations')
const BOOKS = '028'

let database: TestDatabase
let db: Db
let before: string
let rows_before: unknown[]
const CREATOR = '019ba4d2-0000-7000-8000-000000000001'
const FAN = '019ba4d2-0000-7000-8000-000000000002'

/** `insertLedgerRow` of the version before. */
async function insertLedgerRow(payment_reference: string, is_demo = false): Promise<boolean> {
  const inserted = await db`
    insert into ledger (
      id, payment_reference, subscription_id, creator_id, period, paid_at, is_demo,
      price, vat_country, vat_percent, vat, charged, platform_fee, banking_fee, net
    ) values (
      gen_random_uuid(), ${payment_reference}, gen_random_uuid(), ${CREATOR}, 'month', '2026-03-01T12:00:00Z', ${is_demo},
      2399, 'FR', 20, 480, 2879, 360, 202, 1837
    )
    on conflict (payment_reference) do nothing
    returning 1`
  return inserted.length > 0
}

const ledgerRows = async () => [
  ...(await db`
    select id, payment_reference, subscription_id, creator_id, period, paid_at, price, vat_country, vat_percent, vat, charged,
      platform_fee, banking_fee, net, is_demo
    from ledger order by payment_reference`),
]

/** `sumLedger` of the version before. */
const grossOf = async () => (await db`select coalesce(sum(charged), 0) as gross from ledger`)[0]?.gross

beforeAll(async () => {
  database = await createEmptyDatabase()
  db = connect(database.url)
  before = await mkdtemp(path.join(tmpdir(), 'loge-migrations-'))
  for (const name of await readdir(MIGRATIONS))
    if (name.slice(0, 3) < BOOKS) await cp(path.join(MIGRATIONS, name), path.join(before, name))
  await migrate(database.url, before)
  await db`
    insert into users (id, email, email_key, username, password_hash, created_at)
    select id, name, name, name, 'none', now() from (values (${CREATOR}::uuid, 'amy'), (${FAN}::uuid, 'fan')) u (id, name)`
  await db`insert into profiles (id, created_at) values (${CREATOR}, now())`
  for (let number = 1; number <= 25; number += 1) await insertLedgerRow(`old_${number}`, number % 5 === 0)
  rows_before = await ledgerRows()
  await migrate(database.url, MIGRATIONS)
})

afterAll(async () => {
  await db?.end()
  await database?.drop()
  await rm(before, { recursive: true })
})

describe('The ledger of the version before', () => {
  it('After the migration every row is there, unchanged, under its old name and in the books', async () => {
    expect(rows_before).toHaveLength(25)
    expect(await ledgerRows()).toEqual(rows_before)
    const kinds = await db`select provider, kind, count(*) as count from movements group by 1, 2`
    expect([...kinds]).toEqual([{ provider: 'none', kind: 'payment', count: 25 }])
  })

  it('The version before still writes a payment once, and the books have it', async () => {
    expect([await insertLedgerRow('since'), await insertLedgerRow('since')]).toEqual([true, false])
    const [row] = await db`select provider, kind, occurred_at, net from movements where reference = 'since'`
    expect(row).toEqual({ provider: 'none', kind: 'payment', occurred_at: new Date('2026-03-01T12:00:00Z'), net: 1837 })
  })

  it('The version before neither changes nor deletes a payment, and removes those of the demo', async () => {
    await expect(db`update ledger set net = net + 1, platform_fee = platform_fee - 1`).rejects.toThrow(
      'only ever added to',
    )
    await expect(db`delete from ledger where not is_demo`).rejects.toThrow('only ever added to')
    const { count } = await db`delete from ledger where is_demo`
    expect(count).toBe(5)
  })

  it('The version before is refused amounts that do not add up', async () => {
    await expect(
      db`insert into ledger (id, payment_reference, subscription_id, creator_id, period, paid_at, price, vat_country, vat_percent,
          vat, charged, platform_fee, banking_fee, net)
        values (gen_random_uuid(), 'wrong', gen_random_uuid(), ${CREATOR}, 'day', now(), 100, 'FR', 20, 20, 120, 15, 8, 78)`,
    ).rejects.toThrow('violates check constraint')
  })

  it('The version before sees neither what was given back nor money that opened nothing', async () => {
    const gross = await grossOf()
    await db`
      insert into movements (id, provider, kind, reference, original_id, creator_id, price, vat, charged, platform_fee, banking_fee,
        net, occurred_at)
      select gen_random_uuid(), 'stripe', 'refund', 're_1', id, creator_id, -price, -vat, -charged, -platform_fee, -banking_fee, -net,
        now() from movements where reference = 'since'`
    await db`
      insert into movements (id, provider, reference, price, vat, charged, platform_fee, banking_fee, net, occurred_at)
      values (gen_random_uuid(), 'stripe', 'pay_stray', 1000, 200, 1200, 957, 43, 0, now())`
    expect(await grossOf()).toBe(gross)
  })

  it('Access ends with the period of the version before, and a period that it moves or cuts keeps its grace and its length', async () => {
    const [inserted] = await db`
      insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
      values (gen_random_uuid(), ${FAN}, ${CREATOR}, '2026-03-01T00:00Z', '2026-03-31T00:00Z', now()) returning id, open_until`
    expect(inserted?.open_until).toBeNull()
    await db`
      update subscriptions set open_until = '2026-04-03T00:00Z', entitled_from = starts_at, entitled_until = expires_at
      where id = ${inserted?.id}`
    // `shiftOverlaps` and `revokeGrants` of the version before.
    await db`
      update subscriptions set starts_at = '2026-03-02T00:00Z', expires_at = '2026-04-01T00:00Z' where id = ${inserted?.id}`
    await db`update subscriptions set expires_at = '2026-03-12T00:00Z' where id = ${inserted?.id}`
    const [row] =
      await db`select open_until, entitled_from, entitled_until from subscriptions where id = ${inserted?.id}`
    expect(row).toEqual({
      open_until: new Date('2026-03-15T00:00Z'),
      entitled_from: new Date('2026-03-01T00:00Z'),
      entitled_until: new Date('2026-03-11T00:00Z'),
    })
  })
})
