import { expect, type Page, type PlaywrightTestOptions, test } from '@playwright/test'
import { isLongForm } from '#tests/support/long-form.ts'
import { axe } from './axe.ts'
import { untilHydrated } from './hydration.ts'
import { expectNoSidewaysScroll } from './page.ts'

type Theme = 'light' | 'dark'
type Language = 'en' | 'fr'

/** A combination of theme, language and width. `use` is for `test.use`: theme and language are settings of the browser. */
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

/** Several views of one page, which is opened once and then switched from view to view. */
export interface Round {
  name: string
  /** The page is opened in the first view. */
  use: Pick<PlaywrightTestOptions, 'viewport' | 'colorScheme' | 'locale'>
  views: View[]
}

/**
 * `for (const round of roundsFrom(390)) test.describe(round.name, () => { test.use(round.use) … })`: one of the two
 * opposite corners of the matrix, or in the long form all of it, with a round for each width.
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

/** Checks an open page in one view after the other. The last view stays. */
export async function forEachView(
  page: Page,
  { views: looks }: Round,
  look: (view: View) => Promise<void>,
): Promise<void> {
  for (const each of looks) {
    await test.step(each.name, async () => {
      await switchView(page, each)
      await look(each)
    })
  }
}

/** The page has no horizontal overflow; on a phone, not at a zoom of 200 % either. */
export async function expectToFit(page: Page, { width, use: { viewport } }: View): Promise<void> {
  await expectNoSidewaysScroll(page)
  if (width !== 390 || !viewport) return
  await page.setViewportSize({ width: 180, height: 400 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(viewport)
}

const PHONES = [
  [390, 844],
  [844, 390],
  [320, 640],
] as const

/**
 * The page has no horizontal overflow on a phone, on its side and on a small one, and passes axe: in the long form in each
 * of these windows, in the short form in the last and smallest one.
 */
export async function expectToFitPhones(
  page: Page,
  look: (width: number) => Promise<void> = async () => {},
): Promise<void> {
  for (const [width, height] of PHONES) {
    await page.setViewportSize({ width, height })
    await expectNoSidewaysScroll(page)
    await look(width)
    if (isLongForm || width === PHONES[2][0]) await axe(page)
  }
}

/** Switches window size, theme and language of an open page. */
async function switchView(page: Page, { theme, language, use: { viewport } }: View): Promise<void> {
  if (viewport) await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: theme })
  await switchLanguage(page, language)
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}

/** Switches the language of an open page, also behind a dialog. */
export async function switchLanguage(page: Page, language: Language): Promise<void> {
  await untilHydrated(page)
  const html = page.locator('html')
  if ((await html.getAttribute('lang')) !== language) {
    // The link may appear later than the page, because the header depends on who is signed in.
    await page
      .locator('a[hreflang]')
      .first()
      .evaluate((link: HTMLElement) => link.click())
  }
  await expect(html).toHaveAttribute('lang', language)
}

/** The short form checks each screen in one of these two views: the longer language is combined with the narrow window. */
const CORNERS = { 390: view(390, 'light', 'fr'), 1440: view(1440, 'dark', 'en') } as const
type Corner = keyof typeof CORNERS

/** The views of a width, for pages that cannot be switched while they are open. */
export function viewsFrom(width: Corner): View[] {
  if (!isLongForm) return [CORNERS[width]]
  const widths = Object.keys(HEIGHTS).map(Number)
  return widths.flatMap((each) =>
    (['light', 'dark'] as const).flatMap((theme) =>
      (['en', 'fr'] as const).map((language) => view(each, theme, language)),
    ),
  )
}
