import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { earn, makePayable, reverse } from '#tests/support/payouts/payees.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, visitor, member, creator, staff, passes } = await world({ PAYMENTS: 'sandbox' })
const ago = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS)

async function balanceOf(person: Person) {
  const { status, body } = await person.ask('GET', '/balance')
  expect(status).toBe(200)
  return body
}

async function payable(name: string, ...nets: number[]): Promise<Person> {
  const person = await creator(name)
  await makePayable(ctx, person.id)
  for (const net of nets) await earn(ctx, person.id, net, ago(30))
  return person
}

async function freeze(person: Person): Promise<void> {
  await ctx.db`
    update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
    where id = ${person.id}`
}

describe('Who has no balance', () => {
  it('A visitor, a fan and members of staff who publish nothing have no balance, no payouts and nothing to ask for', async () => {
    const calls = [
      ['GET', '/balance'],
      ['GET', '/payouts'],
      ['POST', '/payouts'],
      ['PUT', '/payouts/schedule'],
    ] as const
    const [fan, moderator, admin] = [await member('fan'), await staff('mo', 'moderator'), await staff('ada', 'admin')]
    for (const [method, url] of calls) {
      expect((await visitor.ask(method, url)).status, url).toBe(401)
      for (const person of [fan, moderator, admin]) expect((await person.ask(method, url)).status, url).toBe(403)
    }
  })

  it('A creator sees their own balance and payouts only', async () => {
    const [amy, lou] = [await payable('own-amy', 5000), await payable('own-lou')]
    await amy.ask('POST', '/payouts')
    expect((await lou.ask('GET', '/payouts')).body).toEqual([])
    expect((await balanceOf(lou)).total).toBe('0.00')
    expect((await amy.ask('GET', '/payouts')).body).toHaveLength(1)
  })
})

