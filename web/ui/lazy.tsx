import { lazyOverlay } from './lazy-overlay.tsx'
import { loadBottomSheet, loadDialog, loadDrawer } from './overlay-modules.ts'

export const LazyDialog = /* @__PURE__ */ lazyOverlay(loadDialog)
export const LazyDrawer = /* @__PURE__ */ lazyOverlay(loadDrawer)
export const LazyBottomSheet = /* @__PURE__ */ lazyOverlay(loadBottomSheet)
