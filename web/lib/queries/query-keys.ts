/**
 * Query keys of all answers in the cache. A feature appends its parameters, as in `[...queryKeys.posts, 'of', username]`,
 * so that invalidating a key also invalidates all keys below it.
 */
export const queryKeys = {
  user: ['user'],
  sessions: ['sessions'],
  exports: ['exports'],
  profiles: ['profiles'],
  creators: ['creators'],
  posts: ['posts'],
  /** Not below `posts`, because all entries there are lists of posts. */
  post_counts: ['post-counts'],
  stories: ['stories'],
  my_stories: ['stories', 'mine'],
  conversations: ['conversations'],
  conversation_lists: ['conversations', 'lists'],
  can_message: ['conversations', 'can_message'],
  notices: ['notices'],
  subscriptions: ['subscriptions'],
  orders: ['orders'],
  receipts: ['receipts'],
  blocks: ['blocks'],
  mutes: ['mutes'],
  decisions: ['decisions'],
  own_reports: ['own reports'],
  revenues: ['revenues'],
  numbers: ['numbers'],
  users: ['admin', 'users'],
  reports: ['admin', 'reports'],
  cases: ['admin', 'cases'],
  case_counts: ['admin', 'case counts'],
  audit: ['admin', 'audit'],
  roles: ['admin', 'roles'],
  contact_messages: ['admin', 'contact_messages'],
  newsletter_addresses: ['admin', 'newsletter'],
  staff_orders: ['admin', 'orders'],
  unapplied_payments: ['admin', 'unapplied payments'],
  health: ['admin', 'health'],
  readiness: ['readiness'],
  landing: ['landing'],
  content_notices: ['content-notices'],
  transparency: ['transparency'],
} as const

/** Mutation keys, for mutations whose pending state other components observe. */
export const mutationKeys = {
  sign_out: ['sign_out'],
  creator_wish: ['creator wish'],
  like: ['like'],
  send: ['send'],
  older: ['older'],
  reaction: ['reaction'],
} as const
