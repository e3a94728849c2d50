import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { closeAfterTests } from '#tests/support/close-after-tests.ts'
import { isLongForm } from '#tests/support/long-form.ts'
import { newCheckout, sdkFor } from '#tests/support/payments/checkouts.ts'
import { openReceiver, openSandbox, sandboxFolder, WEBHOOK_SECRET } from '#tests/support/payments/sandbox.ts'

const KILLS = isLongForm ? 12 : 3
const BUYERS = 4
const DAY = 24 * 60 * 60 * 1000

describe('A restart', () => {
  it('A restart brings back every object, the time and the answers of keys', async () => {
    const folder = sandboxFolder()
    const first = await openSandbox({ folder })
    const { id } = await newCheckout(first.stripe, 'subscription')
    first.sandbox.people.pay(id)
    first.sandbox.clock.advance(40 * DAY)
    const [charge] = (await first.stripe.charges.list()).data
    const key = { idempotencyKey: 'refund-1' }
    const refund = await first.stripe.refunds.create({ charge: charge?.id ?? '' }, key)
    const all = async (stripe: Stripe) => ({
      sessions: (await stripe.checkout.sessions.list({ expand: ['data.line_items', 'data.subscription'] })).data,
      charges: (await stripe.charges.list({ expand: ['data.refunds', 'data.balance_transaction'] })).data,
      invoices: (await stripe.invoices.list({ expand: ['data.payments'] })).data,
      events: (await stripe.events.list({ limit: 100 })).data.map((event) => event.id),
    })
    await first.sandbox.idle()
    const [before, books, now] = [await all(first.stripe), first.sandbox.books(), first.sandbox.clock.now()]
    await first.sandbox.stop()

    const { stripe, sandbox } = await openSandbox({ folder })
    expect(JSON.stringify(await all(stripe))).toBe(JSON.stringify(before))
    expect(sandbox.books()).toEqual(books)
    expect(sandbox.clock.now().getTime()).toBeGreaterThanOrEqual(now.getTime())
    expect((await stripe.refunds.create({ charge: charge?.id ?? '' }, key)).id).toBe(refund.id)
    sandbox.clock.advance(30 * DAY)
    expect(sandbox.books().charged).toBe(3 * 2879)
  })

  it('A line that was cut off is ignored, and the next one does not join it', async () => {
    const folder = sandboxFolder()
    const first = await openSandbox({ folder })
    const customer = await first.stripe.customers.create({ name: 'before' })
    await first.sandbox.stop()
    appendFileSync(join(folder, 'journal.jsonl'), '[["customers","cus_half",{"id":"cus_')
    const second = await openSandbox({ folder })
    await second.stripe.customers.create({ name: 'after' })
    await second.sandbox.stop()
    const { stripe } = await openSandbox({ folder })
    expect((await stripe.customers.list()).data.map(({ name }) => name)).toEqual(['after', 'before'])
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ name: 'before' })
    expect(readFileSync(join(folder, 'journal.jsonl'), 'utf8')).not.toContain('cus_half')
  })

  it('A request that was refused leaves nothing behind', async () => {
    const { stripe } = await openSandbox()
    const broken = newCheckout(stripe, 'payment', { expires_at: 1 })
    await expect(broken).rejects.toMatchObject({ param: 'expires_at' })
    // The price and the product of the session were made before its end was read.
    expect((await stripe.events.list({ type: 'price.created' })).data).toEqual([])
    expect((await stripe.checkout.sessions.list()).data).toEqual([])
  })
})

