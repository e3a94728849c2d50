import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { staff } from '../scripts/staff.ts'
import { type Product, startProduct } from './e2e/support/product.ts'
import { runCommandHere } from './support/processes/run-command.ts'
import { runScript } from './support/processes/run-script.ts'
import { backUp, restore } from './support/scenarios/backups.ts'
import { PASSWORD } from './support/world.ts'

/** What an operator sees of the demo accounts: real processes on one data folder, first as a demo, then in production. */

const scratch = await mkdtemp(path.join(tmpdir(), 'loge-demo-'))
afterAll(() => rm(scratch, { recursive: true, force: true }))
const DATA_DIR = path.join(scratch, 'data')
const PRODUCTION = { DATA_DIR, DEMO: 'off', PUBLIC_URL: 'https://loge.example', TRUST_PROXY: '1', LOG_LEVEL: 'info' }
const DEMO = { DATA_DIR, DEMO: '', LOG_LEVEL: 'info' }
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

  it('After the first start, people can sign in to each of the accounts of the demo world', async () => {
    const demo = await startProduct(DEMO)
    for (const [email, expected] of [
      ['fan@loge.test', { role: null, profile_id: null, can_add_stories: false }],
      ['creator@loge.test', { role: null, profile_id: expect.any(String), can_add_stories: false }],
      ['moderator@loge.test', { role: 'moderator', profile_id: null, can_add_stories: false }],
      ['admin@loge.test', { role: 'admin', profile_id: expect.any(String), can_add_stories: true }],
    ] as const) {
      const reply = await signIn(demo, email, 'velvet-curtain')
      expect([reply.status, await reply.json()]).toMatchObject([200, expected])
      token = reply.headers.get('authorization') ?? ''
    }
    const amy = JSON.stringify({ user: { email: 'amy@example.com', password: PASSWORD } })
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`${demo.url}/api/users`, { method: 'POST', headers, body: amy })).status).toBe(201)
    await demo.stop()
  })

  it('The demo world is there again at the second start, beside users who have signed up', async () => {
    const again = await startProduct(DEMO)
    await printed(again, 'admin@loge.test')
    expect((await signIn(again, 'admin@loge.test', DEMO_PASSWORD)).status).toBe(200)
    await again.stop()
  })

  it('No demo account can sign in once the product runs in production, and the command that the log names removes them', async () => {
    const product = await startProduct(PRODUCTION)
    const log = await printed(product, WARNING)
    expect(log).toContain('17 accounts of the demo world')
    expect(log).not.toContain(DEMO_PASSWORD)
    expect((await signIn(product, 'admin@loge.test', DEMO_PASSWORD)).status).toBe(401)
    const users = await fetch(`${product.url}/api/admin/users`, { headers: { authorization: token } })
    expect(users.status).toBe(401)
    expect((await signIn(product, 'amy@example.com', PASSWORD)).status).toBe(200)

    const saved = path.join(scratch, 'backup')
    expect(await backUp(PRODUCTION, saved)).toMatchObject({ code: 0 })

    const removed = await runScript('scripts/staff.ts', ['remove-demo'], PRODUCTION)
    expect(removed).toMatchObject({ code: 0, stderr: '' })
    expect(removed.stdout).toMatch(/accounts: 17\n.*posts: 18\n/)
    expect((await signIn(product, 'amy@example.com', PASSWORD)).status).toBe(200)
    await product.stop()

    const again = await runCommandHere(staff, ['remove-demo'], PRODUCTION)
    expect(again).toMatchObject({ code: 0, stdout: 'There is no demo data in this database.\n' })
  })

  it('After the removal of the demo no start mentions it, not even one without settings', async () => {
    const demo = await startProduct(DEMO)
    const log = await printed(demo, 'Loge is ready')
    expect(log).not.toContain('@loge.test')
    expect(log).not.toContain(WARNING)
    expect((await signIn(demo, 'admin@loge.test', DEMO_PASSWORD)).status).toBe(401)
    expect((await signIn(demo, 'amy@example.com', PASSWORD)).status).toBe(200)
    await demo.stop()
  })

  it('A restored backup still marks the demo accounts, so that they can be removed before the first start', async () => {
    const copy = { ...PRODUCTION, DATA_DIR: path.join(scratch, 'copy') }
    expect(await restore(copy, path.join(scratch, 'backup'))).toMatchObject({ code: 0 })
    const removed = await runCommandHere(staff, ['remove-demo'], copy)
    expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining('accounts: 17\n') })
  })
})
