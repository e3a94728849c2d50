import type { Config } from '#server/config.ts'
import type { PaymentProvider } from './provider.ts'

/**
 * The keys of the sandbox. They are no secrets: it only exists on this machine, and an event tells no more than what to
 * look up there.
 */
export const SANDBOX_KEYS = {
  secret_key: 'sk_test_sandbox',
  webhook_secret: 'whsec_sandbox',
  connect_webhook_secret: 'whsec_sandbox_connect',
} as const

/** Where the sandbox tells its events: what happens in the house, and what happens on the accounts of those who are paid. */
export function sandboxWebhooks(origin: string): { url: string; secret: string; connect?: boolean }[] {
  const url = `${origin}/api/webhooks/sandbox`
  const { webhook_secret, connect_webhook_secret } = SANDBOX_KEYS
  return [
    { url, secret: webhook_secret },
    { url, secret: connect_webhook_secret, connect: true },
  ]
}

/** The payment provider of the settings; undefined if nothing can be bought. The SDK is only loaded if it is used. */
export async function openProvider(
  { payments: settings, payouts }: Pick<Config, 'payments' | 'payouts'>,
  sandbox_url?: string,
): Promise<PaymentProvider | undefined> {
  if (!settings) return undefined
  const connect_webhook_secret = payouts?.method === 'stripe' ? payouts.webhook_secret : undefined
  const { stripeProvider } = await import('./stripe.ts')
  if (settings.provider === 'stripe')
    return stripeProvider({ name: 'stripe', url: undefined, ...settings, connect_webhook_secret })
  const url = sandbox_url ?? `http://127.0.0.1:${settings.port}`
  return stripeProvider({ name: 'sandbox', url, ...SANDBOX_KEYS })
}
