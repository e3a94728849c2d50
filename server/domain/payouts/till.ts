import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import type { PayoutChecks } from '#server/store/payouts/batches.ts'

type TillConfig = Config & { payments: NonNullable<Config['payments']>; payouts: NonNullable<Config['payouts']> }

/** The context of a product in which creators are paid. */
export type Till = Context & { config: TillConfig }

/** What rules about balances and payouts need of it. */
export type TillContext = Pick<Till, 'db' | 'now' | 'payouts'> & { config: Pick<TillConfig, 'payments'> }

/** While nothing can be bought every call about payouts is answered as if it did not exist. */
export function tillOf(ctx: Context): Till {
  const { payments, payouts } = ctx.config
  if (!payments || !payouts) throw notFound()
  return { ...ctx, config: { ...ctx.config, payments, payouts } }
}

/** What decides at this moment which payouts may be sent. */
export function checksOf({ seal, now }: Pick<Till, 'seal' | 'now'>): PayoutChecks {
  return { now: now(), key_ids: seal?.key_ids ?? [] }
}
