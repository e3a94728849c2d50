import { expect, type Page, type PlaywrightTestOptions, test } from '@playwright/test'
import { isLongForm } from '#tests/support/long-form.ts'
import { expectNoSidewaysScroll } from './door.ts'
import { takenOver } from './taken-over.ts'

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

/** A round through some views: a page is opened once, and turned from view to view where it stands. */
export interface Round {
  name: string
  /** It begins as the first of them. */
  use: Pick<PlaywrightTestOptions, 'viewport' | 'colorScheme' | 'locale'>
  views: View[]
}

/**
 * `for (const round of roundsFrom(390)) test.describe(round.name, () => { test.use(round.use) … })`: one of the two
 * opposite corners of the matrix, or all of it, with a round for each width.
 */
export function roundsFrom(width: Corner): Round[] {
  return Object.values(Object.groupBy(viewsFrom(width), (each) => each.width)).flatMap((looks = []) => {
    const [first] = looks
    if (!first) return []
    const { viewport, colorScheme, locale } = first.use
    return [
      {
        name: looks.length > 1 ? `${first.width} px` : first.name,
        use: { viewport, colorScheme, locale },
        views: looks,
      },
    ]
  })
}

/** Looks at an open page in one view after the other, and leaves it in the last. */
export async function inEach(page: Page, { views: looks }: Round, look: (view: View) => Promise<void>): Promise<void> {
  for (const each of looks) {
    await test.step(each.name, async () => {
      await turn(page, each)
      await look(each)
    })
  }
}

/** Nothing is wider than the window; on a phone, down to one of 360 px, not at 200 % either. */
export async function expectItFits(page: Page, { width, use: { viewport } }: View): Promise<void> {
  await expectNoSidewaysScroll(page)
  if (width !== 390 || !viewport) return
  await page.setViewportSize({ width: 180, height: 400 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(viewport)
}

/** As somebody who turns their phone, or drags a window, asks their system for the dark, and chooses a language. */
async function turn(page: Page, { theme, language, use: { viewport } }: View): Promise<void> {
  if (viewport) await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: theme })
  await speak(page, language)
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}

/** Chooses a language where the page stands, also from behind a dialog. */
export async function speak(page: Page, language: Language): Promise<void> {
  await takenOver(page)
  const html = page.locator('html')
  if ((await html.getAttribute('lang')) !== language) {
    // It may come later than the page: which header somebody has depends on who they are.
    await page
      .locator('a[hreflang]')
      .first()
      .evaluate((link: HTMLElement) => link.click())
  }
  await expect(html).toHaveAttribute('lang', language)
}

/** The longer language where there is less room. Each screen is looked at in one of the two, or everywhere. */
const CORNERS = { 390: view(390, 'light', 'fr'), 1440: view(1440, 'dark', 'en') } as const
type Corner = keyof typeof CORNERS

/** The same for what cannot be turned where it stands. */
export function viewsFrom(width: Corner): View[] {
  if (!isLongForm) return [CORNERS[width]]
  const widths = Object.keys(HEIGHTS).map(Number)
  return widths.flatMap((each) =>
    (['light', 'dark'] as const).flatMap((theme) =>
      (['en', 'fr'] as const).map((language) => view(each, theme, language)),
    ),
  )
}
