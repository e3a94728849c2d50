import type { PublicPath } from '#contract/paths.ts'
import type { WordKey } from '#web/lib/i18n/i18n.ts'
import type { PageNamespace } from '#web/lib/i18n/namespaces.ts'

interface PublicPage {
  title: WordKey
  description: WordKey
  /** What its first load needs besides the entry: the browser is told at once instead of finding out step by step. */
  file: string
  namespace: PageNamespace
}

/** The pages that are rendered when the web app is built, and what search engines and link previews are told of them. */
export const publicPages: Record<PublicPath, PublicPage> = {
  '/discover': {
    title: 'landing.title',
    description: 'landing.description',
    file: 'pages/discover.tsx',
    namespace: 'landing',
  },
  '/pricing': {
    title: 'pricing.title',
    description: 'pricing.description',
    file: 'pages/pricing.tsx',
    namespace: 'pricing',
  },
  '/privacy-policy': {
    title: 'legal.privacy_policy.title',
    description: 'legal.privacy_policy.description',
    file: 'pages/privacy-policy.tsx',
    namespace: 'legal',
  },
  '/terms-of-service': {
    title: 'legal.terms_of_service.title',
    description: 'legal.terms_of_service.description',
    file: 'pages/terms-of-service.tsx',
    namespace: 'legal',
  },
  '/contact-us': {
    title: 'contact.title',
    description: 'contact.description',
    file: 'pages/contact-us.tsx',
    namespace: 'contact',
  },
}
