/** Less than this is not a keyboard, but a bar of the browser that comes and goes. */
const KEYBOARD_PX = 120

/** The part of the page that a phone's keyboard leaves visible, in CSS pixels from the top of the window. */
export interface AboveKeyboard {
  top: number
  height: number
}

/** Phones lay their keyboard over the page. Calls back whenever it opens, moves the page or closes (then with null). */
export function watchKeyboard(tell: (above: AboveKeyboard | null) => void): () => void {
  const { visualViewport: view } = globalThis
  if (!view) return () => {}
  const look = () => {
    // Who has zoomed in sees a part of the page as well, and wants it to stay as it is.
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
