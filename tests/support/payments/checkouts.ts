import Stripe from 'stripe'

export const API_SECRET = 'sk_test_sandbox'

/** The SDK as the product uses it, pointed at a stand-in. */
export function sdkFor({ port }: { port: number }, config: Partial<Stripe.StripeConfig> = {}): Stripe {
  const options = { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false } as const
  return new Stripe(API_SECRET, { ...options, ...config })
}

/** The checkout of a month that renews, or of a single ticket, as the product asks for it: €23.99 and 20 % of VAT. */
export async function newCheckout(
  stripe: Stripe,
  mode: 'payment' | 'subscription',
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<Stripe.Checkout.Session> {
  const rate = await stripe.taxRates.create({
    display_name: 'VAT',
    percentage: 20,
    inclusive: false,
    country: 'FR',
  })
  return stripe.checkout.sessions.create({
    mode,
    success_url: 'http://shop.example/orders/1',
    cancel_url: 'http://shop.example/margauxlenoir',
    customer_email: 'theo@example.com',
    client_reference_id: 'order-1',
    metadata: { order_id: 'order-1' },
    line_items: [
      {
        quantity: 1,
        tax_rates: [rate.id],
        price_data: {
          currency: 'eur',
          unit_amount: 2399,
          product_data: { name: '1 Month, margauxlenoir' },
          ...(mode === 'subscription' && { recurring: { interval: 'month' } }),
        },
      },
    ],
    ...(mode === 'payment'
      ? { payment_intent_data: { metadata: { order_id: 'order-1' } }, customer_creation: 'always' }
      : { subscription_data: { metadata: { order_id: 'order-1' } } }),
    ...more,
  })
}
