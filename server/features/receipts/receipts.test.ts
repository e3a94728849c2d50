import { describe, expect, it } from 'vitest'
import type { Notice } from '#contract/notices.ts'
import type { Receipt } from '#contract/receipts.ts'
import { DAY_MS } from '#contract/time.ts'
import { settlePayment } from '#server/domain/payments/settle.ts'
import { later } from '#server/time.ts'
import { readPdf } from '#tests/support/files/pdf-text.ts'
import { unzip } from '#tests/support/files/zip.ts'
import { openShop } from '#tests/support/payments/shop.ts'
import { PASSWORD, type Person, world } from '#tests/support/world.ts'

const here = await world()
const { ctx, app, creatorNamed, member, visitor } = here
const { provider, orders, pays } = openShop(here)
const START = ctx.now()
const amy = await creatorNamed('Amy')

/** Buys a ticket of Amy's. Returns the reference of the payment. */
async function buys(fan: Person, period: 'day' | 'week' | 'month' = 'month', at = START): Promise<string> {
  const payment = pays(await orders(fan, amy, { period, created_at: at }), at)
  await settlePayment(ctx, payment)
  return payment
}

async function refunds(payment: string, cents: number, at: Date): Promise<void> {
  provider.gives(payment, { cents, at })
  await settlePayment(ctx, payment)
}

const listOf = async (fan: Person) => (await fan.ask('GET', '/receipts')).body as Receipt[]

async function pdfOf(fan: Person, number: string, language?: string) {
  const response = await app.inject({
    url: `/api/receipts/${number}?format=pdf`,
    headers: { authorization: fan.token ?? '', ...(language && { 'accept-language': language }) },
  })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  return { headers: response.headers, ...(await readPdf(response.rawPayload)) }
}

describe('Who sees a receipt', () => {
  it('Nobody without a session, and nobody but the fan', async () => {
    const fan = await member('owner')
    await buys(fan)
    const [{ number = '' } = {}] = await listOf(fan)
    expect((await visitor.ask('GET', '/receipts')).status).toBe(401)
    expect((await visitor.ask('GET', `/receipts/${number}`)).status).toBe(401)
    for (const stranger of [amy, await member('stranger'), await here.staff('ada', 'admin')]) {
      expect(await listOf(stranger)).toEqual([])
      for (const format of ['', '?format=pdf'])
        expect((await stranger.ask('GET', `/receipts/${number}${format}`)).status).toBe(404)
    }
    expect((await fan.ask('GET', `/receipts/${number}`)).status).toBe(200)
  })

  it('An unknown number is 404, and a cursor or a format that is none is 422', async () => {
    const fan = await member('curious')
    for (const number of ['2026-999999', 'x', '2026-1', "2026-000001'--", '%00'])
      expect((await fan.ask('GET', `/receipts/${number}`)).status, number).toBe(404)
    for (const query of ['cursor=x', 'cursor=2026-1', 'cursor='])
      expect((await fan.ask('GET', `/receipts?${query}`)).status, query).toBe(422)
    expect((await fan.ask('GET', '/receipts/2026-000001?format=doc')).status).toBe(422)
    expect((await fan.ask('GET', '/receipts?cursor=9999-999999')).body).toEqual([])
  })
})

