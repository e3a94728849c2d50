import { type ReactNode, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { LazyDeletePostDialog, LazyEditPostDialog } from './lazy-publish.ts'

export interface AfterDeletion {
  /** Is called just before the post is removed from the lists. */
  onDeleted: (post: Post) => void
  /** The element that gets the focus after that. */
  focusAfter: () => HTMLElement | null
}

export interface OwnPostDialogs {
  edit: (post: Post) => void
  remove: (post: Post) => void
  /** The caller has to render this. */
  dialogs: ReactNode
}

/** The dialogs in which authors edit and delete their posts. */
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

  // The keys reset drafts and errors when another post is chosen.
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
