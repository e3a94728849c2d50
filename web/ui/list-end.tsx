import { useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Notice } from './notice.tsx'
import { useNearView } from './use-near-view.ts'

export interface ListEndProps {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
  /** Somebody pressed the button, rather than scrolling. */
  onAsked?: (() => void) | undefined
  /** On the button; when it failed, above it; and on the button then. */
  words: { more: string; failed: string; retry: string }
  /** The next page is asked for this far before the end of the list comes into view. */
  ahead_px: number
  size?: ButtonProps['size']
  className: string
}

/** The end of a list that goes on: it goes on by itself, and at the press of a button for those who do not scroll. */
export function ListEnd(props: ListEndProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, onAsked, words, size = 'md' } = props
  const end = useRef<HTMLDivElement>(null)
  // After a failure somebody has to ask, or it would be tried without a pause.
  const goesOn = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useNearView(end, props.ahead_px, goesOn ? fetchNextPage : null)

  if (!hasNextPage) return null
  return (
    <div ref={end} className={props.className}>
      {isFetchNextPageError && !isFetchingNextPage && <Notice type="error">{words.failed}</Notice>}
      <Button
        variant="secondary"
        size={size}
        loading={isFetchingNextPage}
        onClick={() => {
          onAsked?.()
          void fetchNextPage()
        }}
      >
        {isFetchNextPageError ? words.retry : words.more}
      </Button>
    </div>
  )
}
