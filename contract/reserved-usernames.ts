import { paths } from './paths.ts'

/** Other paths of the server, and names that would look official. */
const OTHER_RESERVED = ['api', 'cable', 'media', 'assets', 'docs', 'health', 'metrics', 'loge', 'support', 'staff']

/** Usual paths of health checks, which monitors and scanners try. The real ones are below /api, so these are 404 and reserved. */
export const PROBED_NAMES: readonly string[] = [
  'actuator',
  'health',
  'healthcheck',
  'healthz',
  'livez',
  'metrics',
  'readyz',
  'server-status',
  'status',
]

/** The first segment of a path, if it is not a parameter. */
function fixedFirstSegment(path: string): string | undefined {
  const segment = path.split('/')[1]
  return segment === '' || segment?.startsWith(':') ? undefined : segment
}

export const RESERVED_USERNAMES: ReadonlySet<string> = new Set([
  ...Object.values(paths).flatMap((path) => fixedFirstSegment(path) ?? []),
  ...OTHER_RESERVED,
  ...PROBED_NAMES,
])

/** True if the name is a path of the product. A user with such a name has no page. */
export function isReservedUsername(username: string): boolean {
  return RESERVED_USERNAMES.has(username.toLowerCase())
}

/** Names that look like staff. Unlike a path, existing users with such a name still have a page. */
const STAFF_LIKE = new Set([
  'admin',
  'administrator',
  'help',
  'moderator',
  'official',
  'root',
  'security',
  'staff',
  'support',
  'team',
])
const HOUSE = 'loge'

/** Replaces digits that look like letters; a 1 may be an i or an l. */
function plainNames(username: string): string[] {
  const letters = username
    .toLowerCase()
    .replaceAll(/[_-]/g, '')
    .replaceAll('0', 'o')
    .replaceAll('3', 'e')
    .replaceAll('5', 's')
  return [letters.replaceAll('1', 'i'), letters.replaceAll('1', 'l')]
}

/** True if the name can no longer be taken; existing users keep it. */
export function isStaffLikeUsername(username: string): boolean {
  return plainNames(username).some((name) => STAFF_LIKE.has(name) || name.startsWith(HOUSE))
}
