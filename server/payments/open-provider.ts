import type { PaymentSettings } from '#server/payment-settings.ts'
import type { PaymentProvider } from './provider.ts'

/**
 * The keys of the sandbox. They are no secrets: it only exists on this machine, and an event tells no more than what to
 * look up there.
 */
export const SANDBOX_KEYS = { secret_key: 'sk_test_sandbox', webhook_secret: 'whsec_sandbox' } as const

/** The payment provider of the settings; undefined if nothing can be bought. The SDK is only loaded if it is used. */
export async function openProvider(
  settings: PaymentSettings | undefined,
  sandbox_url?: string,
): Promise<PaymentProvider | undefined> {
  if (!settings) return undefined
  const { stripeProvider } = await import('./stripe.ts')
  if (settings.provider === 'stripe') return stripeProvider({ name: 'stripe', url: undefined, ...settings })
  const url = sandbox_url ?? `http://127.0.0.1:${settings.port}`
  return stripeProvider({ name: 'sandbox', url, ...SANDBOX_KEYS })
}
