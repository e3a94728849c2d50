import Stripe from 'stripe'
import { invalid } from './api-error.ts'
import type { Params } from './params.ts'
import { CURRENCY, emit, type State } from './state.ts'
import { idOf, newId } from './store.ts'

export const INTERVALS = ['day', 'week', 'month', 'year'] as const

export function createProduct(state: State, params: Params, isActive = true): Stripe.Product {
  params.ignore('tax_code', 'statement_descriptor', 'unit_label')
  const created = state.clock.seconds()
  const product = state.store.put('products', {
    id: params.text('id') ?? newId('prod'),
    object: 'product',
    active: params.flag('active') ?? isActive,
    created,
    default_price: null,
    description: params.text('description') ?? null,
    images: params.list('images'),
    livemode: false,
    marketing_features: [],
    metadata: params.metadata(),
    name: params.needText('name'),
    package_dimensions: null,
    shippable: null,
    tax_details: null,
    type: 'service',
    updated: created,
    url: params.text('url') ?? null,
  })
  emit(state, 'product.created', product)
  return product
}

/** A price of its own, or one that a checkout session brings with it (`price_data`), which is used once. */
export function createPrice(state: State, params: Params, isActive = true): Stripe.Price {
  const currency = params.needText('currency')
  if (currency !== CURRENCY) throw invalid(`Invalid currency: ${currency}. The stand-in only takes ${CURRENCY}.`)
  const unit_amount = params.needInteger('unit_amount')
  const inline = params.child('product_data')
  const product = inline
    ? createProduct(state, inline, isActive)
    : state.store.get('products', params.needText('product'), 'product')
  const recurring = params.child('recurring')
  const price = state.store.put('prices', {
    id: newId('price'),
    object: 'price',
    active: isActive,
    billing_scheme: 'per_unit',
    created: state.clock.seconds(),
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: params.text('lookup_key') ?? null,
    metadata: params.metadata(),
    nickname: params.text('nickname') ?? null,
    product: product.id,
    recurring: recurring ? readRecurring(recurring) : null,
    tax_behavior: params.choice('tax_behavior', ['exclusive', 'inclusive', 'unspecified']) ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount,
    unit_amount_decimal: Stripe.Decimal.from(unit_amount),
  })
  emit(state, 'price.created', price)
  return price
}

function readRecurring(params: Params): Stripe.Price.Recurring {
  const interval = params.choice('interval', INTERVALS)
  if (!interval) throw invalid('Missing required param: recurring[interval].', { param: 'recurring[interval]' })
  return {
    interval,
    interval_count: params.integer('interval_count') ?? 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

export function createTaxRate(state: State, params: Params): Stripe.TaxRate {
  const percentage = params.decimal('percentage')
  const inclusive = params.flag('inclusive')
  if (percentage === undefined || inclusive === undefined)
    throw invalid('Missing required param: percentage and inclusive.', { code: 'parameter_missing' })
  const rate = state.store.put('tax_rates', {
    id: newId('txr'),
    object: 'tax_rate',
    active: params.flag('active') ?? true,
    country: params.text('country') ?? null,
    created: state.clock.seconds(),
    description: params.text('description') ?? null,
    display_name: params.needText('display_name'),
    effective_percentage: percentage,
    flat_amount: null,
    inclusive,
    jurisdiction: params.text('jurisdiction') ?? null,
    jurisdiction_level: null,
    livemode: false,
    metadata: params.metadata(),
    percentage,
    rate_type: 'percentage',
    state: params.text('state') ?? null,
    tax_type: params.text('tax_type') ?? null,
  })
  emit(state, 'tax_rate.created', rate)
  return rate
}

/** The older name of a price, which subscription items still carry. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  if (!price.recurring) throw invalid('The price is not recurring.', { param: 'price' })
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring.interval,
    interval_count: price.recurring.interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

export function productName(state: State, price: Stripe.Price): string {
  return state.store.get('products', idOf(price.product) ?? '').name
}
