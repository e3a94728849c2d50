import type { Page } from '@playwright/test'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { button, expect, settled, test } from '#tests/e2e/support/gallery.ts'
import { TOAST_LIFETIME_MS } from '#web/lib/toasts.ts'

test.describe('A toast', () => {
  test('A toast has a role, disappears after five seconds, waits while it is read, and can be closed', async ({
    page,
    openGallery,
  }) => {
    await page.clock.install()
    await openGallery()
    await page.clock.pauseAt(Date.now() + HOUR_MS)

    // Spec 2.119
    await test.step('A toast of an error or a warning is an alert, other toasts are a status, all in one named region', async () => {
      const region = page.getByRole('region', { name: 'Notifications' })
      for (const type of ['error', 'warning', 'success']) await button(page, `Toast: ${type}`).click()
      await expect(region.getByRole('alert')).toHaveText([
        'Wrong email or passord',
        'Please select the reason of the report',
      ])
      await expect(region.getByRole('status')).toHaveText(['Story deleted successfully'])
    })

    await test.step('At most three toasts are shown: a fourth replaces the oldest', async () => {
      const region = page.getByRole('region', { name: 'Notifications' })
      // The error is shown again, so that the warning is now the oldest.
      await button(page, 'Toast: error').click()
      await button(page, 'Toast: info').click()
      await expect(region.getByRole('listitem')).toHaveText([
        'Wrong email or passord',
        'Story deleted successfully',
        'Check your email to reset your password',
      ])
      await expect(region.getByRole('status')).toHaveText([
        'Story deleted successfully',
        'Check your email to reset your password',
      ])
    })

    await page.clock.runFor(TOAST_LIFETIME_MS + 100)
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(0)

    // Spec 4.22, 9.12
    await test.step('A toast disappears after five seconds', async () => {
      expect(TOAST_LIFETIME_MS).toBe(5000)
      await button(page, 'Toast: success').click()
      const toast = page.getByText('Story deleted successfully')
      await expect(toast).toBeVisible()

      await page.clock.runFor(TOAST_LIFETIME_MS - 100)
      await expect(toast).toBeVisible()
      await page.clock.runFor(200)
      await expect(toast).toBeHidden()
    })

    await test.step('A repeated toast is shown once, for another five seconds, and is announced again', async () => {
      const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('alert')
      await button(page, 'Toast: error').click()
      await expect(toast).toHaveText('Wrong email or passord')
      // A screen reader speaks when something changes inside the region.
      const spoken = await toast.evaluateHandle((region) => {
        const words: string[] = []
        const listen = () => words.push(region.textContent?.trim() ?? '')
        new MutationObserver(listen).observe(region, { childList: true, characterData: true, subtree: true })
        return words
      })
      await page.clock.runFor(TOAST_LIFETIME_MS - 100)
      await button(page, 'Toast: error').click()
      await expect(toast).toHaveCount(1)
      // The text is set by an effect, a moment after the press.
      await expect.poll(() => spoken.evaluate((words) => words)).toEqual(['Wrong email or passord'])
      // Repeated presses keep the toast, but do not announce it again and again.
      for (let press = 0; press < 5; press += 1) await button(page, 'Toast: error').click()
      expect(await spoken.evaluate((words) => words.length)).toBe(1)
      await page.clock.runFor(TOAST_LIFETIME_MS - 100)
      await expect(toast).toHaveCount(1)
      await page.clock.runFor(200)
      await expect(toast).toHaveCount(0)
    })

    await test.step('A toast waits under the pointer, and disappears after the rest of its time', async () => {
      await button(page, 'Toast: error').click()
      const toast = page.getByText('Wrong email or passord')
      await page.clock.runFor(3000)

      await toast.hover()
      await page.clock.runFor(MINUTE_MS)
      await expect(toast).toBeVisible()

      await page.mouse.move(10, 400)
      await page.clock.runFor(1900)
      await expect(toast).toBeVisible()
      await page.clock.runFor(200)
      await expect(toast).toBeHidden()
    })

    await test.step('A toast waits while its close button has the focus, and restores the focus when it is closed', async () => {
      const opener = button(page, 'Toast: info')
      await opener.focus()
      await page.keyboard.press('Enter')
      const toast = page
        .getByRole('region', { name: 'Notifications' })
        .getByText('Check your email to reset your password')
      await button(page, 'Dismiss').focus()
      await page.clock.runFor(MINUTE_MS)
      await expect(toast).toBeVisible()

      await page.keyboard.press('Enter')
      await expect(toast).toBeHidden()
      await expect(opener).toBeFocused()
    })

    await test.step('A toast waits while the tab is in the background', async () => {
      await button(page, 'Toast: success').click()
      const toast = page.getByText('Story deleted successfully')
      await setTabHidden(page, true)
      await page.clock.runFor(MINUTE_MS)
      await expect(toast).toBeVisible()

      await setTabHidden(page, false)
      await page.clock.runFor(TOAST_LIFETIME_MS + 100)
      await expect(toast).toBeHidden()
    })

    // Spec 4.23
    await test.step('A toast that is closed with the mouse disappears at once, without moving the focus or affecting others', async () => {
      await button(page, 'Toast: success').click()
      await button(page, 'Toast: error').click()
      await button(page, 'Dismiss').first().click()
      await expect(button(page, 'Toast: error')).toBeFocused()
      await expect(page.getByText('Story deleted successfully')).toBeHidden()
      await expect(page.getByText('Wrong email or passord')).toBeVisible()

      await page.mouse.move(10, 400)
      await page.clock.runFor(TOAST_LIFETIME_MS + 100)
      await expect(page.getByText('Wrong email or passord')).toBeHidden()
    })

    await test.step('A toast over a dialog is announced and can be closed, and the dialog stays open', async () => {
      await page.clock.resume()
      await button(page, 'Write dialog').click()
      const dialog = page.getByRole('dialog', { name: 'Write to margauxlenoir' })
      await settled(dialog)
      await page.clock.pauseAt(Date.now() + 2 * HOUR_MS)
      await dialog.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Please select the reason' })).toBeVisible()

      await button(page, 'Dismiss').click()
      await expect(page.getByRole('alert').filter({ hasText: 'Please select the reason' })).toBeHidden()
      await expect(dialog).toBeVisible()
    })
  })
})

async function setTabHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}
