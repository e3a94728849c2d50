import type { ReactNode } from 'react'
import type { Post } from '#contract/posts.ts'
import { LikeButton } from '#web/features/posts/feed/like-button.tsx'
import type { AvatarProps } from '#web/ui/pictures/avatar.tsx'
import { ReadMore } from '#web/ui/read-more.tsx'
import { LightboxAuthor } from './lightbox-author.tsx'

export interface LightboxPanelProps {
  post: Post
  ring: AvatarProps['ring']
  menu: ReactNode
  message: ReactNode
}

/** What is said about the picture, beside it on large screens and in low windows. */
export function LightboxPanel({ post, ring, menu, message }: LightboxPanelProps) {
  return (
    <div className="lightbox-panel bg-surface text-ink">
      <div className="flex items-center gap-3">
        <LightboxAuthor post={post} size={48} ring={ring} />
        {menu}
      </div>
      <ReadMore
        key={post.id}
        text={post.description}
        className="caption-l mt-auto pt-6 text-caption-lg text-pretty wrap-break-word low:pt-3 low:text-large"
      />
      <div className="mt-5.5 flex min-h-14.5 items-center justify-between gap-4 border-t border-line pt-3.5 low:mt-3 low:pt-2">
        <LikeButton key={post.id} post={post} className="-ml-2.5" />
        {message && <div>{message}</div>}
      </div>
    </div>
  )
}
