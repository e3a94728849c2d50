import type {
  CheckoutOrder,
  PaymentProvider,
  ProviderCheckout,
  ProviderDispute,
  ProviderMembership,
  ProviderPayment,
  ProviderRefund,
} from '#server/payments/provider.ts'

/** What a provider keeps of a charge: 1.5 % and 25 cents. */
export const feeOf = (cents: number) => Math.round(cents * 0.015) + 25
const DISPUTE_FEE = 2000

type NewPayment = Pick<ProviderPayment, 'reference' | 'paid_at' | 'charged' | 'vat'> & Partial<ProviderPayment>

/**
 * A payment provider in memory, for tests: objects that the test changes, and a balance that moves with them. It answers with
 * copies, as a real one does.
 */
export class FakeProvider implements PaymentProvider {
  readonly name = 'sandbox'
  readonly checkouts = new Map<string, ProviderCheckout>()
  readonly payments = new Map<string, ProviderPayment>()
  readonly memberships = new Map<string, ProviderMembership>()
  /** What the platform has at the provider, in cents. */
  balance = 0
  /** The time of what the product asks for. */
  now: Date
  readonly #refund_keys = new Map<string, string>()
  #count = 0

  constructor(now: Date) {
    this.now = now
  }

  pays(payment: NewPayment): ProviderPayment {
    const paid: ProviderPayment = {
      order_id: undefined,
      membership: undefined,
      is_ours: true,
      currency: 'eur',
      customer: 'cus_1',
      state: 'paid',
      fee: feeOf(payment.charged),
      period: undefined,
      billing_country: 'FR',
      card_country: 'FR',
      card_last4: '4242',
      refunds: [],
      disputes: [],
      ...payment,
    }
    this.payments.set(paid.reference, paid)
    if (paid.state === 'paid') this.balance += paid.charged - paid.fee
    return paid
  }

  /** A payment that was tried and did not go through. */
  fails(payment: NewPayment): ProviderPayment {
    return this.pays({ ...payment, state: 'failed', fee: 0 })
  }

  gives(
    payment: string,
    refund: { cents: number; at: Date; reference?: string; state?: ProviderRefund['state'] },
  ): void {
    this.#count += 1
    const { cents, at, reference = `re_${this.#count}`, state = 'done' } = refund
    this.#paid(payment).refunds.push({ reference, at, cents, state })
    if (state === 'done') this.balance -= cents
  }

  /** A refund that was done comes back, because the bank refused it. */
  refusesRefund(payment: string, reference: string): void {
    const refund = this.#paid(payment).refunds.find((each) => each.reference === reference)
    if (refund?.state !== 'done') throw new Error('there is no such refund')
    refund.state = 'failed'
    this.balance += refund.cents
  }

  disputes(payment: string, dispute: { cents: number; at: Date; reference: string }): void {
    const opened: ProviderDispute = { ...dispute, fee: DISPUTE_FEE, state: 'open', closed_at: undefined }
    this.#paid(payment).disputes.push(opened)
    this.balance -= dispute.cents + DISPUTE_FEE
  }

  closes(payment: string, { reference, state, at }: { reference: string; state: 'won' | 'lost'; at: Date }): void {
    const dispute = this.#paid(payment).disputes.find((each) => each.reference === reference)
    if (dispute?.state !== 'open') throw new Error('there is no such dispute')
    Object.assign(dispute, { state, closed_at: at })
    if (state === 'won') this.balance += dispute.cents
  }

  #paid(reference: string): ProviderPayment {
    const payment = this.payments.get(reference)
    if (!payment) throw new Error(`there is no payment ${reference}`)
    return payment
  }

  async findPayment(reference: string) {
    return structuredClone(this.payments.get(reference))
  }

  async findMembership(reference: string) {
    return structuredClone(this.memberships.get(reference))
  }

  async findCheckout(reference: string) {
    return structuredClone(this.checkouts.get(reference))
  }

  async refund(payment: string, { key, cents }: { key: string; cents?: number }): Promise<void> {
    if (this.#refund_keys.has(key)) return
    this.#refund_keys.set(key, payment)
    const { charged, refunds } = this.#paid(payment)
    const left = charged - refunds.filter(({ state }) => state === 'done').reduce((sum, each) => sum + each.cents, 0)
    if ((cents ?? left) > left || left === 0) throw new Error('nothing is left to refund')
    this.gives(payment, { cents: cents ?? left, at: this.now })
  }

  async end(reference: string): Promise<void> {
    const membership = this.memberships.get(reference)
    if (membership) Object.assign(membership, { state: 'ended', renews: false, is_cancelled: true, ended_at: this.now })
  }

  async cancel(reference: string): Promise<void> {
    const membership = this.memberships.get(reference)
    if (membership) Object.assign(membership, { renews: false, is_cancelled: true })
  }

  async resume(reference: string): Promise<void> {
    const membership = this.memberships.get(reference)
    if (membership) Object.assign(membership, { renews: true, is_cancelled: false })
  }

  async checkout(order: CheckoutOrder) {
    const reference = `cs_${order.id}`
    this.checkouts.set(reference, {
      reference,
      order_id: order.id,
      state: 'open',
      payment: undefined,
      membership: undefined,
    })
    return { url: `https://pay.example/${reference}`, reference }
  }

  async manage(customer: string) {
    return { url: `https://pay.example/${customer}` }
  }

  read(): never {
    throw new Error('events of this provider are not sent')
  }

  async *since() {}

  async *paymentsSince(time: Date) {
    for (const { reference, paid_at } of this.payments.values()) if (paid_at >= time) yield reference
  }
}
