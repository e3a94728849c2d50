import { lazyOverlay } from './lazy-overlay.tsx'

/** The only imports of Base UI. They are dynamic, so that its chunk is loaded on first use. */

async function loadDialog() {
  return (await import('./dialog.tsx')).Dialog
}

async function loadDrawer() {
  return (await import('./drawer.tsx')).Drawer
}

export async function loadMenuPopup() {
  return (await import('./menu-popup.tsx')).MenuPopup
}

export async function loadTooltipPopup() {
  return (await import('./tooltip-popup.tsx')).TooltipPopup
}

export const LazyDialog = /* @__PURE__ */ lazyOverlay(loadDialog)
export const LazyDrawer = /* @__PURE__ */ lazyOverlay(loadDrawer)

/** Prefetches the overlays of members; call it when the page is idle. A failure here shows up on first use. */
export async function prefetchOverlays(): Promise<void> {
  await Promise.allSettled([loadDialog(), loadDrawer(), loadMenuPopup(), loadTooltipPopup()])
}
