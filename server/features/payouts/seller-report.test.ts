import { describe, expect, it } from 'vitest'
import { amountOf } from '#contract/fees.ts'
import { DAY_MS } from '#contract/time.ts'
import { sealDetails } from '#server/domain/identities.ts'
import { createSeal, type Seal, sealJson } from '#server/seal.ts'
import { newId } from '#server/store/ids.ts'
import { insertManyAccounts } from '#tests/support/database/account-rows.ts'
import { insertManyPayments, insertPayment } from '#tests/support/database/movement-rows.ts'
import { FakeProvider } from '#tests/support/payments/fake-provider.ts'
import { earn } from '#tests/support/payouts/payees.ts'
import { DETAILS, IBAN } from '#tests/support/scenarios/identities.ts'
import { PASSWORD, type Person, world } from '#tests/support/world.ts'

const START = new Date('2026-03-01T12:00:00.000Z')
const here = await world({ PAYMENTS: 'sandbox' }, { payments: new FakeProvider(START) })
const { ctx, creator, creatorNamed, member, staff, visitor } = here
const { db } = ctx
const admin = await staff('ada', 'admin')

/** The rows of a CSV whose cells hold no comma, by the id of the seller. */
async function reportOf(year: number, person = admin): Promise<Map<string, Record<string, string>>> {
  const { status, text } = await person.ask('GET', `/admin/seller_reports/${year}`)
  expect(status).toBe(200)
  const [names = '', ...lines] = text.trimEnd().split('\r\n')
  const rows = lines.map((line) => line.split(',').map((cell, place) => [names.split(',')[place], cell]))
  return new Map(rows.map((cells) => Object.fromEntries(cells)).map((row) => [row.seller, row]))
}

async function verify(ids: readonly string[], details = DETAILS, seal = ctx.seal as Seal): Promise<void> {
  const decided = { state: 'verified', sent_at: ctx.now(), decided_at: ctx.now() }
  const account = { holder: details.legal_name, iban: IBAN }
  const identities = ids.map((id) => ({ creator_id: id, ...decided, ...sealDetails(seal, id, details) }))
  const payees = ids.map((id) => ({ creator_id: id, ...sealJson(seal, account, { owner: id, purpose: 'account' }) }))
  await db`insert into verifications ${db(identities)}`
  await db`insert into payees ${db(payees)}`
}

const sells = async ({ id }: Pick<Person, 'id'>, day: string, changes: object = {}) =>
  await insertPayment(db, { price: 1000, occurred_at: new Date(`${day}T12:00:00Z`), creator_id: id, ...changes })

describe('Who reads the report about sellers', () => {
  it('Everybody but an admin is refused, and nothing is in the audit log', async () => {
    const path = '/admin/seller_reports/2025'
    expect((await visitor.ask('GET', path)).status).toBe(401)
    for (const person of [await member('fan'), await creator('cleo'), await staff('mo', 'moderator')])
      expect((await person.ask('GET', path)).status).toBe(403)
    expect(await db`select from audit_log where action = 'seller_report_exported'`).toHaveLength(0)
  })

  it('A year that is none has no report, and there is none where nothing can be bought', async () => {
    for (const year of ['x', '26', '20266', '1999', '2026-01', '%00'])
      expect((await admin.ask('GET', `/admin/seller_reports/${year}`)).status, year).toBe(404)
    const plain = await world()
    expect((await (await plain.staff('ada', 'admin')).ask('GET', '/admin/seller_reports/2025')).status).toBe(404)
  })

  it('Each download is in the audit log, and the file has its year in its name', async () => {
    const { headers, text } = await admin.ask('GET', '/admin/seller_reports/2019')
    expect([headers['content-type'], headers['content-disposition'], text.split('\r\n').length]).toEqual([
      ...['text/csv; charset=utf-8', 'attachment; filename="loge-sellers-2019.csv"', 2],
    ])
    expect(await db`select staff_id, details from audit_log where action = 'seller_report_exported'`).toEqual([
      { staff_id: admin.id, details: { year: '2019' } },
    ])
  })
})

