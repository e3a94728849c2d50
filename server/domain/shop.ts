import type { Context } from '#server/context.ts'
import { AppError, notFound } from '#server/errors.ts'
import { type PaymentProvider, ProviderAway, ProviderRefused } from '#server/payments/provider.ts'

/** The context of a product in which something can be bought. */
export type Shop = Context & { payments: PaymentProvider }

/** Without a payment provider every call about payments is answered as if it did not exist. */
export function shopOf(ctx: Context): Shop {
  if (!ctx.payments) throw notFound()
  return { ...ctx, payments: ctx.payments }
}

/** Asks the provider for somebody who waits. If it is away they are told to try again, and if it refuses, why. */
export async function reachProvider<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProviderRefused) {
      const refused = new AppError('invalid', 'The payment provider has refused this.', { provider: error.reason })
      refused.cause = error
      throw refused
    }
    if (!(error instanceof ProviderAway)) throw error
    const away = new AppError('unavailable', 'The payment provider cannot be reached at the moment. Please try again.')
    away.cause = error
    throw away
  }
}
