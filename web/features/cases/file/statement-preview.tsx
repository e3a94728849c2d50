import { useId, useState } from 'react'
import type { Locale } from '#contract/accounts.ts'
import type { CaseFile } from '#contract/cases.ts'
import { LOCALES } from '#contract/locales.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { Letter } from './letter.tsx'
import { type StatementDraft, useStatementQuery } from './queries.ts'

/** The letter as it will be read, in both languages. What it is is read out on focus; its changes are not. */
export function StatementPreview({ file, draft }: { file: CaseFile; draft: StatementDraft }) {
  const { t, language } = useTranslation()
  const [shown, setShown] = useState<Locale>(language)
  const labelId = useId()
  const { data, isError } = useStatementQuery(file.id, draft)
  return (
    <section aria-labelledby={labelId} className="mt-5">
      <div className="mb-2.5 flex flex-wrap items-center justify-between gap-2">
        <h3 id={labelId} className="text-label leading-label font-semibold">
          {t('cases.decide.preview')}
        </h3>
        <fieldset className="flex overflow-hidden rounded-pill border border-edge">
          <legend className="sr-only">{t('cases.decide.preview_language')}</legend>
          {LOCALES.map((locale) => (
            <button
              key={locale}
              type="button"
              lang={locale}
              aria-pressed={locale === shown}
              onClick={() => setShown(locale)}
              className={cx(
                'ring-inside min-h-11 min-w-11 cursor-pointer px-3.5 text-small font-semibold md:min-h-8',
                locale === shown ? 'bg-ink text-paper' : 'text-ink hover:bg-sunken',
              )}
            >
              {locale.toUpperCase()}
            </button>
          ))}
        </fieldset>
      </div>
      {data ? (
        <section
          aria-label={t('cases.decide.preview_summary', { number: file.number })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a summary is read on focus, because the letter is no live region
          tabIndex={0}
          className="rounded-sm"
        >
          <Letter statement={data[shown]} language={shown} number={file.number} facts={draft.facts} />
        </section>
      ) : (
        <p className="rounded-sm border border-line px-5.5 py-5 text-small text-mute">
          {t(isError ? 'cases.decide.preview_failed' : 'cases.decide.preview_empty')}
        </p>
      )}
    </section>
  )
}
