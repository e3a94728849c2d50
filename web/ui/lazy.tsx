import { lazyOverlay } from './lazy-overlay.tsx'
import { loadBottomSheet, loadDialog, loadDrawer } from './overlay-modules.ts'

export const LazyDialog = lazyOverlay(loadDialog)
export const LazyDrawer = lazyOverlay(loadDrawer)
export const LazyBottomSheet = lazyOverlay(loadBottomSheet)
