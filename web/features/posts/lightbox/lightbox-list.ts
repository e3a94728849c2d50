import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type PostCount, posts } from '#contract/posts.ts'
import { type PostPage, postCountKey, postsAroundKey, postsOf } from '#web/features/posts/posts-cache.ts'
import { usePostsQuery } from '#web/features/posts/queries.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { moment } from '#web/lib/queries/freshness.ts'
import { fetchPage } from '#web/lib/queries/paged-query.ts'
import { placeOf, rest, type Stretch, wantedAround } from './lightbox-place.ts'

interface Asked {
  /** Whose list it is; everyone's without. */
  username: string | undefined
  id: string | null
  open: boolean
}

/**
 * The list that the lightbox goes through. A post that its page has loaded is shown among those; any other, which an
 * address names, is fetched by itself, and then what lies around it.
 */
export function useLightboxList({ username, id, open }: Asked) {
  const list = usePostsQuery(username)
  const isListed = list.posts.some((post) => post.id === id)
  const [anchor, setAnchor] = useState<string | null>(null)
  const around = usePostsAround(username, open ? anchor : null)
  const isAround = around.posts.some((post) => post.id === id)
  // One that was just deleted here is left in a moment: asking for it would only be refused.
  const [deleted, setDeleted] = useState<string | null>(null)
  if (id !== null && !isListed && !isAround && anchor !== id && deleted !== id) setAnchor(id)

  const listStretch = useStretch(username, list, open && isListed)
  const aroundStretch = useStretch(username, around, open && isAround && !isListed)
  const find = useCallback(
    (wanted: string | null) =>
      wanted === null ? null : (placeOf(listStretch, wanted) ?? placeOf(aroundStretch, wanted)),
    [listStretch, aroundStretch],
  )
  const place = useMemo(() => find(id), [find, id])

  const wantedInList = wantedAround(list.posts, open ? id : null)
  // While the page still loads its list, the post may turn out to be in it.
  const wantedHere = wantedAround(around.posts, open && !isListed && !list.isPending ? id : null)
  useMore(list, { newer: false, older: wantedInList.older })
  useMore(around, wantedHere)

  return {
    place,
    find,
    leave: setDeleted,
    isLooking: !isListed && around.isPending,
    hasFailed: !isListed && around.isLoadingError,
    retry: () => void around.refetch(),
  }
}

type Start = { at: string } | { cursor: string } | { after: string }

type AroundPage = PostPage & {
  /** Where still newer posts are. */
  previous: string | null
  /** The post that this page of newer ones was asked for with: the page after it begins there. */
  leads_to: string | null
}

/** One post, and the pages of its list on both sides of it. */
function usePostsAround(username: string | undefined, id: string | null) {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: postsAroundKey(username, id ?? ''),
    enabled: id !== null,
    initialPageParam: { at: id ?? '' } as Start,
    queryFn: ({ pageParam, signal }) => fetchAround(username, pageParam, signal),
    getNextPageParam: ({ leads_to, next }): Start | undefined => {
      if (leads_to !== null) return { at: leads_to }
      return next === null ? undefined : { cursor: next }
    },
    getPreviousPageParam: ({ previous }): Start | undefined => (previous === null ? undefined : { after: previous }),
  })
  const listed = useMemo(() => postsOf(client, query.data), [client, query.data])
  return { ...query, posts: listed }
}

async function fetchAround(username: string | undefined, start: Start, signal: AbortSignal): Promise<AroundPage> {
  const asked_at = moment()
  if ('at' in start) {
    const { at } = start
    // A post that is gone still marks a place in the list.
    return { rows: await fetchPost(username, at, signal), next: at, previous: at, leads_to: null, asked_at }
  }
  const query = { ...(username !== undefined && { username }), ...start }
  const { rows, next, previous } = await fetchPage((onHeaders) =>
    call(posts.list_posts, { query }, { signal, onHeaders }),
  )
  return { rows, next, previous, leads_to: 'after' in start ? start.after : null, asked_at }
}

/** Nothing when it is not there, or is no post of this list. */
async function fetchPost(username: string | undefined, id: string, signal: AbortSignal) {
  try {
    const post = await call(posts.get_post, { params: { id } }, { signal })
    const isOfList = username === undefined || post.username.toLowerCase() === username.toLowerCase()
    return isOfList ? [post] : []
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return []
    throw error
  }
}

interface LoadedList {
  posts: Stretch['posts']
  data: { pages: PostPage[]; pageParams: unknown[] } | undefined
  hasNextPage: boolean
  hasPreviousPage: boolean
}

/**
 * How much of a list lies beyond what is loaded. It is counted from one page on that stays where it is, so that loading
 * more asks for nothing: from the post that was fetched by itself, or from the first page of a list.
 */
function useStretch(username: string | undefined, list: LoadedList, isShown: boolean): Stretch {
  const client = useQueryClient()
  const { pages = [], pageParams = [] } = list.data ?? {}
  const single = pageParams.findIndex(isSingle)
  const start = Math.max(0, single)
  const page = pages[start]
  const sizeOf = (some: PostPage[]) => postsOf(client, { pages: some }).length
  const [loadedNewer, loadedOlder] = [sizeOf(pages.slice(0, start)), sizeOf(pages.slice(start + 1))]

  const asksOlder = isShown && list.hasNextPage && page?.next != null
  const older = usePostCount(username, asksOlder ? { cursor: page.next ?? '' } : null)
  const asksNewer = isShown && list.hasPreviousPage && page?.next != null
  const newer = usePostCount(username, asksNewer ? { after: page.next ?? '' } : null)
  const { posts, hasPreviousPage, hasNextPage } = list
  return useMemo(
    () => ({
      posts,
      newer: hasPreviousPage ? rest(newer, loadedNewer) : NONE,
      older: hasNextPage ? rest(older, loadedOlder) : NONE,
    }),
    [posts, hasPreviousPage, hasNextPage, newer, older, loadedNewer, loadedOlder],
  )
}

const NONE: PostCount = { count: 0, is_more: false }

function isSingle(start: unknown): boolean {
  return typeof start === 'object' && start !== null && 'at' in start
}

function usePostCount(username: string | undefined, part: { cursor: string } | { after: string } | null) {
  const { data } = useQuery({
    queryKey: postCountKey(username, part),
    enabled: part !== null,
    queryFn: ({ signal }) =>
      call(posts.count_posts, { query: { ...(username !== undefined && { username }), ...part } }, { signal }),
  })
  return data
}

interface Growing {
  isFetching: boolean
  hasNextPage: boolean
  hasPreviousPage: boolean
  isFetchNextPageError: boolean
  isFetchPreviousPageError: boolean
  fetchNextPage: () => Promise<unknown>
  fetchPreviousPage: () => Promise<unknown>
}

/** Lets a list go on where it is wanted, one page at a time: two at once would undo each other. */
function useMore(list: Growing, wanted: { newer: boolean; older: boolean }): void {
  const { fetchNextPage, fetchPreviousPage } = list
  const isOlder = wanted.older && list.hasNextPage && !list.isFetchNextPageError
  const isNewer = wanted.newer && list.hasPreviousPage && !list.isFetchPreviousPageError
  useEffect(() => {
    if (list.isFetching) return
    if (isOlder) void fetchNextPage()
    else if (isNewer) void fetchPreviousPage()
  }, [list.isFetching, isOlder, isNewer, fetchNextPage, fetchPreviousPage])
}
