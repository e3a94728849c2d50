import { amountOf } from '#contract/fees.ts'
import type { ListedMonthlyStatement, MonthlyStatement } from '#contract/monthly-statements.ts'
import type { SaleSums, StatementFacts, StatementRow } from '#server/store/monthly-statements.ts'
import { closingOf } from './monthly-statements.ts'

export function presentListed({ number, month, facts, issued_at }: StatementRow): ListedMonthlyStatement {
  const paid_out = sumOfMoves(facts, ['paid_out'])
  return {
    number,
    month,
    earned: amountOf(sumOfMoves(facts, ['share', 'refunded', 'disputed', 'other'])),
    paid_out: amountOf(Math.abs(paid_out)),
    closing: amountOf(closingOf(facts)),
    issued_at: issued_at.toISOString(),
  }
}

/**
 * What was printed when it was issued, whatever has changed since. Only the verified name is the present one: it is kept
 * nowhere but under its seal.
 */
export function presentStatement(row: StatementRow, legal_name?: string): MonthlyStatement {
  const { creator, seller, sales, opening, moves, is_sample } = row.facts
  return {
    ...presentListed(row),
    creator: { ...creator, name: legal_name ?? creator.name },
    seller,
    sales: sales.map((sums) => ({ period: sums.period, ...linesOf([sums]) })),
    together: linesOf(sales),
    opening: amountOf(opening),
    moves: moves.map(({ kind, cents, count, on }) => ({ kind, amount: amountOf(cents), count, on })),
    vat: amountOf(sumOf(sales, 'vat')),
    is_sample,
  }
}

function linesOf(sales: readonly SaleSums[]): MonthlyStatement['together'] {
  return {
    count: sumOf(sales, 'count'),
    price: amountOf(sumOf(sales, 'price')),
    platform_fee: amountOf(sumOf(sales, 'platform_fee')),
    banking_fee: amountOf(sumOf(sales, 'banking_fee')),
    net: amountOf(sumOf(sales, 'net')),
  }
}

function sumOf(sales: readonly SaleSums[], line: Exclude<keyof SaleSums, 'period'>): number {
  return sales.reduce((sum, each) => sum + each[line], 0)
}

function sumOfMoves({ moves }: StatementFacts, kinds: readonly string[]): number {
  return moves.reduce((sum, { kind, cents }) => (kinds.includes(kind) ? sum + cents : sum), 0)
}
