import { paths } from '#contract/paths.ts'
import { useSells } from '#web/features/accounts/queries.ts'
import { VerificationView } from '#web/features/verifications/verification-view.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { BackLink } from '#web/ui/back-link.tsx'

/** The verification of a creator. A house may ask for it without selling anything. */
export function VerificationPage() {
  const { t } = useTranslation()
  const sells = useSells()
  usePageTitle(t('verifications.title'))
  return (
    <div className="mx-auto w-full max-w-column flex-1 px-4 pt-4 pb-14 md:px-8 md:pt-8">
      <BackLink to={sells ? paths.payouts : paths.home}>{t('verifications.page_back')}</BackLink>
      <h1 className="d-l mt-2 mb-6">{t('verifications.title')}</h1>
      <VerificationView paysOut={sells} />
    </div>
  )
}
