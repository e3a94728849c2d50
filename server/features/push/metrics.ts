import { Counter, Gauge, type Registry } from 'prom-client'
import type { Context } from '#server/context.ts'
import { findPushFacts, type PushFacts } from '#server/store/push-deliveries.ts'

/** All gauges of one scrape share one look at the database. */
const REMEMBER_MS = 1000

/** What operators watch. */
export function measurePushes(ctx: Pick<Context, 'db' | 'now' | 'push'>, registry: Registry): void {
  const registers = [registry]
  let latest: { at: number; facts: Promise<PushFacts> } | undefined
  const look = async () => {
    const at = ctx.now().getTime()
    if (!latest || at - latest.at >= REMEMBER_MS) latest = { at, facts: findPushFacts(ctx.db, ctx.now()) }
    return await latest.facts
  }
  const gauge = (name: string, help: string, value: (facts: PushFacts) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(value(await look()))
      },
    })
  gauge('loge_pushes_waiting', 'Push messages that are not sent yet', ({ waiting }) => waiting)
  gauge(
    'loge_pushes_oldest_seconds',
    'How late the one is that is due for the longest time',
    ({ oldest_s }) => oldest_s,
  )
  new Counter({
    name: 'loge_pushes_total',
    help: 'Push messages of this process, by what became of them',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(ctx.push.counts)) this.inc({ outcome }, count)
    },
  })
}
