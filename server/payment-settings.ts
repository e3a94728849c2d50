import { isIP } from 'node:net'

type Values = Readonly<
  Record<'PAYMENTS' | 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'SANDBOX_HOST' | 'SANDBOX_PORT', string>
>

/** The sandbox is the stand-in for Stripe that comes with the product. */
export type PaymentSettings =
  | { provider: 'stripe'; secret_key: string; webhook_secret: string }
  | { provider: 'sandbox'; host: string; port: number }

const PORT_MAX = 65_535
const LOOPBACK_NAMES = ['127.0.0.1', '[::1]', 'localhost']

/** How people pay, and what is wrong with it. Undefined: nothing can be bought. */
export function readPaymentSettings(
  values: Values,
  public_url: string | undefined,
): { payments: PaymentSettings | undefined; problems: string[] } {
  const problems: string[] = []
  const port = Number(values.SANDBOX_PORT)
  if (!Number.isInteger(port) || port < 0 || port > PORT_MAX)
    problems.push(`SANDBOX_PORT must be a whole number from 0 to ${PORT_MAX}; it is "${values.SANDBOX_PORT}".`)
  const host = values.SANDBOX_HOST
  if (isIP(host) === 0)
    problems.push(`SANDBOX_HOST must be an IP address, for example 127.0.0.1 or 0.0.0.0; it is "${host}".`)
  switch (values.PAYMENTS) {
    case '':
      return { payments: undefined, problems }
    case 'sandbox':
      if (public_url !== undefined && !isLoopback(public_url)) {
        problems.push(
          'PAYMENTS=sandbox must not be set together with a public PUBLIC_URL, because nobody pays real money there: set PAYMENTS=stripe, or remove PUBLIC_URL.',
        )
      }
      return { payments: { provider: 'sandbox', host, port }, problems }
    case 'stripe': {
      const { STRIPE_SECRET_KEY: secret_key, STRIPE_WEBHOOK_SECRET: webhook_secret } = values
      // The values are secrets, so they are not printed.
      if (!/^(sk|rk)_(live|test)_\w+$/.test(secret_key)) {
        problems.push(
          'STRIPE_SECRET_KEY must be a secret or restricted key of Stripe, for example sk_live_…, because PAYMENTS is stripe.',
        )
      }
      if (!/^whsec_\S+$/.test(webhook_secret)) {
        problems.push(
          'STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook at Stripe, whsec_…, because PAYMENTS is stripe.',
        )
      }
      return { payments: { provider: 'stripe', secret_key, webhook_secret }, problems }
    }
    default:
      problems.push(`PAYMENTS must be stripe, sandbox or empty; it is "${values.PAYMENTS}".`)
      return { payments: undefined, problems }
  }
}

function isLoopback(url: string): boolean {
  return URL.canParse(url) && LOOPBACK_NAMES.includes(new URL(url).hostname)
}
