import type { Page } from '@playwright/test'
import type { ReportedPost } from '#contract/admin.ts'
import { REPORT_REASONS } from '#contract/limits.ts'
import { axe } from './support/axe.ts'
import { button, expectNoSidewaysScroll, toast } from './support/door.ts'
import { postsBy } from './support/feed.ts'
import type { Person } from './support/people.ts'
import { withDatabase } from './support/subscriptions.ts'
import { expect, test } from './support/test.ts'

const LISTS = '**/api/admin/reports?*'

/** The reported posts of one author; the tests of one worker share its database, so others wait too. */
function cardOf(page: Page, { username }: Person) {
  return page.getByRole('article', { name: username, exact: true })
}

test.describe('A report', () => {
  test('goes from the reader’s click to the staff, and what comes of it to all whom it concerns', async ({
    page,
    people,
    product,
    expectRefusal,
  }) => {
    test.slow()
    const [fan, amy, moderator, admin] = await Promise.all([
      people.member(),
      people.creator(),
      people.member(),
      people.member(),
    ])
    const post = await people.post(amy, { description: 'Behind the curtain', isProtected: true, seed: 41 })
    await people.grant(moderator.email, 'moderator')
    await people.grant(admin.email, 'admin')

    await test.step('A reader reports a post, of which they see only the curtain', async () => {
      await people.signedIn(page, fan)
      await page.goto('/')
      await postsBy(page, amy).getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Report' }).click()
      const dialog = page.getByRole('dialog', { name: 'Report this post' })
      await dialog.getByRole('radio', { name: 'The account is stealing someone identity' }).check()
      await dialog.getByLabel('Description (optional)').fill('That is my aunt')
      await button(page, 'Send report').click()
      await expect(dialog).toHaveCount(0)
    })

    await test.step('A moderator sees it with its picture and its reporter, and no way to delete it', async () => {
      await page.goto('about:blank')
      await people.signedIn(page, moderator)
      await page.goto('/admin/reports')
      const card = cardOf(page, amy)
      await expect(card).toContainText('1 report')
      await expect(card).toContainText('Behind the curtain')
      await expect(card).toContainText('The account is stealing someone identity')
      await expect(card).toContainText(`by ${fan.username}`)
      await expect(card).toContainText('That is my aunt')
      await expect(card.getByRole('link', { name: amy.username })).toHaveAttribute('href', `/${amy.username}`)
      const picture = card.getByRole('img', { name: `Picture of the post by ${amy.username}` })
      await expect(picture).toHaveAttribute('src', /^blob:/)
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      await expect(card.getByRole('button', { name: 'Dismiss' })).toBeVisible()
      await expect(button(page, 'Delete post')).toHaveCount(0)
      await card.getByRole('button', { name: 'See the whole picture' }).click()
      const whole = page.getByRole('dialog', { name: `Post by ${amy.username}` })
      await expect(whole.getByRole('img')).toHaveAttribute('src', /^blob:/)
      await expect(whole.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(whole).toHaveCount(0)
      const refused = await fetch(`${product.url}/api/admin/posts/${post.id}`, {
        method: 'DELETE',
        headers: { authorization: moderator.token },
      })
      expect(refused.status).toBe(403)
    })

    await test.step('An admin is asked once more, and loses nothing that was typed when it fails', async () => {
      await page.goto('about:blank')
      await people.signedIn(page, admin)
      await page.goto('/admin/reports')
      await cardOf(page, amy).getByRole('button', { name: 'Delete post' }).click()
      const dialog = page.getByRole('dialog', { name: `Delete this post by ${amy.username}?` })
      await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
      const reason = dialog.getByRole('textbox', { name: 'Reason (optional)' })
      await expect(reason).toHaveAccessibleDescription('The author reads these words, and may answer them once.')
      await reason.fill('The picture is somebody else’s')
      await axe(page)
      const path = `/api/admin/posts/${post.id}`
      await page.route(`**${path}`, (route) =>
        route.fulfill({ status: 500, json: { error: 'Broken', code: 'internal' } }),
      )
      expectRefusal(500, path)
      await dialog.getByRole('button', { name: 'Delete post' }).click()
      await expect(dialog.getByRole('alert')).toHaveText('Something went wrong on our side. Please try again.')
      await expect(reason).toHaveValue('The picture is somebody else’s')
      await page.unroute(`**${path}`)
      await dialog.getByRole('button', { name: 'Delete post' }).click()
      await expect(toast(page, 'Post deleted')).toBeVisible()
      await expect(dialog).toHaveCount(0)
      await expect(cardOf(page, amy)).toHaveCount(0)
      // The keyboard goes on in the next card, or above the list when there is none.
      const onward = page.getByRole('article').or(page.getByRole('navigation', { name: 'Which reports' }))
      await expect(onward.locator(':focus')).toHaveCount(1)
    })

    await test.step('What was decided is kept, by whom and why, without the picture', async () => {
      await page.getByRole('link', { name: 'Handled', exact: true }).click()
      await expect(page).toHaveURL('/admin/reports?state=handled')
      const card = cardOf(page, amy)
      await expect(card).toContainText('Deleted')
      await expect(card).toContainText('Post deleted')
      await expect(card).toContainText(`by ${admin.username}`)
      await expect(card).toContainText('The picture is somebody else’s')
      await expect(card.getByRole('img', { name: 'No picture to see any more' })).toBeVisible()
      await expect(card.getByRole('button', { name: /Delete|Dismiss/ })).toHaveCount(0)
      await axe(page)
    })

    await test.step('The reader is told that it was handled, and not by whom', async () => {
      await page.goto('about:blank')
      await people.signedIn(page, fan)
      await page.goto('/notices')
      const notice = page.getByRole('main').getByRole('listitem')
      await expect(notice).toContainText('the post you reported was removed')
      await expect(notice).not.toContainText(admin.username)
      await expect(button(page, 'Answer')).toHaveCount(0)
    })

    await test.step('The author is told why, and answers', async () => {
      await page.goto('about:blank')
      await people.signedIn(page, amy)
      await page.goto('/notices')
      const notice = page.getByRole('main').getByRole('listitem')
      await expect(notice).toContainText('“Behind the curtain” was removed')
      await expect(notice).toContainText('Reason: The picture is somebody else’s')
      await expect(notice).not.toContainText(fan.username)
      await button(page, 'Answer').click()
      await page.getByRole('textbox', { name: 'Your answer' }).fill('My aunt and I are twins')
      await button(page, 'Send').click()
      await expect(notice.getByText('Your answer', { exact: true })).toBeVisible()
    })

    await test.step('Staff read the answer with the report', async () => {
      await page.goto('about:blank')
      await people.signedIn(page, moderator)
      await page.goto('/admin/reports?state=handled')
      await expect(cardOf(page, amy)).toContainText('My aunt and I are twins')
    })

    await test.step('And the audit says who did what, to whom and why', async () => {
      await withDatabase(product, async (db) => {
        const audit = await db`select staff_id, action, user_id, reason from audit_log where post_id = ${post.id}`
        expect([...audit]).toEqual([
          { staff_id: admin.id, action: 'post_removed', user_id: amy.id, reason: 'The picture is somebody else’s' },
        ])
      })
    })
  })

  test.describe('in French, in the dark, on a phone', () => {
    test.use({ locale: 'fr-FR', colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true })

    test('is dismissed by a moderator with a note, by keyboard alone', async ({ page, people, expectRefusal }) => {
      test.slow()
      const [fan, amy, moderator] = await Promise.all([people.member(), people.creator(), people.member()])
      const post = await people.post(amy, { seed: 42 })
      await people.report(fan, post, REPORT_REASONS[1])
      await people.grant(moderator.email, 'moderator')
      await people.signedIn(page, moderator)

      await test.step('Where there is nothing yet, both lists say so; and a list that does not come can be asked for again', async () => {
        await page.route(LISTS, (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
        await page.goto('/admin/reports')
        await expect(page.getByRole('heading', { name: 'Aucun signalement pour le moment' })).toBeVisible()
        await page.getByRole('link', { name: 'Traités' }).click()
        await expect(page.getByRole('heading', { name: 'Rien n’a encore été traité' })).toBeVisible()
        await page.unroute(LISTS)
        await page.goto('about:blank')
        await page.route(LISTS, (route) => route.fulfill({ status: 403, json: { error: 'No', code: 'forbidden' } }))
        expectRefusal(403, '/api/admin/reports')
        await page.goto('/admin/reports')
        await expect(page.getByRole('heading', { name: 'Les signalements n’ont pas pu être chargés' })).toBeVisible()
        await page.unroute(LISTS)
        // As if 21 others had reported it before.
        await page.route(LISTS, async (route) => {
          const response = await route.fetch()
          const posts: ReportedPost[] = await response.json()
          await route.fulfill({
            response,
            json: posts.map((post) => ({ ...post, reports_count: post.reports_count + 21 })),
          })
        })
        await button(page, 'Réessayer').click()
        await expect(cardOf(page, amy)).toContainText('22 signalements')
        await expect(cardOf(page, amy)).toContainText('Et 21 signalements plus anciens')
        await page.unroute(LISTS)
      })

      await test.step('It is read in French', async () => {
        const card = cardOf(page, amy)
        await expect(card).toContainText('Ce compte usurpe l’identité de quelqu’un')
        await expect(card).toContainText('Sans description')
        await expectNoSidewaysScroll(page)
        await axe(page)
      })

      await test.step('Its dialog begins with the safe way out, and explains who reads the note', async () => {
        await cardOf(page, amy).getByRole('button', { name: 'Classer' }).focus()
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('dialog', { name: `Classer les signalements visant ${amy.username} ?` })
        await expect(dialog.getByRole('button', { name: 'Pas encore' })).toBeFocused()
        await axe(page)
        await page.keyboard.press('Shift+Tab')
        await expect(dialog.getByRole('textbox')).toBeFocused()
        await page.keyboard.type('Rien à redire')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Tab')
        await expect(dialog.getByRole('button', { name: 'Classer', exact: true })).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(dialog).toHaveCount(0)
        await expect(cardOf(page, amy)).toHaveCount(0)
      })

      await test.step('The note stands with what was decided', async () => {
        await page.getByRole('link', { name: 'Traités' }).click()
        const card = cardOf(page, amy)
        await expect(card).toContainText('Signalements classés')
        await expect(card).toContainText(`par ${moderator.username}`)
        await expect(card).toContainText('Rien à redire')
        await expectNoSidewaysScroll(page)
      })
    })
  })
})
