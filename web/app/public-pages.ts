import type { PublicPath } from '#contract/public-paths.ts'
import type { TranslationKey } from '#web/lib/i18n/i18n.ts'
import type { PageNamespace } from '#web/lib/i18n/namespaces.ts'

interface PublicPage {
  title: TranslationKey
  description: TranslationKey
  /** The module and the namespace of the page, which are preloaded together with the entry. */
  file: string
  namespace: PageNamespace
}

/** The prerendered pages, with title and description for search engines and link previews. */
export const publicPages: Record<PublicPath, PublicPage> = {
  '/discover': {
    title: 'landing.title',
    description: 'landing.description',
    file: 'pages/discover.tsx',
    namespace: 'landing',
  },
  '/pricing': {
    title: 'money.pricing.title',
    description: 'money.pricing.description',
    file: 'pages/pricing.tsx',
    namespace: 'money/pricing',
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
    namespace: 'contact/form',
  },
  '/report-content': {
    title: 'content_notices.title',
    description: 'content_notices.description',
    file: 'pages/content-notices.tsx',
    namespace: 'content-notices',
  },
}
