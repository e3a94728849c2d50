import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Country } from '#contract/vat.ts'
import type { Viewer } from '#server/access.ts'
import { refundUnapplied } from '#server/domain/payments/provider-work.ts'
import type { Shop } from '#server/domain/shop.ts'
import { AppError, notFound } from '#server/errors.ts'
import { createCheckout } from '#server/features/payments/checkout.ts'
import { declineWithdrawal } from '#server/features/payments/decline.ts'
import { refundOrder } from '#server/features/payments/desk.ts'
import { settleSubject } from '#server/features/payments/events.ts'
import { withdrawOrder } from '#server/features/payments/orders.ts'
import { remindOfFailures } from '#server/features/payments/reminders.ts'
import { listSubscriptions } from '#server/features/subscriptions/actions.ts'
import { cancelRenewal } from '#server/features/subscriptions/renewals.ts'
import type { OpenSandbox } from '#server/payments/open-sandbox.ts'
import type { Period, ProviderEvent } from '#server/payments/provider.ts'
import { cancelDemoMails, deleteDemoGrants } from '#server/store/accounts/demo-accounts.ts'
import { findMember } from '#server/store/accounts/users.ts'
import { newId } from '#server/store/ids.ts'
import { markNoticesRead } from '#server/store/notices.ts'
import { findLastCustomer, findLastPayment, listOrders } from '#server/store/payments/order-list.ts'
import { earlier, later } from '#server/time.ts'
import { DEMO_EVERYBODY } from './people.ts'

/** The demo account whose tickets and receipts somebody looks at. */
const FAN = 'theomarchetti'
/** A country without a rate of VAT. */
const UNKNOWN_COUNTRY = 'BR'
/** A renewal is charged an hour after the end of the period. */
const CHARGED_AFTER_MS = 2 * HOUR_MS

/** What happens at one moment of the past. */
interface Scene {
  at: Date
  play: (house: House) => Promise<unknown>
}

/**
 * Sells tickets in the demo world, as the past months would have: with the product's own actions and with the sandbox, whose
 * clock goes from scene to scene. So every ticket can be cancelled, every order refunded, and the books equal the balance of the
 * sandbox. Only once: where something was ordered already, or the sandbox has been used, nothing changes.
 */
export async function createDemoShop(ctx: Shop, sandbox: OpenSandbox): Promise<void> {
  if (sandbox.books().movements > 0 || (await listOrders(ctx.db, {})).length > 0) return
  const fan = await findMember(ctx.db, FAN)
  if (!fan) return
  const now = ctx.now()
  const house = new House(ctx, sandbox)
  // The house has offered tickets to the fan while nothing could be bought. Bought ones take their place.
  await ctx.db.begin((db) => deleteDemoGrants(db, fan.id))
  // Nobody listens yet, and everything is settled here.
  sandbox.faults.drop()
  try {
    for (const { at, play } of scenes(now).sort((one, two) => one.at.getTime() - two.at.getTime())) {
      await house.goTo(at)
      // In a demo world that somebody has changed, a person may be gone, or have blocked the other.
      await play(house).catch((error) => {
        if (!(error instanceof AppError)) throw error
      })
    }
  } finally {
    sandbox.tellTime(undefined)
    sandbox.faults.drop(0)
  }
  await cancelDemoMails(ctx.db, now)
  await markNoticesRead(ctx.db, fan.id, now, newId(earlier(now, DAY_MS)))
}

