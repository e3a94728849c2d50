import type { Page } from '@playwright/test'
import { button } from '#tests/e2e/support/door.ts'
import { answerLanding, NOBODY } from '#tests/e2e/support/landing.ts'
import { enterAs } from '#tests/e2e/support/members.ts'
import { takenOver, visit } from '#tests/e2e/support/taken-over.ts'
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

/** What can be seen and heard of the messages. */
function message(page: Page) {
  return banner(page).getByRole('paragraph')
}

/** The clock stands still, and with it the app that waits for a quiet moment: it is given one. */
async function open(page: Page): Promise<void> {
  await page.goto('/discover')
  await page.clock.runFor(1000)
  await takenOver(page)
}

test.describe('The launch banner', () => {
  test.beforeEach(async ({ page }) => {
    await answerLanding(page, NOBODY)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
  })

  test('turns, keeps its height, and stops when somebody wishes', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await open(page)

    // Spec 1.29, 4.52, 9.13
    await test.step('cycles three messages, four seconds each, and says one at a time', async () => {
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
    await test.step('stays where it is when somebody pauses it, and goes on when they play it', async () => {
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
    await test.step('stops when somebody asks for less motion while it is open, also after they have paused and played it', async () => {
      await button(page, 'Pause the messages').click()
      await button(page, 'Play the messages').click()
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await expect(button(page, 'Play the messages')).toBeVisible()
      await page.clock.runFor(10 * ROTATION_MS)
      await expect(message(page)).toHaveText([THIRD])
    })
  })

  // Spec 4.52
  test('does not turn by itself for somebody who asks for less motion, but does when they press Play', async ({
    page,
  }) => {
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

  // Spec 1.29
  test('stands on the landing page only, for members too', async ({ page, people }) => {
    await page.clock.resume()
    await visit(page, '/pricing')
    await expect(banner(page)).toHaveCount(0)
    await enterAs(page, people)
    await visit(page, '/discover')
    await expect(button(page, 'Menu')).toBeVisible()
    await expect(message(page)).toHaveText([FIRST])
  })
})
