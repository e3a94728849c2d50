import type { Page } from '@playwright/test'
import type { Notice } from '#contract/notices.ts'
import { REPORT_REASONS } from '#contract/posts.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { goTo, logIn, logOut, visitLanding } from '#tests/e2e/support/journey.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import type { Person } from '#tests/e2e/support/people.ts'
import { withDatabase } from '#tests/e2e/support/subscriptions.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

/** The reported posts of one author. The tests of one worker share a database, so there may be others. */
function cardOf(page: Page, { username }: Person) {
  return page.getByRole('article', { name: username, exact: true })
}

test.describe('On a phone, in English and light', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'light', locale: 'en-GB' })

  test('A moderator decides about reports, reads earlier decisions, and searches the users', async ({
    page,
    people,
    product,
  }) => {
    test.slow()
    const [me, admin, fan, amy, bea] = await Promise.all([
      people.member(),
      people.member(),
      people.member(),
      people.creator(),
      people.creator(),
    ])
    await people.grant(me.email, 'moderator')
    await people.grant(admin.email, 'admin')
    const gone = await people.post(bea, { description: 'A borrowed picture', seed: 63 })
    await people.call(admin, 'DELETE', `/admin/posts/${gone.id}`, { reason: 'It is somebody else’s' })
    const [notice] = await people.call<Notice[]>(bea, 'GET', '/notices')
    await people.call(bea, 'POST', `/notices/${notice?.id}/answer`, { answer: 'My aunt and I are twins' })
    const post = await people.post(amy, { description: 'Behind the curtain', isProtected: true, seed: 64 })
    await people.report(fan, post, REPORT_REASONS[1], 'That is my aunt')
    const card = cardOf(page, amy)

    await test.step('A moderator logs in, and reads in the menu how many reports wait', async () => {
      await visitLanding(page, 'en')
      await logIn(page, 'en', me)
      await goTo(page, /^Reports \d+ waits?$/)
      await expect(page).toHaveURL('/admin/reports')
    })

    // Spec 2.88, 6.19
    await test.step('A moderator sees it with its picture and its reporter, and no way to delete it', async () => {
      await expect(card).toContainText('1 report')
      await expect(card).toContainText('Behind the curtain')
      await expect(card).toContainText('The account is stealing someone identity')
      await expect(card).toContainText(`by ${fan.username}`)
      await expect(card).toContainText('That is my aunt')
      await expect(card.getByRole('link', { name: amy.username })).toHaveAttribute('href', `/${amy.username}`)
      const picture = card.getByRole('img', { name: `Picture of the post by ${amy.username}` })
      await expect(picture).toHaveAttribute('src', /^blob:/)
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      await expect(button(page, 'Delete post')).toHaveCount(0)
      const refused = await fetch(`${product.url}/api/admin/posts/${post.id}`, {
        method: 'DELETE',
        headers: { authorization: me.token },
      })
      expect(refused.status).toBe(403)
      await card.getByRole('button', { name: 'See the whole picture' }).tap()
      const whole = page.getByRole('dialog', { name: `Post by ${amy.username}` })
      await expect(whole.getByRole('img')).toHaveAttribute('src', /^blob:/)
      await expect(whole.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(whole).toHaveCount(0)
    })

    await test.step('The moderator dismisses the report with a note, which is listed with the decision', async () => {
      await card.getByRole('button', { name: 'Dismiss' }).tap()
      const dialog = page.getByRole('dialog', { name: `Dismiss the reports about ${amy.username}?` })
      await expect(dialog.getByRole('button', { name: 'Not yet' })).toBeFocused()
      await dialog.getByRole('textbox').fill('Nothing to it')
      await dialog.getByRole('button', { name: 'Dismiss', exact: true }).tap()
      await expect(dialog).toHaveCount(0)
      await expect(card).toHaveCount(0)
      await page.getByRole('link', { name: 'Handled', exact: true }).tap()
      await expect(card).toContainText('Reports dismissed')
      await expect(card).toContainText(`by ${me.username}`)
      await expect(card).toContainText('Nothing to it')
      await expectNoSidewaysScroll(page)
    })

    await test.step('The moderator reads an author’s answer with the report', async () => {
      await expect(cardOf(page, bea)).toContainText('It is somebody else’s')
      await expect(cardOf(page, bea)).toContainText('My aunt and I are twins')
    })

    await test.step('The moderator searches the users, and cannot grant anything', async () => {
      const sections = page.getByRole('navigation', { name: 'Sections of the admin panel' })
      await sections.getByRole('link', { name: 'Users' }).tap()
      await expect(page.getByRole('main')).toContainText('250 users')
      await page.getByRole('textbox', { name: 'Search by username or email' }).fill(fan.email)
      await expect(page.getByRole('rowheader')).toContainText([fan.username])
      await expect(button(page, 'Grant a subscription')).toHaveCount(0)
      await button(page, `More for ${fan.username}`).click()
      await expect(page.getByRole('menuitem')).toHaveText(['Freeze…'])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
    })

    await test.step('The moderator signs out', () => logOut(page, 'en'))
  })
})

