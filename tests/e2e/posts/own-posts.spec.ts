import type { Locator } from '@playwright/test'
import { hold } from '#tests/e2e/support/feed.ts'
import { DROPPED } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const description = (dialog: Locator) => dialog.getByLabel('Description', { exact: true })

test.describe('Editing and deleting a post in the feed', () => {
  test('Owners edit and delete a post with its menu, and lose nothing after a failure', async ({
    page,
    people,
    expectLine,
  }) => {
    const amy = await people.creator()
    const older = await people.post(amy, { description: 'An older one' })
    await people.post(amy, { description: 'Before' })
    await people.signedIn(page, amy)
    await page.goto('/')
    const cardOf = (words: string) =>
      page.getByRole('article').filter({ hasText: amy.username }).filter({ hasText: words })
    const choose = async (words: string, entry: string) => {
      // A dialog that is still closing restores the focus, which would close the menu.
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await cardOf(words).getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: entry }).click()
    }
    await choose('Before', 'Edit')
    const edit = page.getByRole('dialog', { name: 'Edit post' })
    await description(edit).fill('After')
    expectLine(/ERR_FAILED/)
    await page.route('**/api/posts/*', (route) => route.abort())
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit.getByRole('alert')).toHaveText(DROPPED)
    await expect(description(edit)).toHaveValue('After')
    // The error is shown only for this post.
    await page.keyboard.press('Escape')
    await choose('An older one', 'Edit')
    await expect(description(edit)).toHaveValue('An older one')
    await expect(edit.getByRole('alert')).toHaveCount(0)
    await expect(description(edit)).toBeFocused()
    await page.keyboard.press('Escape')
    await choose('Before', 'Edit')
    await description(edit).fill('After')
    await page.unroute('**/api/posts/*')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Post updated')).toBeVisible()
    await expect(cardOf('After')).toBeVisible()

    const ask = page.getByRole('dialog', { name: 'Delete this post?' })
    const failing = '**/api/posts/*'
    await page.route(failing, (route) => route.abort())
    await test.step('An owner who closes the dialog during the request and opens it again reads the error there', async () => {
      const { release } = await hold(page, failing)
      await choose('After', 'Delete')
      await expect(ask.getByRole('button', { name: 'Keep it' })).toBeFocused()
      // Both in one call, before the press is rendered.
      await ask.getByRole('button', { name: 'Delete' }).evaluate((pressed: HTMLButtonElement) => {
        pressed.click()
        pressed.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
      })
      await choose('After', 'Delete')
      await expect(ask.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-busy', 'true')
      expectLine(/ERR_FAILED/)
      await release()
      await expect(ask.getByRole('alert')).toHaveText(DROPPED)
    })
    await test.step('An owner who does not open it again reads the error in a toast', async () => {
      const { release } = await hold(page, failing)
      await ask.getByRole('button', { name: 'Delete' }).click()
      await page.keyboard.press('Escape')
      await expect(ask).toHaveCount(0)
      expectLine(/ERR_FAILED/)
      await release()
      await expect(toast(page, DROPPED)).toHaveRole('alert')
    })
    await page.unroute(failing)

    await choose('After', 'Delete')
    await ask.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Post deleted')).toBeVisible()
    await expect(cardOf('After')).toHaveCount(0)
    await expect(page.locator(`main article a[href*="post=${older.id}"]`)).toBeFocused()
  })
})
