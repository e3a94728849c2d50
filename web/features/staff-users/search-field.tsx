import { Search, X } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, type RefObject, type SubmitEvent, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Field, useFieldWiring } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useTypedSearch } from './typed-search.ts'

/** As long as the server takes it. */
const MOST = 200

export interface SearchFieldProps {
  search: string
  onSearch: (search: string) => void
}

/** Finds users while somebody types; Enter asks at once, Escape and the cross empty the field. */
export function SearchField({ search, onSearch }: SearchFieldProps) {
  const { t } = useTranslation()
  const { typed, setTyped, commit, clear } = useTypedSearch(search, onSearch)
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
    <search className="w-full md:max-w-[380px]">
      <form onSubmit={submit}>
        <Field label={t('admin.users_page.search')}>
          <SearchInput
            ref={input}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && empty()}
            onClear={empty}
          />
        </Field>
      </form>
    </search>
  )
}

interface SearchInputProps {
  ref: RefObject<HTMLInputElement | null>
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  onKeyDown: (event: KeyboardEvent) => void
  onClear: () => void
}

function SearchInput({ onClear, ...rest }: SearchInputProps) {
  const { t } = useTranslation()
  return (
    <div className="input-box">
      <Search aria-hidden="true" />
      <input
        type="text"
        name="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MOST}
        {...useFieldWiring()}
        {...rest}
      />
      {rest.value !== '' && (
        <IconButton
          label={t('admin.users_page.clear_search')}
          className="ring-inside -mr-3 text-mute hover:bg-transparent hover:text-ink [&>svg]:size-[19px]"
          onClick={onClear}
        >
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}
