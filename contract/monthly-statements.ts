import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { PERIODS } from './money.ts'
import { BalanceMove } from './payouts.ts'
import { Amount, oneOf, SignedAmount, Time } from './schemas.ts'

/** "2026-10-0038": the month in UTC and a number without gaps. */
const STATEMENT_PATTERN = '^\\d{4}-\\d{2}-\\d{4,}$'

export const ListedMonthlyStatement = Type.Object({
  number: Type.String(),
  /** "2026-10" */
  month: Type.String(),
  /** What the creator earned in that month, after refunds. */
  earned: SignedAmount,
  paid_out: Amount,
  closing: SignedAmount,
  issued_at: Time,
})

const SaleLines = { count: Type.Integer(), price: Amount, platform_fee: Amount, banking_fee: Amount, net: SignedAmount }

export const MonthlyStatement = Type.Object({
  ...ListedMonthlyStatement.properties,
  /** The verified name, else the username; and the username of that time. */
  creator: Type.Object({ name: Type.String(), username: Type.String() }),
  /** Name, address and VAT number of the house, one line each. */
  seller: Type.Array(Type.String()),
  sales: Type.Array(Type.Object({ period: oneOf(PERIODS), ...SaleLines })),
  together: Type.Object(SaleLines),
  opening: SignedAmount,
  /** What moved the balance from `opening` to `closing`. */
  moves: Type.Array(BalanceMove),
  /** The VAT that fans paid on top. */
  vat: Amount,
  is_sample: Type.Boolean(),
})

export const monthly_statements = {
  list_monthly_statements: endpoint({
    method: 'GET',
    path: '/statements',
    access: 'creator',
    summary: 'One’s monthly statements, newest first',
    query: Type.Object({ cursor: Type.Optional(Type.String({ pattern: STATEMENT_PATTERN })) }),
    response: Type.Array(ListedMonthlyStatement),
  }),
  get_monthly_statement: endpoint({
    method: 'GET',
    path: '/statements/{number}',
    access: 'creator',
    summary:
      'One statement of one’s own; `format=pdf` in the language of Accept-Language; `format=csv` every movement behind it',
    params: Type.Object({ number: Type.String({ maxLength: 20 }) }),
    query: Type.Object({ format: Type.Optional(oneOf(['json', 'pdf', 'csv'])) }),
    response: MonthlyStatement,
    produces: ['application/json', 'application/pdf', 'text/csv'],
  }),
}

export type ListedMonthlyStatement = Static<typeof ListedMonthlyStatement>
export type MonthlyStatement = Static<typeof MonthlyStatement>
