import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { LIGHTBOX_ARROWS_HIDE_MS } from '#contract/limits.ts'
import type { Post } from '#contract/posts.ts'
import { PostMenu } from '#web/features/posts/feed/post-menu.tsx'
import { type OwnPostDialogs, useOwnPostDialogs } from '#web/features/posts/publish/own-post-dialogs.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useOverlayTitle } from '#web/ui/overlays/use-overlay-title.ts'
import { Viewer } from '#web/ui/overlays/viewer.tsx'
import type { AvatarProps } from '#web/ui/pictures/avatar.tsx'
import { useRoomForSidePanel } from '#web/ui/use-media-query.ts'
import { useLightboxList } from './lightbox-list.ts'
import { LightboxMissing } from './lightbox-missing.tsx'
import { LightboxPanel } from './lightbox-panel.tsx'
import { type Place, successorOf } from './lightbox-place.ts'
import { LightboxSheet } from './lightbox-sheet.tsx'
import { LightboxStage } from './lightbox-stage.tsx'
import { useStillness } from './use-stillness.ts'

export interface LightboxProps {
  open: boolean
  onClose: () => void
  /** The post to show; null while it closes. */
  id: string | null
  onMove: (id: string) => void
  /** Whose list it goes through; everyone's without. */
  username?: string | undefined
  /** Whose posts are their own. */
  viewer_id: string
  /** The way to write to the author of a post. */
  message: (post: Post) => ReactNode
  /** Whether the author of a post has stories up. */
  ringOf: (profile_id: string) => AvatarProps['ring']
}

/** A post over the page, and the way to its neighbours in the list it was opened from. */
export function Lightbox({ open, onClose, id, onMove, username, viewer_id, message, ringOf }: LightboxProps) {
  const { t } = useTranslation()
  const { isStill, stir } = useStillness(LIGHTBOX_ARROWS_HIDE_MS, open)
  const list = useLightboxList({ username, id, open })
  const place = useLastPlace(list.place, id)
  const first = useFirst(id)
  const closeButton = useRef<HTMLButtonElement>(null)
  const own = useOwnPostDialogs({ onDeleted: leaveDeleted, focusAfter: () => closeButton.current })

  // Whoever presses faster than the page is drawn goes on from where the last press leads.
  const heading = useRef(id)
  useEffect(() => {
    heading.current = id
  }, [id])

  function go(to: 'previous' | 'next') {
    const post = list.find(heading.current)?.[to]
    if (!post) return
    heading.current = post.id
    onMove(post.id)
  }

  function key(event: KeyboardEvent) {
    if (event.key === 'ArrowLeft') go('previous')
    if (event.key === 'ArrowRight') go('next')
  }

  function leaveDeleted() {
    const next = place && successorOf(place)
    if (place) list.leave(place.post.id)
    if (next) onMove(next.id)
    else onClose()
  }

  function returnFocus() {
    const id = place?.post.id ?? null
    const picture = pictureOnPage(id)
    // The page keeps its place, unless somebody has gone on to another picture.
    if (id !== first.current) picture?.scrollIntoView({ block: 'nearest' })
    return picture ?? pictureOnPage(first.current) ?? document.querySelector('main')
  }

  const title = place ? t('lightbox.title', { username: place.post.username }) : t('lightbox.loading_title')
  useOverlayTitle(open ? title : null)

  return (
    <Viewer
      open={open}
      onClose={onClose}
      title={title}
      returnFocus={returnFocus}
      onKey={key}
      onPointerMove={(event) => stir(event.pointerType)}
      className="lightbox"
    >
      <div className="lightbox-close night on-picture">
        <IconButton ref={closeButton} label={t('ui.close')} look="filled" className="lg:size-12" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {place ? (
        <Shown {...{ place, isStill, viewer_id, message, ringOf, own, onClose }} onGo={go} />
      ) : (
        <LightboxMissing isLooking={list.isLooking} hasFailed={list.hasFailed} onRetry={list.retry} onClose={onClose} />
      )}
      {own.dialogs}
    </Viewer>
  )
}

interface ShownProps extends Pick<LightboxProps, 'viewer_id' | 'message' | 'ringOf' | 'onClose'> {
  place: Place
  isStill: boolean
  own: OwnPostDialogs
  onGo: (to: 'previous' | 'next') => void
}

/** The picture, and beside or below it what is said about it. */
function Shown({ place, isStill, viewer_id, message, ringOf, own, onGo, onClose }: ShownProps) {
  const hasRoomBeside = useRoomForSidePanel()
  const { post } = place
  const isOwn = post.profile_id === viewer_id
  const changes = { onEdit: () => own.edit(post), onDelete: () => own.remove(post) }
  const menu = <PostMenu key={post.id} post={post} isOwn={isOwn} look="filled" {...changes} />
  const about = { post, isOwn, ring: ringOf(post.profile_id), message: isOwn ? null : message(post) }
  return (
    <>
      <LightboxStage {...{ place, isStill, onGo, onClose }} menu={hasRoomBeside ? null : menu} />
      {hasRoomBeside ? (
        <LightboxPanel {...about} menu={menu} />
      ) : (
        <LightboxSheet key={post.id} {...about} {...changes} />
      )}
    </>
  )
}

/** A post that leaves its list, or the lightbox that closes, is drawn to the end. */
function useLastPlace(found: Place | null, id: string | null): Place | null {
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  return found ?? (id === null || last?.post.id === id ? last : null)
}

/** What opens this post on the page: the way back leads to the one that was looked at last. */
function pictureOnPage(id: string | null): HTMLElement | null {
  return id === null ? null : document.querySelector<HTMLElement>(`main a[href*="post=${CSS.escape(id)}"]`)
}

/** The first post that is shown of each visit. */
function useFirst(id: string | null): { readonly current: string | null } {
  const first = useRef(id)
  const wasShown = useRef(false)
  if (id !== null && !wasShown.current) first.current = id
  wasShown.current = id !== null
  return first
}
