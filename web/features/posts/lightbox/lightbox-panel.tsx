import type { ReactNode } from 'react'
import { generatePath, Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { LikeButton } from '#web/features/posts/feed/like-button.tsx'
import { portraitUrl } from '#web/lib/media-url.ts'
import { Avatar, type AvatarProps } from '#web/ui/pictures/avatar.tsx'
import { LazyMarkedNote } from '#web/ui/pictures/lazy-marked-note.tsx'
import { ReadMore } from '#web/ui/read-more.tsx'

export interface LightboxPanelProps {
  post: Post
  ring: AvatarProps['ring']
  menu: ReactNode
  message: ReactNode
  /** The ways to the posts around an album. */
  steps: ReactNode
}

/** Author, description and actions beside the picture, on large screens and in low windows. */
export function LightboxPanel({ post, ring, menu, message, steps }: LightboxPanelProps) {
  return (
    <div className="lightbox-panel bg-surface text-ink">
      <div className="flex items-center gap-3">
        <LightboxAuthor post={post} size={48} ring={ring} />
        {menu}
      </div>
      {post.marked && <LazyMarkedNote username={post.username} look="note" />}
      {steps && <div className="pt-4.5 low:pt-2">{steps}</div>}
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

interface LightboxAuthorProps extends Required<Pick<AvatarProps, 'size' | 'ring'>> {
  post: Post
}

/** The author of the post, with a link to the profile. The panel and the sheet show it. */
export function LightboxAuthor({ post, size, ring }: LightboxAuthorProps) {
  const { username, profile_pic } = post
  return (
    <Link
      to={generatePath(paths.profile, { username })}
      className="mr-auto flex min-h-11 min-w-0 items-center gap-3 rounded-sm"
    >
      <Avatar name={username} src={portraitUrl(profile_pic)} size={size} ring={ring} />
      <span className="truncate text-ui font-semibold">{username}</span>
    </Link>
  )
}
