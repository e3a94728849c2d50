import { describe, expect, it } from 'vitest'
import { createSeal, type Seal } from '#server/seal.ts'
import { countByKey } from '#server/store/sealed-rows.ts'
import { IBAN, pdfDocument, sendIdentity } from '#tests/support/scenarios/identities.ts'
import { type Person, world } from '#tests/support/world.ts'
import { openDetails } from './identities.ts'
import { openAccount, setAccount } from './payouts/accounts.ts'
import { resealAll } from './reseal.ts'

const [OLD, NEW] = ['the secret key of before, long enough', 'the secret key of today, long enough']
const { ctx, creator } = await world({ PAYMENTS: 'sandbox', SECRET_KEY: OLD })
const rotated = createSeal([NEW, OLD])
const present = createSeal([NEW])

async function paidCreator(name: string): Promise<Person> {
  const person = await creator(name)
  expect((await sendIdentity(person)).status).toBe(200)
  await ctx.db`
    insert into payouts (id, creator_id, cents, state, provider, sealed, key_id, asked_at)
    select gen_random_uuid(), creator_id, 2000, 'asked', 'manual', sealed, key_id, ${ctx.now()}
    from payees where creator_id = ${person.id}`
  return person
}

/** Opens everything of a creator with one seal. */
async function openAll(seal: Seal, { id }: Person) {
  type Row = { sealed: Buffer; key_id: string; kind: 'document' | 'portrait' }
  const rowsOf = (table: string) => ctx.db<Row[]>`select * from ${ctx.db(table)} where creator_id = ${id}`
  const [details] = await rowsOf('verifications')
  const files = await rowsOf('verification_files')
  const accounts = [...(await rowsOf('payees')), ...(await rowsOf('payouts'))]
  return {
    name: details && openDetails(seal, id, details).legal_name,
    files: files.map((row) => seal.open(row, { owner: id, purpose: row.kind }).toString('latin1')).sort(),
    accounts: accounts.map((row) => openAccount(seal, row, id).iban),
  }
}
const EVERYTHING = {
  name: 'Amélie Durand',
  files: [pdfDocument(), pdfDocument('portrait')].map(String).sort(),
  accounts: [IBAN, IBAN],
}

describe('A change of SECRET_KEY', () => {
  it('Everything that the earlier key sealed is sealed with the present one, which alone opens it then', async () => {
    const people = [await paidCreator('amy'), await paidCreator('bea')]
    for (const person of people) await expect(openAll(present, person)).rejects.toThrow('SECRET_KEY_BEFORE')
    expect(await resealAll({ db: ctx.db, seal: rotated })).toEqual({ sealed: 10, unreadable: 0 })
    for (const person of people) expect(await openAll(present, person)).toEqual(EVERYTHING)
    expect([...(await countByKey(ctx.db)).keys()]).toEqual([present.key_id])
  })

  it('Once more changes nothing, and two at once do the work of one', async () => {
    const before = await ctx.db`select sealed from verification_files order by creator_id, kind`
    expect(await resealAll({ db: ctx.db, seal: rotated })).toEqual({ sealed: 0, unreadable: 0 })
    expect(await ctx.db`select sealed from verification_files order by creator_id, kind`).toEqual(before)
    const cleo = await paidCreator('cleo')
    const runs = await Promise.all([1, 2].map(() => resealAll({ db: ctx.db, seal: rotated })))
    expect(runs.reduce((sum, { sealed }) => sum + sealed, 0)).toBe(5)
    expect(await openAll(present, cleo)).toEqual(EVERYTHING)
  })

  it('What a person writes meanwhile is neither lost nor sealed with the earlier key', async () => {
    const dora = await paidCreator('dora')
    const other = 'DE89370400440532013000'
    await Promise.all([
      resealAll({ db: ctx.db, seal: rotated }),
      ctx.db.begin((db) => setAccount(db, { seal: rotated, now: ctx.now }, dora.id, { holder: 'Dora', iban: other })),
    ])
    expect((await openAll(present, dora)).accounts).toEqual([other, IBAN])
  })

  it('What no known key opens is counted and left as it is, and does not stop the rest', async () => {
    const eva = await paidCreator('eva')
    await ctx.db`update verifications set key_id = 'lost' where creator_id = ${eva.id}`
    expect(await resealAll({ db: ctx.db, seal: rotated })).toEqual({ sealed: 4, unreadable: 1 })
    expect(await resealAll({ db: ctx.db, seal: rotated })).toEqual({ sealed: 0, unreadable: 1 })
  })

  it('Every column with sealed bytes is known to the change of the key', async () => {
    const columns = await ctx.db<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'sealed' order by 1`
    const { SEALED_TABLES } = await import('#server/store/sealed-rows.ts')
    expect(columns.map(({ name }) => name)).toEqual(SEALED_TABLES.map(({ name }) => name).sort())
  })
})
