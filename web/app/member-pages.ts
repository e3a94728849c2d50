import { lazyPage } from '#web/lib/lazy-route.ts'

/** Where the pages lie that only members open, but for home: a visitor's browser does not fetch the list of them. */
export const memberPages = {
  settings: lazyPage(() => import('#web/pages/settings.tsx'), 'SettingsPage', 'account'),
  subscriptions: lazyPage(() => import('#web/pages/subscriptions.tsx'), 'SubscriptionsPage', 'subscriptions'),
  conversations_frame: lazyPage(() => import('#web/pages/conversations.tsx'), 'ConversationsFrame'),
  conversations: lazyPage(() => import('#web/pages/conversations.tsx'), 'ConversationsPage'),
  conversation: lazyPage(() => import('#web/pages/conversation.tsx'), 'ConversationPage'),
  conversations_received: lazyPage(() => import('#web/pages/conversations.tsx'), 'ConversationsReceivedPage'),
  find: lazyPage(() => import('#web/pages/find.tsx'), 'FindPage', 'find'),
  notices: lazyPage(() => import('#web/pages/notices.tsx'), 'NoticesPage', 'notices'),
  revenues: lazyPage(() => import('#web/pages/revenues.tsx'), 'RevenuesPage', 'revenues'),
  admin_users: lazyPage(() => import('#web/pages/admin-users.tsx'), 'AdminUsersPage', 'admin'),
  admin_reports: lazyPage(() => import('#web/pages/admin-reports.tsx'), 'AdminReportsPage', 'admin'),
  admin_numbers: lazyPage(() => import('#web/pages/admin-numbers.tsx'), 'AdminNumbersPage', 'admin'),
  profile: lazyPage(() => import('#web/pages/profile.tsx'), 'ProfilePage'),
  profile_alias: lazyPage(() => import('#web/pages/profile.tsx'), 'ProfileAlias'),
  creators_only: lazyPage(() => import('./guard.tsx'), 'CreatorsOnly'),
  staff_only: lazyPage(() => import('./guard.tsx'), 'StaffOnly'),
}
