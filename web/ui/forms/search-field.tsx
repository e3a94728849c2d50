import { type SubmitEvent, useRef } from 'react'
import { useDebouncedSearch } from '#web/lib/debounced-search.ts'
import { Field } from './field.tsx'
import { SearchInput } from './search-input.tsx'

/** The server's limit. */
const SEARCH_MAX = 200

export interface SearchFieldProps {
  label: string
  clearLabel: string
  search: string
  onSearch: (search: string) => void
}

/** Search as you type (debounced). Enter searches at once; Escape and the clear button empty the field. */
export function SearchField({ label, clearLabel, search, onSearch }: SearchFieldProps) {
  const { typed, setTyped, commit, clear } = useDebouncedSearch(search, onSearch)
  const input = useRef<HTMLInputElement>(null)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    commit()
  }

  function empty() {
    clear()
    input.current?.focus()
  }

  return (
    <search className="w-full md:w-auto md:max-w-95 md:min-w-60 md:flex-1">
      <form onSubmit={submit}>
        <Field label={label}>
          <SearchInput
            ref={input}
            value={typed}
            maxLength={SEARCH_MAX}
            clearLabel={clearLabel}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={commit}
            onKeyDown={(event) => event.key === 'Escape' && empty()}
            onClear={empty}
          />
        </Field>
      </form>
    </search>
  )
}
