import { Search, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useFieldWiring } from './field.tsx'

export interface SearchInputProps extends ComponentProps<'input'> {
  value: string
  clearLabel: string
  onClear: () => void
}

/** Search input with a button that clears it. */
export function SearchInput({ clearLabel, onClear, ...rest }: SearchInputProps) {
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
        {...useFieldWiring()}
        {...rest}
      />
      {rest.value !== '' && (
        <IconButton
          label={clearLabel}
          className="ring-inside -mr-3 text-mute hover:bg-transparent hover:text-ink [&>svg]:size-icon-lg"
          onClick={onClear}
        >
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}
