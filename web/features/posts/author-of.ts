import type { Post } from '#contract/posts.ts'

/** The author of a post, as the recipient of a message. */
export function authorOf({ profile_id, username, profile_pic }: Post) {
  return { id: profile_id, name: username, profile_pic }
}
