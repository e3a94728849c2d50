import type { Page } from '@playwright/test'
import { REPORT_REASONS } from '#contract/posts.ts'
import type { ReportedPost } from '#contract/reports.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { hold } from '#tests/e2e/support/feed.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import type { Person } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const LISTS = '**/api/admin/reports?*'

/** The reported posts of one author. The tests of one worker share a database, so there may be others. */
function cardOf(page: Page, { username }: Person) {
  return page.getByRole('article', { name: username, exact: true })
}

test.describe('Dismissing reports', () => {
  test.describe('in French, in the dark, on a phone', () => {
    test.use({ locale: 'fr-FR', colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true })

    test('A moderator dismisses reports with a note, with the keyboard alone; in French', { tag: '@long' }, async ({
      page,
      people,
      expectRefusal,
    }) => {
      test.slow()
      const [fan, amy, moderator] = await Promise.all([people.member(), people.creator(), people.member()])
      const post = await people.post(amy, { seed: 42 })
      await people.report(fan, post, REPORT_REASONS[1])
      await people.grant(moderator.email, 'moderator')
      await people.signedIn(page, moderator)

      await test.step('Empty lists of reports say so, and a list that fails to load can be loaded again', async () => {
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
        // Adds 21 earlier reports to the response.
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

      await test.step('The report is shown in French', async () => {
        const card = cardOf(page, amy)
        await expect(card).toContainText('Ce compte usurpe l’identité de quelqu’un')
        await expect(card).toContainText('Sans description')
        await expectNoSidewaysScroll(page)
        await axe(page)
      })

      await test.step('The dialog focuses the safe choice, and explains who reads the note', async () => {
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
        const { release } = await hold(page, '**/api/admin/reports/*/dismiss')
        await page.keyboard.press('Enter')
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
        await expect(cardOf(page, amy).getByRole('button', { name: 'Classer' })).toBeFocused()
        await release()
        await expect(cardOf(page, amy)).toHaveCount(0)
        // The dialog was closed before the response: the focus is not lost with the post.
        await expect(page.getByRole('main').locator(':focus')).toHaveAttribute('aria-current', 'page')
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
