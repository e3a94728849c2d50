import { postsBy } from './support/feed.ts'
import { expect, test } from './support/test.ts'

const DROPPED = 'The connection dropped. Check your network and try again.'

test.describe('Without a connection', () => {
  test('a deletion fails at once with words, and is not made up for later', async ({
    page,
    people,
    context,
    expectLine,
  }) => {
    const amy = await people.creator()
    await people.post(amy, { description: 'Still here' })
    await people.signedIn(page, amy)
    await page.goto('/')
    await postsBy(page, amy).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog', { name: 'Delete this post?' })).toBeVisible()

    expectLine(/net::ERR_INTERNET_DISCONNECTED/)
    await context.setOffline(true)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(DROPPED).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await context.setOffline(false)
    await page.reload()
    await expect(postsBy(page, amy)).toContainText('Still here')
  })
})
