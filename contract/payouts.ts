import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Amount, Id, IdParams, nullable, oneOf, SignedAmount, Time, TimeCursor, visibleText } from './schemas.ts'

/** How long a creator's share of a payment waits before it can be paid out. */
export const HOLD_DAYS = 7
/** The smallest payout, in euros. */
export const PAYOUT_MIN = 20
/** How long payouts wait after a change of the bank account. */
export const ACCOUNT_HOLD_HOURS = 48

/** `monthly`: on the first banking day of each month; `on_request`: when the creator asks. */
export const PAYOUT_SCHEDULES = ['monthly', 'on_request'] as const

/** `asked` until the operator or the provider has sent it; `failed`: the money is in the balance again. */
export const PAYOUT_STATES = ['asked', 'sent', 'paid', 'failed'] as const

/** Why a payout did not arrive. */
export const PAYOUT_FAILURES = ['account_unknown', 'account_closed', 'name_differs', 'refused', 'other'] as const

/** Why nothing can be paid out at the moment, the first that applies. */
export const PAYOUT_WAITS = [
  'frozen',
  'email',
  'verification',
  'account',
  'account_change',
  'negative',
  'minimum',
] as const

/** A day without a time, in UTC: "2026-12-01". */
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** What moved the balance. `other`: an adjustment. */
export const BALANCE_MOVES = ['share', 'refunded', 'disputed', 'paid_out', 'returned', 'other'] as const

export const BalanceMove = Type.Object({
  kind: oneOf(BALANCE_MOVES),
  amount: SignedAmount,
  /** How many movements it sums up. */
  count: Type.Integer(),
  /** The day, if there is only one movement. */
  on: nullable(Day),
})

/** Where the money goes. The number is never shown again. */
export const PayoutAccount = Type.Object({
  /** `house`: we keep the number; `provider`: the creator has given it to the payout provider. */
  at: oneOf(['house', 'provider']),
  holder: nullable(Type.String()),
  /** "FR76" */
  begin: nullable(Type.String()),
  last4: nullable(Type.String()),
  changed_at: Time,
  /** Until when payouts wait because it was changed; null if they do not. */
  held_until: nullable(Time),
})

/** What becomes of a balance if the account is deleted now, and what keeps it from being paid, the first that applies. */
export const FinalPayout = Type.Object({
  /** The whole balance. Negative if more was given back to fans than was there. */
  amount: SignedAmount,
  /** When the last of it is paid at the latest. */
  on: Day,
  waits_for: nullable(oneOf(['verification', 'account', 'negative'])),
})

export const Balance = Type.Object({
  /** What can be paid out. Negative if more was given back to fans than was there. */
  available: SignedAmount,
  /** What waits for the end of its hold. */
  on_hold: Amount,
  /** The sum of both. */
  total: SignedAmount,
  /** What comes free next. */
  release: nullable(Type.Object({ amount: Amount, on: Day })),
  /** The next automatic payout, and about how much it will be; null if nothing is expected or payouts are on request. */
  next_payout: nullable(Type.Object({ on: Day, amount: Amount })),
  /** What was asked for or sent, and has not arrived yet. */
  on_its_way: Amount,
  /** Null if the balance is zero. */
  final_payout: nullable(FinalPayout),
  /** Null if `POST /payouts` would pay the available money now. */
  waits_for: nullable(oneOf(PAYOUT_WAITS)),
  schedule: oneOf(PAYOUT_SCHEDULES),
  account: nullable(PayoutAccount),
  /** Where an account is given: by its number here, or on the pages of the payout provider. */
  account_at: oneOf(['house', 'provider']),
  /** The balance at the beginning of this month, and what moved it since. They add up to `total`. */
  opening: Type.Object({ on: Day, amount: SignedAmount }),
  moves: Type.Array(BalanceMove),
  /** True if some of it is demo data and not real money. */
  is_sample: Type.Boolean(),
})

export const Payout = Type.Object({
  id: Id,
  state: oneOf(PAYOUT_STATES),
  amount: Amount,
  last4: nullable(Type.String()),
  asked_at: Time,
  sent_at: nullable(Time),
  /** When it was paid, or came back. */
  ended_at: nullable(Time),
  failure: nullable(oneOf(PAYOUT_FAILURES)),
})

/** A payout as staff see it. */
export const StaffPayout = Type.Object({
  ...Payout.properties,
  /** Null if the account of the creator is erased. */
  creator: nullable(Type.String()),
  batch: nullable(Type.Integer()),
  /** Why it is not sent now, or why the file of its batch leaves it out; null if nothing keeps it. */
  waits_for: nullable(oneOf(PAYOUT_WAITS)),
  /** Who pays it: the operator, with a file, or the payout provider. */
  paid_by: oneOf(['house', 'provider']),
  note: nullable(Type.String()),
})

/** The payouts of one file for the bank. */
export const PayoutBatch = Type.Object({
  id: Id,
  number: Type.Integer(),
  /** `open` until it is marked as sent; `done` when every line was paid or has failed. */
  state: oneOf(['open', 'sent', 'done']),
  lines: Type.Integer(),
  amount: Amount,
  paid: Type.Integer(),
  failed: Type.Integer(),
  created_at: Time,
  created_by: nullable(Type.String()),
  downloaded_at: nullable(Time),
  sent_at: nullable(Time),
})

/** What the desk for payouts shows above its lists. */
export const PayoutDesk = Type.Object({
  method: oneOf(['manual', 'provider']),
  /** What the next batch would hold. */
  waiting: Type.Object({ lines: Type.Integer(), amount: Amount }),
  /** False if no account of the house is set, from which a file is paid. */
  has_account: Type.Boolean(),
})

