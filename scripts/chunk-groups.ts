/**
 * Which modules become one script. Left alone, a member's first page would come in seventy files, most of them of a few
 * hundred bytes: each is a request, and compresses worse than together. What a person does not need soon stays apart.
 */

/** What every page needs comes in one piece: it is smaller than in twenty, and kept by the browser from page to page. */
const CORE = [
  /node_modules\/(react|react-dom|scheduler|react-router)\//,
  // Without what only lists of posts need.
  /node_modules\/@tanstack\/(?!.*\/(useInfiniteQuery|infiniteQueryObserver|useMutationState|mutationOptions)\.)/,
  /node_modules\/lucide-react\/dist\/esm\/(?!icons\/)/,
  /node_modules\/lucide-react\/dist\/esm\/icons\/(globe|heart|lock-keyhole|mail|moon|pause|play|shield-check|sparkles|sun|ticket)\./,
  // All of lib but monitoring's heavy half, which is fetched late or never, and what only a few pages count with or fetch.
  /\/web\/lib\/(?!sentry|redact|money|protected-media|freshness|paged-query|less-data|live|cable|drafts|return-to|use-end|time-ago|typed-search|use-known|find-key|tell-when-refused|refetch-failed|subscription-access|use-optimistic-mutation)/,
  /\/web\/ui\/(arch|avatar|button|checkbox|curtain|cx|field|honeypot|icon-arch|icon-button|initial-of|logo|notice|seal|spinner|text-input|text-link|use-tab-hidden)\./,
  /\/web\/app\/(header-link|language-switch|skip-link|theme-switch)\./,
  /\/web\/assets\/(dancer|loges)/,
  /\/web\/features\/accounts\/queries\./,
  /\/contract\/(accounts|endpoint|landing|limits|paths|schemas|time)\./,
]

/** What members need and those at the door, or on the pages open to everyone, but not on the landing page. */
const SHARED = [
  /\/node_modules\/lucide-react\/dist\/esm\/icons\/(arrow-left|chart-column|hourglass|users|wallet)\./,
  /\/web\/lib\/return-to\./,
  /\/web\/ui\/badge\./,
]

/** What the forms of the door are made of. */
const DOOR = [
  /\/node_modules\/lucide-react\/dist\/esm\/icons\/(eye|eye-off)\./,
  /\/web\/ui\/(boxes|failure-notice|outcome|password-input)\./,
  /\/web\/features\/accounts\/(auth-heading|carried-email|door-queries|email-field|refused-field|signup-attempt)\./,
]

/** Prices, fees and the lines of a sum. */
const MONEY = [
  /\/node_modules\/lucide-react\/dist\/esm\/icons\/(chevron-down|download)\./,
  /\/web\/lib\/money\./,
  /\/web\/ui\/(money-lines|price-input|select-input)\./,
  /\/contract\/fees\./,
]

/** What the frame around every page of a member shares with most of these pages: on its own each would be a file. */
const MEMBERS = [
  /\/node_modules\/lucide-react\/dist\/esm\/icons\/(bell|circle-user-round|ellipsis|house|image|log-out|menu|message-circle|rotate-cw|search|settings|wifi-off|x)\./,
  /\/node_modules\/@tanstack\/.*\/(useInfiniteQuery|infiniteQueryObserver|useMutationState|mutationOptions)\./,
  /\/web\/app\/(frame-skeleton|guard)\./,
  /\/web\/lib\/(drafts|find-key|freshness|paged-query|protected-media|subscription-access|tell-when-refused|time-ago|use-end|use-known|use-optimistic-mutation)\./,
  /\/web\/ui\/(cut-text|empty-state|find-creators|lazy-overlay|load-failure|media-image|menu|overlay-modules|paged-list|read-more|small-print|tooltip|use-near-view|use-now|use-protected-picture)\./,
  /\/web\/features\/accounts\/sign-out\./,
  /\/web\/features\/conversations\/(conversation-list-cache|inbox-(address|unread|words))\./,
  /\/web\/features\/notices\/notices-(bell|unread|words)\./,
  /\/web\/pages\/page\./,
  /\/contract\/(conversations|time-cursor)\./,
]

/** What a list of posts is made of, in the feed and on a creator's page, with the ways to what opens over them. */
const POSTS = [
  /\/node_modules\/lucide-react\/dist\/esm\/icons\/(circle-plus|flag|pencil|plus|trash)\./,
  /\/web\/publishing\/upload\./,
  /\/web\/features\/posts\/(author-of|lazy-|lightbox-address|like-button|likes|locked-picture|paged-posts|own-post-dialogs|post-address|post-lightbox|post-menu|post-picture|posts-cache|queries)/,
  /\/web\/features\/stories\/(add-story|queries|stories-cache|story-address|story-groups|story-overlay|story-rings)\./,
  /\/web\/features\/conversations\/(compose-access|compose-lazy|message-button)\./,
  /\/contract\/(posts|stories)\./,
]

/** What a member's page fetches once it stands: whatever is live, and what the pages of messages and notices share with it. */
const LIVE = [
  /\/node_modules\/@rails\/actioncable\//,
  /\/web\/lib\/(cable|cable-comeback|cable-ticket|live|refetch-failed)\./,
  /\/web\/app\/comeback-watch\./,
  /\/web\/features\/conversations\/(inbox|inbox-refresh|inbox-watch|list-queries|reactions|thread-cache|thread-people|thread-queries)\./,
  /\/web\/features\/notices\/(notice-cache|notice-queries|notices-watch)\./,
  /\/contract\/(live|notices)\./,
]

/** What a few pages share with what opens over others. */
const FORMS = [
  /\/node_modules\/lucide-react\/dist\/esm\/icons\/(drama|image-off|image-plus|messages-square|send-horizontal)\./,
  /\/web\/publishing\/(picked-file|picture-problem|picture-size|use-object-url)\./,
  /\/web\/ui\/(confirm-dialog|dialog-actions|lazy|progress-bar|radio-rows|use-missed-failure)\./,
  /\/web\/features\/conversations\/(compose-draft|new-client-id|room-left)\./,
  /\/web\/features\/staff-reports\/(open-reports|open-reports-words|queries|report-lists)\./,
]

/** Dialogs, drawers, menus and tooltips, fetched when the page has nothing better to do. */
const OVERLAYS = [
  /\/node_modules\/(@base-ui|@floating-ui)\//,
  /\/web\/ui\/(dialog|drawer|menu-popup|tooltip-popup)\./,
  /\/web\/app\/drawer-menu\./,
]

/** What opens over the lists of posts. */
const OVER_POSTS = [
  /\/web\/ui\/(grab-bar|switch|use-press|use-room-beside|use-title-over|viewer)\./,
  /\/web\/publishing\/(file-picker|publish-|use-file-drop|use-publishing)/,
  /\/web\/features\/posts\/(create-post-dialog|delete-post-dialog|edit-post-dialog|lightbox|publish-|report-dialog)/,
  /\/web\/features\/stories\/(create-story-dialog|delete-story-dialog|story-problem|story-viewer)\./,
  /\/web\/features\/conversations\/compose-/,
]

/** In this order: a module belongs to the first group that names it, and brings what it imports if no earlier group has it. */
export const chunkGroups = Object.entries({
  core: CORE,
  shared: SHARED,
  door: DOOR,
  money: MONEY,
  members: MEMBERS,
  posts: POSTS,
  live: LIVE,
  forms: FORMS,
  overlays: OVERLAYS,
  'over-posts': OVER_POSTS,
}).map(([name, parts]) => ({ name, test: (id: string) => parts.some((part) => part.test(id)) }))
