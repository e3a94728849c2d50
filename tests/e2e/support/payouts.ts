import type { Page } from '@playwright/test'
import type { ListedMonthlyStatement, MonthlyStatement } from '#contract/monthly-statements.ts'
import type { Balance, Payout, PayoutBatch, StaffPayout } from '#contract/payouts.ts'
import type { ListedVerification, StaffVerification, Verification } from '#contract/verifications.ts'

/**
 * Answers of a house that pays creators, for what a page shows in states that a month or a bank would take days to reach.
 * The way from a ticket to the bank is tested with the sandbox, in payouts/sandbox.spec.ts.
 */

const ID = '01939d2a-0000-7000-8000-'
export const CREATOR_ID = `${ID}0000000000c1`
export const BATCH_ID = `${ID}0000000000b7`

const DETAILS = {
  legal_name: 'Margaux Lenoir',
  birth_date: '1994-05-04',
  street: '12 rue de la Loge',
  postal_code: '34000',
  city: 'Montpellier',
  country: 'FR',
  tax_number: '1234567890123',
}

export function aBalance(changes: Partial<Balance> = {}): Balance {
  return {
    available: '69.90',
    on_hold: '102.56',
    total: '172.46',
    release: { amount: '18.37', on: '2026-11-19' },
    next_payout: { on: '2026-12-01', amount: '140.10' },
    on_its_way: '0.00',
    final_payout: { amount: '172.46', on: '2026-12-01', waits_for: null },
    waits_for: null,
    schedule: 'monthly',
    account: {
      at: 'house',
      holder: 'Margaux Lenoir',
      begin: 'FR76',
      last4: '4821',
      changed_at: '2026-06-04T08:00:00.000Z',
      held_until: null,
    },
    account_at: 'house',
    opening: { on: '2026-11-01', amount: '187.51' },
    moves: [
      { kind: 'share', amount: '127.05', count: 7, on: null },
      { kind: 'paid_out', amount: '-142.10', count: 1, on: '2026-11-02' },
    ],
    is_sample: false,
    ...changes,
  }
}

function aPayout(number: number, day: string, amount: string, changes: Partial<Payout> = {}): Payout {
  return {
    id: `${ID}${String(number).padStart(12, '0')}`,
    state: 'paid',
    amount,
    last4: '4821',
    asked_at: `${day}T06:00:00.000Z`,
    sent_at: `${day}T09:00:00.000Z`,
    ended_at: `${day}T15:00:00.000Z`,
    failure: null,
    ...changes,
  }
}

const PAYOUTS: Payout[] = [
  aPayout(5, '2026-11-02', '142.10', { state: 'sent', ended_at: null }),
  aPayout(4, '2026-10-01', '96.48'),
  aPayout(3, '2026-09-04', '88.20'),
  aPayout(2, '2026-09-01', '88.20', { state: 'failed', failure: 'name_differs' }),
  aPayout(1, '2026-08-03', '61.05'),
]

export function aVerification(changes: Partial<Verification> = {}): Verification {
  return {
    state: 'verified',
    sent_at: '2026-06-02T08:00:00.000Z',
    decided_at: '2026-06-04T08:00:00.000Z',
    ask_again_at: '2029-06-04T08:00:00.000Z',
    refusal: null,
    details: DETAILS,
    files: [],
    needs_account: false,
    is_required_to_publish: false,
    ...changes,
  }
}

export const NOT_STARTED = aVerification({
  state: 'none',
  sent_at: null,
  decided_at: null,
  ask_again_at: null,
  details: null,
  needs_account: true,
})

export const CUT_OFF = aVerification({
  state: 'refused',
  ask_again_at: null,
  refusal: { reason: 'document_cut_off', note: null },
  files: ['document', 'portrait'],
})

export const BALANCE = '**/api/balance'
export const VERIFICATION = '**/api/verification'

/** Answers the pages of a creator's money. */
export async function showTill(page: Page, balance = aBalance(), verification = aVerification(), payouts = PAYOUTS) {
  await page.route(BALANCE, (route) => route.fulfill({ json: balance }))
  await page.route(VERIFICATION, (route) => route.fulfill({ json: verification }))
  await page.route(/\/api\/payouts(\?|$)/, (route) => {
    if (new URL(route.request().url()).searchParams.get('format') === 'csv') {
      return route.fulfill({ body: 'id;amount\n', contentType: 'text/csv' })
    }
    return route.fulfill({ json: payouts })
  })
}

function listed(month: string, number: string, changes: Partial<ListedMonthlyStatement> = {}): ListedMonthlyStatement {
  return {
    number: `${month}-${number}`,
    month,
    earned: '187.51',
    paid_out: '96.48',
    closing: '187.51',
    issued_at: '2026-11-01T02:00:00.000Z',
    ...changes,
  }
}

