import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'

/** Code splitting: loaded when it is first opened, because few users report a post. */
export const LazyReportDialog = lazyOverlay(async () => (await import('./report-dialog.tsx')).ReportDialog)
