import { useTranslation } from '#web/lib/i18n.ts'
import { ListEnd, type ListEndProps } from '#web/ui/list-end.tsx'

const AHEAD_PX = 1600

export type MorePostsProps = Omit<ListEndProps, 'words' | 'ahead_px' | 'size' | 'className'>

/** The end of a list of posts that goes on. */
export function MorePosts(props: MorePostsProps) {
  const { t } = useTranslation()
  return (
    <ListEnd
      {...props}
      words={{ more: t('home.more'), failed: t('home.more_failed'), retry: t('posts.retry') }}
      ahead_px={AHEAD_PX}
      className="flex flex-col items-center gap-4 border-t border-line pt-8 pb-4"
    />
  )
}
