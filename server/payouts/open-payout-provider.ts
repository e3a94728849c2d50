import type { Config } from '#server/config.ts'
import { SANDBOX_KEYS } from '#server/payments/open-provider.ts'
import type { PayoutProvider } from './provider.ts'

/** Who pays creators out; undefined if the operator does, or if nobody is paid. The SDK is only loaded if it is used. */
export async function openPayoutProvider(
  { payments, payouts }: Pick<Config, 'payments' | 'payouts'>,
  sandbox_url?: string,
): Promise<PayoutProvider | undefined> {
  if (!payments || payouts?.method !== 'stripe') return undefined
  const { stripePayouts } = await import('./stripe.ts')
  if (payments.provider === 'stripe')
    return stripePayouts({ name: 'stripe', url: undefined, secret_key: payments.secret_key })
  const url = sandbox_url ?? `http://127.0.0.1:${payments.port}`
  return stripePayouts({ name: 'sandbox', url, secret_key: SANDBOX_KEYS.secret_key })
}
