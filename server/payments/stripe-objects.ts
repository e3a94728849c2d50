import type { Locale } from '#contract/accounts.ts'
import type { CheckoutOrder, Period, ProviderEvent } from './provider.ts'

/** The parts of an object in an event that say what it is about. The types of the SDK know no two kinds of object at once. */
interface EventObject {
  id?: unknown
  payment_intent?: unknown
  subscription?: unknown
  parent?: { subscription_details?: { subscription?: unknown } | null } | null
  payment?: { payment_intent?: unknown } | null
}

type Subject = NonNullable<ProviderEvent['subject']>

/** What the kinds of events are about, by the beginning of their names. The first that fits counts. */
const SUBJECTS: readonly (readonly [prefix: string, kind: Subject['kind'], find: (object: EventObject) => unknown])[] =
  [
    ['checkout.session.', 'checkout', ({ id }) => id],
    ['payment_intent.', 'payment', ({ id }) => id],
    ['charge.', 'payment', ({ payment_intent }) => payment_intent],
    ['refund.', 'payment', ({ payment_intent }) => payment_intent],
    ['invoice_payment.', 'payment', ({ payment }) => payment?.payment_intent],
    // A webhook that was made for an older version of the API names the subscription at the top.
    [
      'invoice.',
      'membership',
      ({ parent, subscription }) => parent?.subscription_details?.subscription ?? subscription,
    ],
    ['customer.subscription.', 'membership', ({ id }) => id],
    ['transfer.', 'payout', ({ id }) => id],
  ]

/** What happens on the account of somebody who is paid. A payout there is one to the bank, of all that the account has. */
const ACCOUNT_EVENTS = ['account.', 'capability.', 'payout.']

/** What an event is about. Undefined for what does not concern us, or names nothing. `account`: where it happened, if not here. */
export function subjectOf(type: string, object: object, account?: string): Subject | undefined {
  if (account !== undefined) {
    const concerns = ACCOUNT_EVENTS.some((prefix) => type.startsWith(prefix))
    return concerns ? { kind: 'account', reference: account } : undefined
  }
  const known = SUBJECTS.find(([prefix]) => type.startsWith(prefix))
  if (!known) return undefined
  const [, kind, find] = known
  const found = find(object)
  const reference = typeof found === 'object' && found !== null && 'id' in found ? found.id : found
  return typeof reference === 'string' ? { kind, reference } : undefined
}

/** On everything that we sell, because others may sell through the same account. */
export const OUR_MARK = { sold_by: 'loge' } as const

/** What was sold before there was a mark is found by its order. */
export function isMarked(metadata: Readonly<Record<string, string>> | null | undefined): boolean {
  return metadata?.sold_by === OUR_MARK.sold_by
}

/** An object of Stripe, or its id. */
export type Expandable = string | { id: string }

export function idOf(expandable: Expandable): string {
  return typeof expandable === 'string' ? expandable : expandable.id
}

export function timeOf(seconds: number): Date {
  return new Date(seconds * 1000)
}

export function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

export function periodOf(start: number, end: number): { starts_at: Date; ends_at: Date } {
  return { starts_at: timeOf(start), ends_at: timeOf(end) }
}

const LENGTHS: Record<Locale, Record<Period, string>> = {
  en: { day: 'one day', week: 'one week', month: 'one month, renews' },
  fr: { day: 'un jour', week: 'une semaine', month: 'un mois, renouvelé' },
}

/** The line on the provider's page. */
export function lineOf({ creator_name, period, fan }: CheckoutOrder): string {
  return `${creator_name} · ${LENGTHS[fan.locale][period]}`
}
