import { expect, test } from 'vitest'
import type { ReceiptRow } from './queries.ts'
import { monthsOf } from './receipt-months.ts'

function row(number: string, issued_at: string): ReceiptRow {
  return {
    id: number,
    number,
    kind: 'receipt',
    creator: 'amy',
    profile_pic: null,
    period: 'month',
    charged: '28.79',
    issued_at,
  }
}

test('Receipts are grouped by month, and the same month of another year is another one', () => {
  const rows = [
    row('2026-000003', '2026-11-17T12:00:00.000Z'),
    row('2026-000002', '2026-11-03T12:00:00.000Z'),
    row('2026-000001', '2026-10-17T12:00:00.000Z'),
    row('2025-000009', '2025-10-17T12:00:00.000Z'),
  ]
  expect(monthsOf(rows).map((month) => month.rows.map(({ number }) => number))).toEqual([
    ['2026-000003', '2026-000002'],
    ['2026-000001'],
    ['2025-000009'],
  ])
  expect(monthsOf([])).toEqual([])
})
