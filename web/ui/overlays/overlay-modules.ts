/** The only doors to Base UI: everything behind them is a chunk of its own, loaded on first use. */

export async function loadDialog() {
  return (await import('./dialog.tsx')).Dialog
}

export async function loadDrawer() {
  return (await import('./drawer.tsx')).Drawer
}

export async function loadMenuPopup() {
  return (await import('./menu-popup.tsx')).MenuPopup
}

export async function loadTooltipPopup() {
  return (await import('./tooltip-popup.tsx')).TooltipPopup
}

/** Fetches what members will open; call it when the page has nothing better to do. What fails here shows at its first use. */
export async function prefetchOverlays(): Promise<void> {
  await Promise.allSettled([loadDialog(), loadDrawer(), loadMenuPopup(), loadTooltipPopup()])
}
