import { paths } from '#contract/paths.ts'
import { LegalDocument } from '#web/features/legal/legal-document.tsx'
import { useSection } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function PrivacyPolicyPage() {
  const { privacy_policy, terms_of_service } = useSection('legal')
  usePageTitle(privacy_policy.title)
  return <LegalDocument text={privacy_policy} other={{ to: paths.terms_of_service, title: terms_of_service.title }} />
}