const Year = Type.Object({ year: Type.String({ pattern: '^20\\d{2}$' }) })

export const payouts = {
  get_balance: endpoint({
    method: 'GET',
    path: '/balance',
    access: 'creator',
    summary: 'What belongs to a creator, what waits and why; 404 while nothing can be bought',
    response: Balance,
  }),
  list_payouts: endpoint({
    method: 'GET',
    path: '/payouts',
    access: 'creator',
    summary: 'One’s payouts, newest first; `format=csv` answers text/csv with all of them',
    query: Type.Object({ cursor: Type.Optional(TimeCursor), format: Type.Optional(oneOf(['json', 'csv'])) }),
    response: Type.Array(Payout),
    produces: ['application/json', 'text/csv'],
  }),
  ask_payout: endpoint({
    method: 'POST',
    path: '/payouts',
    access: 'creator',
    summary: 'Ask for everything that is available; 409 `payout_waits` with the reason in `fields.waits_for`',
    // A missing body is validated as null.
    body: nullable(Type.Object({ client_id: Type.Optional(Id) })),
    status: 201,
    response: Payout,
  }),
  set_payout_schedule: endpoint({
    method: 'PUT',
    path: '/payouts/schedule',
    access: 'creator',
    summary: 'Be paid every month, or only on request',
    body: Type.Object({ schedule: oneOf(PAYOUT_SCHEDULES) }),
    response: Balance,
  }),
  set_payout_account: endpoint({
    method: 'PUT',
    path: '/payouts/account',
    access: 'creator',
    summary: 'Change the bank account; payouts wait for two days, and a mail tells of it',
    body: Type.Object({ iban: Type.String({ maxLength: 50 }), current_password: Type.String({ maxLength: 1000 }) }),
    response: Balance,
  }),
  open_payout_account: endpoint({
    method: 'POST',
    path: '/payouts/account',
    access: 'creator',
    summary: 'The page of the payout provider where a creator gives an account; 404 if payouts are made by hand',
    body: Type.Object({ current_password: Type.String({ maxLength: 1000 }) }),
    response: Type.Object({ url: Type.String() }),
  }),
  get_payout_desk: endpoint({
    method: 'GET',
    path: '/admin/payout_desk',
    access: 'admin',
    summary: 'How payouts are made, and what waits',
    response: PayoutDesk,
  }),
  list_staff_payouts: endpoint({
    method: 'GET',
    path: '/admin/payouts',
    access: 'admin',
    summary: 'Payouts, newest first: all, of one state, of one batch or of one creator',
    query: Type.Object({
      state: Type.Optional(oneOf([...PAYOUT_STATES, ''])),
      batch: Type.Optional(Id),
      username: Type.Optional(Type.String({ maxLength: 200 })),
      cursor: Type.Optional(TimeCursor),
    }),
    response: Type.Array(StaffPayout),
  }),
  set_payout_outcome: endpoint({
    method: 'POST',
    path: '/admin/payouts/{id}/outcome',
    access: 'admin',
    summary: 'Say that a payout was paid, or that it failed: then the money is in the balance again',
    params: IdParams,
    body: Type.Object({
      state: oneOf(['paid', 'failed']),
      failure: Type.Optional(oneOf(PAYOUT_FAILURES)),
      note: Type.Optional(visibleText(1000)),
    }),
    response: StaffPayout,
  }),
  list_payout_batches: endpoint({
    method: 'GET',
    path: '/admin/payout_batches',
    access: 'admin',
    summary: 'Batches of payouts, newest first',
    query: Type.Object({ cursor: Type.Optional(TimeCursor) }),
    response: Type.Array(PayoutBatch),
  }),
  create_payout_batch: endpoint({
    method: 'POST',
    path: '/admin/payout_batches',
    access: 'admin',
    summary: 'Put every payout that waits into a new batch; 409 `nothing_to_pay`',
    status: 201,
    response: PayoutBatch,
  }),
  get_payout_batch: endpoint({
    method: 'GET',
    path: '/admin/payout_batches/{id}',
    access: 'admin',
    summary: 'One batch of payouts',
    params: IdParams,
    response: PayoutBatch,
  }),
  get_payout_file: endpoint({
    method: 'GET',
    path: '/admin/payout_batches/{id}/file',
    access: 'admin',
    summary: 'The file for the bank: a SEPA credit transfer, pain.001.001.09; every download is in the audit log',
    params: IdParams,
    response: Type.String(),
    produces: 'application/xml',
  }),
  mark_payout_batch: endpoint({
    method: 'POST',
    path: '/admin/payout_batches/{id}/outcome',
    access: 'admin',
    summary: 'Say that the bank has the file, or that it has paid every line that has not failed',
    params: IdParams,
    body: Type.Object({ state: oneOf(['sent', 'paid']) }),
    response: PayoutBatch,
  }),
  get_seller_report: endpoint({
    method: 'GET',
    path: '/admin/seller_reports/{year}',
    access: 'admin',
    summary:
      'The table of all creators and what they earned in a year, for the report to the tax office (DAC7), as CSV',
    params: Year,
    response: Type.String(),
    produces: 'text/csv',
  }),
}

export type Balance = Static<typeof Balance>
export type BalanceMove = Static<typeof BalanceMove>
export type PayoutAccount = Static<typeof PayoutAccount>
export type Payout = Static<typeof Payout>
export type StaffPayout = Static<typeof StaffPayout>
export type PayoutBatch = Static<typeof PayoutBatch>
export type PayoutDesk = Static<typeof PayoutDesk>
export type PayoutWait = (typeof PAYOUT_WAITS)[number]
export type PayoutFailure = (typeof PAYOUT_FAILURES)[number]
