/**
 * Query keys: what every answer of the server is cached under. A feature adds its parameters behind one of these, as in
 * `[...queryKeys.posts, 'of', username]`, so that invalidating a key here reaches everything below it.
 */
export const queryKeys = {
  user: ['user'],
  sessions: ['sessions'],
  exports: ['exports'],
  profiles: ['profiles'],
  creators: ['creators'],
  posts: ['posts'],
  /** Not below `posts`, where every entry is a list of posts. */
  post_counts: ['post-counts'],
  stories: ['stories'],
  my_stories: ['stories', 'mine'],
  conversations: ['conversations'],
  conversation_lists: ['conversations', 'lists'],
  can_message: ['conversations', 'can_message'],
  notices: ['notices'],
  subscriptions: ['subscriptions'],
  revenues: ['revenues'],
  numbers: ['numbers'],
  users: ['admin', 'users'],
  reports: ['admin', 'reports'],
  readiness: ['readiness'],
  landing: ['landing'],
} as const

/** Mutation keys: what somebody else on the page waits for, or shows, while it is on its way. */
export const mutationKeys = {
  sign_out: ['sign_out'],
  creator_wish: ['creator wish'],
  like: ['like'],
  send: ['send'],
  older: ['older'],
  reaction: ['reaction'],
} as const
