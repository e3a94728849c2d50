import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { currentLanguage, t } from '#web/lib/i18n/i18n.ts'

/** What the server says; ours where it had nothing to say. Its words are English: other languages translate its code. */
export function composeFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.text === null) return t('conversations.start_failed')
  return currentLanguage() === 'en' ? error.text : errorText(error)
}
