import { button, expect, settled, test } from '#tests/e2e/support/gallery.ts'

test.describe('A tooltip', () => {
  test('A tooltip opens on focus and hover, and a menu works with the keyboard alone', async ({
    page,
    openGallery,
  }) => {
    await openGallery()

    // Spec 2.121
    await test.step('A tooltip says on focus why a button is disabled, and Escape closes it', async () => {
      const message = button(page, 'Message')
      await page.getByRole('button', { name: 'More', exact: true }).focus()
      await page.keyboard.press('Tab')
      await expect(message).toBeFocused()
      await expect(message).toHaveAccessibleDescription('You need to subscribe to send messages')
      await expect(page.getByRole('tooltip')).toHaveText('You need to subscribe to send messages')

      await page.keyboard.press('Escape')
      await expect(page.getByRole('tooltip')).toBeHidden()
      await expect(message).toBeFocused()
    })

    // Spec 2.121, 4.14
    await test.step('A tooltip stays while the pointer is over the button or the tooltip, and a press does nothing', async () => {
      await button(page, 'Message').hover()
      const tooltip = page.getByRole('tooltip')
      await tooltip.hover()
      await expect(tooltip).toBeVisible()

      await button(page, 'Message').click({ force: true })
      await expect(page.getByText('A disabled button was pressed')).toBeHidden()
      await page.mouse.move(5, 5)
      await expect(tooltip).toBeHidden()
    })

    await test.step('A menu is worked with the keyboard alone: nothing is chosen by Escape, the second entry by arrows and Enter', async () => {
      const more = button(page, 'More')
      await more.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menu', { name: 'More' })).toBeVisible()
      await expect(more).toHaveAttribute('aria-expanded', 'true')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
      await expect(more).toBeFocused()

      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('menuitem', { name: 'Message' })).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('menuitem', { name: 'Report' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('status').filter({ hasText: 'Report was chosen' })).toBeVisible()
      await expect(page.getByRole('menu')).toBeHidden()
      await expect(more).toBeFocused()
    })
  })
})

test.describe('A tooltip on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('A tooltip on a touch screen opens on a tap, and stays until a tap elsewhere', { tag: '@long' }, async ({
    page,
    openGallery,
  }) => {
    await openGallery()
    const tooltip = page.getByRole('tooltip')
    // The second time the tooltip is open before the tap has ended.
    for (let times = 0; times < 2; times += 1) {
      await button(page, 'Message').tap({ force: true })
      await settled(tooltip)
      await expect(tooltip).toBeVisible()
      await page.getByRole('heading', { name: 'Empty states' }).tap()
      await expect(tooltip).toBeHidden()
    }
  })
})

test.describe('A dialog', () => {
  test('A dialog traps and restores the focus, closes by button, Escape and outside press, and fits the window', async ({
    page,
    openGallery,
  }) => {
    await openGallery()

    // Spec 2.118
    await test.step('A dialog that deletes focuses the harmless choice, traps the focus and restores it on Escape', async () => {
      const opener = button(page, 'Delete dialog')
      await opener.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Delete this story?' })
      await expect(dialog).toHaveAccessibleDescription(/This cannot be undone/)
      await expect(button(page, 'Keep it')).toBeFocused()

      for (const name of ['Delete', 'Close', 'Keep it', 'Delete']) {
        await page.keyboard.press('Tab')
        await expect(dialog.getByRole('button', { name, exact: true })).toBeFocused()
      }
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()
    })

    await test.step('A dialog focuses the named control, and closes by its button and by a press outside', async () => {
      const dialog = page.getByRole('dialog')
      await button(page, 'Notice dialog').click()
      await expect(button(page, 'OK')).toBeFocused()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toBeHidden()

      await button(page, 'Notice dialog').click()
      await expect(dialog).toBeVisible()
      await page.mouse.click(5, 5)
      await expect(dialog).toBeHidden()
    })

    await test.step('A dialog is 480 px wide on a desktop, and is at the bottom of a phone', async () => {
      await button(page, 'Delete dialog').click()
      const dialog = page.getByRole('dialog')
      await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(480)

      await page.setViewportSize({ width: 390, height: 844 })
      await expect
        .poll(async () => {
          const box = await dialog.boundingBox()
          return box && [box.x, box.width, box.y + box.height]
        })
        .toEqual([0, 390, 844])
    })
  })
})

test.describe('The drawer', () => {
  test('The drawer traps and restores the focus, and fits the window', async ({ page, openGallery }) => {
    await openGallery()

    // Spec 2.120
    await test.step('The drawer opens at the right, traps the focus, and restores it on Escape', async () => {
      const opener = button(page, 'Drawer')
      await opener.click()
      const drawer = page.getByRole('dialog', { name: 'Menu' })
      await expect(button(page, 'Close')).toBeFocused()
      await page.keyboard.press('Shift+Tab')
      await expect(button(page, 'Logout')).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(button(page, 'Close')).toBeFocused()

      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
      await expect(opener).toBeFocused()
    })

    await test.step('The drawer is 392 px wide, and leaves 40 px of the page on a phone', async () => {
      await button(page, 'Drawer').click()
      const drawer = page.getByRole('dialog', { name: 'Menu' })
      await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(392)

      await page.setViewportSize({ width: 390, height: 844 })
      await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(350)
      await page.mouse.click(20, 400)
      await expect(drawer).toBeHidden()
    })
  })
})

test('A drawer that fails to load shows an error, the page keeps working, and a reload helps', async ({
  page,
  openGallery,
  watchConsole,
}) => {
  watchConsole.expectLine(/Failed to load resource: net::ERR_FAILED/)
  await page.route('**/assets/drawer-*.js', (route) => route.abort())
  await openGallery()
  await button(page, 'Drawer').click()
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.unroute('**/assets/drawer-*.js')
  await page.reload()
  await button(page, 'Drawer').click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})

test('The code of the overlays is not part of the initial page load', async ({ request, gallery }) => {
  const html = await (await request.get(gallery)).text()
  const scripts = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(
    ([, address]) => new URL(address ?? '', gallery),
  )
  expect(scripts).not.toEqual([])

  const withOverlays: string[] = []
  for (const { href, pathname } of scripts) {
    const code = await (await request.get(href)).text()
    if (code.includes('data-base-ui')) withOverlays.push(pathname)
  }
  expect(withOverlays).toEqual([])
})
