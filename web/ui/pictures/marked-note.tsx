import { Fingerprint } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'

/** Tells viewers that a picture carries their name: a line in the feed, a note with the reason beside the picture. */
export function MarkedNote({ username, look }: { username: string; look: 'line' | 'note' }) {
  const { t } = useTranslation()
  const why = (
    <Link
      to={`${paths.privacy_policy}#what-we-keep`}
      className="font-semibold text-garnet-ink underline underline-offset-3"
    >
      {t('marks.why')}
    </Link>
  )
  if (look === 'line') {
    return (
      <p className="mt-2 flex items-start gap-2 text-small text-mute max-lg:order-4">
        <Fingerprint aria-hidden="true" className="mt-0.5 size-icon-sm flex-none stroke-light" />
        <span>
          {t('marks.note')} {why}
        </span>
      </p>
    )
  }
  return (
    <p className="mt-5.5 flex items-start gap-3 rounded-md bg-sunken px-4 py-3.5 text-label leading-note low:mt-3">
      <Fingerprint aria-hidden="true" className="mt-px size-icon-md flex-none stroke-light" />
      <span>
        <strong className="font-semibold">{t('marks.note')}</strong> {t('marks.note_by', { username })} {why}
      </span>
    </p>
  )
}
