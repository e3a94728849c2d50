import { createHash } from 'node:crypto'

/** The same for the same text, and nobody reads the text from it. */
export function tagOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** More than a cache keeps of one address. */
const TAGS_MAX = 100

/** Whether the caller has this already; weakly, as the header is meant, and as proxies make it. */
export function hasTag(if_none_match: string | undefined, etag: string): boolean {
  const tags = if_none_match?.split(',', TAGS_MAX).map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
