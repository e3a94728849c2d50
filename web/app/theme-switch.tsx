import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { chooseTheme, currentTheme, subscribeToTheme } from '#web/lib/theme.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

export function ThemeSwitch() {
  const { t } = useTranslation()
  const isDark = useSyncExternalStore(subscribeToTheme, currentTheme) === 'dark'
  const Icon = isDark ? Sun : Moon
  return (
    <IconButton
      label={t('frame.dark_mode')}
      aria-pressed={isDark}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    >
      <Icon aria-hidden="true" />
    </IconButton>
  )
}
