import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { chooseTheme, currentTheme, subscribeToTheme, type Theme } from '#web/lib/theme.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** `onChoose` hears of a choice once it is made here: a member's is kept in the account too. */
export function ThemeSwitch({ onChoose }: { onChoose?: (theme: Theme) => void }) {
  const { t } = useTranslation()
  const isDark = useSyncExternalStore(subscribeToTheme, currentTheme, themeOfTheBuild) === 'dark'

  function choose() {
    const other = isDark ? 'light' : 'dark'
    chooseTheme(other)
    onChoose?.(other)
  }

  return (
    <IconButton label={t('frame.dark_mode')} aria-pressed={isDark} onClick={choose} className="noscript:hidden">
      {/* The style sheet picks the one that fits: it knows the theme before the app does. */}
      <Moon aria-hidden="true" className="in-data-[theme=dark]:hidden" />
      <Sun aria-hidden="true" className="not-in-data-[theme=dark]:hidden" />
    </IconButton>
  )
}

/** A page rendered in advance does not know yet who will look at it. */
function themeOfTheBuild(): Theme {
  return 'light'
}
