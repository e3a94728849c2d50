import { NAME_TOKEN } from '#contract/name-token.ts'

/** The name token as it is typed in this language, such as `{nom}`. The server knows only `{name}`. */
export function toStored(text: string, token: string): string {
  return text.replaceAll(token, NAME_TOKEN)
}

export function toTyped(text: string, token: string): string {
  return text.replaceAll(NAME_TOKEN, token)
}

export interface TextPart {
  /** Where it begins, as a key. */
  at: number
  text: string
  isToken: boolean
}

/** The text in parts, so that the tokens among them can be drawn. `{{name}}` is a literal and no token. */
export function partsOf(typed: string, token: string): TextPart[] {
  const words = [...new Set([token, NAME_TOKEN])].map((word) => word.slice(1, -1)).join('|')
  const parts: TextPart[] = []
  let at = 0
  for (const found of typed.matchAll(new RegExp(`\\{\\{(?:${words})\\}\\}|\\{(?:${words})\\}`, 'g'))) {
    if (found[0].startsWith('{{')) continue
    if (found.index > at) parts.push({ at, text: typed.slice(at, found.index), isToken: false })
    parts.push({ at: found.index, text: found[0], isToken: true })
    at = found.index + found[0].length
  }
  if (at < typed.length) parts.push({ at, text: typed.slice(at), isToken: false })
  return parts
}
