import type { BrowserContext } from '@playwright/test'

/**
 * Where less motion is asked for, which is everywhere but in tests about motion, fades take no time: without a graphics
 * card each of their frames is the whole page drawn once more, a tenth of the whole run. The long form has them.
 */
export async function withoutFades(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`@media (prefers-reduced-motion: reduce) {
      *, ::before, ::after { transition-duration: 0s !important; animation-duration: 1ms !important }
    }`)
    document.adoptedStyleSheets.push(sheet)
  })
}
