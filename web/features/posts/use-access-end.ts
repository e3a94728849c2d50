import { useQueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/posts.ts'
import { useEnd } from '#web/lib/use-end.ts'
import { askAgain, endAccess } from './posts-cache.ts'

/** Draws the curtain on an open page when the end that the server named has come. */
export function useAccessEnd({ id, file, accessible_until }: Pick<Post, 'id' | 'file' | 'accessible_until'>): void {
  const client = useQueryClient()
  useEnd(file === null ? null : accessible_until, {
    onEnd: () => endAccess(client, id),
    onWrongClock: () => askAgain(client),
  })
}
