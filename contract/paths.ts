/**
 * The paths of the web app. They are part of the contract because the server needs them too: mails and share links
 * point to them, and a username must never be one of them (`reserved-usernames.ts`).
 */
export const paths = {
  home: '/',
  home_alias: '/home',
  discover: '/discover',
  pricing: '/pricing',
  privacy_policy: '/privacy-policy',
  terms_of_service: '/terms-of-service',
  contact_us: '/contact-us',
  login: '/login',
  signup: '/signup',
  reset_password: '/reset-password',
  confirm_reset_password: '/confirm-reset-password',
  confirm_email: '/confirm-email',
  undo_email: '/undo-email',
  stop_recovery: '/stop-recovery',
  newsletter: '/newsletter/:step',
  decision: '/decisions/:token',
  report_content: '/report-content',
  content_notice: '/report-content/:token',
  transparency: '/transparency',
  find: '/find',
  settings: '/settings',
  staff_door: '/staff-door',
  settings_sign_in: '/settings/sign-in',
  settings_notices: '/settings/notices',
  settings_safety: '/settings/safety',
  unsubscribe: '/unsubscribe',
  subscriptions: '/subscriptions',
  receipts: '/subscriptions/receipts',
  receipt: '/subscriptions/receipts/:number',
  order: '/orders/:id',
  conversations: '/conversations',
  conversations_received: '/conversations/received',
  conversation: '/conversations/:id',
  notices: '/notices',
  broadcasts: '/broadcasts',
  subscribers: '/subscribers',
  insights: '/insights',
  leaks: '/leaks',
  publish: '/publish',
  programme: '/publish/programme',
  publish_draft: '/publish/:id',
  revenues: '/revenues',
  payouts: '/revenues/payouts',
  verification: '/revenues/verification',
  statements: '/revenues/statements',
  statement: '/revenues/statements/:number',
  admin_users: '/admin/users',
  admin_reports: '/admin/reports',
  admin_cases: '/admin/cases',
  admin_case: '/admin/cases/:id',
  admin_recoveries: '/admin/recoveries',
  admin_numbers: '/admin/numbers',
  admin_roles: '/admin/roles',
  admin_health: '/admin/health',
  admin_contact: '/admin/contact',
  admin_newsletter: '/admin/newsletter',
  admin_audit: '/admin/audit',
  admin_leaks: '/admin/leaks',
  admin_payments: '/admin/payments',
  admin_payouts: '/admin/payouts',
  admin_payout_batch: '/admin/payouts/:id',
  admin_verifications: '/admin/verifications',
  admin_verification: '/admin/verifications/:id',
  creator_alias: '/creator/:profile_name',
  profile: '/:username',
} as const

/** The target of the links in newsletter mails. */
export function newsletterPath(step: 'confirm' | 'unsubscribe', token: string): string {
  return `${paths.newsletter.replace(':step', step)}?token=${token}`
}

/** The page that follows a notice of somebody without an account. Mails link to it. */
export function contentNoticePath(token: string): string {
  return paths.content_notice.replace(':token', token)
}
