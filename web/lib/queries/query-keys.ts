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
  drafts: ['drafts'],
  saved_feed: ['saved-feed'],
  stories: ['stories'],
  my_stories: ['stories', 'mine'],
  conversations: ['conversations'],
  conversation_lists: ['conversations', 'lists'],
  can_message: ['conversations', 'can_message'],
  fan_cards: ['fan cards'],
  notices: ['notices'],
  notification_settings: ['notification settings'],
  push_device: ['push device'],
  subscriptions: ['subscriptions'],
  orders: ['orders'],
  receipts: ['receipts'],
  blocks: ['blocks'],
  mutes: ['mutes'],
  decisions: ['decisions'],
  own_reports: ['own reports'],
  insights: ['insights'],
  revenues: ['revenues'],
  balance: ['balance'],
  payouts: ['payouts'],
  verification: ['verification'],
  statements: ['statements'],
  readiness: ['readiness'],
  landing: ['landing'],
  invitations: ['invitations'],
  waiting_list: ['waiting list'],
  /** Also the welcome message and the list of subscribers. */
  broadcasts: ['broadcasts'],
  content_notices: ['content-notices'],
  transparency: ['transparency'],
} as const

/** Mutation keys, for mutations whose pending state other components observe. */
export const mutationKeys = {
  sign_out: ['sign_out'],
  creator_wish: ['creator wish'],
  like: ['like'],
  refresh_feed: ['refresh feed'],
  send: ['send'],
  older: ['older'],
  reaction: ['reaction'],
  payout_schedule: ['payout schedule'],
  notification_settings: ['notification settings'],
} as const
