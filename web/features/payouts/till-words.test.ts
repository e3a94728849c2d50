import { describe, expect, it } from 'vitest'
import type { Balance } from '#contract/payouts.ts'
import { availableKind, canAsk, holdKind, nextPayoutOf } from './till-words.ts'

const BALANCE: Balance = {
  available: '69.90',
  on_hold: '102.56',
  on_its_way: '0.00',
  final_payout: null,
  total: '172.46',
  release: { amount: '18.37', on: '2026-11-19' },
  next_payout: { on: '2026-12-01', amount: '140.10' },
  waits_for: null,
  schedule: 'monthly',
  account: null,
  account_at: 'house',
  opening: { on: '2026-11-01', amount: '187.51' },
  moves: [],
  is_sample: false,
}

const ACCOUNT = { at: 'house', holder: 'M', begin: 'FR76', last4: '4821', changed_at: '2026-11-17T10:00:00Z' } as const

describe('The next payout in the till', () => {
  it.each(['frozen', 'verification', 'account'] as const)(
    'A creator who lacks something reads that in place of a date: %s',
    (waits_for) => {
      expect(nextPayoutOf({ ...BALANCE, waits_for })).toEqual({ kind: waits_for })
    },
  )

  it('A balance that is too small today may be paid out on the next date', () => {
    expect(nextPayoutOf({ ...BALANCE, waits_for: 'minimum' })).toEqual({
      kind: 'date',
      on: '2026-12-01',
      amount: '140.10',
    })
  })

  it.each([
    ['carried_over', { waits_for: 'minimum', total: '12.00' }],
    ['nothing', { waits_for: 'minimum', total: '0.00' }],
    ['negative', { waits_for: 'negative', total: '-8.00' }],
    ['on_request', { waits_for: null, schedule: 'on_request' }],
  ] as const)('Without a date the till says why: %s', (kind, changes) => {
    expect(nextPayoutOf({ ...BALANCE, next_payout: null, ...changes })).toEqual({ kind })
  })

  it('After a change of the account the till says until when payouts wait', () => {
    const account = { ...ACCOUNT, held_until: '2026-11-19T10:00:00Z' }
    expect(nextPayoutOf({ ...BALANCE, next_payout: null, waits_for: 'account_change', account })).toEqual({
      kind: 'account_change',
      until: '2026-11-19T10:00:00Z',
    })
  })
})

describe('The other amounts of the till', () => {
  it('Nothing can be asked for while something is missing, or without money', () => {
    expect(canAsk({ ...BALANCE, waits_for: 'minimum' })).toBe(false)
    expect(canAsk({ ...BALANCE, available: '0.00' })).toBe(false)
    expect(canAsk(BALANCE)).toBe(true)
  })

  it('A negative amount is told from none and from money that is free', () => {
    expect(['-0.01', '0.00', '0.01'].map((available) => availableKind({ available }))).toEqual([
      'negative',
      'none',
      'free',
    ])
  })

  it('The hold says what comes free first, or that all of it does', () => {
    const release = { amount: '18.37', on: '2026-11-19' }
    expect(holdKind({ on_hold: '0.00', release: null })).toBe('none')
    expect(holdKind({ on_hold: '18.37', release })).toBe('all')
    expect(holdKind({ on_hold: '102.56', release })).toBe('first')
  })
})
