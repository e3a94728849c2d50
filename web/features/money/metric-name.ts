import { isWordKey, t } from '#web/lib/i18n/i18n.ts'

/** What people call a metric. One that this client does not know yet is called by its name on the wire, made readable. */
export function metricName(name: string): string {
  const key = `admin.numbers_page.names.${name}`
  if (isWordKey(key)) return t(key)
  const words = name.replaceAll(/[_\s]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
