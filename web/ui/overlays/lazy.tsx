import { lazyOverlay } from './lazy-overlay.tsx'
import { loadDialog, loadDrawer } from './overlay-modules.ts'

export const LazyDialog = /* @__PURE__ */ lazyOverlay(loadDialog)
export const LazyDrawer = /* @__PURE__ */ lazyOverlay(loadDrawer)
