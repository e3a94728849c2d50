import type { Page, Response } from '@playwright/test'
import { postsBy } from '#tests/e2e/support/feed.ts'
import { goTo, logIn, logOut, signUp, visitLanding } from '#tests/e2e/support/journey.ts'
import { button } from '#tests/e2e/support/page.ts'
import { bio, choosePicture, price } from '#tests/e2e/support/settings.ts'
import { fromTheStart, openTile, tileOf, viewerOf } from '#tests/e2e/support/stories.ts'
import { withDatabase } from '#tests/e2e/support/subscriptions.ts'
import { Talk } from '#tests/e2e/support/talk.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { clip } from '#tests/support/files/clips.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'

/** Sets the file of the hidden file input, which the dialog of the system would set. */
async function choose(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await expect(page.getByRole('dialog').getByText(name)).toBeVisible()
}

function isStoryList(answer: Response): boolean {
  return answer.request().method() === 'GET' && /\/api\/stories$/.test(answer.url())
}

test.describe('At a desk, in French and light', () => {
  test.use({ viewport: { width: 1440, height: 900 }, colorScheme: 'light', locale: 'fr-FR' })

  test('A creator creates a profile, publishes, answers a fan, checks the revenues and deletes a post', async ({
    page,
    people,
    product,
  }) => {
    test.slow()
    const me = { email: people.address('creator'), password: 'red-velvet-seat' }
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')

    await test.step('A visitor signs up, and logs in', async () => {
      await visitLanding(page, 'fr')
      await signUp(page, 'fr', me)
      await logIn(page, 'fr', me)
    })

    await test.step('The member becomes a creator, with a picture, a bio and prices that are typed or pasted', async () => {
      await goTo(page, 'Devenir créateur ou créatrice')
      await expect(page.getByRole('heading', { name: 'Profil créateur' })).toBeFocused()
      await choosePicture(page)
      await bio(page).fill('Soliste la nuit')
      await price(page, '1 jour').fill('')
      await price(page, '1 jour').pressSequentially('7,5')
      await expect(price(page, '1 jour')).toHaveValue('7,5')
      await price(page, '1 semaine').fill('')
      await price(page, '1 semaine').evaluate((field) => {
        const clipboardData = new DataTransfer()
        // With a point, as it stands in most tables.
        clipboardData.setData('text', ' 12.50 ')
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      })
      await expect(price(page, '1 semaine')).toHaveValue('12,50')
      await button(page, 'Enregistrer le profil').click()
      await expect(toast(page, 'Profil créé')).toBeVisible()
      await expect(price(page, '1 jour')).toHaveValue('7,50')
      await expect(page.getByRole('textbox', { name: 'Lien vers votre page' })).toBeVisible()
    })

    const amy = await people.person(me)

    // Spec 2.56, 2.57, 6.20
    await test.step('The creator finds the create-post button on their own page, and no Subscribe, price options or message button', async () => {
      await goTo(page, 'Profil')
      await expect(page).toHaveURL(`/${amy.username}`)
      await expect(main.getByText('Soliste la nuit')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Aucune publication pour le moment' })).toBeVisible()
      await expect(page.getByText('Votre première publication ouvrira le spectacle.')).toBeVisible()
      await expect(button(page, 'Créer une publication').first()).toBeVisible()
      await expect(main.getByRole('link', { name: 'Paramètres' })).toHaveAttribute('href', '/settings')
      await expect(page.getByRole('radio')).toHaveCount(0)
      for (const name of ['S’abonner', 'ABONNÉ', 'Message']) await expect(button(page, name)).toHaveCount(0)
    })

    await test.step('The creator publishes a public and a protected picture, and the newest is listed first', async () => {
      const posts = main.getByRole('list', { name: 'Publications' }).getByRole('link')
      for (const [index, description] of ['Pour tous', 'Pour les abonnés'].entries()) {
        await button(page, 'Créer une publication').first().click()
        await choose(
          page,
          `${index}.jpg`,
          'image/jpeg',
          await noisePicture({ width: 90, height: 120, seed: 60 + index }),
        )
        await dialog.getByLabel('Description', { exact: true }).fill(description)
        if (index === 1) await dialog.getByRole('switch', { name: 'Réservé aux abonnés' }).check()
        await dialog.getByRole('button', { name: 'Publier' }).click()
        await expect(dialog).toHaveCount(0)
        await expect(posts).toHaveCount(index + 1)
      }
      await expect(posts.first()).toHaveAccessibleName('Pour les abonnés · Protégé')
    })

    const fan = await people.member()
    await people.subscribe(fan, amy)

    // Spec 2.73, 8.39
    await test.step('The creator sees a fan’s message on the open page, and answers', async () => {
      await goTo(page, 'Messages des fans')
      await expect(page).toHaveURL('/conversations/received')
      await expect(page.getByRole('heading', { level: 1, name: 'Messages des fans' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Aucune conversation' })).toBeVisible()
      const talk = await Talk.begin(product, fan, amy, 'Bonsoir')
      const row = main.getByRole('list', { name: 'Messages des fans' }).getByRole('link')
      await expect(row).toHaveAccessibleName(`${fan.username} À l’instant Bonsoir 1 message non lu`)
      await row.click()
      await expect(page).toHaveURL(talk.path)
      const field = page.getByPlaceholder('Écrivez votre message...')
      await field.fill('Bonsoir à vous')
      await field.press('Enter')
      await expect(page.getByRole('log').getByText('Bonsoir à vous', { exact: true })).toBeVisible()
      await expect(field).toHaveValue('')
    })

    // Spec 2.83, 6.12
    await test.step('The creator opens the revenues, which are empty', async () => {
      await goTo(page, 'Revenus')
      await expect(page).toHaveURL('/revenues')
      await expect(page.getByRole('heading', { name: 'Aucun revenu pour le moment' })).toBeVisible()
    })

    await test.step('The creator deletes a post', async () => {
      await page.getByRole('link', { name: 'Loge, accueil' }).click()
      const card = postsBy(page, amy).filter({ hasText: 'Pour tous' })
      await card.getByRole('button', { name: 'Plus', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Supprimer' }).click()
      const ask = page.getByRole('dialog', { name: 'Supprimer cette publication\u202f?' })
      await expect(ask.getByRole('button', { name: 'La garder' })).toBeFocused()
      await ask.getByRole('button', { name: 'Supprimer' }).click()
      await expect(ask).toHaveCount(0)
      await expect(card).toHaveCount(0)
      await expect(postsBy(page, amy)).toHaveCount(1)
    })

    await test.step('The creator signs out', () => logOut(page, 'fr'))
  })
})

test.describe('On a phone, in English and dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark', locale: 'en-GB' })

  test('A creator publishes two stories, watches them, deletes one, and the other expires after a day', {
    tag: '@long',
  }, async ({ page, product, authors }) => {
    test.slow()
    await page.clock.install()
    const amy = await authors.author()
    const dialog = page.getByRole('dialog', { name: 'Create story' })
    const { viewer, video } = viewerOf(page)

    await test.step('A story owner logs in', async () => {
      await visitLanding(page, 'en')
      await logIn(page, 'en', amy)
    })

    await test.step('The creator publishes a picture, and then a video', async () => {
      for (const [description, name, type, buffer] of [
        ['At rest', 'rest.jpg', 'image/jpeg', await noisePicture({ width: 90, height: 160, seed: 62 })],
        ['Moving', 'moving.mp4', 'video/mp4', await clip('sixty-seconds.mp4')],
      ] as const) {
        await button(page, 'Add story').tap()
        await choose(page, name, type, buffer)
        await dialog.getByRole('textbox', { name: 'Description' }).fill(description)
        const listed = page.waitForResponse(
          async (answer) => isStoryList(answer) && (await answer.text()).includes(description),
        )
        await dialog.getByRole('button', { name: 'Publish' }).tap()
        await expect(toast(page, 'Story created successfully!').first()).toBeVisible()
        await expect(dialog).toHaveCount(0)
        await listed
      }
    })

    await test.step('The creator watches both stories from the strip, the older one first', async () => {
      await openTile(page, amy)
      await fromTheStart(page, 'At rest')
      await expect(viewer.getByRole('status')).toHaveText(`${amy.username}, 1 of 2`)
      await expect(viewer.getByText('23h left')).toBeVisible()
      await viewer.getByRole('button', { name: 'Next story' }).tap()
      await expect(video).toBeVisible()
    })

    await test.step('The creator deletes the video, and the viewer closes', async () => {
      // The video is a minute long, which is enough time for the dialog.
      await page.clock.resume()
      await viewer.getByRole('button', { name: 'Delete story' }).tap()
      const ask = page.getByRole('dialog', { name: 'Delete this story?' })
      await expect(ask.getByRole('button', { name: 'Keep it' })).toBeFocused()
      await ask.getByRole('button', { name: 'Delete' }).tap()
      await expect(toast(page, 'Story deleted successfully')).toBeVisible()
      await expect(viewer).toHaveCount(0)
      await expect(tileOf(page, amy)).toBeVisible()
    })

    await test.step('The other story has expired after 24 hours', async () => {
      await withDatabase(
        product,
        (db) => db`update stories set expires_at = now() where profile_id = ${amy.id} and expires_at > now()`,
      )
      await page.clock.fastForward('24:00:00')
      await expect(tileOf(page, amy)).toHaveCount(0)
      await expect(button(page, 'Add story')).toBeVisible()
    })

    await test.step('The creator of the stories signs out', () => logOut(page, 'en'))
  })
})
