import { expect, test } from 'vitest'
import { leftOf, readRefund } from './refund-draft.ts'

test('What can be given back is what was charged, less what was given back before', () => {
  expect(leftOf({ charged: '28.79', refunded: '0.00' })).toBe('28.79')
  expect(leftOf({ charged: '28.79', refunded: '8.80' })).toBe('19.99')
})

test.each(['', '0', '0.00', '19.99', '20', '-1', '1.234', 'all'])(
  'A part of %j of €19.99 is refused before it is sent',
  (amount) => {
    expect(readRefund({ amount, reason: 'Goodwill' }, '19.99')).toEqual({ problem: 'amount' })
  },
)

test('A refund has a reason', () => {
  expect(readRefund({ amount: null, reason: '  ' }, '19.99')).toEqual({ problem: 'reason' })
  expect(readRefund({ amount: '5', reason: '' }, '19.99')).toEqual({ problem: 'reason' })
})

test('A part is sent with its amount, also if it was typed with a comma, and all that is left without one', () => {
  expect(readRefund({ amount: '5,5', reason: ' Goodwill ' }, '19.99')).toEqual({
    body: { amount: '5.50', reason: 'Goodwill' },
  })
  expect(readRefund({ amount: null, reason: 'Withdrawal' }, '19.99')).toEqual({ body: { reason: 'Withdrawal' } })
})