describe('The list of receipts', () => {
  it('Receipts and credit notes are listed from the newest, in pages', async () => {
    const fan = await member('regular')
    const payment = await buys(fan, 'week')
    await refunds(payment, 500, later(START, DAY_MS))
    for (let count = 0; count < 31; count += 1) await buys(fan, 'day', later(START, (2 + count) * DAY_MS))
    const { body: first, headers } = await fan.ask('GET', '/receipts')
    expect(first).toHaveLength(30)
    const next = headers.link?.toString().match(/<(.*)>; rel="next"/)?.[1]
    const { body: rest, headers: last } = await fan.ask('GET', `/receipts${next}`)
    expect(last.link).toBeUndefined()
    const all: Receipt[] = [...first, ...rest]
    const numbers = all.map(({ number }) => number)
    expect(numbers).toEqual(numbers.toSorted().reverse())
    expect(new Set(numbers).size).toBe(33)
    expect(all.at(-1)).toEqual({
      number: numbers.at(-1),
      kind: 'receipt',
      creator: 'Amy',
      profile_pic: null,
      period: 'week',
      charged: '17.99',
      issued_at: START.toISOString(),
    })
    expect(all.at(-2)).toMatchObject({ kind: 'credit_note', charged: '5.00', period: 'week' })
  })
})

describe('One receipt', () => {
  it('A receipt says what was paid for what, to whom, and that it began at once', async () => {
    const fan = await member('buyer')
    await buys(fan)
    const [{ number = '' } = {}] = await listOf(fan)
    const { body } = await fan.ask('GET', `/receipts/${number}`)
    expect(body).toMatchObject({
      ...{ number, kind: 'receipt', creator: 'Amy', corrects: null, period: 'month' },
      ...{ price: '23.99', vat: '4.80', charged: '28.79', vat_percent: '20', country: 'FR' },
      ...{ starts_at: START.toISOString(), ends_at: '2026-04-01T12:00:00.000Z', consented_at: START.toISOString() },
    })
    expect(body.fan).toBe((await fan.ask('GET', '/user')).body.username)
  })

  it('It keeps the names of that day, also when both are called otherwise or the creator has left', async () => {
    const ben = await creatorNamed('Ben')
    const fan = await member('loyal')
    const payment = pays(await orders(fan, ben), START)
    await settlePayment(ctx, payment)
    const [{ number = '' } = {}] = await listOf(fan)
    const { body: before } = await fan.ask('GET', `/receipts/${number}`)
    await fan.ask('PUT', '/user', { username: 'quite-other' })
    await ben.ask('POST', '/user/deletion', { current_password: PASSWORD })
    expect((await fan.ask('GET', `/receipts/${number}`)).body).toEqual(before)
  })

  it('A credit note names the receipt that it corrects', async () => {
    const fan = await member('refunded')
    const payment = await buys(fan, 'day')
    await refunds(payment, 959, later(START, 1000))
    const [note, receipt] = await listOf(fan)
    expect((await fan.ask('GET', `/receipts/${note?.number}`)).body).toMatchObject({
      ...{ kind: 'credit_note', corrects: receipt?.number, price: '7.99', vat: '1.60', charged: '9.59' },
    })
  })
})

describe('Being told', () => {
  it('A fan gets a notice and a mail with each receipt and each credit note, once', async () => {
    const fan = await member('told')
    const payment = await buys(fan, 'week')
    await settlePayment(ctx, payment)
    here.passes(1000)
    await refunds(payment, 500, later(START, DAY_MS))
    const { body: notices } = await fan.ask('GET', '/notices')
    expect(notices.map(({ kind, text, path }: Notice) => [kind, text, path])).toEqual([
      ['payment_refunded', expect.stringContaining('€5.00'), '/subscriptions/receipts'],
      ['payment_received', expect.stringContaining('€17.99'), '/subscriptions/receipts'],
    ])
    const subjects = (await here.mailsTo(fan.email)).map(({ subject }) => subject)
    expect(subjects).toEqual(expect.arrayContaining(['Your seat is ready', 'Your money is on its way back']))
    expect(subjects).toHaveLength(2)
  })
})

