/** A piece of a message: plain words, or an address as it was typed and where it leads. */
interface Piece {
  text: string
  href?: string
}

const BEGINNINGS = ['https://', 'http://', 'www.']
/** What ends an address: spaces, quotes, angle brackets, and unseen signs such as those that turn the direction of what follows. */
const END = /[\s<>"“”«»`\p{Cc}\p{Cf}]/u
/** In front of an address there is none of these: "ahttp://", "me@www." and "x.www." are no beginnings. */
const JOINED = /[\p{L}\p{N}_@.\-/]/u
/** Punctuation that belongs to the sentence around an address. */
const TRAILING = new Set([...".,;:!?'’‘*_~…。，、！？"])
const BRACKETS: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

/**
 * Finds the web addresses in a message. One pass over the text, without regular expressions that could go back: each
 * character is looked at a few times, whatever somebody sends.
 */
export function piecesOf(content: string): Piece[] {
  const pieces: Piece[] = []
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
      if (at > plain_from) pieces.push({ text: content.slice(plain_from, at) })
      pieces.push({ text, href })
      plain_from = at + text.length
    }
    // What was no address as a whole is not searched for others: "www.www.www.…" would be read again and again.
    at = end
  }
  if (plain_from < content.length) pieces.push({ text: content.slice(plain_from) })
  return pieces
}

function beginsAt(content: string, at: number): boolean {
  const first = content[at]
  if (first !== 'h' && first !== 'H' && first !== 'w' && first !== 'W') return false
  const start = content.slice(at, at + 8).toLowerCase()
  if (!BEGINNINGS.some((beginning) => start.startsWith(beginning))) return false
  return at === 0 || !JOINED.test(content[at - 1] ?? '')
}

function endOf(content: string, from: number): number {
  let end = from
  while (end < content.length && !END.test(content[end] ?? '')) end += 1
  return end
}

/** Without the sentence's punctuation, and without closing brackets that were opened before the address. */
function withoutTrailing(text: string): string {
  const open = new Map<string, number>()
  for (const sign of text) {
    if ('([{'.includes(sign)) open.set(sign, (open.get(sign) ?? 0) + 1)
    const opening = BRACKETS.get(sign)
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

/** Where it leads; null for what is no address of the web, or hides its host behind a name ("https://bank.example@…"). */
function hrefOf(text: string): string | null {
  const isShort = text.slice(0, 4).toLowerCase() === 'www.'
  const address = isShort ? `https://${text}` : text
  // Only the host is judged: whatever follows it belongs to the house it leads to.
  const origin = address.slice(0, endOfHost(address))
  if (!URL.canParse(origin)) return null
  const { protocol, username, password, hostname } = new URL(origin)
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return null
  // "www.loge" alone is more likely a slip than an address.
  const isWhole = !isShort || hostname.split('.').filter((part) => part !== '').length > 2
  return isWhole ? address : null
}

function endOfHost(address: string): number {
  let end = address.indexOf('//') + 2
  while (end < address.length && !'/\\?#'.includes(address[end] ?? '')) end += 1
  return end
}
