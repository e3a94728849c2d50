import { ApiError } from './api-error.ts'
import { isTranslationKey, t } from './i18n/i18n.ts'
import { PasskeyError } from './passkey-error.ts'

/** Translates an error for the reader. */
export function errorText(error: unknown): string {
  if (error instanceof PasskeyError) return t(`errors.passkey_${error.reason}`)
  if (!(error instanceof ApiError)) return t('errors.network')
  if (error.code === 'rate_limited' && error.retryAfter !== null) {
    return t('errors.rate_limited_wait', { count: Math.max(1, Math.ceil(error.retryAfter / 60)) })
  }
  const key = `errors.code.${error.code}`
  // A newer server may send an unknown code. Its English message is shown then.
  return isTranslationKey(key) ? t(key) : error.message
}
