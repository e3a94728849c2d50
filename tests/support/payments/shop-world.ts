import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Order } from '#contract/payments.ts'
import type { AppOptions } from '#server/app.ts'
import { SANDBOX_KEYS, sandboxWebhooks } from '#server/payments/open-provider.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { stripeProvider } from '#server/payments/stripe.ts'
import { stripePayouts } from '#server/payouts/stripe.ts'
import { closeAfterTests } from '#tests/support/close-after-tests.ts'
import { type Person, type World, world } from '#tests/support/world.ts'
import { type Sandbox, startSandbox } from '../../../sandbox/start-sandbox.ts'

type Period = Order['period']

export interface ShopWorld extends World {
  sandbox: Sandbox
  payments: PaymentProvider
  /** Orders a ticket. Returns the order and the session at the provider. */
  order(fan: Person, creator: Person, period?: Period, country?: string): Promise<{ order_id: string; session: string }>
  /** Orders and pays. Returns the id of the order. */
  buy(fan: Person, creator: Person, period?: Period, country?: string): Promise<string>
  /** Waits until every event has arrived, and handles them. */
  settle(): Promise<void>
  /** Time passes here and at the provider, which does what is due. Then everything is settled. */
  waits(ms: number): Promise<void>
}

const NOON = new Date('2026-03-01T12:00:00.000Z')

/** A product with the real adapter and SDK, beside a stand-in for Stripe with the same clock, which sends its events over HTTP. */
export async function shopWorld(env: Record<string, string> = {}, options: AppOptions = {}): Promise<ShopWorld> {
  const folder = await mkdtemp(path.join(tmpdir(), 'loge-sandbox-'))
  let now = () => NOON
  let origin: string | undefined
  const sandbox = await startSandbox({
    port: 0,
    folder,
    secret: SANDBOX_KEYS.secret_key,
    webhooks: () => (origin ? sandboxWebhooks(origin) : []),
    now: () => now(),
  })
  const payments = stripeProvider({ name: 'sandbox', url: sandbox.url, ...SANDBOX_KEYS })
  const payouts =
    env.PAYOUTS === 'stripe' ? stripePayouts({ name: 'sandbox', url: sandbox.url, ...SANDBOX_KEYS }) : undefined
  const product = await world({ PAYMENTS: 'sandbox', ...env }, { ...options, payments, payouts })
  const { ctx, app, passes } = product
  now = ctx.now
  await app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  closeAfterTests(async () => {
    await sandbox.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function order(fan: Person, creator: Person, period: Period = 'month', country = 'FR') {
    const wanted = { creator_id: creator.id, period, country, consent: true }
    const { status, body } = await fan.ask('POST', '/checkouts', wanted)
    if (status !== 201) throw new Error(`Ordering was answered with ${status}: ${JSON.stringify(body)}`)
    return { order_id: body.order_id, session: new URL(body.url).pathname.split('/').at(-1) ?? '' }
  }

  async function settle(): Promise<void> {
    await sandbox.idle()
    await ctx.jobs.runDue()
  }

  return {
    ...product,
    sandbox,
    payments,
    order,
    settle,
    async buy(fan, creator, period, country) {
      const { order_id, session } = await order(fan, creator, period, country)
      if (!sandbox.people.pay(session)) throw new Error('The card was refused')
      await settle()
      return order_id
    },
    async waits(ms) {
      passes(ms)
      sandbox.clock.advance(0)
      await settle()
    },
  }
}
