import { amountOf, centsOf } from '#contract/fees.ts'
import type { StaffOrder } from '#contract/payments.ts'

export type RefundProblem = 'amount' | 'reason'

/** What was typed into the refund dialog. `amount` is null for all that is left. */
export interface RefundDraft {
  amount: string | null
  reason: string
}

/** What can still be given back. */
export function leftOf({ charged, refunded }: Pick<StaffOrder, 'charged' | 'refunded'>): string {
  return amountOf(centsOf(charged) - centsOf(refunded))
}

/** The request, or what is wrong with the draft. A part is at least a cent and less than all that is left. */
export function readRefund(
  { amount, reason }: RefundDraft,
  left: string,
): { body: { amount?: string; reason: string } } | { problem: RefundProblem } {
  const typed = amount?.trim().replace(',', '.')
  if (typed !== undefined) {
    if (!/^\d{1,6}(\.\d{1,2})?$/.test(typed)) return { problem: 'amount' }
    const cents = centsOf(typed)
    if (cents < 1 || cents >= centsOf(left)) return { problem: 'amount' }
  }
  if (reason.trim() === '') return { problem: 'reason' }
  return { body: { ...(typed !== undefined && { amount: amountOf(centsOf(typed)) }), reason: reason.trim() } }
}
