import type Stripe from 'stripe'
import { replaceCard } from './customers.ts'
import { invoicesOf } from './invoices.ts'
import type { Params } from './params.ts'
import { productName } from './products.ts'
import { payInvoice } from './renewals.ts'
import { emit, type State } from './state.ts'
import { newId } from './store.ts'
import { setRenewal } from './subscriptions.ts'

/** The page where a customer changes the card, pays what failed, and stops a renewal or starts it again. */
export function createPortalSession(state: State, params: Params): Stripe.BillingPortal.Session {
  const id = newId('bps')
  const customer = state.store.get('customers', params.needText('customer'), 'customer').id
  params.ignore('configuration', 'flow_data')
  const session = state.store.put('portal_sessions', {
    id,
    object: 'billing_portal.session',
    configuration: 'bpc_sandbox',
    created: state.clock.seconds(),
    customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: params.text('locale') ?? null,
    on_behalf_of: null,
    return_url: params.text('return_url') ?? null,
    url: `${state.url}/portal/${id}`,
  })
  emit(state, 'billing_portal.session.created', session)
  return session
}

export interface PortalRow {
  name: string
  subscription: Stripe.Subscription
  open: Stripe.Invoice | undefined
}

/** The subscriptions of a customer, newest first, each with the invoice that is open. */
export function portalRows(state: State, customer: string): PortalRow[] {
  const own = state.store.filter('subscriptions', (subscription) => subscription.customer === customer)
  return own.toReversed().map((subscription) => {
    const price = subscription.items.data[0]?.price
    const name = price ? productName(state, price) : subscription.id
    return { name, subscription, open: openInvoice(state, subscription) }
  })
}

function openInvoice(state: State, subscription: Stripe.Subscription): Stripe.Invoice | undefined {
  if (subscription.status === 'canceled') return undefined
  return invoicesOf(state, subscription.id).find(({ status }) => status === 'open')
}

export type PortalResult = 'done_card' | 'done_pay' | 'refused' | undefined

/** What somebody pressed on the page. A subscription of somebody else is not found. */
export function actOnPortal(
  state: State,
  customer: string,
  pressed: { action: string; subscription: string; number: string },
): PortalResult {
  if (pressed.action === 'card') {
    const { email, address } = state.store.get('customers', customer)
    const next = state.next.cards.shift()
    replaceCard(state, customer, { number: pressed.number, country: address?.country ?? null, email, next })
    return 'done_card'
  }
  const row = portalRows(state, customer).find(({ subscription }) => subscription.id === pressed.subscription)
  if (!row || row.subscription.status === 'canceled') return undefined
  if (pressed.action === 'stop' || pressed.action === 'resume')
    setRenewal(state, row.subscription.id, pressed.action === 'resume')
  if (pressed.action !== 'pay' || !row.open) return undefined
  return payInvoice(state, row.open.id) instanceof Error ? 'refused' : 'done_pay'
}
