import type { Page } from '@playwright/test'
import { axe } from './support/axe.ts'
import { expectNoSidewaysScroll } from './support/door.ts'
import { CREATOR, enterAs, seeAs } from './support/members.ts'
import { expect, test } from './support/test.ts'
import { type View, views } from './support/views.ts'

/** Every screen, in two opposite corners of theme, language and width, or in all of them. */

const DOOR = ['/login', '/signup', '/reset-password', '/confirm-reset-password']
const OPEN = ['/discover', '/pricing', '/privacy-policy', '/terms-of-service', '/contact-us']
const GUARDED = [
  '/',
  '/nobody-here',
  '/amy',
  '/settings',
  '/subscriptions',
  '/conversations',
  '/conversations/received',
  '/conversations/01939d2a-0000-7000-8000-000000000000',
  '/revenues',
  '/admin/users',
  '/admin/reports',
  '/admin/numbers',
]

async function look(page: Page, path: string, { theme, language }: View): Promise<void> {
  await page.goto(path)
  await expect(page, path).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expectNoSidewaysScroll(page)
  await axe(page)
}

async function lookIntoMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await expectNoSidewaysScroll(page)
  await axe(page)
}

for (const view of views()) {
  test.describe(view.name, () => {
    test.use(view.use)
    test.slow()

    test('The screens at the door are whole, fit the window and are open to everyone, and so are their refusals', async ({
      page,
    }) => {
      for (const path of DOOR) {
        await test.step(path, async () => {
          await look(page, path, view)
          await page.getByRole('main').locator('button[type=submit]').click()
          await expect(page.locator('[aria-invalid=true]').first()).toBeFocused()
          await axe(page)
        })
      }
    })

    test('The open screens too', async ({ page }) => {
      for (const path of OPEN) await test.step(path, () => look(page, path, view))
    })

    test('And those behind the guard, with the menu of a member and of a creator who is admin', async ({
      page,
      people,
      expectRefusal,
    }) => {
      await enterAs(page, people)
      await test.step('The menu of a member', async () => {
        await page.goto('/')
        await lookIntoMenu(page)
      })
      await seeAs(page, { ...CREATOR, role: 'admin' })
      expectRefusal(404, '/api/profiles/nobody-here')
      expectRefusal(404, '/api/conversations/01939d2a-0000-7000-8000-000000000000')
      for (const path of GUARDED) {
        await test.step(path, async () => {
          await look(page, path, view)
          if (path === '/') await test.step('The menu of a creator who is admin', () => lookIntoMenu(page))
        })
      }
    })
  })
}
