import { useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useNearView } from '#web/ui/use-near-view.ts'

/** The next page is asked for this far before the end of the list comes into view. */
const AHEAD_PX = 1600

export interface MorePostsProps {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
  /** Somebody pressed the button, rather than scrolling. */
  onAsked?: () => void
}

/** The end of a list that goes on: it goes on by itself, and at the press of a button for those who do not scroll. */
export function MorePosts(props: MorePostsProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, onAsked } = props
  const { t } = useTranslation()
  const end = useRef<HTMLDivElement>(null)
  // After a failure somebody has to ask, or it would be tried without a pause.
  const goesOn = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useNearView(end, AHEAD_PX, goesOn ? () => void fetchNextPage() : null)

  if (!hasNextPage) return null
  return (
    <div ref={end} className="flex flex-col items-center gap-4 border-t border-line pt-8 pb-4">
      {isFetchNextPageError && !isFetchingNextPage && <Notice type="error">{t('home.more_failed')}</Notice>}
      <Button
        variant="secondary"
        loading={isFetchingNextPage}
        onClick={() => {
          onAsked?.()
          void fetchNextPage()
        }}
      >
        {isFetchNextPageError ? t('posts.retry') : t('home.more')}
      </Button>
    </div>
  )
}
