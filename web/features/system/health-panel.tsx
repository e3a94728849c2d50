import { CircleCheck, CircleMinus, CircleX, Mail, RefreshCw, TriangleAlert } from 'lucide-react'
import { Fragment } from 'react'
import { dateText } from '#contract/dates.ts'
import type { CheckState, HealthCheck, SettingInForce } from '#contract/system.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useHealthQuery, useTestMailMutation } from './health-queries.ts'

/** On phones the source of a setting is below its value. */
const WIDE_ONLY = 'max-md:hidden'
const PANEL = 'overflow-hidden rounded-card border border-line bg-surface'

/** What every part of the site says of itself, and the settings in force. */
export function HealthPanel() {
  const { t, language } = useTranslation()
  const { data, isError, isFetching, refetch } = useHealthQuery(language)
  const mail = useTestMailMutation(language)
  return (
    <div className="grid items-start gap-6">
      <section className={PANEL}>
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4">
          <div className="min-w-0">
            <h2 className="t2">{t('system.health.title')}</h2>
            <p className="text-small text-mute">
              {data
                ? t('system.health.checked_at', { time: dateText(data.checked_at, language, 'moment') })
                : t('system.health.intro')}
            </p>
          </div>
          <div className="flex flex-wrap gap-2.5">
            <Button
              variant="secondary"
              size="sm"
              icon={<Mail aria-hidden="true" />}
              loading={mail.isPending}
              onClick={() => mail.mutate()}
            >
              {t('system.health.send_mail')}
            </Button>
            <Button
              variant="secondary"
              size="sm"
              icon={<RefreshCw aria-hidden="true" />}
              loading={isFetching && data !== undefined}
              onClick={() => void refetch()}
            >
              {t('system.health.again')}
            </Button>
          </div>
        </div>
        {data ? (
          <ul aria-label={t('system.health.list')}>
            {data.checks.map((check) => (
              <CheckRow key={check.name} check={check} />
            ))}
          </ul>
        ) : isError ? (
          <LoadFailure title={t('system.health.failed')} retry={t('system.health.retry')} onRetry={refetch} />
        ) : (
          <HealthSkeleton />
        )}
      </section>
      {data && <SettingsTable settings={data.settings} />}
    </div>
  )
}

const LOOKS: Readonly<Record<CheckState, { colour: 'ok' | 'brass' | 'err' | 'neutral'; icon: typeof CircleCheck }>> = {
  ok: { colour: 'ok', icon: CircleCheck },
  warning: { colour: 'brass', icon: TriangleAlert },
  failed: { colour: 'err', icon: CircleX },
  not_used: { colour: 'neutral', icon: CircleMinus },
}

function CheckRow({ check: { name, state, sentence, remedy, details } }: { check: HealthCheck }) {
  const { t } = useTranslation()
  const { colour, icon: Icon } = LOOKS[state]
  return (
    <li className="border-b border-line px-5 py-3 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
        {t(`system.health.names.${name}`)}
        <Pill colour={colour} icon={<Icon aria-hidden="true" />}>
          {t(`system.health.states.${state}`)}
        </Pill>
      </p>
      <p className="wrap-anywhere">{sentence}</p>
      {remedy !== null && (
        <p className="text-small text-mute wrap-anywhere">
          <span className="font-semibold">{t('system.health.remedy')}</span> – {remedy}
        </p>
      )}
      {details.length > 0 && (
        <details className="mt-1 text-small text-mute">
          <summary className="cursor-pointer py-1">{t('system.health.details')}</summary>
          <ul>
            {details.map((detail) => (
              <li key={detail} className="wrap-anywhere tabular-nums">
                {detail}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

function SettingsTable({ settings }: { settings: readonly SettingInForce[] }) {
  const { t } = useTranslation()
  return (
    <section className={PANEL}>
      <h2 className="t2 px-5 pt-4 pb-2">{t('system.health.settings')}</h2>
      <table className="w-full table-fixed text-small leading-body">
        <caption className="sr-only">{t('system.health.settings')}</caption>
        <thead className="text-mute">
          <tr className="border-b border-line">
            {(['setting', 'value', 'source'] as const).map((column) => (
              <th
                key={column}
                scope="col"
                className={cx(
                  'px-2 py-2 text-left font-semibold first:pl-5 last:pr-5',
                  column === 'source' && WIDE_ONLY,
                )}
              >
                {t(`system.health.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {settings.map(({ name, source, value }) => (
            <tr key={name} className="border-b border-line last:border-b-0">
              <th scope="row" className="px-2 py-2 pl-5 text-left font-semibold wrap-anywhere">
                <BreakableName name={name} />
              </th>
              <td className="px-2 py-2 wrap-anywhere max-md:pr-5">
                {value || <i>{t(value === null ? 'system.health.secret' : 'system.health.empty')}</i>}
                <span className="block text-mute md:hidden">{t(`system.health.sources.${source}`)}</span>
              </td>
              <td className={cx('px-2 py-2 pr-5 text-mute', WIDE_ONLY)}>{t(`system.health.sources.${source}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The name of a setting, which a narrow window may break after an underscore. */
function BreakableName({ name }: { name: string }) {
  return name.split('_').map((word, index) => (
    <Fragment key={word}>
      {index > 0 && (
        <>
          _<wbr />
        </>
      )}
      {word}
    </Fragment>
  ))
}

const ROWS = ['w-24', 'w-32', 'w-28', 'w-20', 'w-36', 'w-26', 'w-30']

function HealthSkeleton() {
  return (
    <Loading className="block">
      {ROWS.map((width) => (
        <div key={width} className="flex h-16 items-center gap-3 border-b border-line px-5 last:border-b-0">
          <Skeleton shape="line" className={width} />
          <Skeleton shape="line" className="ml-auto w-14" />
        </div>
      ))}
    </Loading>
  )
}
