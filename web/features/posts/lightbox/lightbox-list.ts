import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type PostCount, posts } from '#contract/posts.ts'
import { type PostPage, postCountKey, postsAroundKey, postsOf } from '#web/features/posts/posts-cache.ts'
import { usePostsQuery } from '#web/features/posts/queries.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { logicalTime } from '#web/lib/queries/freshness.ts'
import { fetchPage } from '#web/lib/queries/paged-query.ts'
import { endsToLoad, type LoadedRange, placeOf, remainingOf } from './lightbox-place.ts'

interface ListOptions {
  /** The creator whose list it is; everyone's list if absent. */
  username: string | undefined
  id: string | null
  open: boolean
}

/**
 * The list that the lightbox browses. If the page has loaded the post, its list is used. Otherwise the URL names a post
 * further down: it is fetched alone (the anchor), and then the pages before and after it.
 */
export function useLightboxList({ username, id, open }: ListOptions) {
  const list = usePostsQuery(username)
  const isListed = list.posts.some((post) => post.id === id)
  const [anchor, setAnchor] = useState<string | null>(null)
  const around = usePostsAround(username, open ? anchor : null)
  const isAround = around.posts.some((post) => post.id === id)
  // The lightbox leaves a post that was just deleted; fetching it as an anchor would only return 404.
  const [deleted, setDeleted] = useState<string | null>(null)
  if (id !== null && !isListed && !isAround && anchor !== id && deleted !== id) setAnchor(id)

  const listRange = useLoadedRange(username, list, open && isListed)
  const aroundRange = useLoadedRange(username, around, open && isAround && !isListed)
  const find = useCallback(
    (wanted: string | null) => (wanted === null ? null : (placeOf(listRange, wanted) ?? placeOf(aroundRange, wanted))),
    [listRange, aroundRange],
  )
  const place = useMemo(() => find(id), [find, id])

  const wantedInList = endsToLoad(list.posts, open ? id : null)
  // Not while the page still loads its list, because the post may be in it.
  const wantedAroundAnchor = endsToLoad(around.posts, open && !isListed && !list.isPending ? id : null)
  useLoadMore(list, { newer: false, older: wantedInList.older })
  useLoadMore(around, wantedAroundAnchor)

  return {
    place,
    find,
    markDeleted: setDeleted,
    isLoading: !isListed && around.isPending,
    hasFailed: !isListed && around.isLoadingError,
    retry: () => void around.refetch(),
  }
}

/** The page parameter: one post, the page of older posts after a cursor, or the page of newer posts before one. */
type Start = { at: string } | { cursor: string } | { after: string }

type AroundPage = PostPage & {
  /** The cursor of the page with newer posts. */
  previous: string | null
  /** The cursor with which this page of newer posts was requested. The next page starts there, which a refetch needs. */
  leads_to: string | null
}

/** Bidirectional infinite query: one post, and the pages of its list before and after it. */
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
  const asked_at = logicalTime()
  if ('at' in start) {
    const { at } = start
    // The id of a deleted post is still a valid cursor.
    return { rows: await fetchPost(username, at, signal), next: at, previous: at, leads_to: null, asked_at }
  }
  const query = { ...(username !== undefined && { username }), ...start }
  const { rows, next, previous } = await fetchPage((onHeaders) =>
    call(posts.list_posts, { query }, { signal, onHeaders }),
  )
  return { rows, next, previous, leads_to: 'after' in start ? start.after : null, asked_at }
}

/** Returns no rows if the post does not exist or does not belong to this list. */
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
  posts: LoadedRange['posts']
  data: { pages: PostPage[]; pageParams: unknown[] } | undefined
  hasNextPage: boolean
  hasPreviousPage: boolean
}

/**
 * The loaded part of a list, and how many posts there are before and after it. The server counts from a fixed page, the
 * anchor or the first one, and the loaded posts are subtracted, so that loading more pages needs no new count.
 */
function useLoadedRange(username: string | undefined, list: LoadedList, isShown: boolean): LoadedRange {
  const client = useQueryClient()
  const { pages = [], pageParams = [] } = list.data ?? {}
  const start = Math.max(0, pageParams.findIndex(isAnchor))
  const page = pages[start]
  const sizeOf = (some: PostPage[]) => postsOf(client, { pages: some }).length
  const [loadedNewer, loadedOlder] = [sizeOf(pages.slice(0, start)), sizeOf(pages.slice(start + 1))]

  const countsOlder = isShown && list.hasNextPage && page?.next != null
  const older = usePostCount(username, countsOlder ? { cursor: page.next ?? '' } : null)
  const countsNewer = isShown && list.hasPreviousPage && page?.next != null
  const newer = usePostCount(username, countsNewer ? { after: page.next ?? '' } : null)
  const { posts, hasPreviousPage, hasNextPage } = list
  return useMemo(
    () => ({
      posts,
      newer: hasPreviousPage ? remainingOf(newer, loadedNewer) : NONE,
      older: hasNextPage ? remainingOf(older, loadedOlder) : NONE,
    }),
    [posts, hasPreviousPage, hasNextPage, newer, older, loadedNewer, loadedOlder],
  )
}

const NONE: PostCount = { count: 0, is_more: false }

function isAnchor(start: unknown): boolean {
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

interface PagedQuery {
  isFetching: boolean
  hasNextPage: boolean
  hasPreviousPage: boolean
  isFetchNextPageError: boolean
  isFetchPreviousPageError: boolean
  fetchNextPage: () => Promise<unknown>
  fetchPreviousPage: () => Promise<unknown>
}

/** Fetches the wanted pages, one at a time, because two parallel fetches of one infinite query cancel each other. */
function useLoadMore(list: PagedQuery, wanted: { newer: boolean; older: boolean }): void {
  const { fetchNextPage, fetchPreviousPage } = list
  const loadsOlder = wanted.older && list.hasNextPage && !list.isFetchNextPageError
  const loadsNewer = wanted.newer && list.hasPreviousPage && !list.isFetchPreviousPageError
  useEffect(() => {
    if (list.isFetching) return
    if (loadsOlder) void fetchNextPage()
    else if (loadsNewer) void fetchPreviousPage()
  }, [list.isFetching, loadsOlder, loadsNewer, fetchNextPage, fetchPreviousPage])
}
