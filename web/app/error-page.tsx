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
 * Error boundary of the routes, for an exception or a chunk that failed to load. Both buttons reload the app. If the
 * server was down, the page reloads itself when the server answers again.
 */
export function ErrorPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  const isChunkMissing = error instanceof ChunkError
  usePageTitle(t('error_page.title'))
  useEffect(() => (isChunkMissing ? whenServerRecovers(() => location.reload()) : undefined), [isChunkMissing])
  return (
    <main className="on-picture relative isolate grid min-h-dvh place-items-center overflow-hidden bg-velvet text-center text-ivory">
      <img src={parted} alt="" className="absolute inset-0 -z-2 size-full object-cover" />
      <div className="error-scrim absolute inset-0 -z-1" />
      <div className="flex max-w-post flex-col items-center px-6 py-10">
        <h1 className="d-l">{t('error_page.title')}</h1>
        <p className="mt-4 mb-7 max-w-95 text-pretty">
          {isChunkMissing ? t('error_page.chunk_text') : t('error_page.text')}
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