describe('A printed receipt', () => {
  it('A PDF of one page says the same, in English and in French', async () => {
    const fan = await member('printer')
    await buys(fan)
    const [{ number = '' } = {}] = await listOf(fan)
    const english = await pdfOf(fan, number)
    expect(english.headers['content-disposition']).toBe(`attachment; filename="loge-${number}.pdf"`)
    expect([english.pages, english.title]).toEqual([1, `Loge Receipt ${number}`])
    for (const text of [
      'Receipt',
      number,
      'Amy',
      '1 Month',
      '€23.99',
      'VAT 20%, France',
      '€4.80',
      'Total paid',
      '€28.79',
    ])
      expect(english.texts).toContain(text)
    expect(english.texts.join(' ')).toContain('1 March 2026')
    const french = await pdfOf(fan, number, 'fr')
    for (const text of ['Reçu', number, '1 mois', '23,99 €', 'TVA 20 %, France', 'Total payé', '28,79 €'])
      expect(french.texts).toContain(text)
    expect(french.texts.join(' ')).toContain('1er mars 2026')
  })

  it('A credit note shows what was given back with a sign, and which receipt it corrects', async () => {
    const fan = await member('given-back')
    const payment = await buys(fan, 'week')
    await refunds(payment, 1799, later(START, 1000))
    const [note, receipt] = await listOf(fan)
    const { texts } = await pdfOf(fan, note?.number ?? '')
    for (const text of ['Credit note', receipt?.number, 'Total given back', '–€17.99']) expect(texts).toContain(text)
    expect((await pdfOf(fan, note?.number ?? '', 'fr')).texts).toContain('Avoir')
  })

  it('Without a language in the request it is in that of the account', async () => {
    const fan = await member('quiet')
    await fan.ask('PUT', '/user', { locale: 'fr' })
    await buys(fan, 'day')
    const [{ number = '' } = {}] = await listOf(fan)
    expect((await pdfOf(fan, number)).texts).toContain('Reçu')
  })
})

it('The copy of one’s data has the orders, paid or not, and the receipts', async () => {
  const fan = await member('leaving')
  await buys(fan)
  await orders(fan, amy, { period: 'day', created_at: later(START, 1000) })
  const { id } = (await fan.ask('POST', '/exports')).body
  await ctx.jobs.runDue()
  const files = await unzip((await fan.fetch(`/exports/${id}/file`)).bytes)
  const read = (name: string) => JSON.parse(files.get(name)?.toString() ?? 'no such file')
  expect(read('orders.json')).toMatchObject([
    { creator: 'Amy', period: 'month', charged: '28.79', state: 'paid' },
    { creator: 'Amy', period: 'day', charged: '9.59', state: 'waiting' },
  ])
  const [{ number = '' } = {}] = await listOf(fan)
  expect(read('receipts.json')).toMatchObject([{ number, creator: 'Amy', charged: '28.79', vat: '4.80' }])
  expect(files.get('index.html')?.toString()).toContain(number)
})

it('Receipts are kept for ten years after their year, however often the job runs, and then erased, a thousand at a time', async () => {
  const { db } = ctx
  const old = await member('old')
  await db`
    insert into receipts (number, year, sequence, kind, movement_id, order_id, fan_id, creator_id, facts, issued_at)
    select '2014-' || lpad(n::text, 6, '0'), 2014, n, 'receipt', gen_random_uuid(), gen_random_uuid(), ${old.id}, ${amy.id},
      '{}', '2014-06-01'
    from generate_series(1, 2001) n`
  await db`
    insert into receipts (number, year, sequence, kind, movement_id, order_id, fan_id, creator_id, facts, issued_at)
    values ('2016-000001', 2016, 1, 'receipt', gen_random_uuid(), gen_random_uuid(), ${old.id}, ${amy.id}, '{}', '2016-01-01')`
  const years = async () => await db`select year, count(*) as count from receipts group by year order by year`
  const before = await years()
  expect(before.slice(0, 2)).toEqual([
    { year: 2014, count: 2001 },
    { year: 2016, count: 1 },
  ])
  await Promise.all([here.runJob('erase_receipts'), here.runJob('erase_receipts')])
  await here.runJob('erase_receipts')
  expect(await years()).toEqual(before.slice(1))
})
