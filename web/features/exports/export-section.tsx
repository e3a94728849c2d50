import { Download, PackageOpen } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { dateText } from '#contract/dates.ts'
import { EXPORT_FRESH_HOURS, type Export } from '#contract/exports.ts'
import { EXPORT_SETTINGS } from '#contract/settings-sections.ts'
import { HOUR_MS } from '#contract/time.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { isPreparing, useDownloadMutation, useExportsQuery, useRequestExportMutation } from './queries.ts'
import { sizeText } from './size-text.ts'

const FRESH_MS = EXPORT_FRESH_HOURS * HOUR_MS

/** The export of all data of the account: request, preparation, download. */
export function ExportSection() {
  const { t } = useTranslation()
  return (
    <SettingsSection address={EXPORT_SETTINGS} title={t('exports.title')} text={t('exports.text')}>
      <Exports />
    </SettingsSection>
  )
}

function Exports() {
  const { t } = useTranslation()
  const { data: exports, error, refetch, isFetching } = useExportsQuery()
  if (!exports && error) {
    return (
      <LoadFailure
        heading="h3"
        title={t('exports.load_failed')}
        error={error}
        retry={t('exports.try_again')}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    )
  }
  if (!exports) {
    return (
      <Loading>
        <Skeleton shape="line" className="h-12 w-full max-w-60" />
      </Loading>
    )
  }
  return <ExportState exports={exports} />
}

function ExportState({ exports }: { exports: Export[] }) {
  const { t } = useTranslation()
  const request = useRequestExportMutation()
  const section = useRef<HTMLDivElement>(null)
  const [newest] = exports
  const ready = exports.find(({ state }) => state === 'ready')
  const isWaiting = newest !== undefined && isPreparing(newest)
  const hasFailed = newest?.state === 'failed'
  const isFresh = newest?.state === 'ready' && Date.now() - Date.parse(newest.requested_at) < FRESH_MS

  // The pressed button disappears, so the focus moves to the section around it.
  function requestExport() {
    request.mutate(undefined, { onSuccess: () => section.current?.focus() })
  }

  return (
    <div ref={section} tabIndex={-1} className="rounded-sm outline-offset-4">
      <Stack>
        {isWaiting && <Alert type="info">{t('exports.preparing')}</Alert>}
        {hasFailed && <Alert type="error">{t('exports.failed')}</Alert>}
        {ready && <Ready ready={ready} onExpired={() => section.current?.focus()} />}
        {!isWaiting && !isFresh && (
          <Button
            variant="secondary"
            icon={<PackageOpen aria-hidden="true" />}
            loading={request.isPending}
            onClick={requestExport}
          >
            {t(`exports.${hasFailed ? 'try_again' : ready ? 'ask_again' : 'ask'}`)}
          </Button>
        )}
      </Stack>
    </div>
  )
}

function Ready({ ready, onExpired }: { ready: Export; onExpired: () => void }) {
  const { t, language } = useTranslation()
  const download = useDownloadMutation(onExpired)
  const facts = {
    day: dateText(ready.requested_at, language, 'day'),
    size: sizeText(ready.bytes ?? 0, language),
    until: ready.expires_at === null ? '' : dateText(ready.expires_at, language, 'moment'),
  }
  return (
    <>
      <Alert type="success">{t('exports.ready', facts)}</Alert>
      <Button
        icon={<Download aria-hidden="true" />}
        loading={download.isPending}
        onClick={() => download.mutate(ready.id)}
      >
        {t('exports.download')}
      </Button>
    </>
  )
}

function Stack({ children }: { children: ReactNode }) {
  return <div className="flex flex-col items-start gap-4">{children}</div>
}
