import type { Page } from '@playwright/test'
import type { User } from '#contract/accounts.ts'
import type { Checkout, Order, StaffOrder, UnappliedPayment } from '#contract/payments.ts'
import type { Profile } from '#contract/profiles.ts'
import type { ListedReceipt, Receipt } from '#contract/receipts.ts'
import type { Subscription, Ticket } from '#contract/subscriptions.ts'

/**
 * Answers of a house that sells tickets, for what a page shows in states that a provider would take days to reach. What a
 * fan does from the click to the open curtain is tested with the sandbox, in payments/sandbox.spec.ts.
 */

const ID = '01939d2a-0000-7000-8000-'
export const ORDER_ID = `${ID}0000000000aa`

/** The member is told that something can be bought in this house. */
async function tellOfSales(page: Page): Promise<void> {
  await page.route('**/api/user', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const answer = await route.fetch()
    if (!answer.ok()) return route.fulfill({ response: answer })
    const user: User = await answer.json()
    return route.fulfill({ response: answer, json: { ...user, payments: true } })
  })
}

/** Adds the fields of a house with a payment provider to the real answers. */
export async function openBoxOffice(page: Page, checkout: Partial<Checkout> = {}): Promise<void> {
  await tellOfSales(page)
  await page.route('**/api/profiles/*', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const answer = await route.fetch()
    if (!answer.ok()) return route.fulfill({ response: answer })
    const profile: Profile = await answer.json()
    return route.fulfill({
      response: answer,
      json: { ...profile, checkout: { country: 'FR', refusal: null, ...checkout } },
    })
  })
}

export function anOrder(creator: string, changes: Partial<Order> = {}): Order {
  return {
    id: ORDER_ID,
    state: 'waiting',
    creator: { username: creator, profile_pic: null },
    period: 'month',
    charged: '28.79',
    created_at: '2026-11-17T14:04:00.000Z',
    starts_at: null,
    ends_at: null,
    renews: true,
    receipt: null,
    withdrawal: null,
    withdrawal_asked_at: null,
    withdrawal_declined_at: null,
    withdrawal_answer: null,
    ...changes,
  }
}

/** The same order after the provider has confirmed it. */
export function paid(order: Order): Order {
  return {
    ...order,
    state: 'paid',
    starts_at: '2026-11-17T14:05:00.000Z',
    ends_at: '2026-12-17T14:05:00.000Z',
    receipt: '2026-000417',
    withdrawal: 'ask',
  }
}

const TICKET: Ticket = {
  kind: 'single',
  order_id: ORDER_ID,
  renews_at: null,
  renewal_price: null,
  grace_until: null,
  refunded_at: null,
  withdrawal: null,
  card: null,
  again_from: '7.99',
}

/** A ticket that ends in so many hours, or has ended so many hours ago. */
export function aTicket(
  number: number,
  profile_name: string,
  hours: number,
  ticket: Partial<Ticket>,
  now = Date.now(),
): Subscription {
  const time = (left: number) => new Date(now + left * 3_600_000).toISOString()
  return {
    id: `${ID}${String(number).padStart(12, '0')}`,
    profile_name,
    profile_pic: null,
    expires_at: time(hours),
    ...(hours > 0 && { expires_in: `${hours} hours` }),
    ticket: {
      ...TICKET,
      ...(ticket.kind === 'renewing' && { renews_at: time(hours), renewal_price: '28.79', card: '4242' }),
      ...ticket,
    },
  }
}

/** A ticket of every kind, as one page of the list. */
export function ticketsOfEveryKind(now = Date.now()): Subscription[] {
  const time = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
  return [
    aTicket(4, 'noorhaddad', 9, { kind: 'stopped' }, now),
    aTicket(2, 'anasol', 72, { kind: 'renewing', grace_until: time(72), renewal_price: '17.99' }, now),
    aTicket(3, 'yukiaoyama', 73, { kind: 'single' }, now),
    aTicket(5, 'idriscoste', 300, { kind: 'granted', order_id: null }, now),
    aTicket(1, 'margauxlenoir', 720, { kind: 'renewing' }, now),
    aTicket(6, 'louverdier', -340, { kind: 'single' }, now),
    aTicket(7, 'camilleroche', -900, { kind: 'single', refunded_at: time(-900), again_from: '9.99' }, now),
  ]
}

export const SUBSCRIPTIONS = /\/api\/subscriptions(\?|$)/

export async function showTickets(page: Page, tickets: Subscription[]): Promise<void> {
  await tellOfSales(page)
  await page.route(SUBSCRIPTIONS, (route) => route.fulfill({ json: tickets }))
}

