import { useState, useSyncExternalStore } from 'react'
import type { Locale, Theme } from '#contract/accounts.ts'
import { useUpdatePreferencesMutation } from '#web/features/accounts/queries.ts'
import { chooseLanguage, useTranslation } from '#web/lib/i18n/i18n.ts'
import { chooseTheme, chosenTheme, subscribeToTheme } from '#web/lib/theme.ts'
import { toast } from '#web/lib/toasts.ts'
import { RadioRows } from '#web/ui/forms/radio-rows.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'

const SIDE_BY_SIDE = 'sm:flex-row sm:flex-wrap sm:[&>label]:flex-1'

/** Each language is named in itself, for readers who know no other. */
const LANGUAGES = [
  { value: 'en', label: <span lang="en">English</span> },
  { value: 'fr', label: <span lang="fr">Français</span> },
] as const

/** Language and theme. A choice applies to this browser at once, and is saved in the account for other browsers. */
export function AppearanceSettings() {
  const { t, language } = useTranslation()
  const theme = useSyncExternalStore(subscribeToTheme, chosenTheme)
  const preferences = useUpdatePreferencesMutation()
  // Loading the translations takes a moment. Meanwhile the control shows the new choice.
  const [wanted, setWanted] = useState<Locale | null>(null)

  async function changeLanguage(locale: Locale) {
    setWanted(locale)
    try {
      if (await chooseLanguage(locale)) preferences.mutate({ locale })
    } catch {
      toast({ type: 'error', message: t('errors.network') })
    }
    setWanted((last) => (last === locale ? null : last))
  }

  function changeTheme(choice: Theme | 'system') {
    const wanted = choice === 'system' ? null : choice
    chooseTheme(wanted)
    preferences.mutate({ theme: wanted })
  }

  return (
    <SettingsSection title={t('accounts.appearance.title')} text={t('accounts.appearance.text')}>
      <div className="flex flex-col gap-6">
        <RadioRows
          legend={t('accounts.appearance.language')}
          legendLook="label"
          name="language"
          rows={LANGUAGES}
          value={wanted ?? language}
          onChange={(locale) => void changeLanguage(locale)}
          className={SIDE_BY_SIDE}
        />
        <RadioRows
          legend={t('accounts.appearance.theme')}
          legendLook="label"
          name="theme"
          rows={(['light', 'dark', 'system'] as const).map((value) => ({
            value,
            label: t(`accounts.appearance.${value}`),
          }))}
          value={theme ?? 'system'}
          onChange={changeTheme}
          className={SIDE_BY_SIDE}
        />
      </div>
    </SettingsSection>
  )
}
