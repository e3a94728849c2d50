/** What the pages and the service worker must know of each other. */

/** The script of the worker. At the root, so that its scope is the whole site. */
export const WORKER_PATH = '/sw.js'

/** The cache of the last feed, which the pages write and the worker reads: the posts as JSON, and public pictures. */
export const SAVED_FEED_CACHE = 'saved-feed'

/** What the worker asks of a page, which answers on the port that comes with it: to go to a path of the app, or where it is. */
export type PageRequest = { type: 'open-path'; path: string } | { type: 'which-path' }

/**
 * What a page without a controller asks of the worker: to answer for it from now on. The worker does not do that by itself,
 * because a page that is just loading would ask for its preloaded files a second time.
 */
export const CLAIM = 'claim'
