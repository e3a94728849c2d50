import type { Page } from '@playwright/test'
import { axe } from '#tests/e2e/support/axe.ts'
import { likeButton, postsBy } from '#tests/e2e/support/feed.ts'
import { button, watchCalls } from '#tests/e2e/support/page.ts'
import type { People } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { countToasts, toast } from '#tests/e2e/support/toasts.ts'

const REPORTS = '**/api/reports'

/** A fan who has opened the feed with a post of a creator. */
async function openPost(page: Page, people: People) {
  const [fan, amy] = await Promise.all([people.member(), people.creator()])
  const post = await people.post(amy)
  await people.signedIn(page, fan)
  await page.goto('/')
  const posts = postsBy(page, amy)
  return { post, posts, more: posts.getByRole('button', { name: /^(More|Plus)$/ }) }
}

test.describe('A report', () => {
  // Spec 5.12, 8.29
  test('A report without a reason says "Please select the reason of the report", and is not sent', async ({
    page,
    people,
  }) => {
    const { more } = await openPost(page, people)
    const calls = watchCalls(page)
    await more.click()
    await page.getByRole('menuitem', { name: 'Report' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report this post' })
    await dialog.getByLabel('Description (optional)').fill('Look at this')
    await button(page, 'Send report').click()
    const reasons = dialog.getByRole('group', { name: 'Reason' })
    await expect(reasons).toHaveAccessibleDescription('Please select the reason of the report')
    await expect(dialog.getByRole('radio').first()).toBeFocused()
    await axe(page)
    await dialog.getByRole('radio', { name: 'Inapropriate content' }).check()
    await expect(reasons).toHaveAccessibleDescription('')
    await expect(dialog.getByLabel('Description (optional)')).toHaveValue('Look at this')
    await button(page, 'Cancel').click()
    await expect(dialog).toHaveCount(0)
    expect(calls).not.toContain('POST /reports')
  })

  // Spec 1.8, 2.116, 3.26, 4.18, 4.19, 6.5, 9.17
  test('A report is sent with the keyboard alone, the dialog closes, and the focus returns', async ({
    page,
    people,
  }) => {
    const { post, more } = await openPost(page, people)
    await more.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    // Copy link, mute, and Report.
    for (let i = 0; i < 2; i += 1) await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Report' })).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Report this post' })
    await expect(dialog.getByRole('radio').first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByRole('radio', { name: 'The account is stealing someone identity' })).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.type('That is my picture')
    const sent = page.waitForResponse(REPORTS)
    // The link for people without an account, Cancel, and Send report.
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Tab')
    await expect(button(page, 'Send report')).toBeFocused()
    await page.keyboard.press('Enter')
    expect((await sent).status()).toBe(201)
    expect((await sent).request().postDataJSON()).toEqual({
      post_id: post.id,
      reason: 'The account is stealing someone identity',
      description: 'That is my picture',
    })
    await expect(dialog).toHaveCount(0)
    await expect(more).toBeFocused()
    await expect(toast(page, 'Thank you. Your report is with our team.')).toBeVisible()
  })

  // Spec 4.19, 8.30
  test('A report that fails closes the dialog without a message', async ({ page, people, expectRefusal }) => {
    const { more, posts } = await openPost(page, people)
    await page.route(REPORTS, (route) => route.fulfill({ status: 500, json: { error: 'Broken', code: 'internal' } }))
    expectRefusal(500, '/api/reports')
    await more.click()
    await page.getByRole('menuitem', { name: 'Report' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report this post' })
    await dialog.getByRole('radio', { name: 'Inapropriate content' }).check()
    const told = await countToasts(page)
    await button(page, 'Send report').click()
    await expect(dialog).toHaveCount(0)
    await expect(more).toBeFocused()
    // The toast of another action is the first one.
    await page.route('**/api/like', (route) => route.fulfill({ status: 500, json: { error: 'No', code: 'internal' } }))
    expectRefusal(500, '/api/like')
    await likeButton(posts).click()
    await expect(toast(page, 'Something went wrong on our side. Please try again.')).toBeVisible()
    expect(await told()).toBe(1)
  })

  test('Creators cannot report their own posts', async ({ page, people }) => {
    const amy = await people.creator()
    await people.post(amy)
    await people.signedIn(page, amy)
    await page.goto('/')
    await postsBy(page, amy).getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Report' })).toHaveCount(0)
  })

  test.describe('in French, in the dark, on a phone', () => {
    test.use({ locale: 'fr-FR', colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true })

    // Spec 2.116, 5.13, 9.17
    test('A French reader sees French reasons, the English one is sent, and the description is optional', async ({
      page,
      people,
    }) => {
      const { post, more } = await openPost(page, people)
      await more.click()
      await page.getByRole('menuitem', { name: 'Signaler' }).click()
      const dialog = page.getByRole('dialog', { name: 'Signaler cette publication' })
      await expect(dialog.getByRole('radio', { name: 'Ce compte usurpe l’identité de quelqu’un' })).toBeVisible()
      await axe(page)
      await button(page, 'Envoyer le signalement').click()
      await expect(dialog.getByText('Veuillez choisir le motif du signalement')).toBeVisible()
      await dialog.getByRole('radio', { name: 'Contenu inapproprié' }).check()
      const sent = page.waitForRequest(REPORTS)
      await button(page, 'Envoyer le signalement').click()
      expect((await sent).postDataJSON()).toEqual({ post_id: post.id, reason: 'Inapropriate content' })
      await expect(dialog).toHaveCount(0)
    })
  })
})
