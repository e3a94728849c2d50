import { type ComponentType, lazy } from 'react'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { loadNamespace } from '#web/lib/i18n/i18n.ts'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import type { FanPanelProps } from './fan-panel.tsx'

/** Code splitting: only creators have fans. */
async function withTexts<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), loadNamespace('fan-cards')])
  return module
}

/** If it cannot be loaded, the conversation is there without it. */
export const LazyFanPanel = lazy<ComponentType<FanPanelProps>>(() =>
  withChunkTimeout(withTexts(() => import('./fan-panel.tsx'))).then(
    ({ FanPanel }) => ({ default: FanPanel }),
    () => ({ default: () => null }),
  ),
)

export const LazyFanDrawer = lazyOverlay(async () => (await withTexts(() => import('./fan-panel.tsx'))).FanDrawer)

export const LazySavedReplies = lazyOverlay(
  async () => (await withTexts(() => import('./saved-replies.tsx'))).SavedReplies,
)
