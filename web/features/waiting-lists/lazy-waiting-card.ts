import { loadNamespace } from '#web/lib/i18n/i18n.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'

/** Code splitting: most people who look at a profile never see the card. */
export const LazyWaitingCard = lazyOverlay(
  async () => {
    const [{ WaitingCard }] = await Promise.all([import('./waiting-card.tsx'), loadNamespace('waiting-lists')])
    return WaitingCard
  },
  { quiet: true },
)
