import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { chooseTheme, currentTheme, subscribeToTheme, type Theme } from '#web/lib/theme.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** Toggles dark mode. `onChoose` is called after the change; for members it stores the choice in the account. */
export function ThemeSwitch({ onChoose }: { onChoose?: (theme: Theme) => void }) {
  const { t } = useTranslation()
  const isDark = useSyncExternalStore(subscribeToTheme, currentTheme, prerenderedTheme) === 'dark'

  function choose() {
    const other = isDark ? 'light' : 'dark'
    chooseTheme(other)
    onChoose?.(other)
  }

  return (
    <IconButton label={t('frame.dark_mode')} aria-pressed={isDark} onClick={choose} className="noscript:hidden">
      {/* CSS shows the right icon, because the theme is known before the app has started. */}
      <Moon aria-hidden="true" className="in-data-[theme=dark]:hidden" />
      <Sun aria-hidden="true" className="not-in-data-[theme=dark]:hidden" />
    </IconButton>
  )
}

/** The theme in prerendered HTML, where the reader's choice is unknown. */
function prerenderedTheme(): Theme {
  return 'light'
}
