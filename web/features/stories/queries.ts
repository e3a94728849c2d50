import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Story, stories } from '#contract/stories.ts'
import { call } from '#web/lib/api.ts'
import { ignoreNotFound } from '#web/lib/api-error.ts'
import { t } from '#web/lib/i18n/i18n.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { upload } from '#web/publishing/upload.ts'
import type { NewMedia } from '#web/publishing/use-publishing.ts'
import { dropStory, fetchStories, markSeen, type StoriesOf, storiesKey } from './stories-cache.ts'

/** The current stories, and the time of the response, from which their remaining time counts. */
export function useStoriesQuery(of: StoriesOf) {
  const query = useQuery({
    queryKey: storiesKey(of),
    queryFn: ({ client, signal }) =>
      fetchStories(client, async () => {
        if (of === 'me') return (await call(stories.list_my_stories, undefined, { signal })).stories
        const whose = of === 'everyone' ? {} : { profile_id: of.profile_id }
        return (await call(stories.list_stories, { query: whose }, { signal })).stories
      }),
  })
  const { data, dataUpdatedAt: fetched_at, isPending, isFetching, isError, refetch } = query
  return { stories: data ?? NONE, fetched_at, isPending, isFetching, isError, refetch }
}

const NONE: Story[] = []

export type StoryList = ReturnType<typeof useStoriesQuery>

/** Reports a story as seen. Fire and forget: nothing waits for the response, and a failure is silent. */
export function useSeeStoryMutation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(stories.see_story, { params: { id } }),
    onMutate: (id) => markSeen(client, id),
    // Again, because a list that was requested before the server had stored it may still arrive.
    onSuccess: (_, id) => markSeen(client, id),
  })
}

export function useDeleteStoryMutation() {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (id: string) => call(stories.delete_story, { params: { id } }).catch(ignoreNotFound),
    onSuccess: (_, id) => {
      dropStory(client, id)
      toast({ type: 'success', message: t('stories.deleted') })
      void client.invalidateQueries({ queryKey: queryKeys.stories })
    },
    onError: () => toast({ type: 'error', message: t('stories.delete_failed') }),
  })
}

/** `onCreated` is called also if nobody waits for the answer any more. */
export function useCreateStoryMutation(onCreated: () => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ file, description, protected: isProtected, ...options }: NewMedia) => {
      const form = new FormData()
      form.set('story[description]', description)
      form.set('story[protected]', String(isProtected))
      form.set('story[media]', file)
      return upload(stories.create_story, { form }, options)
    },
    onSuccess: () => {
      onCreated()
      toast({ type: 'success', message: t('stories.created') })
      void client.invalidateQueries({ queryKey: queryKeys.stories })
    },
  })
}
