import { type ReactNode, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { LazyDeletePostDialog, LazyEditPostDialog } from './lazy-publish.ts'

export interface OwnPostDialogs {
  edit: (post: Post) => void
  remove: (post: Post) => void
  /** To be drawn somewhere by whoever offers the two. */
  dialogs: ReactNode
}

/** What owners do to a post of their own: changing and deleting it, each in a dialog. */
export function useOwnPostDialogs(onDeleted: (post: Post) => void = () => {}): OwnPostDialogs {
  const [post, setPost] = useState<Post | null>(null)
  const [opened, setOpened] = useState<'edit' | 'remove' | null>(null)
  const close = () => setOpened(null)

  function open(which: 'edit' | 'remove') {
    return (chosen: Post) => {
      setPost(chosen)
      setOpened(which)
    }
  }

  const dialogs = post && (
    <>
      <LazyEditPostDialog open={opened === 'edit'} onClose={close} post={post} />
      <LazyDeletePostDialog open={opened === 'remove'} onClose={close} post={post} onDeleted={onDeleted} />
    </>
  )
  return { edit: open('edit'), remove: open('remove'), dialogs }
}
