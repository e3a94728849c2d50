import type { ReactNode } from 'react'
import type { User } from '#contract/accounts.ts'
import { AddStoryTile } from '#web/features/stories/publish/add-story.tsx'
import { useStoriesQuery } from '#web/features/stories/queries.ts'
import { groupsOf } from '#web/features/stories/story-groups.ts'
import { StoryOverlay } from '#web/features/stories/viewer/story-overlay.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StoryTile } from './story-tile.tsx'

/** The row of story tiles above the feed. It is hidden if there are no stories and the user may not add one. */
export function StoryStrip({ user }: { user: Pick<User, 'id' | 'can_add_stories'> }) {
  const { t } = useTranslation()
  const { stories, isPending, isError, refetch } = useStoriesQuery('everyone')
  const groups = groupsOf(stories)
  const isFailed = isError && groups.length === 0
  const isEmpty = groups.length === 0 && !user.can_add_stories && !isPending && !isFailed

  return (
    <>
      {!isEmpty && (
        <section
          aria-label={t('stories.title')}
          aria-busy={isPending}
          className="-mt-7 mb-5 border-b border-line md:mb-11"
        >
          <Row>
            {user.can_add_stories && <AddStoryTile />}
            {isPending && <Skeletons />}
            {groups.map((group) => (
              <StoryTile key={group.creator.id} group={group} />
            ))}
            {isFailed && (
              <li className="flex flex-col items-start justify-center gap-1">
                <p className="text-soft">{t('stories.failed')}</p>
                <Button variant="ghost" size="sm" className="-ml-4" onClick={() => void refetch()}>
                  {t('stories.try_again')}
                </Button>
              </li>
            )}
          </Row>
        </section>
      )}
      <StoryOverlay of="everyone" viewer_id={user.id} />
    </>
  )
}

/** Scrolls horizontally, up to the screen edge on phones. The padding leaves room for the focus rings. */
function Row({ children }: { children: ReactNode }) {
  return (
    <ul className="-mx-4 flex gap-3 overflow-x-auto overscroll-x-contain px-4 pt-4 pb-4.5 md:-mx-2 md:gap-4.5 md:px-2 md:pt-2 md:pb-6.5">
      {children}
    </ul>
  )
}

const SKELETON_KEYS = [1, 2, 3, 4, 5]

/** Hidden from screen readers, because the feed below announces that the page is loading. */
function Skeletons() {
  return SKELETON_KEYS.map((key) => (
    <li key={key} aria-hidden="true" className="w-20 flex-none md:w-23">
      <Skeleton shape="arch" className="h-26 w-full md:h-29.5" />
      <Skeleton shape="line" className="mx-auto mt-2.5 w-4/5" />
    </li>
  ))
}
