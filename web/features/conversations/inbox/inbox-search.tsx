import { type SubmitEvent, useId, useRef } from 'react'
import { INBOX_SEARCH_MAX } from '#contract/conversations.ts'
import { useDebouncedSearch } from '#web/lib/debounced-search.ts'
import { SearchInput } from '#web/ui/forms/search-input.tsx'

export interface InboxSearchProps {
  search: string
  onSearch: (search: string) => void
  words: { label: string; placeholder: string; clear: string }
  /** Escape in an empty field. */
  onLeave?: () => void
  autoFocus?: boolean
}

/** Search as you type (debounced). Enter searches at once; Escape and the button empty the field. */
export function InboxSearch({ search, onSearch, words, onLeave, autoFocus = false }: InboxSearchProps) {
  const { typed, setTyped, commit, clear } = useDebouncedSearch(search, onSearch)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    commit()
  }

  function empty() {
    clear()
    input.current?.focus()
  }

  return (
    <search className="block min-w-0 flex-1">
      <form onSubmit={submit}>
        <label htmlFor={id} className="sr-only">
          {words.label}
        </label>
        <SearchInput
          ref={input}
          id={id}
          value={typed}
          maxLength={INBOX_SEARCH_MAX}
          placeholder={words.placeholder}
          clearLabel={words.clear}
          autoFocus={autoFocus}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            if (typed === '' && onLeave) onLeave()
            else empty()
          }}
          onClear={empty}
        />
      </form>
    </search>
  )
}
