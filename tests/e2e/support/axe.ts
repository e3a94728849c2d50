import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { isLongForm } from '#tests/support/long-form.ts'

/** The short form of axe, which a page parses in half the time. */
const fromBuilder = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
const AXE_SOURCE = readFileSync(fromBuilder.resolve('axe-core/axe.min.js'), 'utf8')

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

/** The rules that depend on colours. The results of all others are the same in both themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

type Theme = 'light' | 'dark'

/**
 * Checks an open page in both themes. In the second theme, the short form checks only colours, and only within `above`,
 * an overlay over a page that was checked before.
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

/** Finishes all CSS transitions: the colours during a transition are not meant to be read. */
async function finishTransitions(page: Page): Promise<void> {
  const finishAll = () => {
    const fading = document.getAnimations().filter((each) => each instanceof CSSTransition)
    for (const each of fading) each.finish()
    return fading.length
  }
  // Until none is left, because the end of one may start another.
  await expect.poll(() => page.evaluate(finishAll)).toBe(0)
}

/** Accessibility check: axe finds no violation on the page. */
export async function axe(
  page: Page,
  { onlyColours = false, within }: { onlyColours?: boolean; within?: string | undefined } = {},
): Promise<void> {
  // A page that was just opened is blank until its code has come. Without its heading there is nothing to check yet.
  await expect(page.locator('h1').first()).toBeAttached()
  await finishTransitions(page)
  // The source of axe is long. A document that was checked before has it already.
  const hasAxe = await page.evaluate(() => 'axe' in globalThis)
  // The other mode opens a new page each time, which only frames of other origins need. This one takes a quarter of the time.
  const builder = new AxeBuilder({ page, axeSource: hasAxe ? 'void 0' : AXE_SOURCE }).setLegacyMode(true)
  if (within !== undefined) builder.include(within)
  // Only violations are returned, not the thousands of passed checks.
  builder.options({ resultTypes: ['violations'] })
  const { violations } = await (onlyColours ? builder.withRules(COLOUR_RULES) : builder.withTags(RULES)).analyze()
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}) at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  )
  expect(findings).toEqual([])
}
