import { Gauge, type Registry } from 'prom-client'
import { MINUTE_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { countingOf } from '#server/domain/payouts/balance.ts'
import { tillOf } from '#server/domain/payouts/till.ts'
import { countNegative } from '#server/store/payouts/balance.ts'
import { findPayoutFacts } from '#server/store/payouts/payout-facts.ts'

/** All gauges of one scrape share one look at the database. */
const REMEMBER_MS = 1000
/** Balances are summed up over all movements of whoever was paid. */
const REMEMBER_BALANCES_MS = 10 * MINUTE_MS

/** What operators watch. Nothing is measured while nobody is paid. */
export function measurePayouts(ctx: Context, registry: Registry): void {
  if (!ctx.config.payouts) return
  const till = tillOf(ctx)
  const facts = remembered(ctx, REMEMBER_MS, () => findPayoutFacts(ctx.db, ctx.now()))
  const negative = remembered(ctx, REMEMBER_BALANCES_MS, () => countNegative(ctx.db, countingOf(till)))
  const gauge = (name: string, help: string, value: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await value())
      },
    })
  gauge('loge_payouts_waiting', 'Payouts that are not sent yet', async () => (await facts()).waiting)
  gauge('loge_payouts_oldest_seconds', 'How long the oldest of them has waited', async () => (await facts()).oldest_s)
  gauge('loge_payouts_failed', 'Payouts that came back in the last seven days', async () => (await facts()).failed)
  gauge('loge_balances_negative', 'Creators to whom more was paid than is left to them', negative)
}

function remembered<T>({ now }: Pick<Context, 'now'>, ms: number, look: () => Promise<T>): () => Promise<T> {
  let latest: { at: number; value: Promise<T> } | undefined
  return async () => {
    const at = now().getTime()
    if (!latest || at - latest.at >= ms) latest = { at, value: look() }
    try {
      return await latest.value
    } catch (error) {
      latest = undefined
      throw error
    }
  }
}
