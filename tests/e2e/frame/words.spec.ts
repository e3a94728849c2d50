import { lightbox } from '#tests/e2e/support/lightbox.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** Unusual texts: right-to-left, or without a possible line break. */

const ARABIC = `مرحبا بكم في صفحتي! Loge (2025) ${'أحب المسرح والضوء. '.repeat(10)}`.trim()
/** The part of the text that is always shown. */
const BEGINNING = ARABIC.slice(0, 100)
const ENDLESS = 'W'.repeat(5000)

test.describe('Texts of users', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('Texts of users have the direction of their language, and never overflow the window', {
    tag: '@long',
  }, async ({ page, people, authors }) => {
    const amy = await authors.author()
    const [arabic, endless] = [
      await people.post(amy, { description: ARABIC, seed: 1 }),
      await people.post(amy, { description: ENDLESS, seed: 2 }),
    ]
    const story = await authors.publish(amy, { description: ARABIC })
    await people.signedIn(page, await people.creator())
    const words = page.getByText(BEGINNING).filter({ visible: true })

    await test.step('Texts in the feed, cut and expanded', async () => {
      await page.goto('/')
      await expect(words.first()).toHaveCSS('direction', 'rtl')
      const card = page.getByRole('article', { name: amy.username }).first()
      await card.getByRole('button', { name: 'Read more' }).click()
      await expect(card.getByText(ENDLESS)).toBeVisible()
      await expectNoSidewaysScroll(page)
    })

    await test.step('Texts beside a picture', async () => {
      await page.goto(`/${amy.username}?post=${endless.id}`)
      await lightbox(page).getByRole('button', { name: 'Read more' }).click()
      await expect(lightbox(page).getByText(ENDLESS)).toBeVisible()
      await expectNoSidewaysScroll(page)
      await page.goto(`/${amy.username}?post=${arabic.id}`)
      await expect(lightbox(page).getByText(BEGINNING)).toHaveCSS('direction', 'rtl')
    })

    await test.step('The text of a story', async () => {
      await page.goto(`/?story=${story.id}`)
      await expect(page.getByRole('dialog').getByText(BEGINNING)).toHaveCSS('direction', 'rtl')
    })

    await test.step('Typed text in the settings', async () => {
      await page.goto('/settings')
      const bio = page.getByRole('textbox', { name: 'Bio' })
      await expect(bio).toHaveCSS('direction', 'ltr')
      await bio.fill(ARABIC)
      await expect(bio).toHaveCSS('direction', 'rtl')
      await bio.fill(ENDLESS)
      await expectNoSidewaysScroll(page)
    })
  })
})
