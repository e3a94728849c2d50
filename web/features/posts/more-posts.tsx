import { useTranslation } from '#web/lib/i18n.ts'
import { ListEnd, type ListEndProps } from '#web/ui/list-end.tsx'

const AHEAD_PX = 1600

export interface MorePostsProps extends Omit<ListEndProps, 'words' | 'ahead_px' | 'size' | 'className'> {
  /** After the last page a quiet mark says that nothing follows. */
  saysWhereItEnds: boolean
}

/** The end of what is loaded of a list of posts: the way on, or that this was all. */
export function MorePosts({ saysWhereItEnds, ...props }: MorePostsProps) {
  const { t } = useTranslation()
  if (!props.hasNextPage) return saysWhereItEnds && <p className="feed-end cue">{t('home.end')}</p>
  return (
    <ListEnd
      {...props}
      words={{ more: t('home.more'), failed: t('home.more_failed'), retry: t('posts.retry') }}
      ahead_px={AHEAD_PX}
      className="flex flex-col items-center gap-4 border-t border-line pt-8 pb-4"
    />
  )
}
