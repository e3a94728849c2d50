import type { User } from '#contract/accounts.ts'
import { chooseLanguage, currentLanguage } from '#web/lib/i18n/i18n.ts'
import { decideLanguage } from '#web/lib/i18n/language.ts'
import { chooseTheme, chosenTheme } from '#web/lib/theme.ts'

/**
 * Applies the language and the theme of the account after a sign-in, unless this browser has its own choice. From then on
 * they are stored as the choice of this browser.
 */
export async function adoptPreferences({ locale, theme }: Pick<User, 'locale' | 'theme'>): Promise<void> {
  if (theme !== null && chosenTheme() === null) chooseTheme(theme)
  if (locale === null) return
  const wanted = decideLanguage({ search: location.search, cookies: document.cookie, preferred: [locale] })
  if (wanted !== currentLanguage()) await chooseLanguage(wanted)
}
