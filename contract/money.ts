import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Amount, oneOf, recordOf } from './schemas.ts'

/** The lengths of a subscription period. */
export const PERIODS = ['day', 'week', 'month'] as const

/** `gross` is what fans paid: the sum of the other four. */
const RevenueLines = { gross: Amount, vat: Amount, platform_fee: Amount, banking_fee: Amount, net: Amount }

export const Revenues = Type.Object({
  ...RevenueLines,
  active_subscribers: Type.Integer(),
  /** True if some of it is demo data and not real money. */
  is_sample: Type.Boolean(),
  /** "2026-11" in UTC, oldest first, from the first month with a payment to the current one, without gaps. */
  months: Type.Array(Type.Object({ month: Type.String(), ...RevenueLines })),
  /** With a payment provider: what was given back to fans, or is disputed by them. The other lines are what was paid. */
  reversals: Type.Optional(Type.Object({ refunded: Amount, disputed: Amount })),
  periods: Type.Array(Type.Object({ period: oneOf(PERIODS), count: Type.Integer(), ...RevenueLines })),
})

export const money = {
  get_revenues: endpoint({
    method: 'GET',
    path: '/revenues',
    access: 'creator',
    summary: 'What a creator earned; `format=csv` answers text/csv',
    query: Type.Object({ format: Type.Optional(oneOf(['json', 'csv'])) }),
    response: Revenues,
    produces: ['application/json', 'text/csv'],
  }),
  get_numbers: endpoint({
    method: 'GET',
    path: '/admin/numbers',
    access: 'staff',
    summary: 'Money metrics by name; X-Sample: true when figures of the demo world are among them',
    response: recordOf(Amount),
  }),
}

export type Revenues = Static<typeof Revenues>
