import type { Post } from '#contract/posts.ts'

/** Who published a post, as somebody one may write to. */
export function authorOf({ profile_id, username, profile_pic }: Post) {
  return { id: profile_id, name: username, profile_pic }
}
