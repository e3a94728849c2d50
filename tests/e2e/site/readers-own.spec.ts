import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** Settings of the reader: text spacing and forced colours. */

/** The distances of WCAG 1.4.12. */
const ROOM = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-bottom: 2em !important }`

async function giveRoom(page: Page): Promise<void> {
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets.push(sheet)
  }, ROOM)
}

test.describe('A reader with wider text spacing, on a narrow phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, locale: 'fr-FR' })

  test('With wider text spacing, no page scrolls sideways on a narrow phone; in French', { tag: '@long' }, async ({
    page,
    people,
  }) => {
    const look = async (path: string) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await giveRoom(page)
      await expectNoSidewaysScroll(page)
    }
    for (const path of ['/discover', '/reset-password']) await test.step(path, () => look(path))
    const [fan, amy] = [await people.member(), await people.creator()]
    await people.subscribe(fan, amy)
    await people.signedIn(page, fan)
    await test.step('The profile of a creator', () => look(`/${amy.username}`))
    await expect(page.getByRole('button', { name: 'Message' })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})

test.describe('A reader with forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('With forced colours, the controls on a picture and the seal of a locked story are visible', {
    tag: '@long',
  }, async ({ page, people, authors }) => {
    const amy = await authors.author()
    const story = await authors.publish(amy, { isProtected: true })
    await people.signedIn(page, await people.signUp())
    await page.goto(`/?story=${story.id}`)
    const viewer = page.getByRole('dialog')
    await expect(viewer.getByText('Private Story', { exact: true })).toBeVisible()
    const close = viewer.getByRole('button', { name: 'Close' })
    const [ink, ground] = await close.evaluate((button) => {
      const { color, backgroundColor } = getComputedStyle(button)
      return [color, backgroundColor]
    })
    // With a transparent background, the text would be on the picture instead of the forced background colour.
    expect(ground).toMatch(/^rgb\(/)
    expect(ground).not.toBe(ink)
    await expect(viewer.locator('.seal').first()).toHaveCSS('background-image', /gradient/)
  })
})
