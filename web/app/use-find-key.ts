import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { isSearchShortcutOn } from '#web/lib/search-shortcut.ts'

/** The / key leads to the search of the page, or to the search for creators; where somebody types it is a letter. */
export function useSearchShortcut(): void {
  const navigate = useNavigate()
  useEffect(() => {
    function find(event: KeyboardEvent) {
      const isElsewhere = (event.target as Element).closest('input,textarea,select,[role=dialog]')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isElsewhere || !isSearchShortcutOn())
        return
      event.preventDefault()
      const field = document.querySelector<HTMLElement>('search input')
      if (field) field.focus()
      else void navigate(paths.find)
    }
    addEventListener('keydown', find)
    return () => removeEventListener('keydown', find)
  }, [navigate])
}
