import type { BrowserContext } from '@playwright/test'

/**
 * Switches CSS transitions and animations off where reduced motion is preferred, which is everywhere except in tests about
 * motion. Without a graphics card every frame renders the whole page, which takes a tenth of the whole run. The long form
 * keeps them.
 */
export async function withoutTransitions(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`@media (prefers-reduced-motion: reduce) {
      *, ::before, ::after { transition-duration: 0s !important; animation-duration: 1ms !important }
    }`)
    document.adoptedStyleSheets.push(sheet)
  })
}
