/** The constants of the product on which server and web app must agree. */

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
export const EMAIL_MAX = 254
export const USERNAME_MIN = 3
export const USERNAME_MAX = 30
export const MESSAGE_MAX = 2000
export const DESCRIPTION_MAX = 5000
export const REPORT_DESCRIPTION_MAX = 2000
export const CONTACT_NAME_MAX = 200
export const CONTACT_MESSAGE_MAX = 5000
export const ANSWER_MAX = 2000

/** Versions of the consent text of the newsletter. A new text is a new version; old versions stay valid. */
export const CONSENT_VERSIONS = ['2026-11'] as const
export const NEWSLETTER_CONSENT_VERSION: (typeof CONSENT_VERSIONS)[number] = '2026-11'

/** The grace period of a deletion request. Signing in cancels the request. */
export const DELETION_GRACE_DAYS = 14
/** Within this time a new request returns the existing export. */
export const EXPORT_FRESH_HOURS = 24
export const EXPORT_STATES = ['preparing', 'ready', 'failed'] as const

/** Money: decimal strings in euros. */
export const PRICE_MIN = '0.01'
export const PRICE_MAX = '999.99'
/** At most two decimals. PRICE_MIN and PRICE_MAX are checked separately. */
export const PRICE_PATTERN = '^\\d{1,3}(\\.\\d{1,2})?$'
export const DEFAULT_PRICES = {
  day_subscription: '7.99',
  week_subscription: '14.99',
  month_subscription: '23.99',
} as const
export const PLATFORM_FEE_PERCENT = 15
export const BANKING_FEE_PERCENT = 7
/** The lengths of a subscription period. */
export const PERIODS = ['day', 'week', 'month'] as const
/** The longest subscription that staff can grant at once. */
export const GRANT_MAX_DAYS = 3650

/** Posts are counted exactly up to this number; beyond it the response only says that there are more. */
export const POSTS_COUNTED_MAX = 1000
export const THREAD_PAGE_SIZE = 50
/** Search results are not paged. */
export const FOUND_CREATORS_MAX = 20

/** Badges show "N+" above this number. */
export const UNREAD_BADGE_MAX = 99

/** Uploads. */
const MEGABYTE = 1024 * 1024
export const IMAGE_MAX_BYTES = 20 * MEGABYTE
export const IMAGE_MAX_PIXELS = 50_000_000
export const GIF_MAX_BYTES = 10 * MEGABYTE
export const VIDEO_MAX_BYTES = 100 * MEGABYTE
export const VIDEO_MAX_SECONDS = 60
/** The side of a 4K video. */
export const VIDEO_MAX_SIDE = 4096
export const IMAGE_WIDTHS = [480, 960, 1600] as const

/** A basic e-mail address: visible characters, one at sign, and a domain that ends with a dot and two letters. Needs the flag u. */
export const EMAIL_PATTERN = '^[^\\s\\p{C}@,;:<>()"]+@[^\\s\\p{C}@,;:<>()"]+\\.[A-Za-z]{2,}$'
export const USERNAME_PATTERN = '^[A-Za-z0-9][A-Za-z0-9_-]*$'

export const REPORT_REASONS = ['Inapropriate content', 'The account is stealing someone identity'] as const
/** Reports are open until staff remove the post or dismiss them. */
export const REPORT_STATES = ['open', 'handled'] as const
export const REPORT_OUTCOMES = ['removed', 'dismissed'] as const
export const REACTIONS = ['👍', '👎', '❤️', '😂', '😮', '😢', '😡', '🎉', '🔥', '💯'] as const

export const ROLES = ['admin', 'moderator'] as const
export const USER_KINDS = ['admin', 'moderator', 'creator', 'lambda'] as const
export const LOCALES = ['en', 'fr'] as const
export const THEMES = ['light', 'dark'] as const

/** The query parameter for the language, and the cookie that stores it. */
export const LOCALE_PARAMETER = 'lang'
export const LOCALE_COOKIE = 'lang'
