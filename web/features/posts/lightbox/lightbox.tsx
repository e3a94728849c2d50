import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { picturesOf, placeIn, showPicture } from '#web/features/posts/album/album-place.ts'
import { PostMenu } from '#web/features/posts/feed/post-menu.tsx'
import { type OwnPostDialogs, useOwnPostDialogs } from '#web/features/posts/publish/own-post-dialogs.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useOverlayTitle } from '#web/ui/overlays/use-overlay-title.ts'
import { Viewer } from '#web/ui/overlays/viewer.tsx'
import type { AvatarProps } from '#web/ui/pictures/avatar.tsx'
import { useRoomForSidePanel } from '#web/ui/use-media-query.ts'
import { LightboxStrip, PostSteps } from './lightbox-album.tsx'
import { useLightboxList } from './lightbox-list.ts'
import { LightboxMissing } from './lightbox-missing.tsx'
import { LightboxPanel } from './lightbox-panel.tsx'
import { type Place, successorOf } from './lightbox-place.ts'
import { LightboxSheet } from './lightbox-sheet.tsx'
import { LightboxStage } from './lightbox-stage.tsx'
import { useMouseIdle } from './use-mouse-idle.ts'

export interface LightboxProps {
  open: boolean
  onClose: () => void
  /** The post to show; null while the lightbox closes. */
  id: string | null
  onMove: (id: string) => void
  /** The creator whose list is browsed; everyone's list if absent. */
  username?: string | undefined
  /** The signed-in user, who may edit and delete their own posts. */
  viewer_id: string
  /** Renders the button that writes to the author of a post. */
  message: (post: Post) => ReactNode
  /** The story ring around the author's portrait. */
  ringOf: (profile_id: string) => AvatarProps['ring']
}

/** Lightbox: one post over the page, with navigation through the list from which it was opened. */
export function Lightbox({ open, onClose, id, onMove, username, viewer_id, message, ringOf }: LightboxProps) {
  const { t } = useTranslation()
  const { isIdle, reset } = useMouseIdle(open)
  const list = useLightboxList({ username, id, open })
  const place = useLastPlace(list.place, id)
  const first = useFirst(id)
  const closeButton = useRef<HTMLButtonElement>(null)
  const own = useOwnPostDialogs({ onDeleted: leaveDeleted, focusAfter: () => closeButton.current })

  // A ref, because a key can be pressed again before the next render: navigation continues from the last target.
  const target = useRef(id)
  useEffect(() => {
    target.current = id
  }, [id])

  // An album has controls that other posts lack. If the one with the focus disappears, an arrow of the same way gets it.
  const way = useRef<'previous' | 'next'>('next')
  const shownId = place?.post.id
  useEffect(() => {
    if (!open || shownId === undefined || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`.lightbox-arrow[data-to="${way.current}"] button`)?.focus()
  }, [open, shownId])

  function go(to: 'previous' | 'next') {
    const post = list.find(target.current)?.[to]
    if (!post) return
    way.current = to
    target.current = post.id
    onMove(post.id)
  }

  /** Left and right stay within an album; with one picture, or a curtain, they go from post to post. */
  function turn(to: 'previous' | 'next') {
    const post = list.find(target.current)?.post
    const count = post ? picturesOf(post).length : 0
    if (!post || count < 2) go(to)
    else showPicture(post.id, placeIn(post.id, count) + (to === 'next' ? 1 : -1), count)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'ArrowLeft') turn('previous')
    if (event.key === 'ArrowRight') turn('next')
    // Up and down always go from post to post, unless they scroll a long text.
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    if (event.target instanceof Element && scrolls(event.target.closest(SCROLLED))) return
    event.preventDefault()
    go(event.key === 'ArrowUp' ? 'previous' : 'next')
  }

  function leaveDeleted() {
    const next = place && successorOf(place)
    if (place) list.markDeleted(place.post.id)
    if (next) onMove(next.id)
    else onClose()
  }

  function returnFocus() {
    const id = place?.post.id ?? null
    const picture = linkOnPage(id)
    // The page keeps its scroll position if the same post was closed that was opened.
    if (id !== first.current) picture?.scrollIntoView({ block: 'nearest' })
    return picture ?? linkOnPage(first.current) ?? document.querySelector('main')
  }

  const title = place ? t('posts.lightbox.title', { username: place.post.username }) : t('posts.lightbox.loading_title')
  useOverlayTitle(open ? title : null)

  return (
    <Viewer
      open={open}
      onClose={onClose}
      title={title}
      returnFocus={returnFocus}
      onKey={handleKey}
      onPointerMove={(event) => reset(event.pointerType)}
      className="lightbox"
    >
      <div className="lightbox-close night on-picture">
        <IconButton ref={closeButton} label={t('ui.close')} look="filled" className="lg:size-12" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {place ? (
        <LightboxContent {...{ place, isIdle, viewer_id, message, ringOf, own, onClose }} onGo={go} onTurn={turn} />
      ) : (
        <LightboxMissing isLoading={list.isLoading} hasFailed={list.hasFailed} onRetry={list.retry} onClose={onClose} />
      )}
      {own.dialogs}
    </Viewer>
  )
}

