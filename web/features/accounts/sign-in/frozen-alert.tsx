import { dateText } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { isTranslationKey, useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** Tells somebody whose account staff have frozen until when and why, and where to object. */
export function FrozenAlert({ error }: { error: ApiError }) {
  const { t, language } = useTranslation()
  const { ends_at, ground, facts, statement } = error.freeze
  // Grounds from before the list of grounds are words of staff.
  const key = `decisions.grounds.${ground}`
  return (
    <Alert type="warning">
      <p className="font-semibold">{t('accounts.login.frozen.title')}</p>
      <p>
        {ends_at === null
          ? t('accounts.login.frozen.forever')
          : t('accounts.login.frozen.until', { date: dateText(ends_at, language, 'moment') })}
      </p>
      <dl className="mt-2 wrap-anywhere">
        <dt className="font-semibold">{t('accounts.login.frozen.facts')}</dt>
        <dd className="whitespace-pre-line">{facts}</dd>
        <dt className="mt-1 font-semibold">{t('accounts.login.frozen.ground')}</dt>
        <dd className="whitespace-pre-line">{isTranslationKey(key) ? t(key) : ground}</dd>
      </dl>
      <p className="mt-2">
        {t('accounts.login.frozen.disagree')}{' '}
        {statement === null ? (
          <TextLink to={paths.contact_us}>{t('accounts.login.frozen.contact')}</TextLink>
        ) : (
          <TextLink to={statement}>{t('accounts.login.frozen.read_why')}</TextLink>
        )}
      </p>
    </Alert>
  )
}
