import { describe, expect, it } from 'vitest'
import { feesOf } from '#contract/fees.ts'
import { newId } from '#server/store/ids.ts'
import { type Person, world } from '#tests/support/world.ts'

const { app, ctx, creator } = await world()
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const amy = await creator('amy')
const lou = await creator('lou')

/** Inserts payments, three in each minute, whose ids are in another order than their times. */
async function insertPayments(to: Person, times: number): Promise<void> {
  const { price, vat, charged, platform_fee, banking_fee, net } = feesOf(799, 20)
  await ctx.db`
    insert into movements (
      id, reference, subscription_id, creator_id, period, occurred_at,
      price, vat_country, vat_percent, vat, charged, platform_fee, banking_fee, net
    )
    select gen_random_uuid(), ${`${to.id}-`} || n, gen_random_uuid(), ${to.id}, 'day',
      timestamptz '2024-01-01T00:00:00.000123Z' + n / 3 * interval '1 minute',
      ${price}::int + n, 'FR', 20, ${vat}, ${charged}::int + n, ${platform_fee}, ${banking_fee}, ${net}::int + n
    from generate_series(1, ${times}::int) n`
}

/** Inserts a row that cannot be formatted, the last or the first of all: its time of payment is infinite. */
async function insertBrokenRow(of: Person, paid_at: 'infinity' | '-infinity'): Promise<void> {
  const { price, vat, charged, platform_fee, banking_fee, net } = feesOf(799, 20)
  const id = newId(ctx.now())
  await ctx.db`
    insert into movements (
      id, reference, subscription_id, creator_id, period, occurred_at,
      price, vat_country, vat_percent, vat, charged, platform_fee, banking_fee, net
    ) values (
      ${id}, ${id}, ${id}, ${of.id}, 'day', ${paid_at}::text::timestamptz,
      ${price}, 'FR', 20, ${vat}, ${charged}, ${platform_fee}, ${banking_fee}, ${net}
    )`
}

const ask = (person: Person, method = 'GET') =>
  fetch(`${address}/api/revenues?format=csv`, { method, headers: { authorization: person.token ?? '' } })

describe('The CSV of very many payments', () => {
  it.each([999, 1000, 1001, 2503])(
    'A CSV of %i payments is complete and in order, each payment once',
    async (times) => {
      const person = await creator(`paid-${times}`)
      await insertPayments(person, times)
      const answer = await ask(person)
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const lines = (await answer.text()).split('\r\n')
      expect(lines[0]).toBe('date,period,country,vat_percent,price,vat,gross,platform_fee,banking_fee,net,is_sample')
      expect(lines.at(-1)).toBe('')
      const rows = lines.slice(1, -1).map((row) => row.split(','))
      const prices = rows.map((cells) => Math.round(Number(cells[4]) * 100) - 799)
      // Within one minute the ids decide, so only the minutes are in order.
      const minutes = prices.map((n) => Math.floor(n / 3))
      expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
      expect(prices.toSorted((a, b) => a - b)).toEqual(Array.from({ length: times }, (_, index) => index + 1))
    },
  )

  it('A CSV that fails in the middle ends the connection, so that nobody takes a part for the whole', async () => {
    await insertPayments(amy, 1200)
    await insertBrokenRow(amy, 'infinity')
    const answer = await ask(amy)
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
    expect((await ask(lou)).status).toBe(200)
  })

  it('A CSV that fails before its first line is a 500, and a HEAD request does not read it', async () => {
    await insertPayments(lou, 10)
    await insertBrokenRow(lou, '-infinity')
    const answer = await ask(lou)
    expect(answer.status).toBe(500)
    expect(await answer.json()).toEqual({ error: 'Something went wrong on our side', code: 'internal' })
    const head = await ask(lou, 'HEAD')
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  })
})
