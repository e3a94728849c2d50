import { PersonActionsProvider } from '#web/features/blocks/person-actions-provider.tsx'
import { LazyReportDialog } from '#web/features/cases/lazy-report-dialog.ts'
import { lazyPage } from '#web/lib/lazy-route.ts'
import { HomePage } from '#web/pages/home.tsx'
import { ReportDialogContext } from '#web/ui/report-dialog.ts'
import { Frame } from './frame.tsx'
import { CreatorsOnly, Guard, StaffOnly } from './guard.tsx'
import { cacheMemberParts } from './lazy-member-parts.ts'
import { MemberHeader, MemberTools } from './member-parts.tsx'

cacheMemberParts({ MemberHeader, MemberTools })

function MemberFrame() {
  return (
    <Guard>
      {(user) => (
        <PersonActionsProvider isCreator={user.profile_id !== null} sells={user.payments === true}>
          <ReportDialogContext value={LazyReportDialog}>
            <Frame user={user} />
          </ReportDialogContext>
        </PersonActionsProvider>
      )}
    </Guard>
  )
}

/**
 * The routes of members, behind one dynamic import: visitors load nothing of them, and the build derives from it which
 * chunks visitors do not need. The home page is part of this chunk, so that it takes one request instead of two in a row.
 */
export const memberPages = {
  frame: async () => ({ Component: MemberFrame }),
  home: async () => ({ Component: HomePage }),
  creators_only: async () => ({ Component: CreatorsOnly }),
  staff_only: async () => ({ Component: StaffOnly }),
  settings: lazyPage(
    () => import('#web/pages/settings.tsx'),
    'SettingsPage',
    'accounts/settings',
    'broadcasts',
    'marks',
  ),
  settings_notices: lazyPage(
    () => import('#web/pages/settings-notices.tsx'),
    'SettingsNoticesPage',
    'accounts/settings',
    'notices/settings',
    'push',
    'blocks/safety',
  ),
  settings_sign_in: lazyPage(
    () => import('#web/pages/settings-sign-in.tsx'),
    'SettingsSignInPage',
    'accounts/settings',
    'second-factors/settings',
    'second-factors/sign-in',
  ),
  stop_recovery: lazyPage(() => import('#web/pages/stop-recovery.tsx'), 'StopRecoveryPage', 'second-factors/sign-in'),
  staff_door: lazyPage(
    () => import('#web/pages/staff-second-lock.tsx'),
    'StaffSecondLockPage',
    'second-factors/settings',
    'second-factors/sign-in',
  ),
  admin_recoveries: lazyPage(
    () => import('#web/pages/admin-recoveries.tsx'),
    'AdminRecoveriesPage',
    'staff',
    'second-factors/settings',
  ),
  settings_safety: lazyPage(
    () => import('#web/pages/settings-safety.tsx'),
    'SettingsSafetyPage',
    'accounts/settings',
    'blocks/safety',
    'cases',
  ),
  subscriptions: lazyPage(() => import('#web/pages/subscriptions.tsx'), 'SubscriptionsPage', 'subscriptions'),
  receipts: lazyPage(() => import('#web/pages/receipts.tsx'), 'ReceiptsPage', 'subscriptions', 'receipts'),
  order: lazyPage(() => import('#web/pages/order.tsx'), 'OrderPage', 'payments'),
  conversations_frame: lazyPage(
    () => import('#web/pages/conversations.tsx'),
    'ConversationsFrame',
    'conversations/search',
  ),
  conversations: lazyPage(() => import('#web/pages/conversations.tsx'), 'ConversationsPage'),
  conversation: lazyPage(() => import('#web/pages/conversation.tsx'), 'ConversationPage'),
  conversations_received: lazyPage(() => import('#web/pages/conversations.tsx'), 'ConversationsReceivedPage'),
  decision_frame: lazyPage(() => import('./decision-frame.tsx'), 'DecisionFrame', 'decisions/page'),
  decision: lazyPage(() => import('#web/pages/decision.tsx'), 'DecisionPage'),
  unsubscribe: lazyPage(() => import('#web/pages/unsubscribe.tsx'), 'UnsubscribePage', 'notices/unsubscribe'),
  broadcasts: lazyPage(() => import('#web/pages/broadcasts.tsx'), 'BroadcastsPage', 'broadcasts'),
  subscribers: lazyPage(() => import('#web/pages/subscribers.tsx'), 'SubscribersPage', 'broadcasts'),
  find: lazyPage(() => import('#web/pages/find.tsx'), 'FindPage', 'creators'),
  notices: lazyPage(() => import('#web/pages/notices.tsx'), 'NoticesPage', 'notices', 'push'),
  insights: lazyPage(() => import('#web/pages/insights.tsx'), 'InsightsPage', 'insights'),
  leaks: lazyPage(() => import('#web/pages/leaks.tsx'), 'LeaksPage', 'marks', 'cases'),
  publish: lazyPage(() => import('#web/pages/publish.tsx'), 'PublishPage', 'drafts'),
  publish_draft: lazyPage(() => import('#web/pages/publish.tsx'), 'PublishPage', 'drafts'),
  programme: lazyPage(() => import('#web/pages/publish.tsx'), 'ProgrammePage', 'drafts'),
  revenues: lazyPage(() => import('#web/pages/revenues.tsx'), 'RevenuesPage', 'money/revenues', 'waiting-lists'),
  payouts: lazyPage(
    () => import('#web/pages/payouts.tsx'),
    'PayoutsPage',
    'money/revenues',
    'payouts',
    'verifications',
  ),
  verification: lazyPage(() => import('#web/pages/verification.tsx'), 'VerificationPage', 'verifications'),
  statements: lazyPage(
    () => import('#web/pages/statements.tsx'),
    'StatementsPage',
    'money/revenues',
    'monthly-statements',
  ),
  statement: lazyPage(
    () => import('#web/pages/statements.tsx'),
    'StatementPage',
    'money/revenues',
    'monthly-statements',
  ),
  admin_users: lazyPage(() => import('#web/pages/admin-users.tsx'), 'AdminUsersPage', 'staff'),
  admin_reports: lazyPage(() => import('#web/pages/admin-reports.tsx'), 'AdminReportsPage', 'staff'),
  admin_cases: lazyPage(() => import('#web/pages/admin-cases.tsx'), 'AdminCasesPage', 'staff', 'cases'),
  admin_case: lazyPage(() => import('#web/pages/admin-case.tsx'), 'AdminCasePage', 'staff', 'cases'),
  admin_numbers: lazyPage(() => import('#web/pages/admin-numbers.tsx'), 'AdminNumbersPage', 'staff'),
  admin_roles: lazyPage(() => import('#web/pages/admin-roles.tsx'), 'AdminRolesPage', 'staff'),
  admin_contact: lazyPage(() => import('#web/pages/admin-contact.tsx'), 'AdminContactPage', 'staff'),
  admin_newsletter: lazyPage(() => import('#web/pages/admin-newsletter.tsx'), 'AdminNewsletterPage', 'staff'),
  admin_audit: lazyPage(() => import('#web/pages/admin-audit.tsx'), 'AdminAuditPage', 'staff'),
  admin_leaks: lazyPage(() => import('#web/pages/leaks.tsx'), 'AdminLeaksPage', 'staff', 'marks', 'cases'),
  admin_payments: lazyPage(
    () => import('#web/pages/admin-payments.tsx'),
    'AdminPaymentsPage',
    'staff',
    'payments/desk',
  ),
  admin_payouts: lazyPage(() => import('#web/pages/admin-payouts.tsx'), 'AdminPayoutsPage', 'staff', 'payouts/desk'),
  admin_payout_batch: lazyPage(
    () => import('#web/pages/admin-payouts.tsx'),
    'AdminPayoutBatchPage',
    'staff',
    'payouts/desk',
  ),
  admin_verifications: lazyPage(
    () => import('#web/pages/admin-verifications.tsx'),
    'AdminVerificationsPage',
    'staff',
    'verifications/desk',
  ),
  admin_verification: lazyPage(
    () => import('#web/pages/admin-verifications.tsx'),
    'AdminVerificationPage',
    'staff',
    'verifications/desk',
  ),
  admin_health: lazyPage(() => import('#web/pages/admin-health.tsx'), 'AdminHealthPage', 'staff'),
  profile: lazyPage(() => import('#web/pages/profile.tsx'), 'ProfilePage'),
  profile_alias: lazyPage(() => import('#web/pages/profile.tsx'), 'ProfileAlias'),
}
