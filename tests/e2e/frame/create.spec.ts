import { axe } from '#tests/e2e/support/axe.ts'
import { postsBy } from '#tests/e2e/support/feed.ts'
import { expectFocusIn } from '#tests/e2e/support/focus.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'

const PICTURE = { name: 'rehearsal.jpg', mimeType: 'image/jpeg' }

test.describe('Create', () => {
  test('A member without a profile has no Create button', async ({ page, people }) => {
    await people.signedIn(page, await people.member())
    await page.goto('/')
    await expect(button(page, 'Menu')).toBeVisible()
    await expect(button(page, 'Create')).toHaveCount(0)
  })

  test('A creator publishes a post from any page, and the draft is the same wherever it was begun', async ({
    page,
    people,
  }) => {
    const amy = await people.creator()
    await people.signedIn(page, amy)
    await page.goto('/subscriptions')
    const dialog = page.getByRole('dialog', { name: 'Create post' })
    const description = dialog.getByRole('textbox', { name: 'Description' })

    await test.step('Who may only publish posts gets the dialog at once, and the focus returns', async () => {
      await button(page, 'Create').focus()
      await page.keyboard.press('Enter')
      await expectFocusIn(dialog)
      await description.fill('Tonight')
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(button(page, 'Create')).toBeFocused()
    })

    await test.step('The words and the picture are still there on another page', async () => {
      await button(page, 'Create').click()
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ ...PICTURE, buffer: await noisePicture({ width: 320, height: 400 }) })
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('link', { name: 'Home' }).first().click()
      await button(page, 'Create').click()
      await expect(description).toHaveValue('Tonight')
      await expect(dialog.getByText('rehearsal.jpg')).toBeVisible()
    })

    await test.step('Back leaves the dialog behind with its page, and loses nothing', async () => {
      await page.goBack()
      await expect(page).toHaveURL('/subscriptions')
      await expect(dialog).toHaveCount(0)
      await page.getByRole('link', { name: 'Home' }).first().click()
      await button(page, 'Create').click()
      await expect(dialog.getByText('rehearsal.jpg')).toBeVisible()
    })

    await test.step('What is published stands first in the feed, and its draft is gone', async () => {
      await dialog.getByRole('button', { name: 'Publish' }).click()
      await expect(toast(page, 'Post created with success')).toBeVisible()
      await expect(postsBy(page, amy).first()).toContainText('Tonight')
      await page.reload()
      await button(page, 'Create').click()
      await expect(description).toHaveValue('')
      await expect(dialog.getByText('Your draft is back.')).toHaveCount(0)
    })
  })

  test('A creator who may add stories chooses by keyboard between a post and a story', async ({
    page,
    people,
    authors,
  }) => {
    await people.signedIn(page, await authors.author())
    await page.goto('/settings')
    const create = button(page, 'Create')
    await create.focus()
    await page.keyboard.press('ArrowDown')
    const menu = page.getByRole('menu', { name: 'Create' })
    await expect(menu.getByRole('menuitem')).toHaveText(['Create post', 'Create story'])
    await expect(menu.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(create).toBeFocused()

    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await expect(menu.getByRole('menuitem', { name: 'Create story' })).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Create story' })
    await expectFocusIn(dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(create).toBeFocused()
  })
})

test.describe('A draft of something new', () => {
  test('The words of a post and of a story survive a reload, which says that the picture has to be chosen again', async ({
    page,
    people,
    authors,
  }) => {
    await people.signedIn(page, await authors.author())
    await page.goto('/subscriptions')
    const begin = async (name: string) => {
      await button(page, 'Create').click()
      await page.getByRole('menuitem', { name }).click()
      return page.getByRole('dialog', { name })
    }
    for (const name of ['Create post', 'Create story']) {
      let dialog = await begin(name)
      await dialog.getByRole('textbox', { name: 'Description' }).fill(`Tonight, ${name}`)
      await dialog.getByRole('switch', { name: 'Subscribers only' }).check()
      await dialog.locator('input[type=file]').setInputFiles({ ...PICTURE, buffer: await noisePicture() })
      await expect(dialog.getByText('rehearsal.jpg')).toBeVisible()
      await page.reload()
      dialog = await begin(name)
      await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue(`Tonight, ${name}`)
      await expect(dialog.getByRole('switch', { name: 'Subscribers only' })).toBeChecked()
      await expect(dialog.getByText('Please choose rehearsal.jpg again.')).toBeVisible()
      if (name === 'Create post') {
        await axe(page)
        await page.keyboard.press('Escape')
        continue
      }
      await dialog.getByRole('button', { name: 'Discard' }).click()
      await expect(dialog.getByRole('button', { name: 'Choose' })).toBeFocused()
      await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('')
      await page.keyboard.press('Escape')
    }
    // Another person at the same browser finds nothing of it.
    const kept = () => page.evaluate(() => JSON.stringify(localStorage))
    expect(await kept()).toContain('Tonight, Create post')
    expect(await kept()).not.toContain('Tonight, Create story')
    await button(page, 'Menu').click()
    await button(page, 'Logout').click()
    await expect(page).toHaveURL('/discover')
    expect(await kept()).not.toContain('Tonight')
  })
})

test.describe('The tab bar of a creator', () => {
  for (const [name, width, lang] of [
    ['a phone in French', 390, 'fr'],
    ['the narrowest phone in French', 320, 'fr'],
    ['a phone at 200 %', 195, 'en'],
  ] as const) {
    test.describe(name, () => {
      test.use({ viewport: { width, height: width === 195 ? 422 : 700 }, hasTouch: true })

      test(`All five entries fit on ${name}`, width === 320 ? {} : { tag: '@long' }, async ({ page, people }) => {
        await people.signedIn(page, await people.creator())
        await page.goto(`/?lang=${lang}`)
        const entries = page.locator('[data-tab-bar] > *')
        await expect(entries).toHaveCount(5)
        const boxes = await entries.evaluateAll((all) =>
          all.map((each) => {
            const { left, right, height } = each.getBoundingClientRect()
            return { left, right, height, isCut: each.scrollWidth > each.clientWidth }
          }),
        )
        for (const [index, { left, right, height, isCut }] of boxes.entries()) {
          expect(left).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0)
          expect(right).toBeLessThanOrEqual(width)
          // At 195 px a target is as large as five of them can be.
          expect(right - left).toBeGreaterThanOrEqual(width === 195 ? 24 : 44)
          expect(height).toBeGreaterThanOrEqual(44)
          expect(isCut).toBe(false)
        }
        await expectNoSidewaysScroll(page)
        await axe(page)
        await page.getByRole('button', { name: lang === 'fr' ? 'Créer' : 'Create', exact: true }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
      })
    })
  }
})
