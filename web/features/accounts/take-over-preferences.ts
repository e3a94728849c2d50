import type { User } from '#contract/accounts.ts'
import { chooseLanguage, currentLanguage } from '#web/lib/i18n/i18n.ts'
import { decideLanguage } from '#web/lib/i18n/language.ts'
import { chooseTheme, chosenTheme } from '#web/lib/theme.ts'

/** Who signs in finds their own language and theme, unless this browser has a choice of its own. It is kept as one from then on. */
export async function takeOverPreferences({ locale, theme }: Pick<User, 'locale' | 'theme'>): Promise<void> {
  if (theme !== null && chosenTheme() === null) chooseTheme(theme)
  if (locale === null) return
  const wanted = decideLanguage({ search: location.search, cookies: document.cookie, preferred: [locale] })
  if (wanted !== currentLanguage()) await chooseLanguage(wanted)
}