describe('Asking for a payout', () => {
  it('Whoever is not verified, has no account, has changed it, has too little or owes money is told why', async () => {
    const refused = async (person: Person, waits_for: string) => {
      expect(await person.ask('POST', '/payouts')).toMatchObject({
        status: 409,
        body: { code: 'payout_waits', fields: { waits_for } },
      })
      expect((await balanceOf(person)).waits_for).toBe(waits_for)
      expect((await person.ask('GET', '/payouts')).body).toEqual([])
    }
    const unverified = await creator('unverified')
    await earn(ctx, unverified.id, 5000, ago(30))
    await refused(unverified, 'verification')

    const lapsed = await payable('lapsed', 5000)
    await ctx.db`update verifications set decided_at = ${ago(3 * 366)} where creator_id = ${lapsed.id}`
    await refused(lapsed, 'verification')

    const homeless = await payable('homeless', 5000)
    await ctx.db`update payees set sealed = null, key_id = null where creator_id = ${homeless.id}`
    await refused(homeless, 'account')

    const moved = await payable('moved', 5000)
    await ctx.db`update payees set held_until = ${new Date(ctx.now().getTime() + 1)} where creator_id = ${moved.id}`
    await refused(moved, 'account_change')

    await refused(await payable('poor', 1999), 'minimum')

    const owing = await payable('owing', 5000)
    const id = await earn(ctx, owing.id, 1000, ago(20))
    expect((await owing.ask('POST', '/payouts')).body.amount).toBe('60.00')
    await reverse(ctx, { id, creator_id: owing.id }, 'refund', -1000, ago(0))
    expect(await owing.ask('POST', '/payouts')).toMatchObject({
      status: 409,
      body: { fields: { waits_for: 'negative' } },
    })
    expect(await balanceOf(owing)).toMatchObject({ available: '-10.00', on_hold: '0.00', total: '-10.00' })
  })

  it('Somebody who is frozen, or whose address is not confirmed, is paid nothing', async () => {
    const cold = await payable('cold', 5000)
    await freeze(cold)
    expect((await cold.ask('POST', '/payouts')).status).toBe(401)
    const hasty = await payable('hasty', 5000)
    await ctx.db`update users set email_confirmed_at = null where id = ${hasty.id}`
    expect(await hasty.ask('POST', '/payouts')).toMatchObject({ status: 403, body: { code: 'email_unconfirmed' } })
    expect(await balanceOf(hasty)).toMatchObject({ waits_for: 'email', next_payout: null })
    for (const { id } of [cold, hasty]) expect(await ctx.db`select 1 from payouts where creator_id = ${id}`).toEqual([])
  })

  it('A malformed request is refused, and no amount can be chosen', async () => {
    const amy = await payable('malformed', 5000)
    for (const body of [{ client_id: 'x' }, { client_id: 7 }, [], 'x'])
      expect((await amy.ask('POST', '/payouts', JSON.stringify(body))).status, JSON.stringify(body)).toBe(422)
    expect((await amy.ask('POST', '/payouts', '{')).status).toBe(400)
    for (const schedule of ['weekly', '', null])
      expect((await amy.ask('PUT', '/payouts/schedule', { schedule })).status).toBe(422)
    expect((await amy.ask('POST', '/payouts', { amount: '1.00' })).body.amount).toBe('50.00')
  })

  it('A payout takes everything that is available and nothing that is on hold, and leaves the balance at once', async () => {
    const amy = await payable('all', 2000)
    await earn(ctx, amy.id, 700, ago(6))
    const { status, body } = await amy.ask('POST', '/payouts')
    expect(status).toBe(201)
    expect(body).toMatchObject({ state: 'asked', amount: '20.00', last4: '0189', sent_at: null, failure: null })
    expect(await balanceOf(amy)).toMatchObject({
      available: '0.00',
      on_hold: '7.00',
      total: '7.00',
      waits_for: 'minimum',
    })
    const [movement] = await ctx.db`select * from movements where reference = ${body.id}`
    expect(movement).toMatchObject({
      kind: 'payout',
      provider: 'manual',
      net: -2000,
      charged: -2000,
      creator_id: amy.id,
    })
    expect((await amy.ask('GET', '/payouts')).body).toEqual([body])
  })

  it('The same request twice is the same payout, also if both come at once', async () => {
    const amy = await payable('twice', 4000)
    const ask = () => amy.ask('POST', '/payouts', { client_id: NOBODY })
    const replies = [...(await Promise.all([ask(), ask()])), await ask()]
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect((await balanceOf(amy)).total).toBe('0.00')
    const lou = await payable('another', 3000)
    expect((await lou.ask('POST', '/payouts', { client_id: NOBODY })).body.amount).toBe('30.00')
  })

  it('Of fifty requests at once one is paid', async () => {
    const amy = await payable('fifty', 123_456)
    const replies = await Promise.all(Array.from({ length: 50 }, () => amy.ask('POST', '/payouts')))
    expect(replies.filter(({ status }) => status === 201).map(({ body }) => body.amount)).toEqual(['1234.56'])
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(49)
    expect((await balanceOf(amy)).total).toBe('0.00')
  })
})

describe('The hold', () => {
  it('A share is on hold for seven days to the millisecond, and comes free by itself', async () => {
    const amy = await payable('hold')
    await earn(ctx, amy.id, 2500, ctx.now())
    passes(7 * DAY_MS - 1)
    expect(await balanceOf(amy)).toMatchObject({ available: '0.00', on_hold: '25.00', waits_for: 'minimum' })
    passes(1)
    expect(await balanceOf(amy)).toMatchObject({ available: '25.00', on_hold: '0.00', waits_for: null, release: null })
  })

  it('What goes back of a payment on hold is on hold too, and what is disputed and won comes free with its payment', async () => {
    const amy = await payable('fate')
    const held = { id: await earn(ctx, amy.id, 1000, ago(2)), creator_id: amy.id }
    await reverse(ctx, held, 'refund', -400, ago(1))
    expect(await balanceOf(amy)).toMatchObject({ available: '0.00', on_hold: '6.00', total: '6.00' })
    const old = { id: await earn(ctx, amy.id, 3000, ago(10)), creator_id: amy.id }
    await reverse(ctx, old, 'dispute', -3000, ago(1))
    expect(await balanceOf(amy)).toMatchObject({ available: '0.00', on_hold: '6.00' })
    await reverse(ctx, old, 'dispute_won', 3000, ago(0))
    expect(await balanceOf(amy)).toMatchObject({ available: '30.00', on_hold: '6.00', total: '36.00' })
  })

  it('The balance says how much comes free next, and on which day', async () => {
    const amy = await payable('release')
    await earn(ctx, amy.id, 100, ago(5))
    await earn(ctx, amy.id, 200, new Date(ago(5).getTime() + HOUR_MS))
    await earn(ctx, amy.id, 400, ago(3))
    const on = new Date(ctx.now().getTime() + 2 * DAY_MS).toISOString().slice(0, 10)
    expect((await balanceOf(amy)).release).toEqual({ amount: '3.00', on })
  })
})

