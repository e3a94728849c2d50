import { PUSH_DEVICE_CACHE, SAVED_FEED_CACHE } from './protocol.ts'

declare const self: ServiceWorkerGlobalScope
/** Filled in by the build (scripts/build-worker.ts): the files of this release that a page of members starts with. */
declare const SHELL: { version: string; entry: string; files: string[] }

const SHELL_CACHE = `shell-${SHELL.version}`
/** A page without anything of its own: every page of the app is this one. */
const SHELL_PAGE = '/home'

/** Keeps the page and the files it starts with. They come out of the browser's own cache, which has most of them. */
export async function keepShell(): Promise<void> {
  const page = await fetch(SHELL_PAGE, { cache: 'reload', headers: { 'Service-Worker-Navigation-Preload': 'true' } })
  // During a deploy, another server may answer with the page of another release, whose files are not kept here.
  if (!page.ok || !(await page.clone().text()).includes(SHELL.entry)) throw new Error('A page of another release')
  const cache = await caches.open(SHELL_CACHE)
  await cache.addAll(SHELL.files)
  await cache.put(SHELL_PAGE, page)
}

/** Removes what former releases have kept. No page of theirs is open any more, since this worker has waited for that. */
export async function dropOldShells(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => ![SHELL_CACHE, SAVED_FEED_CACHE, PUSH_DEVICE_CACHE].includes(name))
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** The answer to a request that the worker takes over, or undefined: the browser then asks the server as ever. */
export function answerTo(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET') return undefined
  if (request.destination === 'image' && pathname.includes('/media/')) return picture(request)
  if (origin !== self.location.origin) return undefined
  if (request.mode === 'navigate') return isPage(pathname) ? page(event) : undefined
  return pathname.startsWith('/assets/') ? asset(request) : undefined
}

/** Whether a path may be one of the app. No page has a dot in its path, except those that nobody opens offline. */
function isPage(pathname: string): boolean {
  return !/^\/(api|docs)(\/|$)|\./.test(pathname)
}

/** From the network, always. Without one, the app starts by itself and says what it cannot show. */
async function page({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const kept = await caches.match(SHELL_PAGE, { cacheName: SHELL_CACHE, ignoreVary: true })
    if (kept) return kept
    throw error
  }
}

/** A file with a hash in its name never changes. */
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL_CACHE)
  const kept = await cache.match(request, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(request)
  if (response.status === 200 && response.type === 'basic') await cache.put(request, response.clone())
  return response
}

/** From the network. Without one, from the last feed, in the one width that it has. Nothing is kept here. */
async function picture(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const { origin, pathname } = new URL(request.url)
    const kept = await caches.match(origin + pathname, { cacheName: SAVED_FEED_CACHE, ignoreVary: true })
    if (kept) return kept
    throw error
  }
}
