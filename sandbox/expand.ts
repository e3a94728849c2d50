import { invalid } from './api-error.ts'
import { paymentsOf } from './invoices.ts'
import { refundsOf } from './refunds.ts'
import { listOf, type State } from './state.ts'
import type { TableName } from './store.ts'

type Json = Record<string, unknown>

const MOST_LEVELS = 4

/** Which table holds the object of an id. */
const TABLES: Readonly<Record<string, TableName>> = {
  prod: 'products',
  price: 'prices',
  txr: 'tax_rates',
  cus: 'customers',
  pm: 'payment_methods',
  cs: 'sessions',
  pi: 'payment_intents',
  ch: 'charges',
  re: 'refunds',
  du: 'disputes',
  txn: 'balance_transactions',
  sub: 'subscriptions',
  in: 'invoices',
  inpay: 'invoice_payments',
  acct: 'accounts',
  tr: 'transfers',
}

/** Lists that an object only has when they are asked for. */
const INCLUDED: Readonly<Record<string, (state: State, id: string) => unknown>> = {
  'checkout.session.line_items': (state, id) =>
    listOf(`/v1/checkout/sessions/${id}/line_items`, state.store.get('session_plans', id).lines),
  'invoice.payments': (state, id) => listOf(`/v1/invoice_payments?invoice=${id}`, paymentsOf(state, id)),
  'charge.refunds': (state, id) => listOf(`/v1/charges/${id}/refunds`, refundsOf(state, id).toReversed()),
  'customer.subscriptions': (state, id) =>
    listOf(
      `/v1/customers/${id}/subscriptions`,
      state.store.filter('subscriptions', (one) => one.customer === id && one.status !== 'canceled'),
    ),
}

/** Replaces ids by objects: `latest_charge.balance_transaction`, in lists `data.latest_charge`. The original stays as it is. */
export function expandAll(state: State, answer: object, paths: readonly string[]): object {
  const copy = structuredClone(answer) as Json
  for (const path of paths) {
    const names = path.split('.')
    if (names.length > MOST_LEVELS) throw invalid(`You cannot expand more than ${MOST_LEVELS} levels: ${path}`)
    expandPath(state, copy, names, path)
  }
  return copy
}

function expandPath(state: State, object: Json, names: readonly string[], path: string): void {
  const [name, ...rest] = names
  if (name === undefined) return
  const include = INCLUDED[`${String(object.object)}.${name}`]
  if (include && object[name] === undefined) object[name] = structuredClone(include(state, String(object.id)))
  if (!(name in object)) throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
  object[name] = resolve(state, object[name], path)
  const value = object[name]
  const inner = Array.isArray(value) ? value : [value]
  for (const one of inner) if (isObject(one)) expandPath(state, one, rest, path)
}

function resolve(state: State, value: unknown, path: string): unknown {
  if (typeof value !== 'string') return value
  const table = TABLES[value.split('_')[0] ?? '']
  const found = (table && state.store.find(table, value)) ?? state.store.find('connected_movements', value)?.movement
  if (!found) throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
  return structuredClone(found)
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}
