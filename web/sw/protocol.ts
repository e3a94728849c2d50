/** What the pages and the service worker must know of each other. */

/** The script of the worker. At the root, so that its scope is the whole site. */
export const WORKER_PATH = '/sw.js'

/** The cache of the last feed, which the pages write and the worker reads: the posts as JSON, and public pictures. */
export const SAVED_FEED_CACHE = 'saved-feed'

/** The cache with which the pages tell the worker how to renew the push subscription of this device. */
export const PUSH_DEVICE_CACHE = 'push-device'
/** Its only key. No request ever has this address. */
export const PUSH_DEVICE_KEY = '/push-device'
/** The lock (Web Locks) for whoever changes this device: pages of all tabs and the worker do it one after the other. */
export const PUSH_DEVICE_LOCK = 'push-device'

/** Kept while push is on, and deleted with the session. The token is good for nothing else. */
export interface RenewablePush {
  /** Where the new subscription is sent. */
  url: string
  /** The public key of the server. */
  key: string
  renewal: string
}

/** What the worker asks of a page, which answers on the port that comes with it: to go to a path of the app, or where it is. */
export type PageRequest = { type: 'open-path'; path: string } | { type: 'which-path' }

/**
 * What a page without a controller asks of the worker: to answer for it from now on. The worker does not do that by itself,
 * because a page that is just loading would ask for its preloaded files a second time.
 */
export const CLAIM = 'claim'
