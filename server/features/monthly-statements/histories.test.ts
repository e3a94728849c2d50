import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountOf } from '#contract/fees.ts'
import type { MonthlyStatement } from '#contract/monthly-statements.ts'
import { HOUR_MS } from '#contract/time.ts'
import { issueStatements } from '#server/domain/monthly-statements.ts'
import { later, monthAfter, monthOf, startOfMonth } from '#server/time.ts'
import { insertManyAccounts } from '#tests/support/database/account-rows.ts'
import { insertManyPayments } from '#tests/support/database/movement-rows.ts'
import { isLongForm, LONG_FORM_MS, seedOfTheRun } from '#tests/support/long-form.ts'
import { bookHistory, randomBooks } from '#tests/support/payments/random-books.ts'
import { cents, house, rowsOf, START } from '#tests/support/payouts/statement-house.ts'

describe('Many at once', () => {
  it('Processes that are interrupted and work at the same time issue each statement once, with numbers without a gap', async () => {
    const { ctx, passes } = await house()
    const creator_ids = await insertManyAccounts(ctx.db, 450)
    await insertManyPayments(ctx.db, { creator_ids, times: 1, start: START })
    passes(new Date('2026-05-01T05:00:00Z').getTime() - ctx.now().getTime())
    // A process that dies in its second transaction.
    let begun = 0
    const dying = {
      ...ctx,
      db: Object.assign(ctx.db.bind(null), ctx.db, {
        begin: async <T>(work: Parameters<typeof ctx.db.begin<T>>[0]) =>
          await ctx.db.begin<T>(async (tx) => {
            begun += 1
            const result = await work(tx)
            if (begun === 2) throw new Error('killed')
            return result
          }),
      }),
    }
    await expect(issueStatements(dying)).rejects.toThrow('killed')
    const count = async () => (await ctx.db`select count(*) as count from monthly_statements`)[0]?.count
    expect(await count()).toBe(200)
    await Promise.all(Array.from({ length: 6 }, () => issueStatements(ctx)))
    await issueStatements(ctx)
    const months = await ctx.db`
      select s.month, count(*) as count, count(distinct creator_id) as creators, min(sequence) as first, max(sequence) as last
      from monthly_statements s group by s.month order by s.month`
    expect(months).toEqual([
      { month: '2026-03', count: 450, creators: 450, first: 1, last: 450 },
      { month: '2026-04', count: 450, creators: 450, first: 1, last: 450 },
    ])
  })
})

describe('Random histories', () => {
  it(
    'Statement, CSV and ledger are equal to the cent, and each month begins where the one before has ended',
    async () => {
      const { ctx, creator, goesTo, listOf } = await house()
      const { db } = ctx
      let number = 0
      await fc.assert(
        fc.asyncProperty(randomBooks, async (steps) => {
          number += 1
          const person = await creator(`any${number}`)
          const start = ctx.now()
          const last = await bookHistory(db, person.id, steps, start)
          const until = later(startOfMonth(monthAfter(monthOf(last))), 5 * HOUR_MS)
          await goesTo(until.toISOString())
          const movements = await db`
            select kind, original_id, price, vat, platform_fee, banking_fee, net, booked_at, is_demo from movements
            where creator_id = ${person.id} order by booked_at`
          const statements = (await listOf(person)).reverse()
          let closing = '0.00'
          for (const { number: name } of statements) {
            const { body } = await person.ask('GET', `/statements/${name}`)
            const statement: MonthlyStatement = body
            const booked = movements.filter(({ booked_at }) => monthOf(booked_at) === statement.month)
            const sum = (line: string, kinds?: string[]) =>
              booked.reduce((total, each) => (!kinds || kinds.includes(each.kind) ? total + each[line] : total), 0)
            expect(statement.opening).toBe(closing)
            expect(statement.moves.reduce((total, { amount }) => total + cents(amount), cents(closing))).toBe(
              cents(statement.closing),
            )
            closing = amountOf(
              movements.reduce(
                (total, { booked_at, net }) => (monthOf(booked_at) <= statement.month ? total + net : total),
                0,
              ),
            )
            expect(statement.closing).toBe(closing)
            expect(statement.moves.reduce((total, { count }) => total + count, 0)).toBe(booked.length)
            expect(statement.together).toEqual({
              count: booked.filter(({ kind }) => kind === 'payment').length,
              price: amountOf(sum('price', ['payment'])),
              platform_fee: amountOf(sum('platform_fee', ['payment'])),
              banking_fee: amountOf(sum('banking_fee', ['payment'])),
              net: amountOf(sum('net', ['payment'])),
            })
            expect(statement.vat).toBe(amountOf(sum('vat', ['payment'])))
            const rows = rowsOf((await person.ask('GET', `/statements/${name}?format=csv`)).text)
            expect(rows).toHaveLength(booked.length)
            for (const line of ['price', 'vat', 'platform_fee', 'banking_fee', 'net'])
              expect(rows.reduce((total, row) => total + cents(row[line] ?? ''), 0)).toBe(sum(line))
          }
          const months = new Set(movements.map(({ booked_at }) => monthOf(booked_at)))
          expect(statements.map(({ month }) => month)).toEqual(expect.arrayContaining([...months]))
        }),
        { numRuns: isLongForm ? 1000 : 10, seed: seedOfTheRun(63) },
      )
    },
    LONG_FORM_MS,
  )
})
