import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { later } from '#server/time.ts'
import { readPain001 } from '#tests/support/payouts/pain-001.ts'
import { earn, makePayable, reverse } from '#tests/support/payouts/payees.ts'
import { PASSWORD, type Person, world } from '#tests/support/world.ts'

/** A creator who leaves, or whose account is closed, reads what becomes of the balance, and it does. The world begins on Sunday, 1 March 2026, at noon. */

const EMPTY = { final_payout: null, on_its_way: '0.00' }

async function house() {
  const here = await world({
    ...{ PAYMENTS: 'sandbox', PAYOUT_IBAN: 'DE89370400440532013000', SELLER: 'Loge SAS|Paris|VAT' },
  })
  const { ctx } = here
  const ago = (days: number) => later(ctx.now(), -days * DAY_MS)
  return {
    ...here,
    /** A creator with this much that is free, who is paid on request only. */
    earner: async (name: string, net: number, isPayable = true): Promise<Person> => {
      const person = await here.creator(name)
      if (isPayable) await makePayable(ctx, person.id)
      if (isPayable) await person.ask('PUT', '/payouts/schedule', { schedule: 'on_request' })
      if (net !== 0) await earn(ctx, person.id, Math.abs(net), ago(30))
      return person
    },
    ago,
    leaves: async (person: Person): Promise<string> => {
      const { status } = await person.ask('POST', '/user/deletion', { current_password: PASSWORD })
      expect(status).toBe(200)
      return (await here.mailsTo(person.email)).at(-1)?.text?.replaceAll(/\s+/g, ' ') ?? ''
    },
    finalOf: async (person: Person) => {
      const { final_payout, on_its_way } = (await person.ask('GET', '/balance')).body
      return { final_payout, on_its_way }
    },
    payoutsOf: async ({ id }: Person) =>
      await ctx.db`select cents, state from payouts where creator_id = ${id} order by asked_at`,
  }
}

describe('A creator who leaves without a balance', () => {
  it('Nothing is said of money where there is none, or where nobody is paid', async () => {
    const { earner, finalOf, leaves } = await house()
    const amy = await earner('amy', 0)
    expect(await finalOf(amy)).toEqual(EMPTY)
    expect(await leaves(amy)).not.toContain('€')
    const plain = await world()
    const ben = await plain.creator('ben')
    await ben.ask('POST', '/user/deletion', { current_password: PASSWORD })
    expect((await plain.mailsTo(ben.email)).at(-1)?.text).not.toContain('balance')
  })
})

