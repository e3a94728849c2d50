import { whenIdle } from '#web/lib/idle.ts'

/** Error reporting, if a DSN is configured. The SDK is loaded when the page is idle; errors before that are queued. */

const queue: unknown[] = []
let report = (error: unknown): void => {
  if (import.meta.env.VITE_SENTRY_DSN) queue.push(error)
}

export function reportError(error: unknown): void {
  report(error)
}

export function startMonitoring(): void {
  const dsn = import.meta.env.VITE_SENTRY_DSN
  if (!dsn) return
  addEventListener('error', queueError)
  addEventListener('unhandledrejection', queueError)
  whenIdle(async () => {
    const { startSentry } = await import('./sentry.ts')
    removeEventListener('error', queueError)
    removeEventListener('unhandledrejection', queueError)
    report = startSentry(dsn)
    for (const error of queue.splice(0)) report(error)
  })
}

/** Queues an error that happens before the SDK is loaded. */
function queueError(event: ErrorEvent | PromiseRejectionEvent): void {
  queue.push('reason' in event ? event.reason : event.error)
}
