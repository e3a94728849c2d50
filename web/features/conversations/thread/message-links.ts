/** A part of a message: plain text, or a URL as it was typed with its `href`. */
interface Segment {
  text: string
  href?: string
}

const URL_PREFIXES = ['https://', 'http://', 'www.']
/** A URL ends at white space, quotes, angle brackets, and invisible characters such as those that change the text direction. */
const URL_END = /[\s<>"“”«»`\p{Cc}\p{Cf}]/u
/** A URL does not begin after one of these: not in "ahttp://", "me@www." and "x.www.". */
const NOT_BEFORE_URL = /[\p{L}\p{N}_@.\-/]/u
/** Punctuation at the end of a URL belongs to the sentence around it. */
const TRAILING = new Set([...".,;:!?'’‘*_~…。，、！？"])
const BRACKETS: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

/**
 * Linkifier: finds the URLs in a message. It runs in linear time for any input: one pass over the text, and no regular
 * expression that could backtrack.
 */
export function splitLinks(content: string): Segment[] {
  const segments: Segment[] = []
  let plain_from = 0
  let at = 0
  while (at < content.length) {
    if (!beginsAt(content, at)) {
      at += 1
      continue
    }
    const end = endOf(content, at)
    const text = withoutTrailing(content.slice(at, end))
    const href = hrefOf(text)
    if (href !== null) {
      if (at > plain_from) segments.push({ text: content.slice(plain_from, at) })
      segments.push({ text, href })
      plain_from = at + text.length
    }
    // A text that is no URL as a whole is not searched again, or "www.www.www.…" would take quadratic time.
    at = end
  }
  if (plain_from < content.length) segments.push({ text: content.slice(plain_from) })
  return segments
}

function beginsAt(content: string, at: number): boolean {
  const first = content[at]
  if (first !== 'h' && first !== 'H' && first !== 'w' && first !== 'W') return false
  const start = content.slice(at, at + 8).toLowerCase()
  if (!URL_PREFIXES.some((prefix) => start.startsWith(prefix))) return false
  return at === 0 || !NOT_BEFORE_URL.test(content[at - 1] ?? '')
}

function endOf(content: string, from: number): number {
  let end = from
  while (end < content.length && !URL_END.test(content[end] ?? '')) end += 1
  return end
}

/** Removes punctuation at the end, and closing brackets that were opened before the URL. */
function withoutTrailing(text: string): string {
  const open = new Map<string, number>()
  for (const char of text) {
    if ('([{'.includes(char)) open.set(char, (open.get(char) ?? 0) + 1)
    const opening = BRACKETS.get(char)
    if (opening) open.set(opening, (open.get(opening) ?? 0) - 1)
  }
  let end = text.length
  while (end > 0) {
    const last = text[end - 1] ?? ''
    const opening = BRACKETS.get(last)
    if (opening) {
      const balance = open.get(opening) ?? 0
      if (balance >= 0) break
      open.set(opening, balance + 1)
    } else if (!TRAILING.has(last)) break
    end -= 1
  }
  return text.slice(0, end)
}

/** The target of a link; null if it is no web URL, or hides its host behind a user name ("https://bank.example@…"). */
function hrefOf(text: string): string | null {
  const isShort = text.slice(0, 4).toLowerCase() === 'www.'
  const address = isShort ? `https://${text}` : text
  // Only the host is validated: the path is a matter of that site.
  const origin = address.slice(0, endOfHost(address))
  if (!URL.canParse(origin)) return null
  const { protocol, username, password, hostname } = new URL(origin)
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return null
  // "www.loge" alone is more likely a typing error than a URL.
  const isWhole = !isShort || hostname.split('.').filter((part) => part !== '').length > 2
  return isWhole ? address : null
}

function endOfHost(address: string): number {
  let end = address.indexOf('//') + 2
  while (end < address.length && !'/\\?#'.includes(address[end] ?? '')) end += 1
  return end
}