describe('A creator who leaves with money that can be paid', () => {
  it('The page and the mail say until when, and less than twenty euros reach the account after the erasure, by a file', async () => {
    const { ctx, earner, finalOf, leaves, payoutsOf, staff, ago, passes, runJob } = await house()
    const [amy, ada] = [await earner('amy', 1234), await staff('ada', 'admin')]
    await earn(ctx, amy.id, 100, ago(1))
    // The holds end before the erasure on 15 March; the first banking day after it is 1 April.
    expect(await finalOf(amy)).toEqual({
      final_payout: { amount: '13.34', on: '2026-04-01', waits_for: null },
      on_its_way: '0.00',
    })
    expect(await leaves(amy)).toContain(
      'Your balance, €13.34 today, is paid to the account ending in 0189 with the payouts after the erasure, on 1 April 2026 at the latest, also if it is less than €20.00.',
    )
    passes(15 * DAY_MS)
    await runJob('erase_accounts')
    expect(await ctx.db`select from users where id = ${amy.id} and username is null`).toHaveLength(1)
    await runJob('ask_monthly_payouts')
    expect(await payoutsOf(amy)).toEqual([])
    passes(Date.parse('2026-04-01T06:00:00Z') - ctx.now().getTime())
    for (let run = 0; run < 2; run += 1) await runJob('ask_monthly_payouts')
    expect(await payoutsOf(amy)).toEqual([{ cents: 1334, state: 'asked' }])
    await ada.signIn()
    const { body: batch } = await ada.ask('POST', '/admin/payout_batches')
    const file = await ada.ask('GET', `/admin/payout_batches/${batch.id}/file`)
    expect(readPain001(file.text).transfers).toMatchObject([{ amount: '13.34', name: 'Amelie Moreau' }])
    for (const state of ['sent', 'paid'])
      expect((await ada.ask('POST', `/admin/payout_batches/${batch.id}/outcome`, { state })).status).toBe(200)
    // The bank returns it: the next month tries again.
    const [{ id }] = (await ada.ask('GET', `/admin/payouts?batch=${batch.id}`)).body
    await ada.ask('POST', `/admin/payouts/${id}/outcome`, { state: 'failed', failure: 'other' })
    passes(Date.parse('2026-05-04T06:00:00Z') - ctx.now().getTime())
    await runJob('ask_monthly_payouts')
    expect(await payoutsOf(amy)).toMatchObject([{ state: 'failed' }, { cents: 1334, state: 'asked' }])
  })

  it('Whoever leaves on the first banking day of a month or after it is paid in the next one, and in French', async () => {
    const { ctx, earner, finalOf, leaves, passes } = await house()
    const amy = await earner('amy', 5000)
    await amy.ask('PUT', '/user', { locale: 'fr' })
    await amy.ask('POST', '/payouts')
    await earn(ctx, amy.id, 700, ctx.now())
    passes(Date.parse('2026-03-18T12:00:00Z') - ctx.now().getTime())
    await amy.signIn()
    expect(await finalOf(amy)).toEqual({
      final_payout: { amount: '7.00', on: '2026-05-04', waits_for: null },
      on_its_way: '50.00',
    })
    const mail = await leaves(amy)
    expect(mail).toContain('50,00 € sont en route vers vous')
    expect(mail).toContain('Votre solde, 7,00 € aujourd’hui, est versé sur le compte finissant par 0189')
    expect(mail).toContain('le 4 mai 2026 au plus tard')
  })
})

describe('A creator who leaves with money that cannot be paid', () => {
  it('Whoever is not verified or has no account reads that it has to happen before, and is paid nothing afterwards', async () => {
    const { ctx, earner, finalOf, leaves, payoutsOf, passes, runJob } = await house()
    const [lou, zoe] = [await earner('lou', 5000, false), await earner('zoe', 6000)]
    await ctx.db`update payees set sealed = null, key_id = null where creator_id = ${zoe.id}`
    expect((await finalOf(lou)).final_payout).toMatchObject({ amount: '50.00', waits_for: 'verification' })
    expect((await finalOf(zoe)).final_payout).toMatchObject({ amount: '60.00', waits_for: 'account' })
    expect(await leaves(lou)).toContain('Your balance of €50.00 cannot be paid while you are not verified')
    expect(await leaves(zoe)).toContain('Your balance of €60.00 cannot be paid without a bank account')
    passes(15 * DAY_MS)
    await runJob('erase_accounts')
    passes(Date.parse('2026-04-01T06:00:00Z') - ctx.now().getTime())
    await runJob('ask_monthly_payouts')
    for (const person of [lou, zoe]) expect(await payoutsOf(person)).toEqual([])
    // What could not be paid stays in the books, for an operator who has to say where it is.
    const [books] = await ctx.db`select sum(net) as net from movements where creator_id = ${lou.id}`
    expect(books?.net).toBe(5000)
  })

  it('Whoever owes more than is there reads that nothing is taken from them, and nothing is', async () => {
    const { ctx, earner, finalOf, leaves, payoutsOf, ago, passes, runJob } = await house()
    const ivy = await earner('ivy', 0)
    const payment = await earn(ctx, ivy.id, 3000, ago(30))
    await ivy.ask('POST', '/payouts')
    await ctx.db`update payouts set state = 'paid', ended_at = ${ctx.now()} where creator_id = ${ivy.id}`
    await reverse(ctx, { id: payment, creator_id: ivy.id }, 'dispute', -3000, ctx.now())
    expect((await finalOf(ivy)).final_payout).toMatchObject({ amount: '-30.00', waits_for: 'negative' })
    expect(await leaves(ivy)).toContain('We take nothing from your bank account.')
    passes(Date.parse('2026-04-01T06:00:00Z') - ctx.now().getTime())
    await runJob('erase_accounts')
    await runJob('ask_monthly_payouts')
    expect(await payoutsOf(ivy)).toHaveLength(1)
  })
})

