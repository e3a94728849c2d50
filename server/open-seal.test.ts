import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { findSeal, openSeal } from './open-seal.ts'

const run = promisify(execFile)
const data_dir = mkdtempSync(path.join(tmpdir(), 'loge-seal-'))
afterAll(() => rmSync(data_dir, { recursive: true, force: true }))

const SECRET_KEY = 'x'.repeat(32)
const REAL = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
const place = { owner: 'amy', purpose: 'details' } as const
const configOf = (env: Record<string, string>) => readConfig({ DATA_DIR: data_dir, ...env })

describe('The key of the seal', () => {
  it.each([
    ['PAYMENTS=stripe', REAL],
    ['CREATOR_ENROLLMENT=verified', { CREATOR_ENROLLMENT: 'verified' }],
  ])('With %s the product does not start without SECRET_KEY, and says how to make one', (_, env) => {
    expect(() => configOf(env)).toThrow(
      'SECRET_KEY must be set with PAYMENTS=stripe and with CREATOR_ENROLLMENT=verified',
    )
    expect(() => configOf(env)).toThrow('openssl rand -hex 32')
    expect(configOf({ ...env, SECRET_KEY }).secret_key).toBe(SECRET_KEY)
  })

  it('While nobody is verified here there is no seal, and no file for its key', () => {
    expect(openSeal(configOf({}))).toBeUndefined()
    expect(readdirSync(data_dir)).toEqual([])
  })

  it('A command that only looks makes no key', () => {
    expect(findSeal(configOf({ PAYMENTS: 'sandbox' }))).toBeUndefined()
    expect(readdirSync(data_dir)).toEqual([])
    expect(findSeal(configOf({ ...REAL, SECRET_KEY }))?.key_id).toBe(
      openSeal(configOf({ ...REAL, SECRET_KEY }))?.key_id,
    )
  })

  it('With SECRET_KEY no key is on the disk', () => {
    const seal = openSeal(configOf({ ...REAL, SECRET_KEY }))
    expect(seal?.open(seal.seal(Buffer.from('a'), place), place).toString()).toBe('a')
    expect(readdirSync(data_dir)).toEqual([])
  })

  it('In the sandbox many processes that start at once make one key, which only their user can read', async () => {
    const script = `
      import { readConfig } from '#server/config.ts'
      import { openSeal } from '#server/open-seal.ts'
      const seal = openSeal(readConfig({ DATA_DIR: ${JSON.stringify(data_dir)}, PAYMENTS: 'sandbox' }))
      console.log(seal.seal(Buffer.from('a'), { owner: 'amy', purpose: 'details' }).key_id)`
    const started = Array.from({ length: 6 }, () =>
      run(process.execPath, ['--input-type=module-typescript', '-e', script]),
    )
    const ids = (await Promise.all(started)).map(({ stdout }) => stdout.trim())
    expect(ids[0]).toMatch(/^[0-9a-f]{16}$/)
    expect(new Set(ids).size).toBe(1)
    expect(readdirSync(data_dir)).toEqual(['seal.key'])
    const file = path.join(data_dir, 'seal.key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('SECRET_KEY_BEFORE opens what was sealed with it', () => {
    const before = openSeal(configOf({ ...REAL, SECRET_KEY }))?.seal(Buffer.from('a'), place)
    const now = openSeal(configOf({ ...REAL, SECRET_KEY: 'y'.repeat(32), SECRET_KEY_BEFORE: SECRET_KEY }))
    expect(before && now?.open(before, place).toString()).toBe('a')
  })
})
