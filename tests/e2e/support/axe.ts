import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { isLongForm } from '#tests/support/long-form.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

/** All that depends on colours: the rest of a page is the same in the other theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

type Theme = 'light' | 'dark'

/**
 * Looks at a page in both themes; it turns from one to the other where it stands. The long form asks everything twice.
 * `above` is what has opened over a page whose own colours were looked at before.
 */
export async function axeInBothThemes(
  page: Page,
  turn: (theme: Theme) => Promise<void>,
  above?: string,
): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await turn(theme)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await axe(page, theme === 'dark' && !isLongForm ? { onlyColours: true, within: above } : {})
  }
}

/** What is still fading is brought to its end: it has colours that nobody is meant to read. */
async function atRest(page: Page): Promise<void> {
  const finishAll = () => {
    const fading = document.getAnimations().filter((each) => each instanceof CSSTransition)
    for (const each of fading) each.finish()
    return fading.length
  }
  // Until nothing is left: the end of one may begin another.
  await expect.poll(() => page.evaluate(finishAll)).toBe(0)
}

/** Nothing on the page stands in the way of somebody who uses it with other means than eyes and mouse. */
export async function axe(
  page: Page,
  { onlyColours = false, within }: { onlyColours?: boolean; within?: string | undefined } = {},
): Promise<void> {
  await atRest(page)
  // Its source is long: a document that was looked at before has it already.
  const hasAxe = await page.evaluate(() => 'axe' in globalThis)
  // The other mode opens a page of its own each time, which only frames of other origins need: a quarter of the time.
  const builder = new AxeBuilder({ page, ...(hasAxe && { axeSource: 'void 0' }) }).setLegacyMode(true)
  if (within !== undefined) builder.include(within)
  // Only what is wrong is brought back: not the thousands of places where all is well.
  builder.options({ resultTypes: ['violations'] })
  const { violations } = await (onlyColours ? builder.withRules(COLOUR_RULES) : builder.withTags(RULES)).analyze()
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}) at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  )
  expect(findings).toEqual([])
}
