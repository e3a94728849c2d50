import { whenIdle } from '#web/lib/idle.ts'

/** Errors are reported where a DSN is configured. Nothing of it is fetched before the page has come to rest. */

const early: unknown[] = []
let report = (error: unknown): void => {
  if (import.meta.env.VITE_SENTRY_DSN) early.push(error)
}

export function reportError(error: unknown): void {
  report(error)
}

export function startMonitoring(): void {
  const dsn = import.meta.env.VITE_SENTRY_DSN
  if (!dsn) return
  addEventListener('error', keepEarly)
  addEventListener('unhandledrejection', keepEarly)
  whenIdle(async () => {
    const { startSentry } = await import('./sentry.ts')
    removeEventListener('error', keepEarly)
    removeEventListener('unhandledrejection', keepEarly)
    report = startSentry(dsn)
    for (const error of early.splice(0)) report(error)
  })
}

/** What goes wrong before anybody listens. */
function keepEarly(event: ErrorEvent | PromiseRejectionEvent): void {
  early.push('reason' in event ? event.reason : event.error)
}
