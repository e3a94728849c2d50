import { expect, test } from '#tests/e2e/support/test.ts'
import { log, pair } from '#tests/e2e/support/thread.ts'

// Spec 9.23
test('A thread that stays open past midnight shows Yesterday instead of Today', async ({ page, people, product }) => {
  const { bob, talk } = await pair(product, people)
  await people.signedIn(page, bob)
  // A stale connection would be reopened after the jump of the clock, which alone would render the thread again.
  await page.routeWebSocket(/\/cable\?/, () => {})
  await page.clock.install()
  await page.goto(talk.path)
  const days = log(page).getByRole('heading')
  await expect(days).toHaveText(['Today'])
  await page.clock.fastForward('24:00:00')
  await expect(days).toHaveText(['Yesterday'])
})
