import { loadNamespace } from '#web/lib/i18n/i18n.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'

/** Code splitting: few members ever open it. */
export const LazyReportDialog = lazyOverlay(async () => {
  const [{ ReportDialog }] = await Promise.all([import('./report-dialog.tsx'), loadNamespace('cases')])
  return ReportDialog
})
