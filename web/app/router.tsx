import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { paths } from '#contract/paths.ts'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { loadNamespace } from '#web/lib/i18n/i18n.ts'
import { lazyPage } from '#web/lib/lazy-route.ts'
import { ErrorPage } from './error-page.tsx'
import { BeforeFirstPage } from './initial-spinner.tsx'
import { Root } from './root.tsx'

/** Sign-in pages. Members are redirected from the first two. */
const signInRoutes: RouteObject[] = [
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
  ...[paths.confirm_email, paths.undo_email].map((path) => ({
    path,
    lazy: lazyPage(() => import('#web/pages/email-link.tsx'), 'EmailLinkPage', 'accounts/settings'),
  })),
  // Loaded with the pages of members, whose mails lead to it.
  ...pagesNamed('stop_recovery'),
]

const publicRoutes: RouteObject[] = [
  { path: paths.discover, lazy: lazyPage(() => import('#web/pages/discover.tsx'), 'DiscoverPage', 'landing') },
  { path: paths.pricing, lazy: lazyPage(() => import('#web/pages/pricing.tsx'), 'PricingPage', 'money/pricing') },
  {
    path: paths.privacy_policy,
    lazy: lazyPage(() => import('#web/pages/privacy-policy.tsx'), 'PrivacyPolicyPage', 'legal'),
  },
  {
    path: paths.terms_of_service,
    lazy: lazyPage(() => import('#web/pages/terms-of-service.tsx'), 'TermsOfServicePage', 'legal'),
  },
  {
    path: paths.newsletter,
    lazy: lazyPage(() => import('#web/pages/newsletter.tsx'), 'NewsletterPage', 'newsletter/links'),
  },
  // Loaded with the pages of members, whose mails lead to it.
  ...pagesNamed('unsubscribe'),
  {
    path: paths.contact_us,
    lazy: lazyPage(() => import('#web/pages/contact-us.tsx'), 'ContactUsPage', 'contact/form'),
  },
  {
    path: paths.report_content,
    lazy: lazyPage(() => import('#web/pages/content-notices.tsx'), 'ReportContentPage', 'content-notices'),
  },
  {
    path: paths.content_notice,
    lazy: lazyPage(() => import('#web/pages/content-notices.tsx'), 'ContentNoticePage', 'content-notices'),
  },
  {
    path: paths.transparency,
    lazy: lazyPage(() => import('#web/pages/content-notices.tsx'), 'TransparencyPage', 'content-notices'),
  },
]

/** The frame of public pages. Those that are prerendered are all in it. */
const openRoute: RouteObject = {
  lazy: lazyPage(() => import('./open-frame.tsx'), 'OpenFrame'),
  children: publicRoutes,
}

type MemberPages = typeof import('./member-pages.tsx')['memberPages']

function memberPage(name: keyof MemberPages) {
  return async () => (await withChunkTimeout(import('./member-pages.tsx'))).memberPages[name]()
}

/** Pages whose name is that of their path. */
function pagesNamed(...names: (keyof MemberPages & keyof typeof paths)[]): RouteObject[] {
  return names.map((name) => ({ path: paths[name], lazy: memberPage(name) }))
}

const memberRoutes: RouteObject[] = [
  ...pagesNamed(
    'home',
    'settings',
    'settings_sign_in',
    'staff_door',
    'settings_notices',
    'settings_safety',
    'subscriptions',
    'receipts',
    'order',
  ),
  { path: paths.receipt, lazy: memberPage('receipts') },
  {
    lazy: memberPage('conversations_frame'),
    children: [
      ...pagesNamed('conversations', 'conversation'),
      {
        lazy: memberPage('creators_only'),
        children: pagesNamed('conversations_received'),
      },
    ],
  },
  ...pagesNamed('find', 'notices'),
  {
    lazy: memberPage('creators_only'),
    children: pagesNamed(
      'broadcasts',
      'subscribers',
      'insights',
      'leaks',
      'publish',
      'programme',
      'publish_draft',
      'revenues',
      'payouts',
      'verification',
      'statements',
      'statement',
    ),
  },
  {
    lazy: memberPage('staff_only'),
    children: pagesNamed(
      'admin_users',
      'admin_reports',
      'admin_cases',
      'admin_case',
      'admin_recoveries',
      'admin_numbers',
      'admin_roles',
      'admin_contact',
      'admin_newsletter',
      'admin_audit',
      'admin_leaks',
      'admin_payments',
      'admin_payouts',
      'admin_payout_batch',
      'admin_verifications',
      'admin_verification',
      'admin_health',
    ),
  },
  // A single path segment that is no page is a username.
  ...pagesNamed('profile'),
  { path: paths.creator_alias, lazy: memberPage('profile_alias') },
]

const redirects: RouteObject[] = [
  { path: paths.home_alias, element: <Navigate to={paths.home} replace /> },
  { path: '*', element: <Navigate to={paths.home} replace /> },
]

/** Loads the namespace of members in parallel with their pages. */
async function memberFrame() {
  const [frame] = await Promise.all([memberPage('frame')(), loadNamespace('members')])
  return frame
}

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    HydrateFallback: BeforeFirstPage,
    children: [
      { lazy: lazyPage(() => import('./auth-frame.tsx'), 'AuthFrame', 'accounts/sign-in'), children: signInRoutes },
      openRoute,
      {
        // Open to everybody, but loaded with the pages of members: visitors never find it by themselves.
        lazy: memberPage('decision_frame'),
        children: pagesNamed('decision'),
      },
      { lazy: memberFrame, children: memberRoutes },
      ...redirects,
    ],
  },
]

/**
 * Resolves the lazy routes of a prerendered page before the router is created. Hydration needs them at once: a router that
 * still has to load them would render a fallback first. The page is looked up by its path, because matching it against all
 * routes costs a phone more time than anything else before hydration.
 */
export async function fetchRoutesOf(pathname: string): Promise<void> {
  const page = publicRoutes.find(({ path }) => path === pathname)
  if (!page) throw new Error(`${pathname} is no public page`)
  await Promise.all(
    [openRoute, page].map(async (route) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}

export function createRouter() {
  return createBrowserRouter(routes)
}
