import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { connect } from '#server/db/connect.ts'
import { openAccount } from '#server/domain/payouts/accounts.ts'
import { createSeal, type Seal } from '#server/seal.ts'
import { countByKey } from '#server/store/sealed-rows.ts'
import { countWaiting } from './support/database/lock-waits.ts'
import { readPain001 } from './support/payouts/pain-001.ts'
import { earn, IBAN, makePayable } from './support/payouts/payees.ts'
import { runScript } from './support/processes/run-script.ts'
import { REPOSITORY_ROOT } from './support/repository-root.ts'
import { world } from './support/world.ts'

/** Operators' commands as processes of their own: several at once, and one that is killed in the middle. */

const [OLD, NEW] = ['the secret key of before, long enough', 'the secret key of today, long enough']
const { ctx, creatorNamed } = await world({ PAYMENTS: 'sandbox', SECRET_KEY: OLD })
const { db } = ctx
const settings = { DATABASE_URL: ctx.config.database_url ?? '', DATA_DIR: ctx.config.data_dir, PAYMENTS: 'sandbox' }
const run = (word: string, ...more: string[]) =>
  runScript('scripts/payouts.ts', [word, ...more], { ...settings, SECRET_KEY: OLD })

const payouts: string[] = []
for (let count = 0; count < 12; count += 1) {
  const person = await creatorNamed(`creator${count}`)
  await makePayable(ctx, person.id)
  await earn(ctx, person.id, 2000 + count, new Date(ctx.now().getTime() - 30 * DAY_MS))
  payouts.push((await person.ask('POST', '/payouts')).body.id)
}

it('Three processes that make batches at the same time never hold the same cent, and their files contain every payout once', async () => {
  const made = await Promise.all(['batch', 'batch', 'batch'].map((word) => run(word)))
  const numbers = made.flatMap(({ stdout }) => stdout.match(/Batch (\d+)/)?.[1] ?? [])
  expect(numbers.length).toBeGreaterThan(0)
  for (const { code, stderr } of made) expect(code === 0 || stderr.includes('No payout waits for a batch.')).toBe(true)
  const files = await Promise.all(numbers.map((number) => run('file', number)))
  const references = files.flatMap(({ stdout }) => readPain001(stdout).transfers.map(({ reference }) => reference))
  expect(references.toSorted()).toEqual(payouts.map((id) => id.replaceAll('-', '')).toSorted())
})

it('A change of SECRET_KEY that is killed in the middle leaves every account readable, and is finished by the next run', async () => {
  const [old_seal, seal] = [createSeal([OLD]), createSeal([NEW, OLD])]
  const rotation = { ...settings, SECRET_KEY: NEW, SECRET_KEY_BEFORE: OLD }
  const counts = async () => {
    const { [old_seal.key_id]: before = 0, [seal.key_id]: after = 0 } = Object.fromEntries(await countByKey(db))
    return { before, after }
  }
  const all = (await counts()).before
  expect(all).toBe(3 * payouts.length)
  // A row that somebody else holds stops the process there.
  const other = connect(ctx.config.database_url ?? '', { max: 1 })
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holder = other.begin(async (tx) => {
    await tx`select 1 from payouts where id = ${payouts[6] ?? ''} for update`
    held.resolve()
    await released.promise
  })
  await held.promise
  const child = spawn(process.execPath, ['scripts/payouts.ts', 'rotate'], {
    cwd: REPOSITORY_ROOT,
    env: { ...process.env, ...rotation },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await expect.poll(() => countWaiting(db), { timeout: 60_000 }).toBe(1)
  child.kill('SIGKILL')
  await ended
  released.resolve()
  await holder
  await other.end()
  const middle = await counts()
  expect([middle.before > 0, middle.after > 0, middle.before + middle.after]).toEqual([true, true, all])
  expect(await readable(seal)).toBe(payouts.length)
  const again = await runScript('scripts/payouts.ts', ['rotate'], rotation)
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining(`Sealed ${middle.before} records anew.`)])
  expect(await counts()).toEqual({ before: 0, after: all })
  expect(await readable(createSeal([NEW]))).toBe(payouts.length)
})

/** How many payouts this seal opens. */
async function readable(seal: Seal): Promise<number> {
  const rows = await db<{ creator_id: string; sealed: Buffer; key_id: string }[]>`
    select creator_id, sealed, key_id from payouts`
  return rows.filter((row) => openAccount(seal, row, row.creator_id).iban === IBAN).length
}
