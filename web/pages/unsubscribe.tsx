import { useSearchParams } from 'react-router'
import { UnsubscribeLink } from '#web/features/notices/unsubscribe-link.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Boxes } from '#web/ui/pictures/boxes.tsx'

/** The page that the unsubscribe links of mails lead to. */
export function UnsubscribePage() {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  usePageTitle(t('notices.unsubscribe.title'))
  return (
    <div className="mx-auto flex w-full max-w-156 flex-1 flex-col px-5 pt-9 md:px-8 md:pt-20">
      <div className="pb-12">
        <UnsubscribeLink key={token} token={token} />
      </div>
      <Boxes middle="chair" className="mt-auto" />
    </div>
  )
}