describe('kill -9', () => {
  it('Nothing that was answered is lost or done twice, and every event arrives', async () => {
    const folder = sandboxFolder()
    const receiver = await openReceiver()
    const done: Done = { tickets: [], asked: new Map(), refunds: new Map() }
    for (let kill = 0; kill < KILLS; kill += 1) {
      const running = await startProcess(folder, receiver.url)
      const buyers = Array.from({ length: BUYERS }, (_, buyer) => buyUntilItStops(running, `${kill}-${buyer}`, done))
      // Killed in the middle: some of the buyers have got further than others.
      const soon = done.tickets.length + BUYERS + (kill % BUYERS)
      await expect.poll(() => done.tickets.length, { interval: 5 }).toBeGreaterThanOrEqual(soon)
      running.process.kill('SIGKILL')
      await Promise.all([once(running.process, 'exit'), ...buyers])
    }

    const { stripe, sandbox } = await openSandbox({ folder, webhooks: [{ url: receiver.url, secret: WEBHOOK_SECRET }] })
    const sessions = await stripe.checkout.sessions.list({ status: 'complete' }).autoPagingToArray({ limit: 10_000 })
    const paid = new Set(sessions.map(({ id }) => id))
    expect(done.tickets.filter((id) => !paid.has(id))).toEqual([])
    // Whoever got no answer asks again, with the same key.
    for (const [idempotencyKey, request] of done.asked) await stripe.refunds.create(request, { idempotencyKey })
    const refunds = await stripe.refunds.list().autoPagingToArray({ limit: 10_000 })
    const keys = refunds.map(({ metadata }) => metadata?.key)
    expect(keys.toSorted()).toEqual([...done.asked.keys()].toSorted())
    for (const [key, id] of done.refunds) expect(refunds.find(({ metadata }) => metadata?.key === key)?.id).toBe(id)
    // A charge for each paid session, a movement for each charge and each refund: the sums agree to the cent.
    expect(sandbox.books()).toMatchObject({ charged: paid.size * 2879, refunded: refunds.length * 100 })
    expect(sandbox.books().movements).toBe(paid.size + refunds.length)

    await sandbox.idle()
    const listed = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
    const told = new Set(receiver.received.map(({ id }) => id))
    expect(listed.filter(({ id }) => !told.has(id))).toEqual([])
  })
})

interface Running {
  process: ChildProcess
  port: number
}

async function startProcess(folder: string, webhook: string): Promise<Running> {
  const words = ['sandbox/main.ts', '--port', '0', '--folder', folder, '--webhook', webhook]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  closeAfterTests(async () => void child.kill('SIGKILL'))
  for await (const line of createInterface(child.stdout)) {
    const port = /:(\d+)$/.exec(line)?.[1]
    if (port) return { process: child, port: Number(port) }
  }
  throw new Error('The stand-in has not started')
}

interface Done {
  /** Paid checkouts. */
  tickets: string[]
  /** Refunds by their key: those that were asked for, and those that were answered. */
  asked: Map<string, Stripe.RefundCreateParams>
  refunds: Map<string, string>
}

/** Buys tickets and sends a euro back for each, and writes down what was answered. */
async function buyUntilItStops({ port }: Running, buyer: string, done: Done): Promise<void> {
  const stripe = sdkFor({ port })
  try {
    for (let turn = 0; ; turn += 1) {
      const session = await newCheckout(stripe, 'payment')
      const answer = await fetch(`http://127.0.0.1:${port}/sandbox/sessions/${session.id}/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      })
      expect(await answer.json()).toEqual({ paid: true })
      done.tickets.push(session.id)
      const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id)
      const key = `${buyer}-${turn}`
      const request = { payment_intent: String(payment_intent), amount: 100, metadata: { key } }
      done.asked.set(key, request)
      const [one, two] = await Promise.all([1, 2].map(() => stripe.refunds.create(request, { idempotencyKey: key })))
      expect(one?.id).toBe(two?.id)
      done.refunds.set(key, one?.id ?? '')
    }
  } catch (error) {
    // The process is gone. What was refused for another reason is a failure.
    const code = String((error as Stripe.errors.StripeError).type ?? (error as Error).name)
    expect(['StripeConnectionError', 'TypeError']).toContain(code)
  }
}
