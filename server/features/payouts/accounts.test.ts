import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { openAccount } from '#server/domain/payouts/accounts.ts'
import { IBAN, insertVerified, OTHER_IBAN } from '#tests/support/scenarios/identities.ts'
import { PASSWORD, type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, visitor, mailsTo, logs, passes } = await world({ PAYMENTS: 'sandbox' })
const change = (person: Person, iban = IBAN, current_password = PASSWORD) =>
  person.ask('PUT', '/payouts/account', { iban, current_password })
const stored = async ({ id }: Person) => {
  const [row] = await ctx.db`select sealed, key_id, account_last4, held_until from payees where creator_id = ${id}`
  return row as { sealed: Buffer; key_id: string; account_last4: string; held_until: Date | null } | undefined
}

async function verified(name: string): Promise<Person> {
  const person = await creator(name)
  await insertVerified(ctx, person.id)
  return person
}

describe('Changing the bank account', () => {
  it('A visitor and a fan have no bank account to change', async () => {
    expect((await change(visitor)).status).toBe(401)
    expect((await change(await member('fan'))).status).toBe(403)
  })

  it('Without the present password nothing changes', async () => {
    const amy = await verified('amy')
    for (const password of ['', 'a wrong password', `${PASSWORD} `]) {
      const { status, body } = await change(amy, IBAN, password)
      expect([status, Object.keys(body.fields)]).toEqual([422, ['current_password']])
    }
    expect(await stored(amy)).toBeUndefined()
  })

  it.each([
    ['a wrong digit', `${IBAN.slice(0, -1)}8`],
    ['a missing digit', IBAN.slice(0, -1)],
    ['a country outside of SEPA', 'BR1500000000000010932840814P2'],
    ['no number', ''],
    ['a text without an end', 'FR'.repeat(100)],
  ])('An IBAN with %s is refused', async (what, iban) => {
    const bea = await verified(`bea-${what.replaceAll(/\W/g, '')}`)
    const { status, body } = await change(bea, iban)
    expect([status, Object.keys(body.fields)]).toEqual([422, ['iban']])
    expect(await stored(bea)).toBeUndefined()
  })

  it('Who has sent no verification is told to do that first, because the account bears the verified name', async () => {
    const { status, body } = await change(await creator('cid'))
    expect([status, body.code, body.fields]).toEqual([409, 'payout_waits', { waits_for: 'verification' }])
  })

  it('The first account counts at once, another one holds payouts for two days, and each is told by mail', async () => {
    const dan = await verified('dan')
    const first = await change(dan)
    expect(first.body).toMatchObject({
      account: { at: 'house', holder: 'Amélie Durand', begin: 'FR76', last4: '0189', held_until: null },
      account_at: 'house',
    })
    passes(1)
    const second = await change(dan, 'de89 3704 0044 0532 0130 00')
    const held_until = new Date(ctx.now().getTime() + 48 * HOUR_MS).toISOString()
    expect(second.body).toMatchObject({
      waits_for: 'account_change',
      account: { begin: 'DE89', last4: '3000', held_until },
    })
    expect(second.text).not.toContain(OTHER_IBAN)
    const row = await stored(dan)
    expect(row && ctx.seal && openAccount(ctx.seal, row, dan.id)).toEqual({ holder: 'Amélie Durand', iban: OTHER_IBAN })
    const mails = await mailsTo(dan.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your bank account was changed',
      'Your bank account was changed',
    ])
    expect(mails[1]?.text).toContain('ending in 3000')
    expect((await dan.ask('GET', '/notices')).body[0]).toMatchObject({ kind: 'payout_account_changed' })
  })

  it('The same request twice is one change', async () => {
    const eve = await verified('eve')
    await Promise.all([change(eve), change(eve)])
    expect((await change(eve)).body.account.held_until).toBeNull()
    expect(await ctx.db`select from member_notices where user_id = ${eve.id}`).toHaveLength(1)
  })

  it('No log line contains an account number or a password', () => {
    expect(logs.join('')).not.toMatch(new RegExp(`${IBAN}|${OTHER_IBAN}|3704 0044|${PASSWORD}`, 'i'))
  })
})

describe('Where accounts are not kept', () => {
  it('Where the provider pays, and where nobody is paid, there is no account to change', async () => {
    const settings = [{ PAYMENTS: 'sandbox', PAYOUTS: 'stripe' }, {}]
    for (const env of settings) {
      const other = await world(env)
      expect((await change(await other.creator('fay'))).status).toBe(404)
    }
  })
})

describe('Guessing the password', () => {
  it('A stolen session has ten guesses, and then waits', async () => {
    const limited = await world({ PAYMENTS: 'sandbox', RATE_LIMITS: 'on' })
    const gus = await limited.creator('gus')
    const statuses: number[] = []
    for (let at = 0; at < 12; at += 1) statuses.push((await change(gus, IBAN, `guess ${at}`)).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
  })
})
