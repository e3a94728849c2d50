import { isTranslationKey, t } from '#web/lib/i18n/i18n.ts'

/** The translated name of a metric. For a metric without a translation, its wire name with spaces and a capital. */
export function metricName(name: string): string {
  const key = `money.numbers.names.${name}`
  if (isTranslationKey(key)) return t(key)
  const words = name.replaceAll(/[_\s]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
