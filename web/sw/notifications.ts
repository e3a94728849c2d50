import type { PageRequest } from './protocol.ts'
import { readPush } from './read-push.ts'

declare const self: ServiceWorkerGlobalScope

/** How long a page has to answer. A page without the app never does. */
const ANSWER_MS = 1000

/** Shows a push. What cannot be read is shown without words: a push that shows nothing costs the site its permission. */
export async function showPush(text: string): Promise<void> {
  const message = readPush(text)
  if (message) await setBadge(message.unread)
  if (message && (await isBeingRead(message.path))) return
  await self.registration.showNotification(message?.title ?? 'Loge', {
    body: message?.body ?? '',
    ...(message && { tag: message.tag }),
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { path: message?.path ?? '/' },
  })
}

/** The number on the icon of the installed app. Not every browser has one. */
async function setBadge(unread: number): Promise<void> {
  try {
    await self.navigator.setAppBadge?.(unread)
  } catch {
    // An app that is not installed may have none.
  }
}

/** Whether somebody looks at this page just now. */
async function isBeingRead(path: string): Promise<boolean> {
  const inView = (await windows()).filter(({ focused }) => focused)
  return (await Promise.all(inView.map(pathOf))).includes(path)
}

/** After a click: goes to the page in an open tab, or opens one. */
export async function openPath(path: string): Promise<void> {
  const all = await windows()
  const places = await Promise.all(all.map(pathOf))
  const there = all[places.indexOf(path)]
  const tab = there ?? all.find(({ focused }) => focused) ?? all[0]
  const shown = await tab?.focus().catch(() => null)
  if (!shown || (!there && !(await leadTo(shown, path)))) await self.clients.openWindow(path)
}

/** The page of a tab. The app knows it; the browser tells only where the tab began. */
async function pathOf(tab: WindowClient): Promise<string> {
  const answer = await ask(tab, { type: 'which-path' })
  if (answer !== null) return answer
  const { pathname, search } = new URL(tab.url)
  return pathname + search
}

/** Asks the app to go there, which keeps what the tab has loaded. A tab without the app loads the page. */
async function leadTo(tab: WindowClient, path: string): Promise<boolean> {
  if ((await ask(tab, { type: 'open-path', path })) !== null) return true
  // It rejects for a page that the worker does not control.
  return (await tab.navigate(path).catch(() => null)) !== null
}

/** The answer of a page, or null if the app does not run in it. */
async function ask(tab: WindowClient, request: PageRequest): Promise<string | null> {
  const { port1, port2 } = new MessageChannel()
  return await new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(String(data))
    setTimeout(() => resolve(null), ANSWER_MS)
    tab.postMessage(request, [port2])
  })
}

function windows(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}
