import { describe, expect, it } from 'vitest'
import type { ListedMonthlyStatement } from '#contract/monthly-statements.ts'
import { DAY_MS } from '#contract/time.ts'

import { insertManyPayments } from '#tests/support/database/movement-rows.ts'
import { readPdf } from '#tests/support/files/pdf-text.ts'
import { house, rowsOf, SELLER, START } from '#tests/support/payouts/statement-house.ts'
import { insertVerified } from '#tests/support/scenarios/identities.ts'
import { PASSWORD, world } from '#tests/support/world.ts'

describe('Who reads a statement', async () => {
  const { creator, member, staff, visitor, goesTo, listOf, sells } = await house()
  const amy = await creator('amy')
  await sells(amy, 2399, START)
  await goesTo('2026-04-01T05:00:00Z')
  const [{ number = '' } = {}] = await listOf(amy)

  it('A visitor, a fan and a moderator are refused', async () => {
    const refused = [await member('fan'), await staff('mo', 'moderator')]
    for (const path of ['/statements', `/statements/${number}`, `/statements/${number}?format=csv`]) {
      expect((await visitor.ask('GET', path)).status).toBe(401)
      for (const person of refused) expect((await person.ask('GET', path)).status).toBe(403)
    }
  })

  it('Another creator has an empty list, and the number of a stranger is as unknown as one that does not exist', async () => {
    const ben = await creator('ben')
    expect(await listOf(ben)).toEqual([])
    for (const format of ['', '?format=pdf', '?format=csv']) {
      const answers = await Promise.all(
        [number, '2026-03-9999', 'x', `${number}'--`, '%00'].map((each) =>
          ben.ask('GET', `/statements/${each}${format}`),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
      expect(answers[0]?.body).toEqual(answers[1]?.body)
    }
  })

  it('A cursor or a format that is none is 422', async () => {
    for (const query of ['cursor=x', 'cursor=2026-03', 'cursor=', 'cursor=2026-03-1'])
      expect((await amy.ask('GET', `/statements?${query}`)).status, query).toBe(422)
    expect((await amy.ask('GET', `/statements/${number}?format=doc`)).status).toBe(422)
    expect((await amy.ask('GET', '/statements?cursor=2026-03-0001')).body).toEqual([])
  })

  it('Where nothing can be bought there are no statements', async () => {
    const plain = await world()
    const cleo = await plain.creator('cleo')
    for (const path of ['/statements', `/statements/${number}`]) expect((await cleo.ask('GET', path)).status).toBe(404)
  })
})

describe('When a statement is issued', () => {
  it('None before 04:00 of the first day of the next month, and one from then on, however often the job runs', async () => {
    const { creator, goesTo, listOf, sells } = await house()
    const amy = await creator('amy')
    await sells(amy, 2399, START)
    await goesTo('2026-04-01T03:59:59Z')
    expect(await listOf(amy)).toEqual([])
    for (const time of ['2026-04-01T04:00:00Z', '2026-04-01T05:00:00Z', '2026-04-30T23:00:00Z']) await goesTo(time)
    expect(await listOf(amy)).toEqual([
      {
        ...{ number: '2026-03-0001', month: '2026-03', earned: '18.37', paid_out: '0.00', closing: '18.37' },
        issued_at: '2026-04-01T04:00:00.000Z',
      },
    ])
  })

  it('Months that were missed while no server ran are issued later: with what was booked, or only a balance, and none without both', async () => {
    const { creator, goesTo, listOf, statementOf, sells } = await house()
    const [amy, ben] = [await creator('amy'), await creator('ben')]
    await sells(amy, 1000, START)
    await sells(amy, 2000, new Date('2026-05-31T23:59:59.999Z'))
    await sells(amy, 3000, new Date('2026-06-01T00:00:00.000Z'))
    await goesTo('2026-07-14T12:00:00Z')
    expect((await listOf(amy)).map(({ number }) => number)).toEqual(
      ['2026-06', '2026-05', '2026-04', '2026-03'].map((month) => `${month}-0001`),
    )
    expect(await statementOf(amy, '2026-04')).toMatchObject({ opening: '7.66', moves: [], closing: '7.66' })
    expect(await statementOf(amy, '2026-05')).toMatchObject({
      opening: '7.66',
      closing: '22.98',
      together: { count: 1 },
    })
    expect(await listOf(ben)).toEqual([])
  })

  it('Somebody whose account is erased has none, and the others’ numbers have no gap', async () => {
    const { ctx, creator, goesTo, sells, runJob, passes } = await house()
    for (const name of ['amy', 'ben', 'cleo']) {
      const person = await creator(name)
      await sells(person, 2399, START)
      if (name === 'ben') await person.ask('POST', '/user/deletion', { current_password: PASSWORD })
    }
    passes(20 * DAY_MS)
    await runJob('erase_accounts')
    await goesTo('2026-04-01T05:00:00Z')
    const rows = await ctx.db`select number from monthly_statements order by number`
    expect(rows.map(({ number }) => number)).toEqual(['2026-03-0001', '2026-03-0002'])
  })
})

describe('What a statement says', () => {
  it('It has the sales by period, what moved the balance, and the VAT that fans paid on top', async () => {
    const { ctx, creatorNamed, goesTo, statementOf, sells } = await house()
    const amy = await creatorNamed('Amy')
    await sells(amy, 1000, new Date('2026-02-27T12:00:00Z'))
    await sells(amy, 799, START, { period: 'day' })
    await sells(amy, 2399, START, { period: 'month' })
    await sells(amy, 2399, START, { period: 'month' })
    const { db } = ctx
    await db`
      insert into movements (id, provider, kind, reference, original_id, creator_id, price, vat, charged, platform_fee,
        banking_fee, net, occurred_at, booked_at, is_demo)
      select gen_random_uuid(), 'sandbox', 'refund', 'back', id, creator_id, -price, -vat, -charged, -platform_fee - banking_fee,
        0, -net, ${START}::timestamptz, '2026-03-09T10:00:00Z'::timestamptz, false from movements where period = 'day'
      union all
      select gen_random_uuid(), 'manual', 'payout', 'out', null, ${amy.id}, -2000, 0, -2000, 0, 0, -2000, ${START},
        '2026-03-20T10:00:00Z', false`
    await goesTo('2026-04-01T05:00:00Z')
    const before = await statementOf(amy, '2026-03')
    expect(before).toEqual({
      ...{ number: '2026-03-0001', month: '2026-03', issued_at: '2026-04-01T05:00:00.000Z', is_sample: false },
      creator: { name: 'Amy', username: 'Amy' },
      seller: SELLER.split('|'),
      sales: [
        { period: 'day', count: 1, price: '7.99', platform_fee: '1.20', banking_fee: '0.67', net: '6.12' },
        { period: 'month', count: 2, price: '47.98', platform_fee: '7.20', banking_fee: '4.04', net: '36.74' },
      ],
      together: { count: 3, price: '55.97', platform_fee: '8.40', banking_fee: '4.71', net: '42.86' },
      opening: '7.66',
      moves: [
        { kind: 'share', amount: '42.86', count: 3, on: null },
        { kind: 'refunded', amount: '-6.12', count: 1, on: '2026-03-09' },
        { kind: 'paid_out', amount: '-20.00', count: 1, on: '2026-03-20' },
      ],
      ...{ earned: '36.74', paid_out: '20.00', closing: '24.40', vat: '11.20' },
    })
    await amy.ask('PUT', '/user', { username: 'Anna' })
    await sells(amy, 500, ctx.now())
    expect(await statementOf(amy, '2026-03')).toEqual(before)
    // A paper for the tax office has the name that was verified, and goes on without it if the key is lost.
    await insertVerified(ctx, amy.id, { legal_name: 'Amélie Durand' })
    expect((await statementOf(amy, '2026-03')).creator).toEqual({ name: 'Amélie Durand', username: 'Amy' })
    await db`update verifications set key_id = 'lost'`
    expect(await statementOf(amy, '2026-03')).toEqual(before)
  })

  it('Demo money is marked, and does not count where money is real', async () => {
    for (const [env, expected] of [
      [{}, [{ closing: '18.37', is_sample: true }]],
      [
        {
          ...{ PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
          SECRET_KEY: '0123456789abcdef0123456789abcdef',
        },
        [],
      ],
    ] as const) {
      const { creator, goesTo, listOf, sells } = await house(env)
      const amy = await creator('amy')
      await sells(amy, 2399, START, { is_demo: true })
      await goesTo('2026-04-01T05:00:00Z')
      const all = await Promise.all((await listOf(amy)).map(({ number }) => amy.ask('GET', `/statements/${number}`)))
      expect(all.map(({ body }) => ({ closing: body.closing, is_sample: body.is_sample }))).toEqual(expected)
    }
  })
})

describe('The list and the table', async () => {
  const { ctx, creator, goesTo, listOf, sells } = await house()
  const amy = await creator('amy')

  it('The CSV has every movement behind it and no name of a fan', async () => {
    await sells(amy, 100, new Date('2026-02-28T12:00:00Z'))
    await insertManyPayments(ctx.db, { creator_ids: [amy.id], times: 1002, start: START })
    await goesTo('2026-04-01T05:00:00Z')
    const [{ number = '' } = {}] = await listOf(amy)
    const { headers, text } = await amy.ask('GET', `/statements/${number}?format=csv`)
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'text/csv; charset=utf-8',
      `attachment; filename="loge-statement-${number}.csv"`,
    ])
    const rows = rowsOf(text)
    expect(Object.keys(rows[0] ?? {})).toEqual([
      ...['booked_at', 'happened_at', 'movement', 'kind', 'corrects', 'period', 'vat_country', 'vat_percent'],
      ...['price', 'vat', 'charged', 'platform_fee', 'banking_fee', 'net', 'is_sample'],
    ])
    expect(new Set(rows.map(({ movement }) => movement)).size).toBe(1002)
    expect(new Set(rows.map(({ price }) => price)).size).toBe(1002)
  })

  it('The list has the newest first, in pages', async () => {
    await goesTo('2028-12-01T05:00:00Z')
    const { body: first, headers } = await amy.ask('GET', '/statements')
    expect(first).toHaveLength(30)
    const next = headers.link?.toString().match(/<(.*)>; rel="next"/)?.[1]
    const { body: rest, headers: last } = await amy.ask('GET', `/statements${next}`)
    expect(last.link).toBeUndefined()
    const months = [...first, ...rest].map(({ month }: ListedMonthlyStatement) => month)
    expect([months.length, months[0], months.at(-1)]).toEqual([34, '2028-11', '2026-02'])
    expect(months).toEqual(months.toSorted().reverse())
  })
})

describe('A printed statement', async () => {
  const { app, creatorNamed, goesTo, listOf, sells } = await house()
  const amy = await creatorNamed('Amelie')
  await sells(amy, 799, START, { period: 'day' })
  await sells(amy, 2399, START, { period: 'month', is_demo: true })
  await goesTo('2026-04-01T05:00:00Z')
  const [{ number = '' } = {}] = await listOf(amy)

  async function pdfIn(language: string | undefined) {
    const response = await app.inject({
      url: `/api/statements/${number}?format=pdf`,
      headers: { authorization: amy.token ?? '', ...(language && { 'accept-language': language }) },
    })
    expect([response.statusCode, response.headers['content-type'], response.headers['content-disposition']]).toEqual([
      ...[200, 'application/pdf', `attachment; filename="loge-statement-${number}.pdf"`],
    ])
    return await readPdf(response.rawPayload)
  }

  it('A PDF of one page says the same, in English and in French', async () => {
    const english = await pdfIn('en')
    expect([english.pages, english.title]).toEqual([1, `Loge Statement ${number}`])
    for (const text of [
      ...['Statement', number, 'March 2026', 'Amelie', '@Amelie', 'Loge SAS', 'Tickets sold', 'Platform 15%', '1 Day'],
      ...['€7.99', '–€1.20', '1 Month', 'Together', '€31.98', 'Balance on 1 March', '€0.00', 'Your share of 2 tickets'],
      ...['+€24.49', 'Balance on 31 March', '€24.49'],
    ])
      expect(english.texts).toContain(text)
    expect(english.texts.join(' ')).toContain('Fans paid €6.40 of VAT on top.')
    expect(english.texts.join(' ')).toContain('Sample data.')
    const french = await pdfIn('fr')
    for (const text of [
      'Relevé',
      'mars 2026',
      'Plateforme 15 %',
      '1 jour',
      '–1,20 €',
      'Ensemble',
      'Solde au 1er mars',
      '24,49 €',
    ])
      expect(french.texts).toContain(text)
  })

  it('Without a language in the request it is in that of the account', async () => {
    await amy.ask('PUT', '/user', { locale: 'fr' })
    expect((await pdfIn(undefined)).texts).toContain('Relevé')
  })
})

describe('How long a statement is kept', () => {
  it('Ten years after its year it is erased, a day before it is not, and it is not issued again', async () => {
    const { ctx, creator, goesTo, listOf, sells, runJob } = await house()
    const amy = await creator('amy')
    await sells(amy, 2399, START)
    await goesTo('2026-05-01T05:00:00Z')
    await goesTo('2036-12-31T23:59:00Z')
    await runJob('erase_statements')
    expect((await listOf(amy)).at(-1)).toBeDefined()
    const months = async () => (await ctx.db`select distinct month from monthly_statements order by month`).slice(0, 2)
    expect(await months()).toEqual([{ month: '2026-03' }, { month: '2026-04' }])
    await goesTo('2037-01-01T05:00:00Z')
    await runJob('erase_statements')
    await runJob('issue_monthly_statements')
    expect(await months()).toEqual([{ month: '2027-01' }, { month: '2027-02' }])
    expect((await amy.ask('GET', '/statements/2026-03-0001')).status).toBe(404)
  })

  it.each([
    ['changed', 'update monthly_statements set month = month'],
    ['removed before', 'delete from monthly_statements'],
    ['emptied', 'truncate monthly_statements'],
  ])('The table cannot be %s', async (_, statement) => {
    const { ctx, creator, goesTo, sells } = await house()
    await sells(await creator('amy'), 2399, START)
    await goesTo('2026-04-01T05:00:00Z')
    await expect(ctx.db.unsafe(statement)).rejects.toThrow('monthly_statements is only ever added to')
  })
})
