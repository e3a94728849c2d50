import { useSearchParams } from 'react-router'
import { TRANSPARENCY_FIRST_YEAR } from '#contract/content-notices.ts'
import { useTransparencyQuery } from '#web/features/content-notices/queries.ts'
import { TransparencyFigures } from '#web/features/content-notices/transparency-figures.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SelectInput } from '#web/ui/forms/select-input.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** The transparency figures of a year, which the URL names. */
export function TransparencyPage() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const current = new Date().getUTCFullYear()
  const years = Array.from({ length: current - TRANSPARENCY_FIRST_YEAR + 1 }, (_, index) => current - index)
  const year = years.find((one) => String(one) === query.get('year')) ?? current
  const figures = useTransparencyQuery(year)
  usePageTitle(t('content_notices.transparency.title'))
  return (
    <div className="mx-auto w-full max-w-column flex-1 px-5 pt-9 pb-20 md:px-8 md:pt-16">
      <p className="cue mb-2">{t('content_notices.transparency.cue')}</p>
      <h1 className="d-l">{t('content_notices.transparency.title')}</h1>
      <p className="lead mt-3.5">{t('content_notices.transparency.lead')}</p>
      <Field label={t('content_notices.transparency.year')} className="mt-7.5 max-w-50 print:hidden">
        <SelectInput value={year} onChange={(event) => setQuery({ year: event.target.value }, { replace: true })}>
          {years.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SelectInput>
      </Field>
      {figures.data ? (
        <TransparencyFigures figures={figures.data} />
      ) : figures.isError ? (
        <LoadFailure
          title={t('content_notices.transparency.failed')}
          error={figures.error}
          retry={t('content_notices.transparency.retry')}
          onRetry={figures.refetch}
          isRetrying={figures.isFetching}
        />
      ) : (
        <Loading className="mt-10">
          <Skeleton shape="box" className="h-60" />
        </Loading>
      )}
    </div>
  )
}
