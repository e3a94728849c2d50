import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'

/** Few people report: it is fetched with the first who does. */
export const LazyReportDialog = lazyOverlay(async () => (await import('./report-dialog.tsx')).ReportDialog)
