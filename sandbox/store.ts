import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { missing } from './api-error.ts'
import { type Change, Journal } from './journal.ts'

/** Every table holds objects as the API answers them, with ids where an object can be expanded. Those after `events` are our own. */
export interface Tables {
  products: Stripe.Product
  prices: Stripe.Price
  tax_rates: Stripe.TaxRate
  customers: Stripe.Customer
  payment_methods: Stripe.PaymentMethod
  sessions: Stripe.Checkout.Session
  payment_intents: Stripe.PaymentIntent
  charges: Stripe.Charge
  refunds: Stripe.Refund
  disputes: Stripe.Dispute
  balance_transactions: Stripe.BalanceTransaction
  subscriptions: Stripe.Subscription
  invoices: Stripe.Invoice
  invoice_payments: Stripe.InvoicePayment
  portal_sessions: Stripe.BillingPortal.Session
  accounts: Stripe.Account
  transfers: Stripe.Transfer
  events: Stripe.EventBase
  account_links: AccountLinkRow
  banks: BankRow
  connected_payouts: { id: string; account: string; payout: Stripe.Payout }
  connected_movements: ConnectedMovement
  session_plans: SessionPlan
  cards: CardRow
  deliveries: DeliveryRow
  answers: AnswerRow
  settings: { id: 'clock'; offset_ms: number }
}

/** What a checkout session sells, and what becomes of it when it is paid. */
export interface SessionPlan {
  id: string
  lines: Stripe.LineItem[]
  /** Tax rates by line, in the same order. */
  tax_rates: Stripe.TaxRate[][]
  metadata: Record<string, string>
  description: string | null
}

/** How the bank behind a card answers. `pays_once` agrees to the next charge and refuses all later ones. */
export type CardOutcome = 'pays' | 'declines' | 'pays_once'

export interface CardRow {
  id: string
  outcome: CardOutcome
}

/** The hosted page of an account. A page for changing a finished account leads nowhere and does not expire. */
export interface AccountLinkRow {
  id: string
  account: string
  return_url: string | null
  refresh_url: string | null
  expires_at: number | null
}

/** What banks say when they send money back, of the provider's list. */
export const FAILURE_CODES = [
  'account_closed',
  'account_frozen',
  'bank_account_restricted',
  'could_not_process',
  'declined',
  'incorrect_account_holder_name',
  'invalid_account_number',
  'no_account',
] as const

export type FailureCode = (typeof FAILURE_CODES)[number]

/** How the bank of an account answers. Null: it takes the money. */
export interface BankRow {
  /** Of the account. */
  id: string
  failure_code: FailureCode | null
  /** When the owner gave it, in seconds. */
  since: number
}

/** A movement of money in a connected account. */
export interface ConnectedMovement {
  id: string
  account: string
  /** The payout to the bank that it is part of. */
  payout: string | null
  movement: Stripe.BalanceTransaction
}

/** An event that a webhook has not acknowledged yet. */
export interface DeliveryRow {
  /** Of the event. */
  id: string
}

/** The answer to a request with an idempotency key. */
export interface AnswerRow {
  id: string
  /** A hash of method, path and parameters. */
  request: string
  status: number
  body: string
  created: number
}

export type TableName = keyof Tables
type Row = { id: string }

const NAMES: Partial<Record<TableName, string>> = {
  sessions: 'checkout.session',
  payment_methods: 'PaymentMethod',
}

/** All objects, in memory and in the journal. Single-threaded: a transaction is one function that does not wait. */
export class Store {
  readonly #journal: Journal
  readonly #tables = new Map<string, Map<string, Row>>()
  readonly #listeners: ((changes: readonly Change[]) => void)[] = []
  #changes: Map<string, Change> | undefined
  #undo: (() => void)[] = []

  constructor(folder: string) {
    const { journal, changes } = Journal.open(folder)
    this.#journal = journal
    for (const [table, id, row] of changes) this.#apply(table, id, row as Row | null)
  }

  find<T extends TableName>(table: T, id: string): Readonly<Tables[T]> | undefined {
    return this.#table(table).get(id) as Tables[T] | undefined
  }

  /** The object, or the API's 404. */
  get<T extends TableName>(table: T, id: string, param?: string): Readonly<Tables[T]> {
    const row = this.find(table, id)
    if (!row) throw missing(NAMES[table] ?? table.replace(/s$/, ''), id, param)
    return row
  }

  /** Oldest first. */
  all<T extends TableName>(table: T): Readonly<Tables[T]>[] {
    return [...this.#table(table).values()] as Tables[T][]
  }

  /** Oldest first, without a copy of the whole table. */
  filter<T extends TableName>(table: T, isWanted: (row: Readonly<Tables[T]>) => boolean): Readonly<Tables[T]>[] {
    const found: Tables[T][] = []
    for (const row of this.#table(table).values() as Iterable<Tables[T]>) if (isWanted(row)) found.push(row)
    return found
  }

  put<T extends TableName>(table: T, row: Tables[T]): Readonly<Tables[T]> {
    // A copy as JSON: what is kept is exactly what the journal brings back.
    const json = JSON.stringify(row)
    const copy = JSON.parse(json) as Row
    this.#change(table, copy.id, copy, json)
    return copy as Tables[T]
  }

  change<T extends TableName>(table: T, id: string, changes: Partial<Tables[T]>): Readonly<Tables[T]> {
    return this.put(table, { ...this.get(table, id), ...changes } as Tables[T])
  }

  remove(table: TableName, id: string): void {
    if (this.find(table, id)) this.#change(table, id, null, 'null')
  }

  /** All or nothing: the changes are on the disk when it returns, and undone when `work` throws. Joins an outer one. */
  transaction<T>(work: () => T, { lazy = false } = {}): T {
    if (this.#changes) return work()
    this.#changes = new Map()
    try {
      const result = work()
      const changes = [...this.#changes.values()]
      if (changes.length > 0) this.#journal.append(changes, lazy)
      this.#changes = undefined
      this.#undo = []
      if (changes.length > 0) for (const listener of this.#listeners) listener(changes)
      return result
    } catch (error) {
      for (const step of this.#undo.reverse()) step()
      this.#undo = []
      this.#changes = undefined
      throw error
    }
  }

  /** Called after each transaction that has changed something, with what it has changed. */
  onCommit(listener: (changes: readonly Change[]) => void): void {
    this.#listeners.push(listener)
  }

  close(): void {
    this.#journal.close()
  }

  #change(table: TableName, id: string, row: Row | null, json: string): void {
    if (!this.#changes) throw new Error(`a change of ${table} outside of a transaction`)
    const before = this.#table(table).get(id)
    this.#undo.push(() => this.#apply(table, id, before ?? null))
    this.#apply(table, id, row)
    this.#changes.set(`${table} ${id}`, { table, id, json })
  }

  #apply(table: string, id: string, row: Row | null): void {
    if (row) this.#table(table).set(id, row)
    else this.#table(table).delete(id)
  }

  #table(name: string): Map<string, Row> {
    const table = this.#tables.get(name) ?? new Map<string, Row>()
    this.#tables.set(name, table)
    return table
  }
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `ch_` and 24 letters. */
export function newId(prefix: string): string {
  return `${prefix}_${[...randomBytes(24)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')}`
}

/** The id of a field that can be expanded. Rows hold ids only. */
export function idOf(field: string | { id: string } | null | undefined): string | undefined {
  return typeof field === 'string' ? field : (field?.id ?? undefined)
}
