import type Stripe from 'stripe'
import { invalid } from './api-error.ts'
import { finishAccount } from './connect/accounts.ts'
import { failBankPayout } from './connect/bank-payouts.ts'
import { setOutcome } from './customers.ts'
import { closeDispute, openDispute } from './disputes.ts'
import { endRefund } from './refunds.ts'
import { runDue } from './renewals.ts'
import { abandonSession, paySession } from './sessions.ts'
import type { NextCard, RefundOutcome, State } from './state.ts'
import { type CardOutcome, type FailureCode, idOf } from './store.ts'
import { NO_FAULTS, type Webhooks } from './webhooks.ts'

/** What goes wrong between the shop and the API. It ends with the process. */
export interface ApiFaults {
  /** The API answers 503 and does nothing. */
  away: boolean
  /** So many requests are done, and their answers are lost on the way. */
  lose_answers: number
}

/** The time of the stand-in. It only goes forward; going forward does everything that is due on the way. */
export class ControlledClock {
  readonly #state: State

  constructor(state: State) {
    this.#state = state
  }

  now(): Date {
    return this.#state.clock.now()
  }

  advance(ms: number): void {
    this.#state.store.transaction(() => this.#state.clock.putForward(ms))
    runDue(this.#state)
  }

  set(date: Date): void {
    this.advance(date.getTime() - this.now().getTime())
  }
}

/** Switches for everything that can go wrong. Each stays on until it is switched off, or until its count is used up. */
export class ControlledFaults {
  readonly #webhooks: Webhooks
  readonly api: ApiFaults = { away: false, lose_answers: 0 }

  constructor(webhooks: Webhooks) {
    this.#webhooks = webhooks
  }

  /** New events wait so long before they are sent; 0 ends it. */
  delay(ms: number): void {
    this.#webhooks.setFaults({ delay_ms: ms })
  }

  /** Every event is sent twice. */
  double(on = true): void {
    this.#webhooks.setFaults({ double: on })
  }

  /** Of the events that wait, the newest is sent first. With `hold` before it, they arrive backwards. */
  reorder(on = true): void {
    this.#webhooks.setFaults({ reorder: on })
  }

  /** So many new events are never sent; 0 ends it. */
  drop(count = Number.POSITIVE_INFINITY): void {
    this.#webhooks.setFaults({ drop: count })
  }

  hold(): void {
    this.#webhooks.setFaults({ hold: true })
  }

  /** Sends what was held, and what a webhook has refused, at once. */
  release(): void {
    this.#webhooks.release()
  }

  /** Sends events once more: all, those of an id or a type, or those since a time. Returns how many. */
  replay(which: { ids?: string[]; types?: string[]; since?: Date } = {}): number {
    const { ids, types, since } = which
    return this.#webhooks.replay(
      ({ id, type, created }) =>
        (!ids || ids.includes(id)) && (!types || types.includes(type)) && (!since || created * 1000 >= since.getTime()),
    )
  }

  /** The API answers 503. */
  away(on = true): void {
    this.api.away = on
  }

  /** The next requests are done, and the connection is cut instead of the answer. */
  loseAnswers(count: number): void {
    this.api.lose_answers = count
  }

  clear(): void {
    this.away(false)
    this.loseAnswers(0)
    this.#webhooks.setFaults(NO_FAULTS)
  }
}

/** What people and banks do, without a browser. */
export class ControlledPeople {
  readonly #state: State

  constructor(state: State) {
    this.#state = state
  }

  /** Presses Pay on the page of a session. Returns whether the bank has agreed. */
  pay(session: string, card: NextCard & { number?: string } = {}): boolean {
    const { number, ...next } = card
    const ordered = Object.keys(next).length === 0 ? undefined : next
    return this.#act(() => paySession(this.#state, session, { number, next: ordered }))
  }

  decline(session: string): void {
    this.#act(() => paySession(this.#state, session, { next: { outcome: 'declines' } }))
  }

  /** Presses Pay on the page of a subscription, and leaves while the bank asks for a word. */
  abandon(session: string): void {
    this.#act(() => abandonSession(this.#state, session))
  }

  /** The next card that is entered on a page. */
  nextCard(card: NextCard): void {
    this.#state.next.cards.push(card)
  }

  /** The bank of a customer changes its mind, for renewals. */
  setCard(customer: string, outcome: CardOutcome): void {
    this.#act(() => setOutcome(this.#state, customer, outcome))
  }

  nextRefund(outcome: RefundOutcome): void {
    this.#state.next.refunds.push(outcome)
  }

  endRefund(refund: string, status: 'succeeded' | 'failed'): Stripe.Refund {
    return this.#act(() => endRefund(this.#state, refund, status))
  }

  /** A dispute of all that is left of a payment, or of a part. `payment` is a charge or a payment intent. */
  openDispute(payment: string, cents?: number): Stripe.Dispute {
    const charge = payment.startsWith('pi_')
      ? idOf(this.#state.store.get('payment_intents', payment).latest_charge)
      : payment
    if (charge === undefined) throw invalid(`${payment} has no charge.`)
    return this.#act(() => openDispute(this.#state, charge, cents))
  }

  closeDispute(dispute: string, status: 'won' | 'lost'): Stripe.Dispute {
    return this.#act(() => closeDispute(this.#state, dispute, status))
  }

  /** Fills in the hosted page of an account. */
  finishAccount(account: string, iban?: string): Stripe.Account {
    return this.#act(() => finishAccount(this.#state, account, iban))
  }

  /** How the bank of an account answers from now on; null: it takes the money. */
  setBank(account: string, failure_code: FailureCode | null): void {
    const { id } = this.#state.store.get('accounts', account)
    const since = this.#state.store.find('banks', id)?.since ?? 0
    this.#act(() => this.#state.store.put('banks', { id, failure_code, since }))
  }

  /** The bank sends back what an account was paid: the newest of its payouts, or the one that is named. */
  returnPayout(account: string, failure_code: FailureCode, payout?: string): Stripe.Payout {
    const { store } = this.#state
    const isWanted = (row: { id: string; account: string }) =>
      row.account === account && (payout === undefined || row.id === payout)
    return this.#act(() => {
      const found = store.filter('connected_payouts', isWanted).at(-1)
      if (!found) throw invalid(`Account ${account} has no such payout.`)
      return failBankPayout(this.#state, found.id, failure_code)
    })
  }

  #act<T>(work: () => T): T {
    runDue(this.#state)
    return this.#state.store.transaction(work)
  }
}
