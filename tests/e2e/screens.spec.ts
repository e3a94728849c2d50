import type { Page } from '@playwright/test'
import { axe } from './support/axe.ts'
import { expectNoSidewaysScroll } from './support/door.ts'
import { CREATOR, enterAs } from './support/members.ts'
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

for (const view of views()) {
  test.describe(view.name, () => {
    test.use(view.use)
    test.slow()

    test('The screens at the door are whole, fit the window and are open to everyone', async ({ page }) => {
      for (const path of DOOR) await look(page, path, view)
    })

    test('Refusals at the door are as clear to everyone', async ({ page }) => {
      for (const path of DOOR) {
        await page.goto(path)
        await page.getByRole('main').locator('button[type=submit]').click()
        await expect(page.locator('[aria-invalid=true]').first()).toBeFocused()
        await axe(page)
      }
    })

    test('The open screens too', async ({ page }) => {
      for (const path of OPEN) await look(page, path, view)
    })

    test('And those behind the guard', async ({ page, people, expectRefusal }) => {
      await enterAs(page, people, { ...CREATOR, role: 'admin' })
      expectRefusal(404, '/api/profiles/nobody-here')
      expectRefusal(404, '/api/conversations/01939d2a-0000-7000-8000-000000000000')
      for (const path of GUARDED) await look(page, path, view)
    })

    for (const who of [{}, { ...CREATOR, role: 'admin' as const }]) {
      test(`And the menu of a ${'role' in who ? 'creator who is admin' : 'member'}`, async ({ page, people }) => {
        await enterAs(page, people, who)
        await page.goto('/')
        await page.getByRole('button', { name: 'Menu' }).click()
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
        await expectNoSidewaysScroll(page)
        await axe(page)
      })
    }
  })
}
