import { createBrowserRouter, matchRoutes, Navigate, type RouteObject } from 'react-router'
import { paths } from '#contract/paths.ts'
import { lazyPage } from '#web/lib/lazy-route.ts'
import { ErrorPage } from './error-page.tsx'
import { loadMemberParts } from './lazy-member-parts.ts'
import { Root } from './root.tsx'
import { Waiting } from './waiting.tsx'

/** At the door: those who are signed in have nothing to do at the first two. */
const door: RouteObject[] = [
  {
    lazy: lazyPage(() => import('./visitors-only.tsx'), 'VisitorsOnly'),
    children: [
      { path: paths.login, lazy: lazyPage(() => import('#web/pages/login.tsx'), 'LoginPage') },
      { path: paths.signup, lazy: lazyPage(() => import('#web/pages/signup.tsx'), 'SignupPage') },
    ],
  },
  { path: paths.reset_password, lazy: lazyPage(() => import('#web/pages/reset-password.tsx'), 'ResetPasswordPage') },
  {
    path: paths.confirm_reset_password,
    lazy: lazyPage(() => import('#web/pages/confirm-reset-password.tsx'), 'ConfirmResetPasswordPage'),
  },
]

const open: RouteObject[] = [
  { path: paths.discover, lazy: lazyPage(() => import('#web/pages/discover.tsx'), 'DiscoverPage', 'landing') },
  { path: paths.pricing, lazy: lazyPage(() => import('#web/pages/pricing.tsx'), 'PricingPage', 'pricing') },
  {
    path: paths.privacy_policy,
    lazy: lazyPage(() => import('#web/pages/privacy-policy.tsx'), 'PrivacyPolicyPage', 'legal'),
  },
  {
    path: paths.terms_of_service,
    lazy: lazyPage(() => import('#web/pages/terms-of-service.tsx'), 'TermsOfServicePage', 'legal'),
  },
  { path: paths.contact_us, lazy: lazyPage(() => import('#web/pages/contact-us.tsx'), 'ContactUsPage', 'contact') },
]

const guarded: RouteObject[] = [
  { path: paths.home, lazy: lazyPage(() => import('#web/pages/home.tsx'), 'HomePage') },
  { path: paths.settings, lazy: lazyPage(() => import('#web/pages/settings.tsx'), 'SettingsPage', 'account') },
  {
    path: paths.subscriptions,
    lazy: lazyPage(() => import('#web/pages/subscriptions.tsx'), 'SubscriptionsPage', 'subscriptions'),
  },
  {
    lazy: lazyPage(() => import('#web/pages/conversations.tsx'), 'ConversationsFrame'),
    children: [
      { path: paths.conversations, lazy: lazyPage(() => import('#web/pages/conversations.tsx'), 'ConversationsPage') },
      { path: paths.conversation, lazy: lazyPage(() => import('#web/pages/conversation.tsx'), 'ConversationPage') },
      {
        lazy: lazyPage(() => import('./guard.tsx'), 'CreatorsOnly'),
        children: [
          {
            path: paths.conversations_received,
            lazy: lazyPage(() => import('#web/pages/conversations.tsx'), 'ConversationsReceivedPage'),
          },
        ],
      },
    ],
  },
  { path: paths.notices, lazy: lazyPage(() => import('#web/pages/notices.tsx'), 'NoticesPage', 'notices') },
  {
    lazy: lazyPage(() => import('./guard.tsx'), 'CreatorsOnly'),
    children: [
      { path: paths.revenues, lazy: lazyPage(() => import('#web/pages/revenues.tsx'), 'RevenuesPage', 'revenues') },
    ],
  },
  {
    lazy: lazyPage(() => import('./guard.tsx'), 'StaffOnly'),
    children: [
      {
        path: paths.admin_users,
        lazy: lazyPage(() => import('#web/pages/admin-users.tsx'), 'AdminUsersPage', 'admin'),
      },
      {
        path: paths.admin_reports,
        lazy: lazyPage(() => import('#web/pages/admin-reports.tsx'), 'AdminReportsPage', 'admin'),
      },
      {
        path: paths.admin_numbers,
        lazy: lazyPage(() => import('#web/pages/admin-numbers.tsx'), 'AdminNumbersPage', 'admin'),
      },
    ],
  },
  // One unknown word is somebody's name.
  { path: paths.profile, lazy: lazyPage(() => import('#web/pages/profile.tsx'), 'ProfilePage') },
  { path: paths.creator_alias, lazy: lazyPage(() => import('#web/pages/profile.tsx'), 'ProfileAlias') },
]

const redirects: RouteObject[] = [
  { path: paths.home_alias, element: <Navigate to={paths.home} replace /> },
  { path: '*', element: <Navigate to={paths.home} replace /> },
]

/** With what stands around their pages. */
async function loadMemberFrame() {
  const [{ MemberFrame }] = await Promise.all([import('./member-frame.tsx'), loadMemberParts()])
  return { MemberFrame }
}

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Waiting,
    children: [
      { lazy: lazyPage(() => import('./auth-frame.tsx'), 'AuthFrame', 'door'), children: door },
      { lazy: lazyPage(() => import('./frame.tsx'), 'OpenFrame'), children: open },
      { lazy: lazyPage(loadMemberFrame, 'MemberFrame'), children: guarded },
      ...redirects,
    ],
  },
]

/**
 * Fetches what an address needs before the router is made. A page that is already there as HTML is taken over in one go;
 * a router that still had to fetch would first draw something else.
 */
export async function fetchRoutesOf(pathname: string): Promise<void> {
  const matched = matchRoutes(routes, pathname) ?? []
  await Promise.all(
    matched.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}

export function createRouter() {
  return createBrowserRouter(routes)
}
