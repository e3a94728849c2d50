import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { type Product, startProduct } from './e2e/support/product.ts'
import { backUp, restore } from './support/backups.ts'
import { runScript } from './support/command.ts'

/** The demo door as whoever runs the product meets it: processes, one data folder, the settings of a real house. */

const scratch = await mkdtemp(path.join(tmpdir(), 'loge-door-'))
afterAll(() => rm(scratch, { recursive: true, force: true }))
const DATA_DIR = path.join(scratch, 'data')
const HOUSE = { DATA_DIR, DEMO: 'off', PUBLIC_URL: 'https://loge.example', TRUST_PROXY: '1', LOG_LEVEL: 'info' }
const TRIAL = { DATA_DIR, DEMO: '', LOG_LEVEL: 'info' }
const WARNING = 'npm run staff -- remove-demo'

async function signIn(product: Product, email: string, password: string): Promise<Response> {
  const body = JSON.stringify({ user: { email, password } })
  return await fetch(`${product.url}/api/users/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
}

async function printed(product: Product, words: string): Promise<string> {
  let log = ''
  await expect
    .poll(() => {
      log += product.takeLog()
      return log
    })
    .toContain(words)
  return log
}

describe('A data folder that began as a demo', () => {
  let token = ''

  it('lets the demo admin in while it is one', async () => {
    const trial = await startProduct(TRIAL)
    const admin = await signIn(trial, 'admin@loge.test', DEMO_PASSWORD)
    expect(admin.status).toBe(200)
    token = admin.headers.get('authorization') ?? ''
    const amy = JSON.stringify({ user: { email: 'amy@example.com', password: 'a good long password' } })
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`${trial.url}/api/users`, { method: 'POST', headers, body: amy })).status).toBe(201)
    await trial.stop()
  })

  it('shows its demo world again at the second start, beside whoever has signed up', async () => {
    const again = await startProduct(TRIAL)
    await printed(again, 'admin@loge.test')
    expect((await signIn(again, 'admin@loge.test', DEMO_PASSWORD)).status).toBe(200)
    await again.stop()
  })

  it('lets no demo account in once it runs for real, says so, and is rid of them by the command it names', async () => {
    const house = await startProduct(HOUSE)
    const log = await printed(house, WARNING)
    expect(log).toContain('17 accounts of the demo world')
    expect(log).not.toContain(DEMO_PASSWORD)
    expect((await signIn(house, 'admin@loge.test', DEMO_PASSWORD)).status).toBe(401)
    const users = await fetch(`${house.url}/api/admin/users`, { headers: { authorization: token } })
    expect(users.status).toBe(401)
    expect((await signIn(house, 'amy@example.com', 'a good long password')).status).toBe(200)

    const saved = path.join(scratch, 'backup')
    expect(await backUp(HOUSE, saved)).toMatchObject({ code: 0 })

    const removed = await runScript('scripts/staff.ts', ['remove-demo'], HOUSE)
    expect(removed).toMatchObject({ code: 0, stderr: '' })
    expect(removed.stdout).toMatch(/accounts: 17\n.*posts: 17\n/)
    expect((await signIn(house, 'amy@example.com', 'a good long password')).status).toBe(200)
    await house.stop()

    const again = await runScript('scripts/staff.ts', ['remove-demo'], HOUSE)
    expect(again).toMatchObject({ code: 0, stdout: 'There is no demo data in this database.\n' })
  })

  it('starts without a word of the demo afterwards, also with no settings at all', async () => {
    const trial = await startProduct(TRIAL)
    const log = await printed(trial, 'Loge is ready')
    expect(log).not.toContain('@loge.test')
    expect(log).not.toContain(WARNING)
    expect((await signIn(trial, 'admin@loge.test', DEMO_PASSWORD)).status).toBe(401)
    expect((await signIn(trial, 'amy@example.com', 'a good long password')).status).toBe(200)
    await trial.stop()
  })

  it('keeps the marks in a backup: a restored house refuses the demo accounts too, and can remove them before its first start', async () => {
    const copy = { ...HOUSE, DATA_DIR: path.join(scratch, 'copy') }
    expect(await restore(copy, path.join(scratch, 'backup'))).toMatchObject({ code: 0 })
    const removed = await runScript('scripts/staff.ts', ['remove-demo'], copy)
    expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining('accounts: 17\n') })
  })
})
