import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Alert } from './alert.tsx'
import { Button, type ButtonProps } from './button.tsx'
import { cx } from './cx.ts'
import type { EmptyStateProps } from './empty-state.tsx'
import { LoadFailure } from './load-failure.tsx'
import { useNearView } from './pictures/use-near-view.ts'

/** What a list knows of its pages; an infinite query has all of it. */
interface PagedQuery {
  isPending: boolean
  isLoadingError: boolean
  isFetching: boolean
  error: Error | null
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

export interface PagedListProps {
  query: PagedQuery
  /** How many rows are drawn. */
  count: number
  /** The element around the rows, and what in each of them can have the focus, as a selector inside of it. */
  list: RefObject<HTMLElement | null>
  focusable: string
  /** While the first page is on its way. */
  skeleton: ReactNode
  /** In place of a list without rows; without it, the children say so themselves. */
  empty?: ReactNode
  /** The list failed, or only its next page did; the buttons that try again and that fetch the next page. */
  words: { failed: string; more_failed?: string; retry: string; more: string }
  failure?: Pick<EmptyStateProps, 'look'> & { saysWhy?: boolean }
  /** The next page is asked for this far before the end of the list comes into view. */
  ahead_px?: number
  size?: ButtonProps['size']
  /** Around the button for more. */
  endClassName: string
  /** After the last page. */
  end?: ReactNode
  /** The rows. */
  children: ReactNode
}

const AHEAD_PX = 800

/**
 * Infinite list: skeleton, failure with a retry, empty state, or the rows and then the next page as its end comes near.
 * Whoever presses the button for more goes on with the keyboard at the first new row.
 */
export function PagedList(props: PagedListProps) {
  const { query, words, failure: { look = 'card', saysWhy = true } = {}, empty } = props
  const { list, focusable } = props
  const focusOnMore = useFocusOnMore(
    props.count,
    (place) => list.current?.querySelectorAll<HTMLElement>(focusable)[place],
  )

  if (query.isPending) return props.skeleton
  if (query.isLoadingError) {
    return (
      <LoadFailure
        look={look}
        title={words.failed}
        {...(saysWhy && query.error && { error: query.error })}
        retry={words.retry}
        onRetry={query.refetch}
        isRetrying={query.isFetching}
      />
    )
  }
  if (empty !== undefined && props.count === 0) return empty
  return (
    <>
      {props.children}
      {query.hasNextPage ? <NextPage {...props} onAsked={focusOnMore} /> : props.end}
    </>
  )
}

interface NextPageProps extends PagedListProps {
  /** Somebody pressed the button, rather than scrolling. */
  onAsked: () => void
}

/** The list goes on by itself, and at the press of a button for those who do not scroll. */
function NextPage({ query, words, ahead_px = AHEAD_PX, size = 'sm', endClassName, onAsked }: NextPageProps) {
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const end = useRef<HTMLDivElement>(null)
  // After a failure somebody has to ask, or it would be tried without a pause.
  useNearView(end, ahead_px, isFetchingNextPage || isFetchNextPageError ? null : fetchNextPage)
  return (
    <div ref={end} className={cx('flex flex-col items-center gap-4', endClassName)}>
      {isFetchNextPageError && !isFetchingNextPage && <Alert type="error">{words.more_failed ?? words.failed}</Alert>}
      <Button
        variant="secondary"
        size={size}
        loading={isFetchingNextPage}
        onClick={() => {
          onAsked()
          void fetchNextPage()
        }}
      >
        {isFetchNextPageError ? words.retry : words.more}
      </Button>
    </div>
  )
}

/** Moves the focus to the first row of the page that was asked for. Returns what to call at the press. */
function useFocusOnMore(count: number, find: (place: number) => HTMLElement | undefined): () => void {
  /** The place of the first that was asked for. */
  const awaited = useRef<number | null>(null)

  useEffect(() => {
    if (awaited.current === null || count <= awaited.current) return
    find(awaited.current)?.focus()
    awaited.current = null
  }, [count, find])

  return () => {
    awaited.current = count
  }
}
