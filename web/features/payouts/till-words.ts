import type { Balance } from '#contract/payouts.ts'

/** What the till says about the next payout. */
export type NextPayout =
  | { kind: 'frozen' | 'email' | 'verification' | 'account' | 'negative' | 'carried_over' | 'nothing' | 'on_request' }
  | { kind: 'date'; on: string; amount: string }
  | { kind: 'account_change'; until: string }

/**
 * What the creator has to do, or what has to end first, stands before the date of the next payout: it would not be made.
 * A balance that is too small today may be large enough on that date.
 */
export function nextPayoutOf(balance: Balance): NextPayout {
  const { waits_for, next_payout, account, schedule } = balance
  switch (waits_for) {
    case 'frozen':
    case 'email':
    case 'verification':
    case 'account':
      return { kind: waits_for }
  }
  if (next_payout) return { kind: 'date', ...next_payout }
  if (waits_for === 'account_change' && account?.held_until) {
    return { kind: 'account_change', until: account.held_until }
  }
  if (waits_for === 'negative') return { kind: 'negative' }
  if (Number(balance.total) === 0) return { kind: 'nothing' }
  return { kind: waits_for === null && schedule === 'on_request' ? 'on_request' : 'carried_over' }
}

/** Whether a payout can be asked for now. */
export function canAsk({ waits_for, available }: Balance): boolean {
  return waits_for === null && Number(available) > 0
}

/** What the till says about the available money. */
export function availableKind({ available }: Pick<Balance, 'available'>): 'negative' | 'none' | 'free' {
  const amount = Number(available)
  return amount < 0 ? 'negative' : amount === 0 ? 'none' : 'free'
}

/** What the till says about the money on hold. */
export function holdKind({ on_hold, release }: Pick<Balance, 'on_hold' | 'release'>): 'none' | 'all' | 'first' {
  if (!release || Number(on_hold) === 0) return 'none'
  return Number(release.amount) >= Number(on_hold) ? 'all' : 'first'
}
