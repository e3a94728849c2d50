import { USERNAME_MAX, USERNAME_PATTERN } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { isReservedUsername } from '#contract/reserved-usernames.ts'
import { UUID_PATTERN } from '#contract/schemas.ts'
import type { NamedObject } from '#server/store/cases/named-objects.ts'

const USERNAME = new RegExp(USERNAME_PATTERN)
const UUID = new RegExp(`^${UUID_PATTERN}$`, 'i')
const MEDIA = new RegExp(`^(?:/api)?/media/(${UUID_PATTERN})(?:\\.\\w+)?$`, 'i')
const CREATOR_PREFIX = paths.creator_alias.replace(':profile_name', '')

/**
 * What an address of this house names: a post or a story by the parameter of its overlay, a picture by its path, a
 * member by the name. Undefined for an address of another house, and for every other page.
 */
export function readAddress(address: string, origin: string): NamedObject | undefined {
  const url = parseAddress(address.trim(), origin)
  if (!url) return undefined
  for (const kind of ['post', 'story'] as const) {
    const id = url.searchParams.get(kind)
    if (id !== null) return UUID.test(id) ? { kind, id: id.toLowerCase() } : undefined
  }
  const media = MEDIA.exec(url.pathname)?.[1]
  if (media !== undefined) return { kind: 'media', id: media.toLowerCase() }
  const isAlias = url.pathname.startsWith(CREATOR_PREFIX)
  const username = url.pathname.slice(isAlias ? CREATOR_PREFIX.length : 1).replace(/\/$/, '')
  const isName = username.length <= USERNAME_MAX && USERNAME.test(username)
  return isName && (isAlias || !isReservedUsername(username)) ? { kind: 'profile', username } : undefined
}

/** People copy addresses with a scheme or without one, or only the path. Undefined if it is not of this house. */
function parseAddress(address: string, origin: string): URL | undefined {
  const house = new URL(origin)
  const hasHost = address.toLowerCase().startsWith(`${house.host}/`)
  const text = hasHost ? `${house.protocol}//${address}` : address
  if (!hasHost && !/^(https?:\/\/|\/(?!\/))/i.test(text)) return undefined
  const url = URL.canParse(text, origin) ? new URL(text, origin) : undefined
  return url && plainHost(url) === plainHost(house) ? url : undefined
}

function plainHost({ host }: URL): string {
  return host.replace(/^www\./, '')
}
