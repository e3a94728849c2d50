import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { payouts as program } from '../scripts/payouts.ts'
import { readPain001 } from './support/payouts/pain-001.ts'
import { earn, makePayable } from './support/payouts/payees.ts'
import { runCommandHere } from './support/processes/run-command.ts'
import { NOBODY, world } from './support/world.ts'

const { ctx, creatorNamed } = await world({ PAYMENTS: 'sandbox' })
const settings = { DATABASE_URL: ctx.config.database_url ?? '', DATA_DIR: ctx.config.data_dir, PAYMENTS: 'sandbox' }
const payouts = (...words: string[]) => runCommandHere(program, words, settings)

async function asks(name: string, cents: number): Promise<string> {
  const person = await creatorNamed(name)
  await makePayable(ctx, person.id)
  await earn(ctx, person.id, cents, new Date(ctx.now().getTime() - 30 * DAY_MS))
  return (await person.ask('POST', '/payouts')).body.id
}

describe('npm run payouts', () => {
  it('Wrong words are answered with the usage', async () => {
    for (const words of [
      [],
      ['pay'],
      ['list', 'all'],
      ['file'],
      ['file', 'x'],
      ['dac7'],
      ['dac7', '1999'],
      ['mark', '1'],
      ['mark', '1', 'failed', 'other'],
      ['mark', NOBODY, 'sent'],
      ['mark', NOBODY, 'failed'],
      ['mark', NOBODY, 'failed', 'because'],
      ['mark', NOBODY, 'failed', 'other', 'a note', 'more'],
    ])
      expect((await payouts(...words)).code, words.join(' ')).toBe(2)
  })

  it('Without PAYMENTS, without anything to pay and for what does not exist it says what is wrong', async () => {
    const closed = await runCommandHere(program, ['list'], { ...settings, PAYMENTS: '' })
    expect([closed.code, closed.stderr.trim()]).toEqual([1, 'Nobody is paid: PAYMENTS is not set.'])
    expect((await payouts('batch')).stderr.trim()).toBe('No payout waits for a batch.')
    expect((await payouts('file', '7')).stderr.trim()).toBe('There is no batch 7.')
    expect((await payouts('mark', '7', 'sent')).stderr.trim()).toBe('There is no batch 7.')
    expect((await payouts('mark', NOBODY, 'failed', 'other')).stderr.trim()).toBe('Not found.')
  })

  it('An operator pays from the command line: a batch, its file, sent, one line that failed, and the rest paid', async () => {
    const [first, second] = [await asks('Amy', 5000), await asks('Lou', 2000)]
    expect((await payouts('list')).stdout).toContain(`${first},asked,50.00,Amy,,,`)
    expect((await payouts('batch')).stdout).toContain('Batch 1: 2 payouts, €70.00.')
    const file = readPain001((await payouts('file', '1')).stdout)
    expect(file.transfers.map(({ amount }) => amount).toSorted()).toEqual(['20.00', '50.00'])
    expect((await payouts('mark', '1', 'sent')).stdout.trim()).toBe(
      'Batch 1 is marked as sent: 2 payouts, 0 paid, 0 failed.',
    )
    expect((await payouts('mark', second, 'failed', 'account_closed', 'Closed in May')).stdout.trim()).toBe(
      'The payout of €20.00 is marked as failed: the money is in the balance again.',
    )
    expect((await payouts('mark', '1', 'paid')).stdout.trim()).toBe(
      'Batch 1 is marked as paid: 2 payouts, 1 paid, 1 failed.',
    )
    const entries = await ctx.db`select staff_id, action from audit_log order by created_at, id`
    expect(entries.map(({ staff_id, action }) => [staff_id, action])).toEqual([
      [null, 'payout_batch_created'],
      [null, 'payout_file_downloaded'],
      [null, 'payout_batch_marked'],
      [null, 'payout_decided'],
      [null, 'payout_batch_marked'],
    ])
  })

  it('The yearly report about sellers is printed as CSV, and is in the audit log', async () => {
    const { code, stdout } = await payouts('dac7', '2026')
    expect([code, stdout.split('\r\n')]).toEqual([0, expect.objectContaining({ length: 4 })])
    const [entry] = await ctx.db`select staff_id, details from audit_log where action = 'seller_report_exported'`
    expect(entry).toEqual({ staff_id: null, details: { year: '2026' } })
  })

  it('Rotating the key leaves nothing to do where there is one key', async () => {
    expect(await payouts('rotate')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Sealed 0 records anew.'),
    })
  })
})
