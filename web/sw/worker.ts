import { openPath, showPush } from './notifications.ts'
import { CLAIM } from './protocol.ts'
import { renewSubscription } from './renew-subscription.ts'
import { answerTo, dropOldShells, keepShell } from './shell.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * The service worker: it shows pushes, keeps this device registered for them, and starts the app without a network. It keeps files of the app only; answers of
 * the API never pass through it. A new release waits until no page of the old one is open (there is no `skipWaiting`),
 * so that an open page always finds the files it began with. See docs/decisions/067-offline.md.
 */

self.addEventListener('install', (event) => event.waitUntil(keepShell()))

self.addEventListener('activate', (event) => event.waitUntil(activate()))

self.addEventListener('fetch', (event) => {
  const answer = answerTo(event)
  if (answer) event.respondWith(answer)
})

self.addEventListener('message', (event) => {
  if (event.data === CLAIM) event.waitUntil(self.clients.claim())
})

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text() ?? '')))

// TypeScript knows this event by its name only.
self.addEventListener('pushsubscriptionchange', (event) => {
  const change = event as ExtendableEvent & Parameters<typeof renewSubscription>[0]
  change.waitUntil(renewSubscription(change))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPath(event.notification.data.path))
})

async function activate(): Promise<void> {
  await dropOldShells()
  // The page is asked for while the worker starts.
  await self.registration.navigationPreload?.enable()
}
