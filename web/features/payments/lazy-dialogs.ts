import { loadNamespace } from '#web/lib/i18n/i18n.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'

/** Code splitting: what is about buying is fetched when somebody buys. */

export const LazyBoxOffice = lazyOverlay(async () => {
  const [{ BoxOffice }] = await Promise.all([import('./box-office.tsx'), loadNamespace('payments')])
  return BoxOffice
})

export const LazyWithdrawDialog = lazyOverlay(async () => {
  const [{ WithdrawDialog }] = await Promise.all([import('./withdraw-dialog.tsx'), loadNamespace('payments')])
  return WithdrawDialog
})
