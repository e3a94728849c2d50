import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '#server/db/embedded/server-process.ts'
import { SANDBOX_KEYS } from '#server/payments/open-provider.ts'
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts'
import { Buyer, meddle, openHouse, type Shop } from './buyers.ts'
import { compareBooks, countInterrupted, waitUntilHandled } from './payment-books.ts'
import { type ProductProcess, startProduct, type Victim } from './product-process.ts'
import { waitUntilReady } from './writers.ts'

export interface PaymentCrashReport {
  kills: number
  /** Kills that fell while an event of the provider was being handled. */
  interrupted: number
  /** Tickets that were paid for on the pages of the provider. */
  bought: number
  /** Charges, refunds and disputes at the provider. */
  movements: number
  /** What is wrong in the end, as sentences. */
  wrong: string[]
}

/** The kill comes within one of these times after the first answer: while people buy, or while the events of it are handled. */
const KILL_WITHIN_MS = [300, 800, 1600]
/** How often everything is handled and compared, besides at the end. */
const ROUNDS_PER_LOOK = 10
const VICTIMS: readonly Victim[] = ['the product', 'everything', 'the database']

/**
 * Fans buy, cancel and withdraw, cards fail, months pass and banks dispute, while the product, its database or both are
 * killed between any two steps. In the end the books must be those of the provider, to the cent, and nothing twice. A round is
 * one kill of each kind.
 */
export async function runPaymentCrashes(rounds: number, tell: (line: string) => void): Promise<PaymentCrashReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'loge-payment-crash-'))
  const data_dir = path.join(folder, 'data')
  const port = await findFreePort()
  const sandbox = await openSandbox(path.join(folder, 'sandbox'), port)
  // The port of the sandbox is taken, so the product uses the one that listens there.
  const env = { PORT: String(port), PAYMENTS: 'sandbox', SANDBOX_PORT: String(sandbox.port) }
  let product = await startProduct(data_dir, env)
  const report: PaymentCrashReport = { kills: 0, interrupted: 0, bought: 0, movements: 0, wrong: [] }

  /** Compares the books, when everything is handled. */
  async function look(url: string, shop: Shop): Promise<void> {
    sandbox.faults.clear()
    await waitUntilHandled(data_dir, sandbox, () => new Buyer(shop, url, 0).buy())
    report.bought = shop.paid.size
    report.movements = sandbox.books().movements
    report.wrong = await compareBooks(data_dir, shop)
    tell(`${report.bought} tickets paid for, ${report.movements} movements, ${report.wrong.length} things wrong`)
  }

  try {
    const shop = await openHouse(product.url, data_dir, sandbox)
    for (let round = 1; round <= rounds; round += 1) {
      for (const victim of VICTIMS) {
        const from = Date.now()
        const until = await killWhileBuying(product, victim, shop)
        if (victim !== 'the database') product = await startProduct(data_dir, env)
        await waitUntilReady(product.url)
        const { interrupted, waiting } = await countInterrupted(data_dir, { from, until })
        report.kills += 1
        report.interrupted += interrupted
        const { movements } = sandbox.books()
        tell(
          `kill ${report.kills}, ${victim}: ${interrupted} events were being handled, ${waiting} wait, ${movements} movements`,
        )
      }
      if (round % ROUNDS_PER_LOOK === 0 || round === rounds) await look(product.url, shop)
    }
    await product.stop()
  } catch (error) {
    await product.kill('everything')
    throw error
  } finally {
    await sandbox.stop()
    // A database that was killed may still write for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  return report
}

async function openSandbox(folder: string, product_port: number): Promise<Sandbox> {
  return await startSandbox({
    port: 0,
    folder,
    secret: SANDBOX_KEYS.secret_key,
    webhooks: [{ url: `http://127.0.0.1:${product_port}/api/webhooks/sandbox`, secret: SANDBOX_KEYS.webhook_secret }],
  })
}

/** Returns the time of the kill. */
async function killWhileBuying(product: ProductProcess, victim: Victim, shop: Shop): Promise<number> {
  const { promise: killed, resolve } = Promise.withResolvers<number>()
  let isOver = false
  const isNotOver = () => !isOver
  const within = KILL_WITHIN_MS[Math.floor(Math.random() * KILL_WITHIN_MS.length)] ?? 0
  let isPlanned = false
  /** On a busy machine the first answer takes long, and a kill before it would interrupt nothing. */
  function answered(): void {
    if (!isPlanned) setTimeout(() => resolve(killNow()), Math.random() * within)
    isPlanned = true
  }
  async function killNow(): Promise<number> {
    const at = Date.now()
    await product.kill(victim)
    isOver = true
    return at
  }
  const buying = shop.fans.map((_, number) =>
    new Buyer(shop, product.url, number).buyAgainAndAgain(isNotOver, answered),
  )
  const [killed_at] = await Promise.all([killed, meddle(shop, isNotOver), ...buying])
  return killed_at
}
