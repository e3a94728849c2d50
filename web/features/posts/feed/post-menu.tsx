import { Flag, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { generatePath } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { usePinMutation } from '#web/features/posts/queries.ts'
import { LazyReportDialog } from '#web/features/posts/report/lazy-report-dialog.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Menu, type MenuProps } from '#web/ui/overlays/menu.tsx'
import { usePersonActions } from '#web/ui/person-actions.ts'
import { useShare } from '#web/ui/share.tsx'

export interface PostMenuProps extends Pick<MenuProps, 'look' | 'className'> {
  post: Pick<Post, 'id' | 'username' | 'pinned'>
  /** Whether the menu offers to mute the author: in the feed, where the author would leave. */
  canMute?: boolean
  /** Authors can edit and delete their posts, if the callbacks are given; other users can report them, and block their author. */
  isOwn: boolean
  onEdit?: (() => void) | undefined
  onDelete?: (() => void) | undefined
}

/** The menu of a post. */
export function PostMenu({ post, isOwn, canMute = false, onEdit, onDelete, ...menu }: PostMenuProps) {
  const { t } = useTranslation()
  const person = usePersonActions()
  const share = useShare()
  const pin = usePin(post)
  const [isReporting, setReporting] = useState(false)
  const report = {
    label: t('posts.report'),
    icon: <Flag aria-hidden="true" />,
    danger: true,
    onSelect: () => setReporting(true),
  }
  const entries = isOwn
    ? [
        ...(onEdit ? [pin.entry] : []),
        ...(onEdit ? [{ label: t('posts.edit'), icon: <Pencil aria-hidden="true" />, onSelect: onEdit }] : []),
        ...(onDelete
          ? [{ label: t('posts.delete'), icon: <Trash2 aria-hidden="true" />, danger: true, onSelect: onDelete }]
          : []),
      ]
    : [
        ...(person && canMute ? [person.muteEntry(post.username, false)] : []),
        report,
        ...(person ? [person.blockEntry(post.username)] : []),
      ]
  const shared = share.entries(postPath(post), t('posts.lightbox.title', { username: post.username }))
  return (
    <>
      <Menu {...menu} label={t('posts.more')} entries={[...shared, ...entries]} />
      {!isOwn && <LazyReportDialog post_id={post.id} open={isReporting} onClose={() => setReporting(false)} />}
    </>
  )
}

/** Pinning a post to the top of one's page, or taking the pin off. */
function usePin(post: Pick<Post, 'id' | 'pinned'>) {
  const { t } = useTranslation()
  const { mutate } = usePinMutation()
  return {
    entry: post.pinned
      ? {
          label: t('posts.unpin'),
          icon: <PinOff aria-hidden="true" />,
          onSelect: () => mutate({ post, pinned: false }),
        }
      : { label: t('posts.pin'), icon: <Pin aria-hidden="true" />, onSelect: () => mutate({ post, pinned: true }) },
  }
}

/** The address of a post: it is opened over the page of its author. */
function postPath({ id, username }: Pick<Post, 'id' | 'username'>): string {
  return `${generatePath(paths.profile, { username })}?post=${id}`
}
