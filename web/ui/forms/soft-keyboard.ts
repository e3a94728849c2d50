/** A smaller difference is a toolbar of the browser, not a keyboard. */
const KEYBOARD_PX = 120

/** The visible area above the on-screen keyboard, in CSS pixels from the top of the window. */
export interface AboveKeyboard {
  top: number
  height: number
}

/** Watches the on-screen keyboard, which covers the page. Calls back when it opens or moves, and with null when it closes. */
export function watchKeyboard(tell: (above: AboveKeyboard | null) => void): () => void {
  const { visualViewport: view } = globalThis
  if (!view) return () => {}
  const look = () => {
    // Pinch zoom also makes the visual viewport smaller.
    const isOpen = view.scale === 1 && innerHeight - view.height > KEYBOARD_PX
    tell(isOpen ? { top: view.offsetTop, height: view.height } : null)
  }
  look()
  view.addEventListener('resize', look)
  view.addEventListener('scroll', look)
  return () => {
    view.removeEventListener('resize', look)
    view.removeEventListener('scroll', look)
  }
}