describe('What the report says', () => {
  it('A verified creator is named with address, tax number and account, and has the sums of each quarter', async () => {
    const amy = await creatorNamed('Amy')
    await verify([amy.id])
    await sells(amy, '2024-12-31')
    for (const day of ['2025-01-01', '2025-03-31', '2025-04-01', '2025-12-31']) await sells(amy, day)
    await sells(amy, '2026-01-01')
    expect((await reportOf(2025)).get(amy.id)).toEqual({
      ...{ seller: amy.id, username: 'Amy', ...DETAILS, account_holder: 'Amélie Durand', iban: IBAN },
      ...{ q1_consideration: '15.32', q1_fees: '4.68', q1_sales: '2', q1_vat: '4.00' },
      ...{ q2_consideration: '7.66', q2_fees: '2.34', q2_sales: '1', q2_vat: '2.00' },
      ...{ q3_consideration: '0.00', q3_fees: '0.00', q3_sales: '0', q3_vat: '0.00' },
      ...{ q4_consideration: '7.66', q4_fees: '2.34', q4_sales: '1', q4_vat: '2.00' },
      ...{ is_sample: 'false', note: '' },
    })
  })

  it('What was given back is taken off in its quarter, and a payout is no income', async () => {
    const ben = await creator('ben')
    const id = newId(START)
    await sells(ben, '2025-02-01', { id })
    await sells(ben, '2025-02-02')
    const back = { kind: 'refund', original_id: id, subscription_id: null } as const
    const given = { price: -1000, vat: -200, charged: -1200, platform_fee: -234 }
    await earn(ctx, ben.id, -766, new Date('2025-05-01T12:00:00Z'), { ...back, ...given })
    const paid = { kind: 'payout', provider: 'manual', subscription_id: null } as const
    await earn(ctx, ben.id, -700, new Date('2025-08-01T12:00:00Z'), paid)
    expect((await reportOf(2025)).get(ben.id)).toMatchObject({
      ...{ q1_consideration: '15.32', q1_sales: '1', q1_vat: '4.00' },
      ...{ q2_consideration: '-7.66', q2_fees: '-2.34', q2_sales: '0', q2_vat: '-2.00' },
      ...{ q3_consideration: '0.00', q3_fees: '0.00' },
    })
  })

  it('Somebody who is not known is there with empty columns and a note', async () => {
    const dan = await creatorNamed('Dan')
    await sells(dan, '2025-02-01', { is_demo: true })
    expect((await reportOf(2025)).get(dan.id)).toMatchObject({
      ...{ username: 'Dan', legal_name: '', tax_number: '', iban: '', q1_sales: '1' },
      ...{ is_sample: 'true', note: 'not verified' },
    })
  })

  it('What was sealed with a lost key is named, and the report goes on', async () => {
    const eve = await creator('eve')
    await verify([eve.id], DETAILS, createSeal(['another secret key']))
    await sells(eve, '2025-02-01')
    expect((await reportOf(2025)).get(eve.id)).toMatchObject({ legal_name: '', note: 'sealed with an unknown key' })
  })

  it('What a creator has written runs nothing in a spreadsheet', async () => {
    const gus = await creator('gus')
    await verify([gus.id], { ...DETAILS, legal_name: '=HYPERLINK("https://evil.example")', street: '@SUM(A1)' })
    await sells(gus, '2025-02-01')
    const { text } = await admin.ask('GET', '/admin/seller_reports/2025')
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")",1990-05-04,'@SUM(A1)`)
  })
})

describe('The report of a big house', () => {
  it('A thousand creators are one row each, whose sums equal a recount of the movements', async () => {
    const ids = await insertManyAccounts(db, 1000)
    await insertManyPayments(db, { creator_ids: ids, times: 7, start: new Date('2023-01-01T12:00:00Z'), days_apart: 7 })
    await verify(ids.filter((_, place) => place % 2))
    const began = performance.now()
    const report = await reportOf(2023)
    const took = performance.now() - began
    expect(report.size).toBe(1000)
    const movements = await db`
      select creator_id, ceil(extract(month from booked_at at time zone 'UTC') / 3)::int as quarter, net, vat,
        platform_fee + banking_fee as fees
      from movements where creator_id = any(${ids}::uuid[])`
    const expected = new Map<string, { net: number; fees: number; vat: number; count: number }>()
    for (const { creator_id, quarter, net, vat, fees } of movements) {
      const key = `${creator_id} q${quarter}`
      const sums = expected.get(key) ?? { net: 0, fees: 0, vat: 0, count: 0 }
      expected.set(key, { net: sums.net + net, fees: sums.fees + fees, vat: sums.vat + vat, count: sums.count + 1 })
    }
    for (const [id, row] of report) {
      for (const quarter of ['q1', 'q2', 'q3', 'q4']) {
        const { net, fees, vat, count } = expected.get(`${id} ${quarter}`) ?? { net: 0, fees: 0, vat: 0, count: 0 }
        expect([`consideration`, 'fees', 'vat', 'sales'].map((sum) => row[`${quarter}_${sum}`])).toEqual([
          ...[amountOf(net), amountOf(fees), amountOf(vat), String(count)],
        ])
      }
    }
    expect([...report.values()].filter(({ iban }) => iban === IBAN)).toHaveLength(500)
    // Far above what it takes.
    expect(took).toBeLessThan(15_000)
  })
})

it('Somebody whose account is erased is there with what is kept', async () => {
  const fay = await creatorNamed('Fay')
  await verify([fay.id])
  await sells(fay, '2025-02-01')
  await fay.ask('POST', '/user/deletion', { current_password: PASSWORD })
  here.passes(20 * DAY_MS)
  await here.runJob('erase_accounts')
  const later_admin = await here.anotherDevice('ada')
  expect((await reportOf(2025, later_admin)).get(fay.id)).toMatchObject({
    username: '',
    legal_name: 'Amélie Durand',
    q1_sales: '1',
  })
})
