import { generatePath, Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { Avatar, type AvatarProps } from '#web/ui/pictures/avatar.tsx'

export interface LightboxAuthorProps extends Required<Pick<AvatarProps, 'size' | 'ring'>> {
  post: Post
}

/** Whose post it is, and the way to their page. */
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
