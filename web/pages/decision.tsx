import { Decision } from '#web/features/decisions/decision.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

/** A decision about the reader, behind the link of a mail or a notice; signed in or not. */
export function DecisionPage() {
  const { t } = useTranslation()
  usePageTitle(t('decisions.page_title'))
  return (
    <div className="mx-auto w-full max-w-content flex-1 px-4 py-7 md:px-8 md:py-12">
      <Decision />
    </div>
  )
}
