import { type SubmitEvent, useRef } from 'react'
import { useDebouncedSearch } from '#web/lib/debounced-search.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SearchInput } from '#web/ui/forms/search-input.tsx'

/** The server's limit. */
const SEARCH_MAX = 200

export interface SearchFieldProps {
  label: string
  search: string
  onSearch: (search: string) => void
}

/** Search as you type (debounced). Enter searches at once; Escape and the clear button empty the field. */
export function SearchField({ label, search, onSearch }: SearchFieldProps) {
  const { t } = useTranslation()
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
    <search className="w-full md:max-w-95">
      <form onSubmit={submit}>
        <Field label={label}>
          <SearchInput
            ref={input}
            value={typed}
            maxLength={SEARCH_MAX}
            clearLabel={t('staff.users_page.clear_search')}
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
