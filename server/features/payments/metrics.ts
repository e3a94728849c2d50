import { Gauge, type Registry } from 'prom-client'
import type { Context } from '#server/context.ts'
import { findPaymentFacts, type PaymentFacts } from '#server/store/payments/payment-facts.ts'

/** All gauges of one scrape share one look at the database. */
const REMEMBER_MS = 1000

/** What operators watch. Nothing is measured without a payment provider. */
export function measurePayments(ctx: Pick<Context, 'db' | 'now' | 'payments'>, registry: Registry): void {
  if (!ctx.payments) return
  let latest: { at: number; facts: Promise<PaymentFacts> } | undefined
  const look = async () => {
    const at = ctx.now().getTime()
    if (!latest || at - latest.at >= REMEMBER_MS) latest = { at, facts: findPaymentFacts(ctx.db, ctx.now()) }
    return await latest.facts
  }
  const gauge = (name: string, help: string, value: (facts: PaymentFacts) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(value(await look()))
      },
    })
  gauge('loge_payment_events_waiting', 'Events of the payment provider that wait', ({ waiting }) => waiting)
  gauge('loge_payment_events_oldest_seconds', 'How long the oldest of them has waited', ({ oldest_s }) => oldest_s)
  gauge(
    'loge_payment_events_failing',
    'Events that could not be handled, and are tried again',
    ({ failing }) => failing,
  )
  gauge(
    'loge_payments_unapplied_cents',
    'Money that was taken, opened nothing and is not sent back',
    ({ unapplied }) => unapplied,
  )
}
