import type { Locale } from '#contract/accounts.ts'
import type { Input } from '#contract/endpoint.ts'
import { amountOf, centsOf, feesOf } from '#contract/fees.ts'
import type { endpoints } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { CONSENTS } from '#contract/payments.ts'
import { isCountry, VAT_PERCENT } from '#contract/vat.ts'
import type { Viewer } from '#server/access.ts'
import type { Shop } from '#server/domain/shop.ts'
import { reachProvider } from '#server/domain/shop.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { newId } from '#server/store/ids.ts'
import { findMembershipOf } from '#server/store/payments/memberships.ts'
import { findLastCustomer } from '#server/store/payments/order-list.ts'
import { insertOrder, type NewOrder, type Order, setCheckoutReference } from '#server/store/payments/orders.ts'
import { findProfile, type ProfileRow } from '#server/store/profiles.ts'

const [PRESENT_CONSENT] = CONSENTS.toReversed() as [string]

/** No provider takes a card for less. */
const CHARGE_MIN_CENTS = 50

type Buyer = Pick<Viewer, 'id' | 'email' | 'email_confirmed'>
type Wanted = Input<(typeof endpoints)['create_checkout']>['body']

/**
 * Places an order and opens the provider's page for it. Price, VAT, country and consent are frozen in the order; only an
 * event of the provider makes it count.
 */
export async function createCheckout(
  ctx: Shop,
  viewer: Buyer,
  wanted: Wanted,
  locale: Locale,
): Promise<{ order_id: string; url: string }> {
  const creator = await findProfile(ctx.db, viewer.id, { id: wanted.creator_id }, ctx.now())
  if (!creator) throw notFound()
  if (creator.id === viewer.id) throw new AppError('forbidden', 'Nobody subscribes to themselves')
  if (!viewer.email_confirmed) throw new AppError('email_unconfirmed', 'Confirm your e-mail address first')
  await refuseRenewing(ctx, viewer, wanted)
  const order = await placeOrder(ctx, viewer, { ...wanted, locale }, creator)
  const { url, reference } = await reachProvider(() =>
    ctx.payments.checkout({
      id: order.id,
      fan: { id: viewer.id, email: viewer.email, locale },
      customer: order.customer ?? undefined,
      creator_name: creator.username,
      period: order.period,
      renews: order.renews,
      price: order.price,
      vat: { country: order.vat_country, percent: order.vat_percent, cents: order.vat },
      charged: order.charged,
      return_url: ctx.origin() + paths.order.replace(':id', order.id),
      cancel_url: `${ctx.origin()}${paths.order.replace(':id', order.id)}?left=true`,
    }),
  )
  await setCheckoutReference(ctx.db, order.id, reference)
  return { order_id: order.id, url }
}

/** Who renews already pays nothing twice. Who has stopped renewing can buy days, or renew again. */
async function refuseRenewing(ctx: Shop, viewer: Buyer, { creator_id, period }: Wanted): Promise<void> {
  const membership = await findMembershipOf(ctx.db, { fan_id: viewer.id, creator_id })
  if (membership && (membership.renews || period === 'month'))
    throw new AppError('already_renewing', 'Your subscription renews already')
}

async function placeOrder(
  ctx: Shop,
  viewer: Buyer,
  wanted: Wanted & { locale: Locale },
  creator: ProfileRow,
): Promise<Order> {
  const { period, country, consent, client_id, locale } = wanted
  if (!isCountry(country)) throw invalid('country', 'There is no rate of VAT for this country')
  const price = centsOf(creator[`${period}_subscription`])
  if (wanted.price !== undefined && centsOf(wanted.price) !== price) {
    throw new AppError('price_changed', 'The price has changed since you opened the page', { price: amountOf(price) })
  }
  const now = ctx.now()
  const vat_percent = VAT_PERCENT[country]
  const { vat, charged } = feesOf(price, vat_percent)
  if (charged < CHARGE_MIN_CENTS) throw invalid('period', 'So small an amount cannot be paid by card')
  const order: NewOrder = {
    id: newId(now),
    fan_id: viewer.id,
    creator_id: creator.id,
    period,
    renews: period === 'month',
    price,
    vat_country: country,
    vat_percent,
    vat,
    charged,
    consent: consent === true ? PRESENT_CONSENT : consent,
    consent_locale: locale,
    consented_at: now,
    provider: ctx.payments.name,
    customer: (await findLastCustomer(ctx.db, { fan_id: viewer.id, provider: ctx.payments.name })) ?? null,
    client_id: client_id ?? null,
    created_at: now,
  }
  const placed = await insertOrder(ctx.db, order)
  const isRepeated = (['creator_id', 'period', 'price', 'vat_country'] as const).every(
    (part) => placed[part] === order[part],
  )
  // The same `client_id` for something else is another order.
  return isRepeated ? placed : await insertOrder(ctx.db, { ...order, client_id: null })
}