interface LightboxContentProps extends Pick<LightboxProps, 'viewer_id' | 'message' | 'ringOf' | 'onClose'> {
  place: Place
  isIdle: boolean
  own: OwnPostDialogs
  onGo: (to: 'previous' | 'next') => void
  onTurn: (to: 'previous' | 'next') => void
}

/** The picture, with the panel beside it or the sheet below it. */
function LightboxContent(props: LightboxContentProps) {
  const { place, isIdle, viewer_id, message, ringOf, own, onGo, onTurn, onClose } = props
  const hasRoomBeside = useRoomForSidePanel()
  const { post } = place
  const isOwn = post.profile_id === viewer_id
  const changes = { onEdit: () => own.edit(post), onDelete: () => own.remove(post) }
  const menu = <PostMenu key={post.id} post={post} isOwn={isOwn} look="filled" {...changes} />
  const about = { post, isOwn, ring: ringOf(post.profile_id), message: isOwn ? null : message(post) }
  const isAlbum = picturesOf(post).length > 1
  const strip = isAlbum && <LightboxStrip key={post.id} post={post} />
  const steps = isAlbum && <PostSteps place={place} onGo={onGo} />
  return (
    <>
      <LightboxStage
        {...{ place, isIdle, onTurn, onClose }}
        strip={hasRoomBeside && strip}
        menu={hasRoomBeside ? null : menu}
      />
      {hasRoomBeside ? (
        <LightboxPanel {...about} menu={menu} steps={steps} />
      ) : (
        <LightboxSheet key={post.id} {...about} {...changes} strip={strip} steps={steps} />
      )}
    </>
  )
}

const SCROLLED = '.lightbox-panel, .lightbox-sheet'

function scrolls(element: Element | null): boolean {
  return element !== null && element.scrollHeight > element.clientHeight + 1
}

/** Keeps the last post during the closing animation, and while a deleted post is replaced. */
function useLastPlace(found: Place | null, id: string | null): Place | null {
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  return found ?? (id === null || last?.post.id === id ? last : null)
}

/** The link on the page that opens this post. It gets the focus when the lightbox closes. */
function linkOnPage(id: string | null): HTMLElement | null {
  return id === null ? null : document.querySelector<HTMLElement>(`main a[href*="post=${CSS.escape(id)}"]`)
}

/** The post with which the lightbox was opened. */
function useFirst(id: string | null): { readonly current: string | null } {
  const first = useRef(id)
  const wasShown = useRef(false)
  if (id !== null && !wasShown.current) first.current = id
  wasShown.current = id !== null
  return first
}