const STATEMENTS = [
  listed('2026-10', '0038'),
  listed('2026-09', '0031', { earned: '120.02', paid_out: '88.20', closing: '96.48' }),
  listed('2026-08', '0024', { earned: '-12.00', paid_out: '0.00', closing: '-12.00' }),
]

const STATEMENT: MonthlyStatement = {
  ...listed('2026-10', '0038'),
  creator: { name: 'Margaux Lenoir', username: 'margauxlenoir' },
  seller: ['Loge SAS', 'VAT no. FR 00 000000000'],
  sales: [
    { period: 'day', count: 4, price: '31.96', platform_fee: '4.80', banking_fee: '2.68', net: '24.48' },
    { period: 'week', count: 3, price: '44.97', platform_fee: '6.75', banking_fee: '3.78', net: '34.44' },
    { period: 'month', count: 8, price: '191.92', platform_fee: '28.80', banking_fee: '16.16', net: '146.96' },
  ],
  together: { count: 15, price: '268.85', platform_fee: '40.35', banking_fee: '22.62', net: '205.88' },
  opening: '96.48',
  moves: [
    { kind: 'share', amount: '205.88', count: 15, on: null },
    { kind: 'refunded', amount: '-18.37', count: 1, on: '2026-10-09' },
    { kind: 'paid_out', amount: '-96.48', count: 1, on: '2026-10-01' },
  ],
  vat: '53.80',
  is_sample: false,
}

/** Answers the list of statements, and the newest of them as JSON, PDF and CSV. */
export async function showStatements(page: Page): Promise<void> {
  await page.route(/\/api\/statements(\?|$)/, (route) => route.fulfill({ json: STATEMENTS }))
  await page.route(/\/api\/statements\/[^/]+$/, (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    if (!pathname.endsWith(STATEMENT.number)) {
      return route.fulfill({ status: 404, json: { error: 'Not found', code: 'not_found' } })
    }
    const format = searchParams.get('format')
    if (format === 'pdf') return route.fulfill({ body: '%PDF-1.7', contentType: 'application/pdf' })
    if (format === 'csv') return route.fulfill({ body: 'number;net\n', contentType: 'text/csv' })
    return route.fulfill({ json: STATEMENT })
  })
}

export const BATCH: PayoutBatch = {
  id: BATCH_ID,
  number: 7,
  state: 'open',
  lines: 3,
  amount: '361.95',
  paid: 0,
  failed: 0,
  created_at: '2026-11-17T08:00:00.000Z',
  created_by: 'olivierduval',
  downloaded_at: null,
  sent_at: null,
}

function aLine(number: number, creator: string | null, changes: Partial<StaffPayout> = {}): StaffPayout {
  return {
    ...aPayout(number, '2026-11-17', '120.65', { state: 'asked', sent_at: null, ended_at: null }),
    creator,
    batch: 7,
    waits_for: null,
    paid_by: 'house',
    note: null,
    ...changes,
  }
}

export const LINES = [
  aLine(11, 'margauxlenoir', { state: 'sent' }),
  aLine(12, 'anasol', { state: 'failed', failure: 'account_closed', note: 'Told by the bank on Tuesday.' }),
  aLine(13, null, { batch: null, waits_for: 'account_change' }),
]

const WAITING: ListedVerification = {
  id: CREATOR_ID,
  creator: 'margauxlenoir',
  state: 'in_review',
  sent_at: '2026-11-12T10:00:00.000Z',
  decided_at: null,
}

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Answers the desk of staff: payouts, batches and verifications. */
export async function showDesk(page: Page, batch = BATCH): Promise<void> {
  const file: StaffVerification = {
    ...WAITING,
    details: DETAILS,
    iban_last4: '4821',
    files: ['document', 'portrait'],
    refusal: null,
    decided_by: null,
  }
  await page.route('**/api/admin/payout_desk', (route) =>
    route.fulfill({ json: { method: 'manual', waiting: { lines: 2, amount: '189.40' }, has_account: true } }),
  )
  await page.route(/\/api\/admin\/payouts(\?|$)/, (route) => route.fulfill({ json: LINES }))
  await page.route(/\/api\/admin\/payout_batches(\?|$)/, (route) =>
    route.fulfill(route.request().method() === 'POST' ? { status: 201, json: batch } : { json: [batch] }),
  )
  await page.route(`**/api/admin/payout_batches/${batch.id}`, (route) => route.fulfill({ json: batch }))
  await page.route(/\/api\/admin\/verifications(\?|$)/, (route) => route.fulfill({ json: [WAITING] }))
  await page.route(`**/api/admin/verifications/${CREATOR_ID}`, (route) => route.fulfill({ json: file }))
  await page.route(`**/api/admin/verifications/${CREATOR_ID}/files/*`, (route) =>
    route.fulfill({ body: PIXEL, contentType: 'image/png' }),
  )
}