describe('What the balance shows', () => {
  it('The month opens with a sum, and what moved it since adds up to the total', async () => {
    const amy = await payable('moves')
    const opened = ago(ctx.now().getUTCDate() + 10)
    const id = await earn(ctx, amy.id, 9000, opened)
    await earn(ctx, amy.id, 500, ago(1))
    await earn(ctx, amy.id, 700, ago(1))
    await reverse(ctx, { id, creator_id: amy.id }, 'refund', -1000, ago(0))
    await amy.ask('POST', '/payouts')
    const { opening, moves, total } = await balanceOf(amy)
    expect(opening).toEqual({ on: `${ctx.now().toISOString().slice(0, 8)}01`, amount: '90.00' })
    expect(moves).toMatchObject([
      { kind: 'share', amount: '12.00', count: 2, on: null },
      { kind: 'refunded', amount: '-10.00', count: 1, on: expect.any(String) },
      { kind: 'paid_out', amount: '-80.00', count: 1, on: expect.any(String) },
    ])
    expect(total).toBe('12.00')
  })

  it('The next payout is on the first banking day, with what will be free by then; on request there is none', async () => {
    passes(10 * DAY_MS)
    const amy = await payable('next', 3000)
    await earn(ctx, amy.id, 500, ctx.now())
    const { next_payout, account, schedule } = await balanceOf(amy)
    // March 2026 is under way; 1 April is a Wednesday.
    expect(next_payout).toEqual({ on: '2026-04-01', amount: '35.00' })
    expect(account).toMatchObject({
      at: 'house',
      holder: 'Amélie Moreau',
      begin: 'FR76',
      last4: '0189',
      held_until: null,
    })
    expect(schedule).toBe('monthly')
    const changed = await amy.ask('PUT', '/payouts/schedule', { schedule: 'on_request' })
    expect(changed.body).toMatchObject({ schedule: 'on_request', next_payout: null })
    expect((await balanceOf(amy)).schedule).toBe('on_request')
    const poor = await payable('nothing-next', 1000)
    expect((await balanceOf(poor)).next_payout).toBeNull()
  })

  it('The list of payouts is paged, and its CSV has all of them', async () => {
    const amy = await payable('many')
    for (let round = 0; round < 33; round += 1) {
      await earn(ctx, amy.id, 2000 + round, ago(8))
      passes(1)
      expect((await amy.ask('POST', '/payouts')).status).toBe(201)
    }
    const first = await amy.ask('GET', '/payouts')
    expect(first.body).toHaveLength(30)
    const link = String(first.headers.link).match(/<(.*)>/)?.[1]
    const second = await amy.ask('GET', `/payouts${link}`)
    expect(second.body.map(({ amount }: { amount: string }) => amount)).toEqual(['20.02', '20.01', '20.00'])
    const csv = await amy.ask('GET', '/payouts?format=csv')
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.text.split('\r\n')).toHaveLength(35)
    expect(csv.text).toMatch(/^asked_at,amount,state,sent_at,ended_at,account,failure,id\r\n/)
  })
})
