/** The query keys of the pages of staff, apart from `queryKeys`: nobody else loads them. */
export const staffKeys = {
  numbers: ['numbers'],
  users: ['admin', 'users'],
  reports: ['admin', 'reports'],
  cases: ['admin', 'cases'],
  case_counts: ['admin', 'case counts'],
  audit: ['admin', 'audit'],
  roles: ['admin', 'roles'],
  contact_messages: ['admin', 'contact_messages'],
  newsletter_addresses: ['admin', 'newsletter'],
  staff_orders: ['admin', 'orders'],
  unapplied_payments: ['admin', 'unapplied payments'],
  staff_payouts: ['admin', 'payouts'],
  payout_desk: ['admin', 'payouts', 'desk'],
  payout_batches: ['admin', 'payouts', 'batches'],
  verifications: ['admin', 'verifications'],
  health: ['admin', 'health'],
} as const
