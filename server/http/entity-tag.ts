import { createHash } from 'node:crypto'

/** Makes an ETag value: a hash, so that it does not reveal the content. */
export function tagOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** The most tags that are compared. Caches send fewer. */
const TAGS_MAX = 100

/** True if `If-None-Match` contains this tag. Weak comparison (RFC 9110), because proxies make tags weak. */
export function hasTag(if_none_match: string | undefined, etag: string): boolean {
  const tags = if_none_match?.split(',', TAGS_MAX).map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
