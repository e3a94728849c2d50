import type { Locale } from '#contract/accounts.ts'

/**
 * The browser and the system of a user agent. Both are names from the lists below; nothing of the user agent itself is
 * passed on.
 */
export interface Device {
  browser: string | null
  system: string | null
}

/** The first match counts, because nearly every browser also calls itself Chrome or Safari. */
const BROWSERS: [RegExp, string][] = [
  [/\b(?:Edg|Edge|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

export function deviceOf(user_agent: string): Device {
  const fitting = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(user_agent))?.[1] ?? null
  return { browser: fitting(BROWSERS), system: fitting(SYSTEMS) }
}

const WORDS = {
  en: { on: 'on', unknown: 'Unknown device' },
  fr: { on: 'sur', unknown: 'Appareil inconnu' },
} as const

/** For example "Firefox on Linux". */
export function deviceName({ browser, system }: Device, locale: Locale): string {
  const { on, unknown } = WORDS[locale]
  if (browser && system) return `${browser} ${on} ${system}`
  return browser ?? system ?? unknown
}
