import { Snowflake } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { useStatementQuery } from './queries.ts'

/** The id of the letter, which the band links to. */
export const LETTER_ID = 'reasons'

/** The band above the header, for somebody whose account is frozen. */
export function FrozenBand() {
  const { t } = useTranslation()
  const { data } = useStatementQuery()
  if (!data?.is_frozen) return null
  return (
    <section
      aria-label={t('decisions.frozen.label')}
      className="night on-picture flex flex-wrap items-start gap-x-3 border-b-3 border-info px-4 pt-3 pb-1 leading-note md:items-center md:justify-center md:px-6 md:py-1"
    >
      <Snowflake aria-hidden="true" className="mt-0.5 size-5 flex-none text-info md:mt-0" />
      <p className="min-w-0 flex-1 md:flex-none">
        <strong className="font-semibold">{t('decisions.frozen.title')}</strong> {t('decisions.frozen.text')}
      </p>
      <Link
        to={{ hash: LETTER_ID }}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 max-md:ml-8 max-md:basis-full"
      >
        {t('decisions.frozen.why')}
      </Link>
    </section>
  )
}
