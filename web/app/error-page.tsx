import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { paths } from '#contract/paths.ts'
import parted from '#web/assets/parted.avif'
import { ChunkError } from '#web/lib/chunk-timeout.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { whenServerRecovers } from '#web/lib/server-recovery.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

/**
 * When something on a page breaks, or a part of it does not arrive. Both ways out load the app anew; where the server was
 * away, the page does so itself when it is back.
 */
export function ErrorPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  const isPartMissing = error instanceof ChunkError
  usePageTitle(t('error_page.title'))
  useEffect(() => (isPartMissing ? whenServerRecovers(() => location.reload()) : undefined), [isPartMissing])
  return (
    <main className="on-picture relative isolate grid min-h-dvh place-items-center overflow-hidden bg-velvet text-center text-ivory">
      <img src={parted} alt="" className="absolute inset-0 -z-2 size-full object-cover" />
      <div className="error-scrim absolute inset-0 -z-1" />
      <div className="flex max-w-post flex-col items-center px-6 py-10">
        <h1 className="d-l">{t('error_page.title')}</h1>
        <p className="mt-4 mb-7 max-w-95 text-pretty">
          {isPartMissing ? t('error_page.chunk_text') : t('error_page.text')}
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button variant="ivory" onClick={() => location.reload()}>
            {t('error_page.reload')}
          </Button>
          <ButtonLink variant="ghost-light" to={paths.home} reloadDocument>
            {t('error_page.home')}
          </ButtonLink>
        </div>
      </div>
    </main>
  )
}
