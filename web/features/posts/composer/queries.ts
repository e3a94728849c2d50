import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Draft, drafts } from '#contract/drafts.ts'
import { insights } from '#contract/insights.ts'
import { posts } from '#contract/posts.ts'
import { changePost, postCountKey } from '#web/features/posts/posts-cache.ts'
import { addPost } from '#web/features/posts/publish/queries.ts'
import { call } from '#web/lib/api.ts'
import { ApiError, ignoreNotFound } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { t } from '#web/lib/i18n/i18n.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { pictureProblemText, pictureRefusal } from '#web/publishing/picture-problem.ts'
import { upload } from '#web/publishing/upload.ts'
import type { Composition } from './composition.ts'
import type { DraftCalls } from './draft-keeper.ts'

/** The drafts and the scheduled posts of a creator. */
export function useDraftsQuery() {
  return useQuery({
    queryKey: queryKeys.drafts,
    queryFn: ({ signal }) => call(drafts.list_drafts, undefined, { signal }),
  })
}

/** One draft as it is now, not as a list had it before it was changed; null if it is gone. */
export function useDraftQuery(id: string) {
  return useQuery({
    queryKey: [...queryKeys.drafts, id],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await call(drafts.list_drafts, undefined, { signal })).find((draft) => draft.id === id) ?? null,
  })
}

/** How many people have seen one’s newest posts, and how many came after each, by the ids of the posts. */
export function useSeenByQuery() {
  return useQuery({
    queryKey: [...queryKeys.insights, 'seen by'],
    queryFn: async ({ signal }) =>
      new Map(
        (await call(insights.list_insight_posts, { query: { all: 'true' } }, { signal })).map(
          (post) => [post.id, post] as const,
        ),
      ),
  })
}

/** One's own post that is out; null if it is not there, or of somebody else. */
export function useOwnPostQuery(id: string, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: [...queryKeys.drafts, 'published', id],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
    queryFn: ({ signal }) => call(posts.get_post, { params: { id } }, { signal }).catch(nullIfNotFound),
  })
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

interface Replacement {
  composition: Composition
  onProgress: (sent: number) => void
}

/** Changes a post whole: everybody sees all of it at once. */
export function useReplacePostMutation(id: string) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ composition, onProgress }: Replacement) => {
      const form = new FormData()
      form.set('description', composition.description)
      form.set('protected', String(composition.protected))
      for (const { known, source, alt, focus } of composition.pictures) {
        form.append('picture', known?.id ?? 'new')
        form.append('alt', alt)
        form.append('focus', `${focus.x},${focus.y}`)
        if (!known && source) form.append('file', source)
      }
      return upload(posts.replace_post, { params: { id }, form }, { onProgress })
    },
    onSuccess: (answer) => {
      changePost(client, id, () => answer)
      toast({ type: 'success', message: t('posts.publish.saved') })
    },
  })
}

/** How many posts a creator has published. */
export function usePublishedCountQuery(username: string) {
  const query = { username }
  return useQuery({
    queryKey: postCountKey(username, null),
    queryFn: ({ signal }) => call(posts.count_posts, { query }, { signal }),
  })
}

/** The calls with which the composer keeps a draft. */
export const draftCalls: DraftCalls = {
  create: (body) => call(drafts.create_draft, { body }),
  update: (id, body) => call(drafts.update_draft, { params: { id }, body }),
  send: (id, { client_id, file }, options) => {
    const form = new FormData()
    form.set('client_id', client_id)
    form.set('file', file)
    return upload(drafts.add_draft_picture, { params: { id }, form }, options)
  },
  remove: (id, picture_id) => call(drafts.delete_draft_picture, { params: { id, picture_id } }).catch(ignoreNotFound),
  problemOf: (error) => {
    const problem = pictureRefusal(error)
    return problem ? pictureProblemText(problem) : errorText(error)
  },
}

export function usePublishDraftMutation() {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: async (id: string | Promise<string>) => call(drafts.publish_draft, { params: { id: await id } }),
    onSuccess: (post) => {
      addPost(client, post)
      void client.invalidateQueries({ queryKey: queryKeys.drafts, exact: true })
      toast({ type: 'success', message: t('posts.publish.created') })
    },
  })
}

interface Schedule {
  id: string | Promise<string>
  /** Null makes it a draft again. */
  publish_at: string | null
}

export function useScheduleDraftMutation() {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: async ({ id, publish_at }: Schedule) =>
      call(drafts.update_draft, { params: { id: await id }, body: { publish_at } }),
    onSuccess: (_draft, { publish_at }) => {
      void client.invalidateQueries({ queryKey: queryKeys.drafts, exact: true })
      toast({ type: 'success', message: t(publish_at === null ? 'drafts.unscheduled' : 'drafts.scheduled') })
    },
  })
}

export function useDeleteDraftMutation(onDeleted: () => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ id }: Pick<Draft, 'id'>) => call(drafts.delete_draft, { params: { id } }).catch(ignoreNotFound),
    onSuccess: (_answer, { id }) => {
      client.setQueryData<Draft[]>(queryKeys.drafts, (list) => list?.filter((draft) => draft.id !== id))
      toast({ type: 'success', message: t('drafts.deleted') })
      onDeleted()
    },
  })
}
