import type { Locale } from '#contract/accounts.ts'
import type { HealthCheck, HealthCheckName } from '#contract/system.ts'
import { maskSecrets } from '#server/secret-files.ts'
import { FINDINGS, type FindingName } from './texts.ts'

type Values = Readonly<Record<string, string | number>>

/** What a check has found, before it is put into words. */
export interface Finding {
  found: FindingName
  values?: Values
  details?: readonly string[]
}

/** The reason of an error in the words of the driver. A failure of the media store has the reason as its cause. */
export function reasonOf(error: unknown): string {
  const { message, cause, code } = error as { message?: string; cause?: unknown; code?: unknown }
  if (cause instanceof Error) return reasonOf(cause)
  // An AggregateError of several addresses has no message.
  return (message || String(code ?? error)).replace(/\.$/, '')
}

/** Puts a finding into words. A driver may repeat a secret in its message, so that secrets are masked here, in one place. */
export function describe(
  name: HealthCheckName,
  { found, values = {}, details = [] }: Finding,
  { locale, secrets }: { locale: Locale; secrets: readonly string[] },
): HealthCheck {
  const texts = FINDINGS[found]
  const [sentence, remedy]: readonly (string | undefined)[] = texts[locale]
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''))
  const mask = (text: string) => maskSecrets(text, secrets)
  return {
    name,
    state: texts.state,
    sentence: mask(fill(sentence ?? '')),
    remedy: remedy === undefined ? null : fill(remedy),
    details: details.map(mask),
  }
}
