import type Stripe from 'stripe'
import type { Params } from './params.ts'
import { address, emit, type NextCard, previousAttributes, type State } from './state.ts'
import { type CardOutcome, idOf, newId } from './store.ts'

/** Test numbers of the provider that do not simply pay. */
const OUTCOMES: Readonly<Record<string, CardOutcome>> = {
  '4000000000000002': 'declines',
  '4000000000000341': 'pays_once',
}
/** The provider's test numbers of a country: 4000 00 and the number of the country. */
const COUNTRIES: Readonly<Record<string, string>> = {
  '056': 'BE',
  '250': 'FR',
  '276': 'DE',
  '380': 'IT',
  '442': 'LU',
  '528': 'NL',
  '724': 'ES',
  '756': 'CH',
  '826': 'GB',
  '840': 'US',
}

/** What somebody typed on a hosted page. The number is forgotten, except for its last four digits. */
export interface EnteredCard {
  number?: string | undefined
  /** The country of the tax, which is where the fan says they live. */
  country: string | null
  email: string | null
  /** What the control API ordered, before the number counts. */
  next?: NextCard | undefined
}

export function createCustomer(state: State, params: Params): Stripe.Customer {
  params.ignore('address', 'phone', 'tax_exempt', 'shipping')
  return newCustomer(state, {
    description: params.text('description') ?? null,
    email: params.text('email') ?? null,
    metadata: params.metadata(),
    name: params.text('name') ?? null,
    preferred_locales: params.list('preferred_locales'),
  })
}

export function newCustomer(
  state: State,
  facts: Pick<Stripe.Customer, 'email'> & Partial<Stripe.Customer>,
): Stripe.Customer {
  const customer = state.store.put('customers', {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: state.clock.seconds(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...facts,
  })
  emit(state, 'customer.created', customer)
  return customer
}

export function updateCustomer(state: State, id: string, params: Params): Stripe.Customer {
  const before = state.store.get('customers', id)
  params.ignore('address', 'phone', 'tax_exempt', 'shipping')
  const after = state.store.change('customers', id, {
    description: params.has('description') ? (params.text('description') ?? null) : before.description,
    email: params.has('email') ? (params.text('email') ?? null) : before.email,
    metadata: params.metadata(before.metadata),
    name: params.has('name') ? (params.text('name') ?? null) : (before.name ?? null),
  })
  emit(state, 'customer.updated', after, { previous: previousAttributes(before, after) })
  return after
}

/** A card that belongs to nobody yet. */
export function newCard(state: State, entered: EnteredCard): Stripe.PaymentMethod {
  const number = (entered.number ?? '').replaceAll(/\D/g, '') || '4242424242424242'
  const byNumber = number.startsWith('400000') ? COUNTRIES[number.slice(6, 9)] : undefined
  const country = entered.next?.country ?? byNumber ?? entered.country ?? 'FR'
  const method = state.store.put('payment_methods', {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: {
      address: address(entered.next?.billing_country ?? entered.country ?? country),
      email: entered.email,
      name: null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country,
      display_brand: 'visa',
      exp_month: 12,
      exp_year: state.clock.now().getUTCFullYear() + 4,
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4).padStart(4, '0'),
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: state.clock.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  })
  state.store.put('cards', { id: method.id, outcome: entered.next?.outcome ?? OUTCOMES[number] ?? 'pays' })
  return method
}

/** The card becomes that of a customer. It is the default one if there is none yet. */
export function attachCard(state: State, customer: string, id: string): Stripe.PaymentMethod {
  const method = state.store.change('payment_methods', id, { customer })
  emit(state, 'payment_method.attached', method)
  if (!defaultCard(state, customer)) setDefaultCard(state, customer, method)
  return method
}

function setDefaultCard(state: State, customer: string, method: Stripe.PaymentMethod): void {
  const before = state.store.get('customers', customer)
  const after = state.store.change('customers', customer, {
    address: method.billing_details.address,
    invoice_settings: { ...before.invoice_settings, default_payment_method: method.id },
  })
  emit(state, 'customer.updated', after, { previous: previousAttributes(before, after) })
}

/** A new card on the page of a customer: it also pays for all running subscriptions from now on. */
export function replaceCard(state: State, customer: string, entered: EnteredCard): void {
  const method = attachCard(state, customer, newCard(state, entered).id)
  setDefaultCard(state, customer, method)
  for (const subscription of state.store.all('subscriptions')) {
    if (subscription.customer !== customer || subscription.status === 'canceled') continue
    const changed = state.store.change('subscriptions', subscription.id, { default_payment_method: method.id })
    emit(state, 'customer.subscription.updated', changed, { previous: previousAttributes(subscription, changed) })
  }
}

/** How the banks behind the cards of a customer answer from now on. */
export function setOutcome(state: State, customer: string, outcome: CardOutcome): void {
  state.store.get('customers', customer)
  for (const method of state.store.all('payment_methods'))
    if (method.customer === customer) state.store.put('cards', { id: method.id, outcome })
}

export function outcomeOf(state: State, card: string): CardOutcome {
  return state.store.find('cards', card)?.outcome ?? 'pays'
}

export function defaultCard(state: State, customer: string): Stripe.PaymentMethod | undefined {
  const id = idOf(state.store.get('customers', customer).invoice_settings.default_payment_method)
  return id === undefined ? undefined : state.store.find('payment_methods', id)
}
