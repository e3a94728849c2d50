import type { Page } from '@playwright/test'
import { untilHydrated, visit } from '#tests/e2e/support/hydration.ts'
import { answerLanding, EMPTY_LANDING } from '#tests/e2e/support/landing.ts'
import { signInAs } from '#tests/e2e/support/members.ts'
import { button } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const MESSAGES = [
  'Early access is open: reserve your seat before the curtain rises.',
  'Take a seat for free: you pay only for what you enjoy.',
  'Creators keep 85% of their price, before banking fees.',
] as const
const [FIRST, SECOND, THIRD] = MESSAGES
const ROTATION_MS = 4000

function banner(page: Page) {
  return page.getByRole('region', { name: 'Launch news' })
}

/** The visible message. */
function message(page: Page) {
  return banner(page).getByRole('paragraph')
}

/** Opens the page with a stopped clock. The app hydrates when the page is idle, so the clock runs for a second. */
async function open(page: Page): Promise<void> {
  await page.goto('/discover')
  await page.clock.runFor(1000)
  await untilHydrated(page)
}

test.describe('The launch banner', () => {
  test.beforeEach(async ({ page }) => {
    await answerLanding(page, EMPTY_LANDING)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
  })

  test('The launch banner rotates its messages, keeps its height, and can be paused', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await open(page)

    // Spec 1.29, 4.52, 9.13
    await test.step('The banner rotates three messages, four seconds each, and shows one at a time', async () => {
      await expect(message(page)).toHaveText([FIRST])
      for (const next of [SECOND, THIRD, FIRST, SECOND]) {
        const before = await message(page).textContent()
        await page.clock.runFor(3999)
        await expect(message(page)).toHaveText([before ?? ''])
        await page.clock.runFor(1)
        await expect(message(page)).toHaveText([next])
      }
      // A screen reader that is elsewhere on the page is not interrupted.
      await expect(banner(page).locator('[aria-live], [role=status], [role=alert]')).toHaveCount(0)
    })

    for (const width of [320, 1440]) {
      await test.step(`keeps its height whichever message is up, at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 800 })
        await page.evaluate(() => document.fonts.ready)
        await expect(message(page)).toHaveText([SECOND])
        const before = await banner(page).boundingBox()
        for (const next of [THIRD, FIRST, SECOND]) {
          await page.clock.runFor(ROTATION_MS)
          await expect(message(page)).toHaveText([next])
          expect(await banner(page).boundingBox()).toEqual(before)
        }
      })
    }

    // Spec 4.52
    await test.step('The banner stops when it is paused, and continues when it is played', async () => {
      await expect(message(page)).toHaveText([SECOND])
      await button(page, 'Pause the messages').click()
      await page.clock.runFor(10 * ROTATION_MS)
      await expect(message(page)).toHaveText([SECOND])

      await button(page, 'Play the messages').click()
      await expect(button(page, 'Pause the messages')).toBeVisible()
      await page.clock.runFor(ROTATION_MS)
      await expect(message(page)).toHaveText([THIRD])
    })

    // Spec 4.52
    await test.step('The banner stops when reduced motion is switched on, also after a pause and a play', async () => {
      await button(page, 'Pause the messages').click()
      await button(page, 'Play the messages').click()
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await expect(button(page, 'Play the messages')).toBeVisible()
      await page.clock.runFor(10 * ROTATION_MS)
      await expect(message(page)).toHaveText([THIRD])
    })
  })

  test('The launch banner does not rotate with reduced motion, unless the visitor presses Play', {
    tag: '@long',
  }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page)
    await expect(button(page, 'Play the messages')).toBeVisible()
    await page.clock.runFor(10 * ROTATION_MS)
    await expect(message(page)).toHaveText([FIRST])

    await button(page, 'Play the messages').click()
    await expect(button(page, 'Pause the messages')).toBeVisible()
    await page.clock.runFor(ROTATION_MS)
    await expect(message(page)).toHaveText([SECOND])
  })

  test('The launch banner is only on the landing page, also for members', { tag: '@long' }, async ({
    page,
    people,
  }) => {
    await page.clock.resume()
    await visit(page, '/pricing')
    await expect(banner(page)).toHaveCount(0)
    await signInAs(page, people)
    await visit(page, '/discover')
    await expect(button(page, 'Menu')).toBeVisible()
    await expect(message(page)).toHaveText([FIRST])
  })
})