/** Tickets of every kind for the fan, and what else the desk of staff knows. */
function scenes(now: Date): Scene[] {
  const ago = (days: number) => earlier(now, days * DAY_MS)
  const renewal_fails = earlier(now, 6 * HOUR_MS)
  return [
    { at: monthsBefore(later(now, 24 * DAY_MS), 3), play: (house) => house.sell(FAN, 'margauxlenoir', 'month') },

    { at: monthsBefore(ago(15), 1), play: (house) => house.sell(FAN, 'louverdier', 'month') },
    { at: ago(30), play: (house) => house.cancel(FAN, 'louverdier') },

    { at: ago(40), play: (house) => house.sell(FAN, 'camilleroche', 'day') },
    { at: ago(39.8), play: (house) => house.refund(FAN, 'camilleroche', 'Bought by mistake.') },

    { at: monthsBefore(later(now, 9 * HOUR_MS), 1), play: (house) => house.sell(FAN, 'noorhaddad', 'month') },
    { at: ago(4), play: (house) => house.cancel(FAN, 'noorhaddad') },

    { at: ago(4 - 1 / 24), play: (house) => house.sell(FAN, 'yukiaoyama', 'week') },
    { at: ago(3.5), play: (house) => house.withdraw(FAN, 'yukiaoyama') },
    {
      at: ago(2.5),
      play: (house) =>
        house.decline(
          FAN,
          'yukiaoyama',
          'The curtain opened as you asked, and you have seen most of the week’s pictures.',
        ),
    },

    { at: monthsBefore(renewal_fails, 1), play: (house) => house.sell(FAN, 'anasol', 'month') },
    { at: earlier(renewal_fails, HOUR_MS), play: (house) => house.setCard(FAN, 'declines') },
    {
      at: later(renewal_fails, CHARGED_AFTER_MS),
      play: async (house) => {
        await house.setCard(FAN, 'pays')
        await remindOfFailures(house.ctx)
      },
    },

    {
      at: monthsBefore(later(now, 11 * DAY_MS), 2),
      play: (house) => house.sell('clairevasseur', 'noorhaddad', 'month'),
    },
    {
      at: monthsBefore(later(now, 19 * DAY_MS), 1),
      play: (house) => house.sell('lenabauer', 'yukiaoyama', 'month', { country: 'DE' }),
    },

    { at: ago(15), play: (house) => house.order('pabloreyes', 'yukiaoyama', 'day') },
    {
      at: ago(11),
      play: (house) => house.sell('nilsberger', 'noorhaddad', 'month', { country: 'CH', outcome: 'declines' }),
    },

    {
      at: ago(9),
      play: (house) =>
        house.sell('juneparker', 'camilleroche', 'week', { country: 'US', billing_country: UNKNOWN_COUNTRY }),
    },
    { at: ago(8.9), play: (house) => refundUnapplied(house.ctx) },
    {
      at: earlier(now, HOUR_MS),
      play: (house) =>
        house.sell('ingridholm', 'noorhaddad', 'day', { country: 'SE', billing_country: UNKNOWN_COUNTRY }),
    },

    { at: ago(12), play: (house) => house.sell('sofiabianchi', 'margauxlenoir', 'day', { country: 'IT' }) },
    { at: ago(7), play: (house) => house.dispute('sofiabianchi', 'margauxlenoir') },

    { at: ago(5), play: (house) => house.sell('pabloreyes', 'margauxlenoir', 'week', { country: 'ES' }) },
    {
      at: ago(3),
      play: (house) => house.refund('pabloreyes', 'margauxlenoir', 'The pictures of one day were missing.', '5.00'),
    },

    { at: ago(2), play: (house) => house.sell('willhart', 'anasol', 'week', { country: 'GB' }) },
    { at: ago(1), play: (house) => house.withdraw('willhart', 'anasol') },
  ]
}

/** The card that somebody enters, and where they live. */
interface Payer {
  country?: Country
  billing_country?: string
  outcome?: 'declines'
}

/** The product at a moment of the past, with what people do in it. */
class House {
  readonly ctx: Shop
  readonly #sandbox: OpenSandbox
  #now = new Date(0)
  /** Ids by the names of fan and creator. */
  readonly #orders = new Map<string, string>()

