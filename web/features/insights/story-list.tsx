import { Eye, Hourglass, Ticket } from 'lucide-react'
import { Link } from 'react-router'
import { dateText } from '#contract/dates.ts'
import type { InsightStory, Insights } from '#contract/insights.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useOverlayLink } from '#web/ui/overlays/overlay-address.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Arch } from '#web/ui/pictures/arch.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { Thumb } from './thumb.tsx'

/** The stories of the period. Those that are up lead to the viewer, and the newest one to who has seen it. */
export function StoryList({ stories, subscribers }: Pick<Insights, 'stories' | 'subscribers'>) {
  const { t, language } = useTranslation()
  const storyLink = useOverlayLink('story')
  const newest = stories.find(({ is_over }) => !is_over)
  return (
    <Panel title={t('insights.stories')} className="self-start lg:col-span-2">
      <p className="-mt-2 text-small text-pretty text-mute">{t('insights.stories_text')}</p>
      {stories.length === 0 && <p className="pt-4 text-soft">{t('insights.no_stories')}</p>}
      <ul className="mt-4 grid grid-cols-4 gap-x-2.5 gap-y-4">
        {stories.map((story) => (
          <StoryTile key={story.id} story={story} />
        ))}
      </ul>
      {newest && (
        <div className="mt-4 flex flex-wrap items-center gap-3 border-t border-line pt-4">
          <Thumb path={newest.media_path} isProtected={newest.protected} className="size-10 flex-none rounded-full" />
          <p className="min-w-0 flex-1 basis-32">
            <span className="block font-semibold">{t('insights.saw_it', { count: newest.seen_by })}</span>
            <span className="block text-small text-mute">
              {t('insights.of_your_subscribers', {
                seen: (newest.seen_by_subscribers ?? 0).toLocaleString(language),
                count: subscribers,
              })}
            </span>
          </p>
          <ButtonLink
            {...storyLink(newest.id)}
            state={{ ...storyLink(newest.id).state, seen_by: newest.id }}
            variant="secondary"
            size="sm"
            icon={<Eye aria-hidden="true" />}
          >
            {t('insights.see_who')}
          </ButtonLink>
        </div>
      )}
    </Panel>
  )
}

function StoryTile({ story }: { story: InsightStory }) {
  const { t, language } = useTranslation()
  const storyLink = useOverlayLink('story')
  const left = useTimeLeft(story)
  const { seen_by, new_subscribers } = story
  const name = t('insights.story_of', { date: dateText(story.created_at, language, 'day_month') })
  const picture = (
    <Arch className={cx('w-full', left === null && 'opacity-70')}>
      {left === null ? (
        <span className="grid size-full place-items-center bg-sunken text-mute">
          <Hourglass aria-hidden="true" className="size-icon-lg stroke-light" />
        </span>
      ) : (
        <Thumb path={story.media_path} isProtected={story.protected} className="size-full" />
      )}
    </Arch>
  )
  return (
    <li className="min-w-0 text-center">
      {left === null ? (
        <>
          <span className="sr-only">{name}</span>
          {picture}
        </>
      ) : (
        <Link {...storyLink(story.id)} aria-label={name} className="block">
          {picture}
        </Link>
      )}
      <p className="num mt-1.5 text-lg">
        <span aria-hidden="true">{seen_by.toLocaleString(language)}</span>
        <span className="sr-only">{t('insights.seen_count', { count: seen_by })}</span>
      </p>
      <p className="text-small text-mute">{left ?? t('insights.over')}</p>
      <p className="flex items-center justify-center gap-1.5 text-small text-soft">
        <Ticket aria-hidden="true" className="size-icon-sm" />
        <span aria-hidden="true">
          {new_subscribers > 0 ? `+\u00a0${new_subscribers.toLocaleString(language)}` : '–'}
        </span>
        <span className="sr-only">{t('insights.came', { count: new_subscribers })}</span>
      </p>
    </li>
  )
}

/** As in the viewer: minutes in the last hour, otherwise whole hours. Null when it is over. */
function useTimeLeft({ expires_at, is_over }: InsightStory): string | null {
  const { t } = useTranslation()
  const left = Date.parse(expires_at) - useNow()
  if (is_over || left <= 0) return null
  return left <= HOUR_MS
    ? t('insights.minutes_left', { count: Math.max(1, Math.round(left / MINUTE_MS)) })
    : t('insights.hours_left', { count: Math.floor(left / HOUR_MS) })
}
