import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Alert } from './alert.tsx'
import { Button, type ButtonProps } from './button.tsx'
import { cx } from './cx.ts'
import type { EmptyStateProps } from './empty-state.tsx'
import { LoadFailure } from './load-failure.tsx'
import { useNearView } from './pictures/use-near-view.ts'

/** The part of an infinite query that a list needs. */
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
  /** The number of rows. */
  count: number
  /** The element around the rows, and a selector for the focusable element of each row. */
  list: RefObject<HTMLElement | null>
  focusable: string
  /** Shown while the first page loads. */
  skeleton: ReactNode
  /** Shown for an empty list. Without it, the children handle that case. */
  empty?: ReactNode
  /** Messages for a failed list and a failed next page; texts of the buttons for retry and next page. */
  words: { failed: string; more_failed?: string; retry: string; more: string }
  failure?: Pick<EmptyStateProps, 'look'> & { saysWhy?: boolean }
  /** How far before the end of the list the next page is fetched. */
  ahead_px?: number
  size?: ButtonProps['size']
  /** For the element around the button for the next page. */
  endClassName: string
  /** Shown after the last page. */
  end?: ReactNode
  children: ReactNode
}

const AHEAD_PX = 800

/**
 * Infinite list: skeleton, failure with retry, empty state, or the rows; it fetches the next page near its end. After a
 * press of the button for the next page, the focus moves to the first new row.
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
  /** Called when the button was pressed, not when scrolling has triggered the fetch. */
  onAsked: () => void
}

/** Fetches the next page on scroll, and with a button for keyboards and screen readers. */
function NextPage({ query, words, ahead_px = AHEAD_PX, size = 'sm', endClassName, onAsked }: NextPageProps) {
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const end = useRef<HTMLDivElement>(null)
  // After a failure only the button retries; otherwise there would be a request loop.
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

/** Moves the focus to the first row of the requested page. Returns the function to call at the press. */
function useFocusOnMore(count: number, find: (place: number) => HTMLElement | undefined): () => void {
  /** The index of the first new row. */
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
