import type { Page } from '@playwright/test'
import { button, toast } from './support/door.ts'
import { expect, test } from './support/test.ts'

function price(page: Page, time: string) {
  return page.getByRole('spinbutton', { name: time })
}

test.describe('A creator', () => {
  test('may write a price with a comma, typed or pasted, and means the cents', async ({ page, people }) => {
    await people.signedIn(page, await people.creator())
    await page.goto('/settings')
    await price(page, '1 Day').fill('')
    await price(page, '1 Day').pressSequentially('7,5')
    await expect(price(page, '1 Day')).toHaveValue('7.5')
    await price(page, '1 Week').fill('')
    await price(page, '1 Week').evaluate((field) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', ' 12,50 ')
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect(price(page, '1 Week')).toHaveValue('12.50')
    await button(page, 'Save profile').click()
    await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
    await page.reload()
    await expect(price(page, '1 Day')).toHaveValue('7.50')
    await expect(price(page, '1 Week')).toHaveValue('12.50')
  })
})
