import { type ReactNode, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { LazyDeletePostDialog, LazyEditPostDialog } from './lazy-publish.ts'

export interface AfterDeletion {
  /** Hears of it just before the post leaves the lists. */
  onDeleted: (post: Post) => void
  /** Where the focus goes on then. */
  focusAfter: () => HTMLElement | null
}

export interface OwnPostDialogs {
  edit: (post: Post) => void
  remove: (post: Post) => void
  /** To be drawn somewhere by whoever offers the two. */
  dialogs: ReactNode
}

/** What owners do to a post of their own: changing and deleting it, each in a dialog. */
export function useOwnPostDialogs(after: AfterDeletion): OwnPostDialogs {
  const [post, setPost] = useState<Post | null>(null)
  const [opened, setOpened] = useState<'edit' | 'remove' | null>(null)
  const close = () => setOpened(null)

  function open(which: 'edit' | 'remove') {
    return (chosen: Post) => {
      setPost(chosen)
      setOpened(which)
    }
  }

  // What is typed or goes wrong in one is that post's alone.
  const dialogs = post && (
    <>
      <LazyEditPostDialog key={`edit ${post.id}`} open={opened === 'edit'} onClose={close} post={post} />
      <LazyDeletePostDialog
        key={`remove ${post.id}`}
        open={opened === 'remove'}
        onClose={close}
        post={post}
        {...after}
      />
    </>
  )
  return { edit: open('edit'), remove: open('remove'), dialogs }
}
