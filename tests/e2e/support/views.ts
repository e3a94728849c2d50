import type { PlaywrightTestOptions } from '@playwright/test'

type Theme = 'light' | 'dark'
type Language = 'en' | 'fr'

/** One way to look at a screen. `use` goes to `test.use`: the theme and the language come from the browser's own settings. */
export interface View {
  name: string
  theme: Theme
  language: Language
  width: number
  use: Pick<PlaywrightTestOptions, 'viewport' | 'colorScheme' | 'locale' | 'hasTouch'>
}

const HEIGHTS: Readonly<Record<number, number>> = { 390: 844, 768: 1024, 1024: 768, 1440: 900 }
const LOCALES = { en: 'en-GB', fr: 'fr-FR' } as const

function view(width: number, theme: Theme, language: Language): View {
  return {
    name: `${width} px, ${theme}, ${language.toUpperCase()}`,
    theme,
    language,
    width,
    use: {
      viewport: { width, height: HEIGHTS[width] ?? 900 },
      colorScheme: theme,
      locale: LOCALES[language],
      hasTouch: width < 1024,
    },
  }
}

/** `for (const view of views()) test.describe(view.name, () => { test.use(view.use) … })`: two opposite corners of the matrix, or all of it. */
export function views(full = process.env.FULL === '1'): View[] {
  if (!full) return [view(390, 'light', 'en'), view(1440, 'dark', 'fr')]
  const widths = Object.keys(HEIGHTS).map(Number)
  return widths.flatMap((width) =>
    (['light', 'dark'] as const).flatMap((theme) =>
      (['en', 'fr'] as const).map((language) => view(width, theme, language)),
    ),
  )
}
