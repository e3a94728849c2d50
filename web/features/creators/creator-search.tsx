import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { generatePath, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useDebouncedSearch } from '#web/lib/debounced-search.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { isSearchShortcutOn, setSearchShortcut } from '#web/lib/search-shortcut.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { SearchInput } from '#web/ui/forms/search-input.tsx'
import { CreatorResults } from './creator-results.tsx'
import { useCreatorsAddress } from './creators-address.ts'
import { SEARCH_MAX, useCreatorsQuery } from './queries.ts'

/** Search as you type. The arrow keys move between field and cards; Escape clears the field, then leaves the page. */
export function CreatorSearch() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search, writeSearch, leave } = useCreatorsAddress()
  const { typed, setTyped, commit, clear } = useDebouncedSearch(search, writeSearch)
  const found = useCreatorsQuery(search)
  const input = useRef<HTMLInputElement>(null)
  const whole = useRef<HTMLDivElement>(null)

  useEffect(() => input.current?.focus({ preventScroll: true }), [])

  /** Enter opens the first result if it belongs to the typed text. Otherwise it searches at once. */
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const [first] = found.data ?? []
    const isAnswer = search !== '' && typed.trim() === search && !found.isPlaceholderData
    if (first && isAnswer) void navigate(generatePath(paths.profile, { username: first.username }))
    else commit()
  }

  function empty() {
    clear()
    input.current?.focus()
  }

  function moveFocus(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const stops = [...(whole.current?.querySelectorAll<HTMLElement>('input[name=search],li a') ?? [])]
    const place = stops.indexOf(document.activeElement as HTMLElement)
    if (place < 0) return
    if (event.key === 'Escape') {
      if (place > 0) input.current?.focus()
      else if (typed === '') leave()
      else empty()
      return
    }
    const target = targetOf(event.key, place, stops.length, columnsOf(stops))
    if (target === null) return
    event.preventDefault()
    stops[target]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field and the links inside have the focus
    <div ref={whole} onKeyDown={moveFocus}>
      <search className="block max-w-column">
        <form onSubmit={submit}>
          <Field label={t('creators.label')} hint={<span className="max-md:hidden">{t('creators.hint')}</span>}>
            <SearchInput
              ref={input}
              value={typed}
              maxLength={SEARCH_MAX}
              clearLabel={t('creators.clear')}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={commit}
              onClear={empty}
            />
          </Field>
        </form>
      </search>
      <CreatorResults search={search} found={found} />
      <SearchShortcutSwitch />
    </div>
  )
}

/**
 * Roving focus: the index that an arrow key moves to. Index 0 is the field, the others are the cards in their rows. Left
 * and right move the caret while the field has the focus. If there is no card below, Down moves to the last one.
 */
export function targetOf(key: string, place: number, stops: number, columns: number): number | null {
  const last = stops - 1
  if (key === 'ArrowDown') return Math.min(place === 0 ? 1 : place + columns, last)
  if (key === 'ArrowUp') return Math.max(place - columns, 0)
  if (place === 0) return null
  if (key === 'ArrowRight') return Math.min(place + 1, last)
  if (key === 'ArrowLeft') return Math.max(place - 1, 1)
  if (key === 'Home') return 1
  return key === 'End' ? last : null
}

/** The number of cards per row, measured, because it depends on the width of the window. */
function columnsOf([, first, ...others]: HTMLElement[]): number {
  const top = first?.getBoundingClientRect().top
  return 1 + others.filter((box) => box.getBoundingClientRect().top === top).length
}

/** Checkbox for the keyboard shortcut. It is hidden on phones, which have no keyboard. */
function SearchShortcutSwitch() {
  const { t } = useTranslation()
  const [isOn, setOn] = useState(isSearchShortcutOn)
  return (
    <Checkbox
      className="mt-12 text-small text-mute max-md:hidden"
      checked={isOn}
      onChange={(event) => {
        setSearchShortcut(event.target.checked)
        setOn(event.target.checked)
      }}
    >
      {t('creators.key')}
    </Checkbox>
  )
}
