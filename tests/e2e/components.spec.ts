import { axe } from './support/axe.ts'
import { button, expect, settled, test } from './support/gallery.ts'

test.describe('A long text', () => {
  test.beforeEach(({ openGallery }) => openGallery())

  test('is cut at 150 characters, an emoji counting as one and staying whole, and can be unfolded and folded', async ({
    page,
  }) => {
    const more = button(page, 'Read more')
    const text = page.getByText(/^Nobody sees this hour/)
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    expect(graphemes(await text.innerText())).toEqual({ count: 151, ending: '👩‍👩‍👧‍👦…' })

    await more.click()
    expect(graphemes(await text.innerText())).toEqual({ count: 151, ending: '👩‍👩‍👧‍👦!' })
    const less = button(page, 'Read less')
    await expect(less).toHaveAttribute('aria-expanded', 'true')
    await less.click()
    await expect(text).toContainText('…')
  })

  test('that is short enough has nothing to unfold', async ({ page }) => {
    await expect(page.getByText('A short text stays whole.').getByRole('button')).toHaveCount(0)
    await expect(page.getByText('A short text stays whole.')).toHaveText('A short text stays whole.')
  })
})

test.describe('Tabs', () => {
  test('are one stop for the Tab key, and arrow keys, Home and End walk through them in a circle', async ({
    page,
    openGallery,
  }) => {
    await openGallery()
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
})

test.describe('A button that is busy', () => {
  test('says so, keeps its width and its focus, and ignores presses', async ({ page, openGallery }) => {
    await openGallery()
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
})

test.describe('A password', () => {
  test('is hidden, can be looked at, and is hidden again', async ({ page, openGallery }) => {
    await openGallery()
    const field = page.getByRole('textbox', { name: 'Password' }).or(page.locator('input[type=password]'))
    await expect(field).toHaveAttribute('type', 'password')
    await button(page, 'Show password').click()
    await expect(field).toHaveAttribute('type', 'text')
    await button(page, 'Hide password').click()
    await expect(field).toHaveAttribute('type', 'password')
  })
})

test.describe('The curtain', () => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    test(`opens on what is behind it (motion: ${reducedMotion})`, async ({ page, openGallery }) => {
      await page.emulateMedia({ reducedMotion })
      await openGallery()
      const closed = await page.locator('.curtain').count()
      await button(page, 'Open the curtain').click()
      await expect(button(page, 'Close the curtain')).toBeVisible()
      await expect(page.locator('.curtain')).toHaveCount(closed - 1)
    })
  }
})

test('Somebody who asks for less motion sees nothing move but the spinners', async ({ page, openGallery }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openGallery()
  await button(page, 'Drawer').click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
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
})

for (const theme of ['light', 'dark'] as const) {
  for (const width of [390, 1440]) {
    test.describe(`At ${width} px, ${theme}`, () => {
      test.use({ viewport: { width, height: 900 } })

      test.beforeEach(async ({ page, openGallery }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await openGallery(theme)
      })

      test('nothing is wider than the page, and axe finds nothing', async ({ page }) => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await axe(page)
      })

      test('axe finds nothing with toasts of every type and a tooltip', async ({ page }) => {
        for (const type of ['success', 'error', 'warning', 'info']) await button(page, `Toast: ${type}`).click()
        await page.getByText('Wrong email or passord').hover()
        await button(page, 'Message').focus()
        await page.keyboard.press('Shift+Tab')
        await page.keyboard.press('Tab')
        await settled(page.getByRole('tooltip'))
        await axe(page)
      })

      for (const name of ['Delete dialog', 'Write dialog', 'Drawer', 'Bottom sheet', 'More']) {
        test(`axe finds nothing with this open: ${name}`, async ({ page }) => {
          await button(page, name).click()
          await settled(page.getByRole('dialog').or(page.getByRole('menu')))
          await axe(page)
        })
      }
    })
  }
}

test('On a phone every control can be hit: 44 by 44 at least', async ({ page, openGallery }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openGallery()
  const small = await page.evaluate(() => {
    const controls = document.querySelectorAll('main :is(button, a, label:has(input), [role=tab]):not(.text-link)')
    return [...controls]
      .map((control) => ({ words: control.textContent, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 44 || box.width < 44)
      .map(({ words, box }) => `${words}: ${box.width} by ${box.height}`)
  })
  expect(small).toEqual([])
})

function graphemes(text: string): { count: number; ending: string } {
  const all = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  return { count: all.length, ending: all.slice(-2).join('') }
}
