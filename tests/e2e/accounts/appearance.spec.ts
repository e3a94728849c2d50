import type { Page } from '@playwright/test'
import { accounts, type User } from '#contract/accounts.ts'
import { axeInBothThemes } from '#tests/e2e/support/axe.ts'
import { signInAs } from '#tests/e2e/support/members.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { SERVER_ERROR } from '#tests/e2e/support/settings.ts'
import { logIn } from '#tests/e2e/support/sign-in.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const USER = '/api/user'

function html(page: Page) {
  return page.locator('html')
}

function choice(page: Page, name: string) {
  return page.getByRole('radio', { name, exact: true })
}

/** The account after this action was saved. */
async function kept(page: Page, act: () => Promise<void>): Promise<User> {
  const answer = page.waitForResponse(
    (response) => response.url().endsWith(USER) && response.request().method() === accounts.update_user.method,
  )
  await act()
  return await (await answer).json()
}

test.describe('Language and appearance', () => {
  test.use({ colorScheme: 'light', locale: 'en-GB' })

  // Spec 1.32
  test('Language and theme are chosen in the settings or in the header, and stored in the account', async ({
    page,
    people,
    expectRefusal,
  }) => {
    await signInAs(page, people)
    await page.goto('/settings')
    const section = page.getByRole('region', { name: 'Language and appearance' })
    await expect(section.getByRole('group', { name: 'Language' })).toBeVisible()
    await expect(choice(page, 'System')).toBeChecked()

    await test.step('Dark is chosen with the keyboard', async () => {
      await choice(page, 'System').focus()
      expect(await kept(page, () => page.keyboard.press('ArrowUp'))).toMatchObject({ theme: 'dark' })
      await expect(choice(page, 'Dark')).toBeChecked()
      await expect(html(page)).toHaveAttribute('data-theme', 'dark')
    })

    await test.step('The switch in the header shows the same, and is saved as well', async () => {
      await expect(button(page, 'Dark mode')).toHaveAttribute('aria-pressed', 'true')
      expect(await kept(page, () => button(page, 'Dark mode').click())).toMatchObject({ theme: 'light' })
      await expect(choice(page, 'Light')).toBeChecked()
    })

    await test.step('After choosing System, the page follows the system again', async () => {
      expect(await kept(page, () => choice(page, 'System').check())).toMatchObject({ theme: null })
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(html(page)).toHaveAttribute('data-theme', 'dark')
      // What the browser draws, such as the calendar of a date field and the scrollbars, follows.
      await expect(html(page)).toHaveCSS('color-scheme', 'dark')
      await page.emulateMedia({ colorScheme: 'light' })
      await expect(html(page)).toHaveAttribute('data-theme', 'light')
    })

    await test.step('A choice that could not be saved applies here anyway, with an error toast', async () => {
      await page.route(`**${USER}`, (route) => route.fulfill({ status: 500, json: SERVER_ERROR }))
      expectRefusal(500, USER)
      await choice(page, 'Dark').check()
      await expect(toast(page, 'Something went wrong on our side. Please try again.')).toBeVisible()
      await expect(html(page)).toHaveAttribute('data-theme', 'dark')
      await page.unroute(`**${USER}`)
    })

    await test.step('French and both themes fit a narrow phone', async () => {
      expect(await kept(page, () => choice(page, 'Français').check())).toMatchObject({ locale: 'fr' })
      await expect(html(page)).toHaveAttribute('lang', 'fr')
      await expect(choice(page, 'Sombre')).toBeChecked()
      await page.setViewportSize({ width: 320, height: 700 })
      await axeInBothThemes(page, async (theme) => {
        const name = theme === 'dark' ? 'Sombre' : 'Clair'
        if (!(await choice(page, name).isChecked())) await kept(page, () => choice(page, name).check())
      })
      await expectNoSidewaysScroll(page)
    })
  })

  // Spec 4.48
  test('Language and theme of the account apply on the next device, unless it has its own choice', async ({
    people,
    openOtherBrowser,
  }) => {
    const person = await people.member()
    await people.prefers(person, { theme: 'dark', locale: 'fr' })

    const fresh = await openOtherBrowser()
    await fresh.goto('/login')
    await logIn(fresh, person)
    await expect(html(fresh)).toHaveAttribute('data-theme', 'dark')
    await expect(html(fresh)).toHaveAttribute('lang', 'fr')
    await test.step('Later page loads have them in the first frame', async () => {
      await fresh.goto('about:blank')
      await fresh.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
      await fresh.goto('/settings')
      await expect(html(fresh)).toHaveAttribute('data-theme', 'dark')
      await expect(html(fresh)).toHaveAttribute('lang', 'fr')
    })

    const used = await openOtherBrowser()
    await used.goto('/login')
    await button(used, 'Dark mode').click()
    await button(used, 'Dark mode').click()
    await expect(html(used)).toHaveAttribute('data-theme', 'light')
    await logIn(used, person)
    // The language is applied after the theme. Once it is applied, the theme would have been too.
    await expect(html(used)).toHaveAttribute('lang', 'fr')
    await expect(html(used)).toHaveAttribute('data-theme', 'light')
  })
})
