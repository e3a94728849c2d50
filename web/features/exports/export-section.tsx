import { Download, PackageOpen } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { dateText } from '#contract/dates.ts'
import type { Export } from '#contract/exports.ts'
import { EXPORT_FRESH_HOURS } from '#contract/limits.ts'
import { EXPORT_SETTINGS } from '#contract/paths.ts'
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

/** Everything the account holds, to take home: asked for, prepared, fetched. */
export function ExportSection() {
  const { t } = useTranslation()
  return (
    <SettingsSection address={EXPORT_SETTINGS} title={t('account.export.title')} text={t('account.export.text')}>
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
        title={t('account.export.load_failed')}
        error={error}
        retry={t('account.export.try_again')}
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
  return <Shown exports={exports} />
}

function Shown({ exports }: { exports: Export[] }) {
  const { t } = useTranslation()
  const request = useRequestExportMutation()
  const shown = useRef<HTMLDivElement>(null)
  const [newest] = exports
  const ready = exports.find(({ state }) => state === 'ready')
  const isWaiting = newest !== undefined && isPreparing(newest)
  const hasFailed = newest?.state === 'failed'
  const isFresh = newest?.state === 'ready' && Date.now() - Date.parse(newest.requested_at) < FRESH_MS

  // The button that was pressed is gone; who pressed it goes on reading where it stood.
  function ask() {
    request.mutate(undefined, { onSuccess: () => shown.current?.focus() })
  }

  return (
    <div ref={shown} tabIndex={-1} className="rounded-sm outline-offset-4">
      <Stack>
        {isWaiting && <Alert type="info">{t('account.export.preparing')}</Alert>}
        {hasFailed && <Alert type="error">{t('account.export.failed')}</Alert>}
        {ready && <Ready ready={ready} onOver={() => shown.current?.focus()} />}
        {!isWaiting && !isFresh && (
          <Button
            variant="secondary"
            icon={<PackageOpen aria-hidden="true" />}
            loading={request.isPending}
            onClick={ask}
          >
            {t(`account.export.${hasFailed ? 'try_again' : ready ? 'ask_again' : 'ask'}`)}
          </Button>
        )}
      </Stack>
    </div>
  )
}

function Ready({ ready, onOver }: { ready: Export; onOver: () => void }) {
  const { t, language } = useTranslation()
  const download = useDownloadMutation(onOver)
  const facts = {
    day: dateText(ready.requested_at, language, 'day'),
    size: sizeText(ready.bytes ?? 0, language),
    until: ready.expires_at === null ? '' : dateText(ready.expires_at, language, 'moment'),
  }
  return (
    <>
      <Alert type="success">{t('account.export.ready', facts)}</Alert>
      <Button
        icon={<Download aria-hidden="true" />}
        loading={download.isPending}
        onClick={() => download.mutate(ready.id)}
      >
        {t('account.export.download')}
      </Button>
    </>
  )
}

function Stack({ children }: { children: ReactNode }) {
  return <div className="flex flex-col items-start gap-4">{children}</div>
}