describe('A creator whose account staff close', () => {
  /** The only admin closes it. Returns the mail of the decision. */
  async function closing(names: { creator: string; net: number; isPayable?: boolean; locale?: string }) {
    const here = await house()
    const admin = await here.staff('ada', 'admin')
    const person = await here.earner(names.creator, names.net, names.isPayable)
    await person.ask('PUT', '/user', { locale: names.locale ?? 'en' })
    return {
      ...here,
      admin,
      person,
      closes: async (way: 'close' | 'freeze' = 'close'): Promise<string> => {
        const reasons = { ground: 'terms_harassment', facts: 'Insults.', ...(way === 'freeze' && { until: null }) }
        const { status } = await admin.ask('POST', `/admin/users/${person.id}/${way}`, reasons)
        expect(status).toBe(200)
        return (await here.mailsTo(person.email)).at(-1)?.text?.replaceAll(/\s+/g, ' ') ?? ''
      },
    }
  }

  it('The mail says nothing of money where there is none, and that of a freeze neither, because nothing ends', async () => {
    const poor = await closing({ creator: 'amy', net: 0 })
    const mail = await poor.closes()
    expect(mail).toContain('Why your account was closed')
    expect(mail).not.toMatch(/balance|€/)
    const frozen = await closing({ creator: 'ben', net: 5000 })
    const letter = await frozen.closes('freeze')
    expect(letter).toContain('Why your account was frozen')
    expect(letter).not.toMatch(/balance|€/)
  })

  it('The mail says until when the balance is paid, what is on its way, and that an appeal puts it off; and it is paid', async () => {
    const { ctx, closes, person, admin, payoutsOf, passes, runJob } = await closing({ creator: 'amy', net: 5000 })
    expect((await person.ask('POST', '/payouts')).status).toBe(201)
    await earn(ctx, person.id, 734, ctx.now())
    const mail = await closes()
    expect(mail).toContain('€50.00 is on its way to you. What has not left us yet is sent after the erasure.')
    expect(mail).toContain(
      'Your balance, €7.34 today, is paid to the account ending in 0189 with the payouts after the erasure, on 1 April 2026 at the latest, also if it is less than €20.00. An appeal puts off the erasure, and with it this payout, until it is decided.',
    )
    // Until the erasure the account is frozen, and nothing leaves.
    expect((await admin.ask('POST', '/admin/payout_batches')).status).toBe(409)
    passes(Date.parse('2026-04-01T06:00:00Z') - ctx.now().getTime())
    await runJob('erase_accounts')
    await runJob('ask_monthly_payouts')
    expect(await payoutsOf(person)).toMatchObject([{ cents: 5000 }, { cents: 734 }])
    await admin.signIn()
    expect((await admin.ask('POST', '/admin/payout_batches')).body).toMatchObject({ lines: 2, amount: '57.34' })
  })

  it('Whoever cannot be paid reads that the sum stays in the books, and nothing that needs a sign-in, in French too', async () => {
    const { closes } = await closing({ creator: 'lou', net: 5000, isPayable: false, locale: 'fr' })
    const mail = await closes()
    expect(mail).toContain('Ce que devient votre solde')
    expect(mail).toContain('Votre solde de 50,00 € ne peut pas être versé tant que vous n’êtes pas vérifié')
    expect(mail).toContain('Il reste dans nos livres : si un recours rétablit le compte')
    expect(mail).not.toContain('Connectez-vous')
  })
})
