import { axe } from '#tests/e2e/support/axe.ts'
import { button, watchCalls } from '#tests/e2e/support/page.ts'
import { bio, choosePicture, openSettings, price, username } from '#tests/e2e/support/settings.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const BACK = 'What you had not saved is back.'

test.describe('Unsaved settings of a creator', () => {
  test('Bio, prices, username and picture survive another tab of the settings, a link and Back', async ({
    page,
    people,
  }) => {
    const amy = await openSettings(page, people, { bio: 'Soloist by night' })
    await bio(page).fill('Soloist by day')
    await price(page, '1 Day').fill('8.5')
    await username(page).fill('somebody-else')
    await choosePicture(page)
    await expect(page.getByText('Unsaved: picture, bio, and price of 1 Day')).toBeVisible()

    const leave = [
      async () => await page.getByRole('main').getByRole('link', { name: 'Notices' }).click(),
      async () => await page.getByRole('link', { name: 'Home' }).first().click(),
    ]
    for (const go of leave) {
      await go()
      await expect(bio(page)).toHaveCount(0)
      await page.goBack()
      await expect(page.getByText(BACK)).toBeVisible()
      await expect(bio(page)).toHaveValue('Soloist by day')
      await expect(price(page, '1 Day')).toHaveValue('8.5')
      await expect(username(page)).toHaveValue('somebody-else')
      await expect(page.getByText('Not saved yet.')).toBeVisible()
      await expect(page.getByText('Unsaved: picture, bio, and price of 1 Day')).toBeVisible()
    }
    await axe(page)

    await test.step('What is saved is no draft any more', async () => {
      await button(page, 'Save profile').click()
      await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
      await expect(page.getByText(BACK)).toHaveCount(0)
      await page.reload()
      await expect(bio(page)).toHaveValue('Soloist by day')
      await expect(username(page)).toHaveValue('somebody-else')
      await expect(page.getByText(BACK)).toHaveCount(0)
    })

    await test.step('A name that is discarded is the saved one again', async () => {
      await page.getByRole('region', { name: 'Username' }).getByRole('button', { name: 'Discard' }).click()
      await expect(username(page)).toHaveValue(amy.username)
      await expect(username(page)).toBeFocused()
    })
  })

  test('A reload keeps the words; discarding them can be undone; a sign-out deletes them', async ({ page, people }) => {
    await openSettings(page, people, { bio: 'Soloist by night' })
    await bio(page).fill('Soloist by day')
    await page.reload()
    await expect(page.getByText(BACK)).toBeVisible()
    await expect(bio(page)).toHaveValue('Soloist by day')

    const calls = watchCalls(page)
    await button(page, 'Discard').click()
    await expect(bio(page)).toHaveValue('Soloist by night')
    await expect(button(page, 'Save profile')).toBeFocused()
    await button(page, 'Undo').click()
    await expect(bio(page)).toHaveValue('Soloist by day')
    await button(page, 'Discard').click()
    await expect(bio(page)).toHaveValue('Soloist by night')
    await page.reload()
    await expect(bio(page)).toHaveValue('Soloist by night')
    await expect(page.getByText(BACK)).toHaveCount(0)
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([])

    await bio(page).fill('Between the acts')
    await button(page, 'Menu').click()
    await button(page, 'Logout').click()
    await expect(page).toHaveURL('/discover')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Between the acts')
  })

  test('Before the tab closes, the browser asks while a chosen picture would be lost', async ({ page, people }) => {
    await openSettings(page, people)
    const asked: string[] = []
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type())
      await dialog.accept()
    })
    await bio(page).fill('Words are kept')
    await page.reload()
    await expect(bio(page)).toHaveValue('Words are kept')
    expect(asked).toEqual([])
    await choosePicture(page)
    await expect(page.getByText('Unsaved: picture and bio')).toBeVisible()
    await page.reload()
    await expect(bio(page)).toHaveValue('Words are kept')
    expect(asked).toEqual(['beforeunload'])
  })

  test('A picture that is dropped beside the form is not opened in place of it, and one on the form is chosen', async ({
    page,
    people,
  }) => {
    await openSettings(page, people)
    const calls = watchCalls(page)
    await expect(bio(page)).toBeVisible()
    // The file of 28 MB is made in the browser.
    const drop = async (target: string, size: number) =>
      await page.locator(target).evaluate((element, bytes) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([new Uint8Array(bytes)], 'huge.png', { type: 'image/png' }))
        const options = { dataTransfer, bubbles: true, cancelable: true }
        const over = new DragEvent('dragover', options)
        element.dispatchEvent(over)
        element.dispatchEvent(new DragEvent('drop', options))
        return over.defaultPrevented
      }, size)
    expect(await drop('main h1', 10)).toBe(true)
    expect(await drop('main form img', 28 * 1024 * 1024)).toBe(true)
    await expect(button(page, 'Change picture')).toHaveAccessibleDescription(
      /^This picture is too large: 20 MB at most\./,
    )
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([])
  })
})