  constructor(ctx: Shop, sandbox: OpenSandbox) {
    this.ctx = { ...ctx, now: () => this.#now }
    this.#sandbox = sandbox
  }

  /** Time passes at the provider, which renews and expires what is due. */
  async goTo(time: Date): Promise<void> {
    const since = later(this.#now, 1000)
    this.#sandbox.tellTime(time)
    const latest = new Map<string, ProviderEvent>()
    for await (const event of this.ctx.payments.since(since))
      if (event.subject) latest.set(event.subject.kind + event.subject.reference, event)
    for (const { at, subject } of latest.values()) {
      this.#now = at
      if (subject) await settleSubject(this.ctx, subject)
    }
    this.#now = time
  }

  /** Goes to the page of the provider. Returns the id of its session. */
  async order(fan: string, creator: string, period: Period, country: Country = 'FR'): Promise<string> {
    const viewer = await this.#viewer(fan)
    const { id: creator_id } = await this.#viewer(creator)
    const { order_id, url } = await createCheckout(
      this.ctx,
      viewer,
      { creator_id, period, country, consent: true },
      'en',
    )
    this.#orders.set(`${fan} ${creator}`, order_id)
    return new URL(url).pathname.split('/').at(-1) ?? ''
  }

  async sell(fan: string, creator: string, period: Period, payer: Payer = {}): Promise<void> {
    const { country, ...card } = payer
    const session = await this.order(fan, creator, period, country)
    this.#sandbox.people.pay(session, card)
    await settleSubject(this.ctx, { kind: 'checkout', reference: session })
  }

  async cancel(fan: string, creator: string): Promise<void> {
    const viewer = await this.#viewer(fan)
    const { items } = await listSubscriptions(this.ctx, viewer, undefined)
    const ticket = items.find(({ profile_name }) => profile_name === creator)
    if (ticket) await cancelRenewal(this.ctx, viewer, ticket.id)
  }

  async refund(fan: string, creator: string, reason: string, amount?: string): Promise<void> {
    const { id: staff_id } = await this.#viewer('camilleroche')
    await refundOrder(this.ctx, { staff_id, order_id: this.#order(fan, creator), reason, amount })
  }

  async withdraw(fan: string, creator: string): Promise<void> {
    await withdrawOrder(this.ctx, await this.#viewer(fan), this.#order(fan, creator))
  }

  async decline(fan: string, creator: string, reason: string): Promise<void> {
    const { id: staff_id } = await this.#viewer('camilleroche')
    await declineWithdrawal(this.ctx, { staff_id, order_id: this.#order(fan, creator), reason })
  }

  /** The bank of a fan takes the money back, and keeps it. */
  async dispute(fan: string, creator: string): Promise<void> {
    const payment = await findLastPayment(this.ctx.db, this.#order(fan, creator))
    if (!payment) return
    const { id } = this.#sandbox.people.openDispute(payment.reference)
    this.#sandbox.people.closeDispute(id, 'lost')
    await settleSubject(this.ctx, { kind: 'payment', reference: payment.reference })
  }

  /** How the bank of a fan answers from now on. */
  async setCard(fan: string, outcome: 'pays' | 'declines'): Promise<void> {
    const { id: fan_id } = await this.#viewer(fan)
    const customer = await findLastCustomer(this.ctx.db, { fan_id, provider: 'sandbox' })
    if (customer) this.#sandbox.people.setCard(customer, outcome)
  }

  #order(fan: string, creator: string): string {
    return this.#orders.get(`${fan} ${creator}`) ?? ''
  }

  async #viewer(name: string): Promise<Pick<Viewer, 'id' | 'email' | 'email_confirmed'>> {
    const person = DEMO_EVERYBODY.find(({ username }) => username === name)
    const member = person && (await findMember(this.ctx.db, person.email))
    if (!member) throw notFound()
    return { id: member.id, email: person.email, email_confirmed: true }
  }
}

/**
 * When somebody bought a month whose so many periods end at this time, or one or two more: a month that lacks the day would
 * shift it.
 */
export function monthsBefore(end: Date, months: number): Date {
  const start = new Date(end)
  start.setUTCMonth(end.getUTCMonth() - months)
  return start.getUTCDate() === end.getUTCDate() ? start : monthsBefore(end, months + 1)
}
