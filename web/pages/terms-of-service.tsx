import { paths } from '#contract/paths.ts'
import { LegalDocument } from '#web/features/legal/legal-document.tsx'
import { useSection } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function TermsOfServicePage() {
  const { privacy_policy, terms_of_service } = useSection('legal')
  usePageTitle(terms_of_service.title)
  return <LegalDocument text={terms_of_service} other={{ to: paths.privacy_policy, title: privacy_policy.title }} />
}
