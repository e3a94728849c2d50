import { Link } from 'lucide-react'
import { generatePath } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { useShare } from '#web/ui/share.tsx'
import { useWaitingListQuery } from './queries.ts'

/** For a creator while nothing can be bought: how many people wait for it, never who. */
export function BeforeTheDoors({ username }: { username: string }) {
  const { t, language } = useTranslation()
  const { copy } = useShare()
  const { data } = useWaitingListQuery()
  if (!data) return null
  const { count, this_week } = data
  return (
    <div className="mb-6 grid justify-items-start gap-4.5">
      <section
        aria-label={t('waiting_lists.before')}
        className="w-full max-w-post rounded-card border border-line bg-surface px-7 py-6.5"
      >
        <h2 className="cue">{t('waiting_lists.before')}</h2>
        <p className="num sum-lg mt-1.5">{count.toLocaleString(language)}</p>
        <p className="font-medium">{t('waiting_lists.asked', { count })}</p>
        <p className="mt-2 text-small text-mute">
          {count > 0 &&
            `${this_week > 0 ? t('waiting_lists.this_week', { count: this_week }) : t('waiting_lists.none_this_week')} `}
          {t('waiting_lists.never_who')}
        </p>
      </section>
      <Button
        variant="secondary"
        size="sm"
        icon={<Link aria-hidden="true" />}
        onClick={() => copy(generatePath(paths.profile, { username }))}
      >
        {t('waiting_lists.copy')}
      </Button>
    </div>
  )
}
