import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'

/** Fetched with the first letter that somebody begins. */
export const LazyComposeDialog = lazyOverlay(async () => (await import('./compose-dialog.tsx')).ComposeDialog)
