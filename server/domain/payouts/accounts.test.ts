import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { createSeal, type Seal } from '#server/seal.ts'
import { findAccount } from '#server/store/payouts/accounts.ts'
import { world } from '#tests/support/world.ts'
import { openAccount, setAccount } from './accounts.ts'

const { ctx, creator, mailsTo, passes } = await world({ PAYMENTS: 'sandbox' })
const IBAN = 'FR7630006000011234567890189'
const OTHER = 'DE89370400440532013000'
const { seal } = ctx as { seal: Seal }

const set = (id: string, iban: string, holder = 'Amélie Durand', by = seal) =>
  ctx.db.begin((db) => setAccount(db, { seal: by, now: ctx.now }, id, { holder, iban }))
async function stored(id: string) {
  const row = await findAccount(ctx.db, id)
  if (!row?.sealed || row.key_id === null) throw new Error('there is no account')
  return { ...row, sealed: row.sealed, key_id: row.key_id }
}

describe('The bank account of a creator', () => {
  it('The number of an account is sealed, and only its first four signs and its last four digits are readable', async () => {
    const amy = await creator('amy')
    await set(amy.id, 'fr76 3000 6000 0112 3456 7890 189')
    const row = await stored(amy.id)
    expect(row).toMatchObject({ account_begin: 'FR76', account_last4: '0189', changed_at: ctx.now(), held_until: null })
    expect(openAccount(seal, row, amy.id)).toEqual({ holder: 'Amélie Durand', iban: IBAN })
    expect(() => openAccount(seal, row, ctx.secret.toString())).toThrow('another place')
    const [whole] = await ctx.db<{ row: string }[]>`select p::text as row from payees p where creator_id = ${amy.id}`
    expect(whole?.row).not.toMatch(/Durand|1234567|30006/)
  })

  it('An account that replaces another one holds payouts for two days, and the creator is told by notice and mail', async () => {
    const bea = await creator('bea')
    expect(await set(bea.id, IBAN)).toBe(true)
    passes(HOUR_MS)
    expect(await set(bea.id, OTHER)).toBe(true)
    const { held_until } = await stored(bea.id)
    expect(held_until?.getTime()).toBe(ctx.now().getTime() + 48 * HOUR_MS)
    await ctx.jobs.send('mail_notices', {})
    const texts = (await mailsTo(bea.email)).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    expect(texts[0]).toContain('the account ending in 0189. If this was not you')
    expect(texts[1]).toContain('the account ending in 3000, and wait until 3 March 2026')
    expect(texts.join('')).not.toContain(OTHER)
  })

  it('The same account again is no change: nobody waits and nobody is told, but the name on it follows', async () => {
    const cleo = await creator('cleo')
    await set(cleo.id, IBAN, 'Cléo Petit')
    expect(await set(cleo.id, IBAN, 'Cléo Martin')).toBe(false)
    const row = await stored(cleo.id)
    expect([row.held_until, openAccount(seal, row, cleo.id).holder]).toEqual([null, 'Cléo Martin'])
    expect(await ctx.db`select from member_notices where user_id = ${cleo.id}`).toHaveLength(1)
  })

  it('Of two changes at once one is last, and its payouts wait', async () => {
    const dora = await creator('dora')
    await Promise.all([set(dora.id, IBAN), set(dora.id, OTHER)])
    const row = await stored(dora.id)
    expect(row.held_until).not.toBeNull()
    expect(openAccount(seal, row, dora.id).iban.slice(-4)).toBe(row.account_last4)
  })

  it('If the key is lost, a creator can give a new account, which counts as a change', async () => {
    const eva = await creator('eva')
    await set(eva.id, IBAN)
    await set(eva.id, IBAN, 'Eva', createSeal(['another secret']))
    expect((await stored(eva.id)).held_until).not.toBeNull()
  })
})
