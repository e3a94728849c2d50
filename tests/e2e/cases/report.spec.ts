import type { Page } from '@playwright/test'
import { axe } from '#tests/e2e/support/axe.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { fromTheStart, openTile, viewerOf } from '#tests/e2e/support/stories.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { item, openAs, pair } from '#tests/e2e/support/thread.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const SENT = 'Thank you. Your report is with our team.'
const REPORTS = '**/api/reports'

async function chooseReport(page: Page): Promise<void> {
  await page.getByRole('menu').getByRole('menuitem', { name: 'Report…' }).click()
}

test.describe('A report of a profile', () => {
  test('A report needs a reason, keeps what was typed after a failure, and blocks the creator too if asked to', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const [fan, amy] = await Promise.all([people.member(), people.creator({ bio: 'Sings on Sundays' })])
    await people.signedIn(page, fan)
    await page.goto(`/${amy.username}`)
    await button(page, `More about ${amy.username}`).click()
    await chooseReport(page)
    const dialog = page.getByRole('dialog', { name: 'Report this profile' })
    await expect(dialog).toContainText('Sings on Sundays')
    await expect(dialog).toContainText('A sealed copy goes with it')
    await expect(dialog.getByRole('radio')).toHaveCount(9)
    await dialog.getByLabel('In your words (optional)').fill('It is not her')
    await button(page, 'Send report').click()
    await expect(dialog.getByRole('group', { name: 'Somebody may be in danger' })).toHaveAccessibleDescription(
      'Please select the reason of the report',
    )
    await expect(dialog.getByRole('radio').first()).toBeFocused()
    await axe(page)

    await page.route(REPORTS, (route) => route.fulfill({ status: 500, json: { error: 'No', code: 'internal' } }), {
      times: 1,
    })
    expectRefusal(500, '/api/reports')
    await dialog.getByRole('radio', { name: 'Pretends to be someone else' }).check()
    await dialog.getByRole('checkbox', { name: `Also block ${amy.username}` }).check()
    await button(page, 'Send report').click()
    await expect(dialog.getByText('Something went wrong on our side. Please try again.')).toBeVisible()
    await expect(dialog.getByLabel('In your words (optional)')).toHaveValue('It is not her')

    // Their page is gone while it is still open.
    expectRefusal(404)
    const sent = page.waitForResponse(REPORTS)
    await button(page, 'Send report').click()
    expect((await sent).status()).toBe(201)
    expect((await sent).request().postDataJSON()).toEqual({
      username: amy.username,
      reason: 'identity',
      description: 'It is not her',
    })
    await expect(toast(page, SENT)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/')
    await page.goto('/settings/safety')
    await expect(page.getByRole('list', { name: 'Blocked' })).toContainText(amy.username)
  })

  test('In a low window the dialog, which is higher, opens at its title', { tag: '@long' }, async ({
    page,
    people,
  }) => {
    const [fan, amy] = await Promise.all([people.member(), people.creator()])
    await people.signedIn(page, fan)
    await page.goto(`/${amy.username}`)
    for (const viewport of [
      { width: 390, height: 600 },
      { width: 844, height: 390 },
    ]) {
      await page.setViewportSize(viewport)
      await button(page, `More about ${amy.username}`).click()
      await chooseReport(page)
      const dialog = page.getByRole('dialog', { name: 'Report this profile' })
      await expect(dialog).toBeFocused()
      await expect(dialog.getByRole('heading', { name: 'Report this profile' })).toBeInViewport({ ratio: 1 })
      await expectNoSidewaysScroll(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
  })
})

test.describe('A report of a message', () => {
  test('A message of the other one is reported from its menu, an own one has none', async ({
    page,
    people,
    product,
  }) => {
    const { amy, bob, talk } = await pair(product, people)
    await openAs(page, people, amy, talk)
    const message = item(page, 'Good evening')
    await message.hover()
    await message.getByRole('button', { name: 'React', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(message.getByRole('button', { name: 'More about this message' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Copy text' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Block…' })).toBeVisible()
    await chooseReport(page)
    const dialog = page.getByRole('dialog', { name: 'Report this message' })
    await expect(dialog).toContainText('Good evening')
    await expect(dialog).toContainText('with the five messages before')
    await expect(dialog).toContainText(`${bob.username} is not told who sent it.`)
    await dialog.getByRole('radio', { name: 'Harassment or hate' }).check()
    const sent = page.waitForResponse(REPORTS)
    await button(page, 'Send report').click()
    expect((await sent).status()).toBe(201)
    await expect(toast(page, SENT)).toBeVisible()
    await expect(dialog).toHaveCount(0)

    await openAs(page, people, bob, talk)
    await item(page, 'Good evening').hover()
    await expect(item(page, 'Good evening').getByRole('button', { name: 'React', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'More about this message' })).toHaveCount(0)
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

    test('A long press on a message opens its menu, and the dialog fits', { tag: '@long' }, async ({
      page,
      people,
      product,
    }) => {
      const { amy, talk } = await pair(product, people)
      await openAs(page, people, amy, talk)
      const box = await page.getByText('Good evening', { exact: true }).last().boundingBox()
      const at = { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 10 }
      const cdp = await page.context().newCDPSession(page)
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
      const pressed_at = await page.evaluate(() => performance.now())
      await page.waitForFunction((since) => performance.now() - since > 600, pressed_at)
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await page.getByRole('menuitem', { name: 'Report…' }).tap()
      await expect(page.getByRole('dialog', { name: 'Report this message' })).toBeVisible()
      await expectNoSidewaysScroll(page)
      await axe(page)
    })
  })
})

test.describe('A report of a story', () => {
  test.beforeEach(async ({ page }) => page.clock.install())

  test('The story waits while its menu and the dialog are open, and goes on afterwards', async ({
    page,
    people,
    authors,
  }) => {
    const amy = await authors.author()
    const story = await authors.publish(amy, { description: 'A cruel story' })
    await people.signedIn(page, await people.signUp())
    await page.goto('/')
    await openTile(page, amy)
    const { viewer } = viewerOf(page)
    // While the dialog is open, the viewer behind it is hidden from assistive technology.
    const progress = page.locator('[role=progressbar]')
    await fromTheStart(page, 'A cruel story')
    await page.clock.runFor(1000)
    await viewer.getByRole('button', { name: `More about ${amy.username}` }).click()
    await expect(page.getByRole('menuitem', { name: 'Block…' })).toBeVisible()
    const held = await progress.getAttribute('aria-valuenow')
    await page.clock.runFor(10_000)
    await chooseReport(page)
    const dialog = page.getByRole('dialog', { name: 'Report this story' })
    await expect(dialog).toContainText('A cruel story')
    await page.clock.runFor(10_000)
    await expect(progress).toHaveAttribute('aria-valuenow', held ?? '')
    await dialog.getByRole('radio', { name: 'Shown without their consent' }).check()
    const sent = page.waitForResponse(REPORTS)
    await button(page, 'Send report').click()
    expect((await sent).request().postDataJSON()).toEqual({ story_id: story.id, reason: 'non_consensual' })
    // The clock of the page stands still, and closing takes a moment of it.
    await expect(async () => {
      await page.clock.runFor(100)
      await expect(dialog).toHaveCount(0, { timeout: 200 })
    }).toPass()
    await expect(viewer).toBeVisible()
    await page.clock.runFor(200)
    expect(Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(Number(held))
  })
})
