import type { Page } from '@playwright/test'
import { axeInBothThemes } from '#tests/e2e/support/axe.ts'
import { button, expect, settled, test } from '#tests/e2e/support/gallery.ts'

test.describe('The components', () => {
  test('Long texts are cut, tabs work with arrow keys, busy buttons ignore presses, and touch targets are large enough', async ({
    page,
    openGallery,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openGallery()

    await test.step('On a phone every control can be hit: 44 by 44 at least', async () => {
      const small = await page.evaluate(() => {
        const controls = document.querySelectorAll('main :is(button, a, label:has(input), [role=tab]):not(.text-link)')
        return [...controls]
          .map((control) => ({ words: control.textContent, box: control.getBoundingClientRect() }))
          .filter(({ box }) => box.height < 44 || box.width < 44)
          .map(({ words, box }) => `${words}: ${box.width} by ${box.height}`)
      })
      expect(small).toEqual([])
    })

    await page.setViewportSize({ width: 1280, height: 720 })

    // Spec 2.55, 4.20, 9.16
    await test.step('A long text is cut at 150 characters, with an emoji as one, and can be expanded and collapsed', async () => {
      const more = button(page, 'Read more')
      const text = page.getByText(/^Nobody sees this hour/)
      await expect(more).toHaveAttribute('aria-expanded', 'false')
      expect(graphemes(await text.innerText())).toEqual({ count: 151, ending: '👩‍👩‍👧‍👦…' })

      await more.click()
      const less = button(page, 'Read less')
      await expect(less).toHaveAttribute('aria-expanded', 'true')
      expect(graphemes(await text.innerText())).toEqual({ count: 160, ending: 's.' })
      await less.click()
      await expect(text).toContainText('…')
    })

    // Spec 4.20
    await test.step('A short text has nothing to expand', async () => {
      await expect(page.getByText('A short text stays whole.').getByRole('button')).toHaveCount(0)
      await expect(page.getByText('A short text stays whole.')).toHaveText('A short text stays whole.')
    })

    await test.step('Tabs are one stop for the Tab key, and arrow keys, Home and End navigate through them in a circle', async () => {
      const tab = (name: string) => page.getByRole('tab', { name })
      await tab('Users').focus()
      for (const [key, name, words] of [
        ['ArrowRight', 'Reports', 'The reports'],
        ['ArrowRight', 'Analytics', 'The analytics'],
        ['ArrowRight', 'Users', 'The users'],
        ['ArrowLeft', 'Analytics', 'The analytics'],
        ['Home', 'Users', 'The users'],
        ['End', 'Analytics', 'The analytics'],
      ] as const) {
        await page.keyboard.press(key)
        await expect(tab(name)).toBeFocused()
        await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
        await expect(page.getByRole('tabpanel', { name })).toHaveText(words)
      }
      await page.keyboard.press('Tab')
      await expect(page.getByRole('tabpanel', { name: 'Analytics' })).toBeFocused()
    })

    await test.step('A button that is busy says so, keeps its width and its focus, and ignores presses', async () => {
      const save = button(page, 'Press to save')
      const before = await save.boundingBox()
      await save.click()
      await expect(save).toHaveAttribute('aria-busy', 'true')
      await expect(save).toHaveAttribute('aria-disabled', 'true')
      await save.click({ force: true })
      await expect(save).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByText('Saved 1 times')).toBeVisible()
      expect((await save.boundingBox())?.width).toBeCloseTo(before?.width ?? 0, 0)
    })

    await test.step('A password is hidden, can be looked at, and is hidden again', async () => {
      const field = page.getByRole('textbox', { name: 'Password' }).or(page.locator('input[type=password]'))
      await expect(field).toHaveAttribute('type', 'password')
      await button(page, 'Show password').click()
      await expect(field).toHaveAttribute('type', 'text')
      await button(page, 'Hide password').click()
      await expect(field).toHaveAttribute('type', 'password')
    })

    await test.step('The curtain opens on what is behind it', () => openCurtain(page))
  })
})

test('With reduced motion nothing moves except spinners, and the curtain still opens', async ({
  page,
  openGallery,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openGallery()
  await openCurtain(page)
  await button(page, 'Drawer').click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toBeVisible()
  await expect(drawer.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await button(page, 'Toast: success').click()
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => effect instanceof KeyframeEffect && !effect.target?.classList.contains('spinner'))
      .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 160)
      .map(({ effect }) => effect instanceof KeyframeEffect && effect.target?.className),
  )
  expect(moving).toEqual([])

  // Texts with inherited transitions would fade once for each parent, one after the other.
  const fading = await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
    return [...document.querySelectorAll('h1, h2, p')].filter((words) => words.getAnimations().length > 0).length
  })
  expect(fading).toBe(0)
})

for (const width of [390, 1440]) {
  test(`At ${width} px the components have no horizontal overflow, and pass axe with every overlay`, {
    tag: '@long',
  }, async ({ page, openGallery }) => {
    test.slow()
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openGallery()
    const turn = (to: string) =>
      page.evaluate((name) => {
        document.documentElement.dataset.theme = name
      }, to)
    const look = (above?: string) => axeInBothThemes(page, turn, above)

    await test.step('The page has no horizontal overflow, and passes axe', async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await look()
    })

    for (const name of ['Delete dialog', 'Write dialog', 'Drawer', 'More']) {
      await test.step(`axe finds nothing with this open: ${name}`, async () => {
        await button(page, name).click()
        const overlay = page.getByRole('dialog').or(page.getByRole('menu'))
        await settled(overlay)
        await look('[role=dialog], [role=menu]')
        await expect.poll(() => overlay.evaluate((element) => element.contains(document.activeElement))).toBe(true)
        await page.keyboard.press('Escape')
        await expect(overlay).toHaveCount(0)
      })
    }

    await test.step('The page passes axe with toasts of every type and a tooltip', async () => {
      for (const type of ['success', 'error', 'warning', 'info']) await button(page, `Toast: ${type}`).click()
      await page.getByText('Wrong email or passord').hover()
      await button(page, 'Message').focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      await settled(page.getByRole('tooltip'))
      await look()
    })
  })
}

async function openCurtain(page: Page): Promise<void> {
  const closed = await page.locator('.curtain').count()
  await button(page, 'Open the curtain').click()
  await expect(button(page, 'Close the curtain')).toBeVisible()
  await expect(page.locator('.curtain')).toHaveCount(closed - 1)
}

function graphemes(text: string): { count: number; ending: string } {
  const all = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  return { count: all.length, ending: all.slice(-2).join('') }
}