function listed(
  number: string,
  creator: string,
  issued_at: string,
  changes: Partial<ListedReceipt> = {},
): ListedReceipt {
  return {
    number,
    kind: 'receipt',
    creator,
    profile_pic: null,
    period: 'month',
    charged: '28.79',
    issued_at,
    ...changes,
  }
}

const RECEIPTS: ListedReceipt[] = [
  listed('2026-000417', 'margauxlenoir', '2026-11-17T14:05:00.000Z'),
  listed('2026-000372', 'anasol', '2026-10-17T09:00:00.000Z', { charged: '17.99' }),
  listed('2026-000371', 'margauxlenoir', '2026-10-17T08:00:00.000Z'),
  listed('2026-000364', 'camilleroche', '2026-10-09T08:00:00.000Z', {
    kind: 'credit_note',
    period: 'day',
    charged: '11.99',
  }),
  listed('2026-000362', 'camilleroche', '2026-10-08T08:00:00.000Z', { period: 'day', charged: '11.99' }),
]

function receiptOf(row: ListedReceipt): Receipt {
  const isDay = row.period === 'day'
  return {
    ...row,
    order_id: ORDER_ID,
    corrects: row.kind === 'credit_note' ? '2026-000362' : null,
    fan: 'theomarchetti',
    starts_at: '2026-11-17T14:05:00.000Z',
    ends_at: '2026-12-17T14:05:00.000Z',
    price: isDay ? '9.99' : '23.99',
    vat: isDay ? '2.00' : '4.80',
    vat_percent: '20',
    country: 'FR',
    card: '4242',
    consented_at: '2026-11-17T14:04:00.000Z',
    withdrawal: null,
    seller: ['Loge SAS, 12 rue de la Loge', '34000 Montpellier, France', 'VAT no. FR 00 000000000'],
  }
}

/** Answers the list of receipts, and each of them as JSON and as PDF. */
export async function showReceipts(page: Page, receipts = RECEIPTS): Promise<void> {
  await page.route(/\/api\/receipts(\?|$)/, (route) => route.fulfill({ json: receipts }))
  await page.route(/\/api\/receipts\/[^/]+$/, (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const row = receipts.find(({ number }) => pathname.endsWith(number))
    if (!row) return route.fulfill({ status: 404, json: { error: 'Not found', code: 'not_found' } })
    if (searchParams.get('format') === 'pdf') {
      return route.fulfill({ body: '%PDF-1.7', contentType: 'application/pdf' })
    }
    return route.fulfill({ json: receiptOf(row) })
  })
}

export const STAFF_ORDERS: StaffOrder[] = [
  {
    id: ORDER_ID,
    state: 'paid',
    fan: 'theomarchetti',
    creator: 'margauxlenoir',
    period: 'month',
    charged: '28.79',
    refunded: '0.00',
    country: 'FR',
    created_at: '2026-11-17T14:04:00.000Z',
    withdrawal_asked_at: '2026-11-17T16:00:00.000Z',
    withdrawal_declined_at: null,
    withdrawal_answer: null,
  },
  {
    id: `${ID}0000000000ab`,
    state: 'refunded',
    fan: null,
    creator: 'anasol',
    period: 'day',
    charged: '11.99',
    refunded: '11.99',
    country: 'CH',
    created_at: '2026-10-08T08:00:00.000Z',
    withdrawal_asked_at: null,
    withdrawal_declined_at: null,
    withdrawal_answer: null,
  },
  {
    id: `${ID}0000000000ae`,
    state: 'failed',
    fan: 'nilsberger',
    creator: 'noorhaddad',
    period: 'month',
    charged: '25.93',
    refunded: '0.00',
    country: 'CH',
    created_at: '2026-10-07T08:00:00.000Z',
    withdrawal_asked_at: null,
    withdrawal_declined_at: null,
    withdrawal_answer: null,
  },
]

export const UNAPPLIED: UnappliedPayment[] = [
  {
    id: `${ID}0000000000ac`,
    reason: 'creator_gone',
    reference: 'pi_3Qx9',
    charged: '28.79',
    currency: 'EUR',
    state: 'refunding',
    order_id: ORDER_ID,
    created_at: '2026-11-17T14:05:00.000Z',
  },
  {
    id: `${ID}0000000000ad`,
    reason: 'unknown_order',
    reference: 'pi_3Qx8',
    charged: '9.99',
    currency: 'EUR',
    state: 'failed',
    order_id: null,
    created_at: '2026-11-16T14:05:00.000Z',
  },
]
