import { describe, expect, it } from 'vitest'
import { payments as program } from '../scripts/payments.ts'
import { shopWorld } from './support/payments/shop-world.ts'
import { runCommandHere } from './support/processes/run-command.ts'
import { NOBODY } from './support/world.ts'

const shop = await shopWorld()
const { ctx, member, creatorNamed, sandbox, order, buy } = shop
const amy = await creatorNamed('Amy')
const settings = {
  DATABASE_URL: ctx.config.database_url ?? '',
  DATA_DIR: ctx.config.data_dir,
  PAYMENTS: 'sandbox',
  SANDBOX_PORT: String(sandbox.port),
}

/** Runs the command beside the running product. */
const payments = (...words: string[]) => runCommandHere(program, words, settings)

describe('npm run payments', () => {
  it('Wrong words are answered with the usage', async () => {
    for (const words of [
      [],
      ['pay'],
      ['reconcile', 'now'],
      ['show'],
      ['show', 'a', 'b'],
      ['refund'],
      ['refund', 'amy', 'Reason'],
      ['refund', NOBODY],
      ['refund', NOBODY, ' '],
      ['refund', NOBODY, '100'.repeat(4), 'x', 'y'],
      ['withdrawals', 'x'],
      ['decline', NOBODY],
      ['decline', NOBODY, ' '],
      ['decline', 'amy', 'Reason'],
      ['decline', NOBODY, 'x'.repeat(1001)],
      ['decline', NOBODY, 'Reason', '--after-decline'],
    ])
      expect((await payments(...words)).code, words.join(' ')).toBe(2)
  })

  it('Without PAYMENTS, for nobody, for no order and for an unpaid one it says what is wrong', async () => {
    const closed = await runCommandHere(program, ['reconcile'], { ...settings, PAYMENTS: '' })
    expect([closed.code, closed.stderr.trim()]).toEqual([1, 'Nothing can be bought: PAYMENTS is not set.'])
    expect((await payments('show', 'nobody-here')).stderr).toContain(
      'There is no user with the name or address nobody-here.',
    )
    expect((await payments('show', NOBODY)).stderr).toContain(`There is no order ${NOBODY}.`)
    expect((await payments('refund', NOBODY, 'Reason')).stderr.trim()).toBe('Not found.')
    const { order_id } = await order(await member('unpaid'), amy, 'day')
    expect((await payments('refund', order_id, 'Reason')).stderr.trim()).toBe('Nothing is left of this payment.')
    const away = await runCommandHere(program, ['reconcile'], { ...settings, SANDBOX_PORT: '1' })
    expect([away.code, away.stderr]).toEqual([1, expect.stringContaining('The payment provider cannot be used')])
  })

  it('An operator compares with the provider at any time', async () => {
    await buy(await member('compared'), amy)
    const { code, stdout } = await payments('reconcile')
    expect(code).toBe(0)
    // The clock of the command is that of the machine: the payments of this test are older than 35 days for it.
    expect(stdout.trim()).toBe(
      'Compared 0 payments, 0 open checkouts and 1 renewing subscriptions with the provider. Events that had never arrived: 0.',
    )
  })

  it('An operator shows and refunds an order, in part and whole', async () => {
    const fan = await member('refunded')
    const order_id = await buy(fan, amy, 'week')
    const part = await payments('refund', order_id, '500', 'For the trouble')
    expect([part.code, part.stdout.trim()]).toEqual([
      0,
      'Refunded €5.00 of €17.99 in all; €12.99 are left. The order is paid.',
    ])
    const whole = await payments('refund', order_id, 'After all')
    expect(whole.stdout.trim()).toBe('Refunded €17.99 of €17.99 in all; €0.00 are left. The order is refunded.')
    const shown = (await payments('show', order_id)).stdout
    expect(shown).toContain(`${order_id},`)
    expect(shown.match(/,refund,/g)).toHaveLength(2)
    expect(shown).toContain(',−5.00,')
    const { username } = (await fan.ask('GET', '/user')).body
    expect((await payments('show', username)).stdout).toContain(`${order_id},`)
    expect((await payments('show', fan.email)).stdout).toContain(`${order_id},`)
    const log = await ctx.db`select staff_id, reason from audit_log where user_id = ${fan.id} order by reason`
    expect(log).toEqual([
      { staff_id: null, reason: 'After all' },
      { staff_id: null, reason: 'For the trouble' },
    ])
  })

  it('An operator lists the withdrawals that wait, declines one with a reason, and gives it back afterwards', async () => {
    const fan = await member('withdrawing')
    const order_id = await buy(fan, amy, 'week')
    expect((await payments('decline', order_id, 'Too late')).stderr.trim()).toBe(
      'Nobody has asked to withdraw from this order.',
    )
    await fan.ask('POST', `/orders/${order_id}/withdraw`)
    expect((await payments('withdrawals')).stdout).toContain(`${order_id},`)
    const declined = await payments('decline', order_id, 'Too late')
    expect([declined.code, declined.stdout.trim()]).toEqual([
      0,
      'The withdrawal is declined. The fan reads the reason in a notice and in a mail.',
    ])
    expect((await payments('withdrawals')).stdout).not.toContain(order_id)
    expect((await payments('show', order_id)).stdout).toContain(',declined')
    expect((await payments('refund', order_id, 'Goodwill')).stderr.trim()).toBe(
      'The withdrawal from this order was declined.',
    )
    expect((await payments('refund', order_id, 'Goodwill', '--after-decline')).code).toBe(0)
    const log = await ctx.db`select staff_id, action, reason from audit_log where user_id = ${fan.id} order by action`
    expect(log).toEqual([
      { staff_id: null, action: 'order_refunded', reason: 'Goodwill' },
      { staff_id: null, action: 'withdrawal_declined', reason: 'Too late' },
    ])
  })
})
