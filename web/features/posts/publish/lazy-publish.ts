import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'

/** Code splitting: the dialogs for creators, each loaded when it is first opened. */

export const LazyEditPostDialog = lazyOverlay(async () => (await import('./edit-post-dialog.tsx')).EditPostDialog)
export const LazyDeletePostDialog = lazyOverlay(async () => (await import('./delete-post-dialog.tsx')).DeletePostDialog)