test.describe('At a desk, in French and dark', () => {
  test.use({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark', locale: 'fr-FR' })

  test('An admin deletes a reported post, grants a subscription, and reads the numbers; the audit log has all of it', async ({
    page,
    people,
    product,
    expectRefusal,
  }) => {
    test.slow()
    const [me, fan, amy] = await Promise.all([people.member(), people.member(), people.creator()])
    await people.grant(me.email, 'admin')
    const post = await people.post(amy, { description: 'Derrière le rideau', isProtected: true, seed: 65 })
    await people.report(fan, post, REPORT_REASONS[0])
    const card = cardOf(page, amy)
    const reasonGiven = 'L’image est à quelqu’un d’autre'

    await test.step('An admin logs in, and finds what was reported', async () => {
      await visitLanding(page, 'fr')
      await logIn(page, 'fr', me)
      await goTo(page, /^Signalements \d+ en attente$/)
      await expect(card).toContainText('Contenu inapproprié')
    })

    // Spec 2.89
    await test.step('An admin is asked once more, and loses nothing that was typed when it fails', async () => {
      await card.getByRole('button', { name: 'Supprimer' }).click()
      const dialog = page.getByRole('dialog', { name: `Supprimer cette publication de ${amy.username}\u202f?` })
      await expect(dialog.getByRole('button', { name: 'La garder' })).toBeFocused()
      const reason = dialog.getByRole('textbox', { name: /^Motif/ })
      await expect(reason).toHaveAccessibleDescription('L’auteur lit ces mots et peut y répondre une fois.')
      await reason.fill(reasonGiven)
      await axe(page)
      const path = `/api/admin/posts/${post.id}`
      await page.route(`**${path}`, (route) =>
        route.fulfill({ status: 500, json: { error: 'Broken', code: 'internal' } }),
      )
      expectRefusal(500, path)
      await dialog.getByRole('button', { name: 'Supprimer' }).click()
      await expect(dialog.getByRole('alert')).toHaveText(/^Un problème est survenu de notre côté/)
      await expect(reason).toHaveValue(reasonGiven)
      await page.unroute(`**${path}`)
      await dialog.getByRole('button', { name: 'Supprimer' }).click()
      await expect(toast(page, 'Publication supprimée')).toBeVisible()
      await expect(dialog).toHaveCount(0)
      await expect(card).toHaveCount(0)
      // The focus moves to the next card, or above the list if there is none.
      const onward = page.getByRole('article').or(page.getByRole('navigation', { name: 'Quels signalements' }))
      await expect(onward.locator(':focus')).toHaveCount(1)
    })

    await test.step('The decision is stored with its author and reason, without the picture', async () => {
      await page.getByRole('link', { name: 'Traités', exact: true }).click()
      await expect(page).toHaveURL('/admin/reports?state=handled')
      await expect(card).toContainText('Publication supprimée')
      await expect(card).toContainText(`par ${me.username}`)
      await expect(card).toContainText(reasonGiven)
      await expect(card.getByRole('img', { name: 'Plus d’image à voir' })).toBeVisible()
      await expect(card.getByRole('button', { name: /Supprimer|Classer/ })).toHaveCount(0)
      await axe(page)
    })

    await test.step('The reader is told that it was handled, and the author why; neither by whom', async () => {
      const [[told], [heard]] = [
        await people.call<Notice[]>(fan, 'GET', '/notices'),
        await people.call<Notice[]>(amy, 'GET', '/notices'),
      ]
      expect(told).toMatchObject({ kind: 'report_upheld' })
      expect(heard?.text).toContain(reasonGiven)
      for (const name of [me.username, fan.username]) expect(`${told?.text} ${heard?.text}`).not.toContain(name)
    })

    await test.step('The admin grants a fan a subscription for a week', async () => {
      const sections = page.getByRole('navigation', { name: 'Parties de l’administration' })
      await sections.getByRole('link', { name: 'Utilisateurs' }).click()
      await button(page, 'Offrir un abonnement').click()
      const dialog = page.getByRole('dialog', { name: 'Offrir un abonnement' })
      await expect(dialog.getByRole('textbox', { name: 'Fan' })).toBeFocused()
      await dialog.getByRole('textbox', { name: 'Fan' }).fill(fan.username)
      await dialog.getByRole('textbox', { name: 'Créateur ou créatrice' }).fill(amy.username)
      await dialog.getByRole('textbox', { name: 'Jours' }).fill('7')
      const granted = page.waitForResponse('**/api/admin/subscriptions')
      await dialog.getByRole('button', { name: 'Offrir', exact: true }).click()
      expect((await granted).status()).toBe(201)
      await expect(dialog).toHaveCount(0)
    })

    await test.step('The admin reads the numbers of the platform', async () => {
      await goTo(page, 'Statistiques')
      await expect(page).toHaveURL('/admin/numbers')
      await expect(page.getByRole('main').getByText('Volume brut', { exact: true })).toBeVisible()
    })

    await test.step('The audit log contains who did what, to whom and why', async () => {
      await withDatabase(product, async (db) => {
        const audit = await db`
          select action, user_id, reason from audit_log where staff_id = ${me.id} order by created_at, id`
        expect([...audit]).toMatchObject([
          { action: 'media_viewed', user_id: amy.id },
          { action: 'post_removed', user_id: amy.id, reason: reasonGiven },
          { action: 'subscription_granted', user_id: fan.id },
        ])
      })
    })

    await test.step('The admin signs out', () => logOut(page, 'fr'))
  })
})
