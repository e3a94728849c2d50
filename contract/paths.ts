/**
 * The paths of the web app. They are part of the contract because the server needs them too: mails and share links
 * point to them, and a username must never be one of them.
 */
export const paths = {
  home: '/',
  home_alias: '/home',
  discover: '/discover',
  pricing: '/pricing',
  privacy_policy: '/privacy-policy',
  terms_of_service: '/terms-of-service',
  contact_us: '/contact-us',
  login: '/login',
  signup: '/signup',
  reset_password: '/reset-password',
  confirm_reset_password: '/confirm-reset-password',
  confirm_email: '/confirm-email',
  undo_email: '/undo-email',
  newsletter: '/newsletter/:step',
  find: '/find',
  settings: '/settings',
  subscriptions: '/subscriptions',
  conversations: '/conversations',
  conversations_received: '/conversations/received',
  conversation: '/conversations/:id',
  notices: '/notices',
  revenues: '/revenues',
  admin_users: '/admin/users',
  admin_reports: '/admin/reports',
  admin_numbers: '/admin/numbers',
  creator_alias: '/creator/:profile_name',
  profile: '/:username',
} as const

/** Open to everyone and the same for everyone: rendered when the web app is built, and listed for search engines. */
export const PUBLIC_PATHS = [
  paths.discover,
  paths.pricing,
  paths.privacy_policy,
  paths.terms_of_service,
  paths.contact_us,
] as const
export type PublicPath = (typeof PUBLIC_PATHS)[number]

/** Where a link in a letter of the newsletter leads. */
export function newsletterPath(step: 'confirm' | 'unsubscribe', token: string): string {
  return `${paths.newsletter.replace(':step', step)}?token=${token}`
}

/** Where the settings screen opens the editor of a new profile. */
export const CREATOR_SETTINGS = `${paths.settings}#creator`
/** Where it keeps what somebody asked to take home. */
export const EXPORT_SETTINGS = `${paths.settings}#export`
/** Where it lists one's sessions: mails lead there. */
export const SESSION_SETTINGS = `${paths.settings}#sessions`

/** What the server serves beside the web app, and names nobody may speak under. */
const OTHER_RESERVED = ['api', 'cable', 'media', 'assets', 'docs', 'health', 'metrics', 'loge', 'support', 'staff']

/** Where monitors and scanners look for a server's state. It is told below /api; here there is nothing, and nobody. */
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

/** The first segment of a path when it is a fixed word. */
function fixedFirstSegment(path: string): string | undefined {
  const segment = path.split('/')[1]
  return segment === '' || segment?.startsWith(':') ? undefined : segment
}

export const RESERVED_USERNAMES: ReadonlySet<string> = new Set([
  ...Object.values(paths).flatMap((path) => fixedFirstSegment(path) ?? []),
  ...OTHER_RESERVED,
  ...PROBED_NAMES,
])

/** True for what is a path of ours. Whoever has such a name has no page. */
export function isReservedUsername(username: string): boolean {
  return RESERVED_USERNAMES.has(username.toLowerCase())
}

/** Names that look as if the house itself were speaking. Unlike a path, a page of this name can be shown. */
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

/** The same letters written with the digits that look like them; a 1 may be an i or an l. */
function plainNames(username: string): string[] {
  const letters = username
    .toLowerCase()
    .replaceAll(/[_-]/g, '')
    .replaceAll('0', 'o')
    .replaceAll('3', 'e')
    .replaceAll('5', 's')
  return [letters.replaceAll('1', 'i'), letters.replaceAll('1', 'l')]
}

/** True for a name that nobody may take any more; whoever has it keeps it. */
export function isStaffLikeUsername(username: string): boolean {
  return plainNames(username).some((name) => STAFF_LIKE.has(name) || name.startsWith(HOUSE))
}
