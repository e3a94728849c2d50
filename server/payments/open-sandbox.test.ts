import { mkdtemp, rm } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openProvider } from './open-provider.ts'
import { openSandbox } from './open-sandbox.ts'

const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'loge-open-sandbox-'))
afterAll(() => rm(DATA_DIR, { recursive: true, force: true }))
const origin = () => 'http://127.0.0.1:1'

it('Without PAYMENTS=sandbox no sandbox is started', async () => {
  expect(await openSandbox(readConfig({ DATA_DIR }), origin)).toBeUndefined()
  const stripe = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    SECRET_KEY: 'k'.repeat(32),
  }
  expect(await openSandbox(readConfig({ DATA_DIR, ...stripe }), origin)).toBeUndefined()
  expect(await openProvider({ payments: undefined, payouts: undefined })).toBeUndefined()
  expect((await openProvider(readConfig({ DATA_DIR, ...stripe })))?.name).toBe('stripe')
})

it('The sandbox runs inside the process, and a second process uses the one that runs', async () => {
  const settings = { DATA_DIR, PAYMENTS: 'sandbox' }
  const first = await openSandbox(readConfig({ ...settings, SANDBOX_PORT: '0' }), origin)
  if (!first) throw new Error('no sandbox was started')
  try {
    const { port } = new URL(first.url)
    const config = readConfig({ ...settings, DATA_DIR: path.join(DATA_DIR, 'second'), SANDBOX_PORT: port })
    expect(await openSandbox(config, origin)).toBeUndefined()
    const provider = await openProvider(config)
    expect(provider?.name).toBe('sandbox')
    expect(await provider?.findPayment('pi_none')).toBeUndefined()
  } finally {
    await first.stop()
  }
})

it('On all addresses, as a container needs it, its pages are still found on this machine', async () => {
  const settings = { DATA_DIR: path.join(DATA_DIR, 'all'), PAYMENTS: 'sandbox', SANDBOX_PORT: '0' }
  const sandbox = await openSandbox(readConfig({ ...settings, SANDBOX_HOST: '0.0.0.0' }), origin)
  if (!sandbox) throw new Error('no sandbox was started')
  try {
    expect(sandbox.url).toBe(`http://127.0.0.1:${sandbox.port}`)
    for (const name of addressesOfThisMachine())
      expect((await fetch(`http://${name}:${sandbox.port}/pay/none`)).status).toBe(404)
  } finally {
    await sandbox.stop()
  }
})

it('A sandbox that listens everywhere is refused with a public PUBLIC_URL, like any', () => {
  const settings = { DATA_DIR, PAYMENTS: 'sandbox', SANDBOX_HOST: '0.0.0.0', PUBLIC_URL: 'https://loge.example' }
  expect(() => readConfig(settings)).toThrow('PAYMENTS=sandbox must not be set together with a public PUBLIC_URL')
})

/** Also another one than loopback, where there is one. */
function addressesOfThisMachine(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.filter(({ family }) => family === 'IPv4').map(({ address }) => address)
}
