import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'

/** Its own chunk, with Base UI. */
export const LazyEndSessionsDialog = lazyOverlay(
  async () => (await import('./end-sessions-dialog.tsx')).EndSessionsDialog,
)
