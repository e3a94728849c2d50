import { staff } from '#contract/staff.ts'
import { postsBy } from '#tests/e2e/support/feed.ts'
import { goTo, logIn, logOut, visitLanding } from '#tests/e2e/support/journey.ts'
import { pictureLink } from '#tests/e2e/support/lightbox.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { viewerOf } from '#tests/e2e/support/stories.ts'
import { endSubscription } from '#tests/e2e/support/subscriptions.ts'
import { Talk } from '#tests/e2e/support/talk.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { clip } from '#tests/support/files/clips.ts'

test.describe('On a phone, in French and light', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'light', locale: 'fr-FR' })

  test('A subscriber gets access from staff, sees protected content, and talks with the creator', async ({
    page,
    people,
    product,
    authors,
  }) => {
    test.slow()
    // Authors of stories are staff, and may grant subscriptions.
    const [amy, fan] = [await authors.author(), await people.member()]
    const post = await people.post(amy, { description: 'Derrière le rideau', isProtected: true, seed: 53 })
    const media = await clip('sixty-seconds.mp4')
    await authors.publish(amy, { description: 'La répétition', isProtected: true, media })
    const main = page.getByRole('main')
    const bell = page.getByRole('banner').getByRole('link', { name: /^Avis/ })

    await test.step('A fan logs in, and sees two curtains', async () => {
      await visitLanding(page, 'fr')
      const noticesCame = page.waitForResponse('**/api/notices')
      await logIn(page, 'fr', fan)
      await noticesCame
      await expect(postsBy(page, amy).getByText('Contenu privé', { exact: true })).toBeVisible()
      await expect(
        main.getByRole('link', { name: `${amy.username}, nouvelle story, Story privée`, exact: true }),
      ).toBeVisible()
      // The sign-in on a device that was not known.
      await expect(bell).toHaveAccessibleName('Avis 1 avis non lu')
    })

    await test.step('Staff grant the subscription; on the open page the bell counts the notice and the curtains open', async () => {
      const grant = { username: fan.username, creator: amy.username, days: 30 }
      await people.call(amy, 'POST', staff.grant_subscription.path, grant)
      await expect(bell).toHaveAccessibleName('Avis 2 avis non lus')
      await expect(postsBy(page, amy).getByRole('img', { name: post.description })).toBeVisible()
      await expect(main.getByRole('link', { name: `${amy.username}, nouvelle story`, exact: true })).toBeVisible()
      await bell.tap()
      await expect(main.getByRole('list', { name: 'Avis' })).toContainText(
        `Notre équipe vous a offert un abonnement à ${amy.username}`,
      )
      await main.getByRole('link', { name: 'Voir le profil' }).tap()
      await expect(page).toHaveURL(`/${amy.username}`)
      await expect(button(page, 'ABONNÉ')).toBeDisabled()
    })

    await test.step('The protected picture opens', async () => {
      await pictureLink(page, post).tap()
      const shown = page.getByRole('dialog', { name: `Publication de ${amy.username}` })
      await expect(shown.getByRole('img', { name: post.description })).toHaveAttribute('src', /^blob:/)
      await shown.getByRole('button', { name: 'Fermer' }).first().tap()
      await expect(shown).toHaveCount(0)
    })

    // Spec 2.104, 5.25
    await test.step('The protected story plays, and only its owner may delete it', async () => {
      await main.getByRole('link', { name: /^Voir les stories de / }).tap()
      const { viewer, video } = viewerOf(page)
      await expect.poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime)).toBeGreaterThan(0)
      await expect(viewer.getByText('La répétition')).toBeVisible()
      await expect(viewer.getByRole('button', { name: 'Supprimer la story' })).toHaveCount(0)
      await viewer.getByRole('button', { name: 'Fermer' }).tap()
      await expect(viewer).toHaveCount(0)
    })

    await test.step('The subscriber writes to the creator, sees the answer on the open page, and reacts to it', async () => {
      await button(page, 'Message').tap()
      const dialog = page.getByRole('dialog', { name: `Écrire à ${amy.username}` })
      await dialog.getByRole('textbox').fill('Bonsoir, rang G')
      await dialog.getByRole('button', { name: 'Envoyer' }).tap()
      await expect(page).toHaveURL(/\/conversations\/[0-9a-f-]{36}$/)
      const log = page.getByRole('log')
      await expect(log.getByText('Bonsoir, rang G', { exact: true })).toBeVisible()
      await expect(page.getByText('Connecté', { exact: true })).toBeVisible()
      await Talk.at(product, page.url()).say(amy, 'Je vous y ai vue')
      const answer = log.getByRole('listitem').filter({ has: page.getByText('Je vous y ai vue', { exact: true }) })
      await answer.getByRole('button', { name: 'Réagir', exact: true }).tap()
      await page.getByRole('grid', { name: 'Réactions' }).getByRole('button', { name: 'Feu' }).tap()
      await expect(answer.getByRole('button', { name: 'Feu, 1' })).toHaveAttribute('aria-pressed', 'true')
      await expectNoSidewaysScroll(page)
    })

    await test.step('The subscriber’s ticket shows the time left', async () => {
      await page.getByRole('link', { name: 'Retour' }).tap()
      await expect(page).toHaveURL('/conversations')
      await goTo(page, 'Abonnements')
      await expect(main.getByRole('list', { name: 'En cours' }).getByRole('link')).toHaveAccessibleName(
        `${amy.username} Voir le profil 30 jours restants`,
      )
    })

    await test.step('The subscriber signs out', () => logOut(page, 'fr'))
  })
})

test.describe('At a desk, in English and dark', () => {
  test.use({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark', locale: 'en-GB' })

  test('A subscriber whose subscription ends can still read the conversation, and finds the way to subscribe again', async ({
    page,
    people,
    product,
  }) => {
    test.slow()
    await page.clock.install()
    const [amy, fan] = [await people.creator(), await people.member()]
    await people.post(amy, { description: 'Behind the curtain', isProtected: true, seed: 54 })
    await people.subscribe(fan, amy, 1)
    const talk = await Talk.begin(product, fan, amy, 'Good evening')
    await talk.say(amy, 'Row G, then')
    const main = page.getByRole('main')
    const alerts: string[] = []
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message())
      void dialog.accept()
    })

    // Spec 4.37
    await test.step('While it lasts they read SUBSCRIBED on a disabled button, have no ticket to choose, and see what is protected', async () => {
      await visitLanding(page, 'en')
      await logIn(page, 'en', fan)
      await postsBy(page, amy).getByRole('link', { name: amy.username, exact: true }).first().click()
      await expect(page).toHaveURL(`/${amy.username}`)
      await expect(button(page, 'SUBSCRIBED')).toBeDisabled()
      await expect(page.getByRole('radio')).toHaveCount(0)
      await expect(button(page, 'Subscribe')).toHaveCount(0)
      const tile = main.getByRole('list', { name: 'Posts' }).getByRole('link')
      await expect(tile).toHaveAccessibleName('Behind the curtain · Protected')
      await expect(page.getByRole('img', { name: 'Behind the curtain' })).toHaveAttribute('src', /^blob:/)
    })

    await test.step('When the subscription ends, the curtain closes on the open page', async () => {
      await page.getByRole('link', { name: 'Loge, home' }).click()
      await expect(postsBy(page, amy).getByRole('img', { name: 'Behind the curtain' })).toBeVisible()
      await endSubscription(product, { fan_id: fan.id, profile_id: amy.id })
      await page.clock.fastForward('24:00:00')
      await expect(postsBy(page, amy).getByText('Private Content', { exact: true })).toBeVisible()
      await expect(postsBy(page, amy).getByRole('img')).toHaveCount(0)
    })

    // Spec 2.80, 8.35
    await test.step('The messages can be read, and the message field is locked', async () => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Your Messages' }).click()
      await main.getByRole('list', { name: 'Your Messages' }).getByRole('link').click()
      await expect(page).toHaveURL(talk.path)
      await expect(page.getByRole('log').getByText('Row G, then', { exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Subscribe to send messages' })).toBeVisible()
      await expect(page.getByText('You need an active subscription to message this creator')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Subscribe', exact: true })).toBeVisible()
      await expect(page.getByPlaceholder('Type your message...')).toHaveCount(0)
    })

    await test.step('The ticket is past, and leads to the creator’s price options', async () => {
      await goTo(page, 'Subscriptions')
      await expect(main.getByRole('heading', { name: 'No ongoing subscriptions yet' })).toBeVisible()
      const torn = main.getByRole('list', { name: 'Past' }).getByRole('link')
      await expect(torn).toHaveAccessibleName(`${amy.username} Expired`)
      await torn.click()
      await expect(page).toHaveURL(`/${amy.username}`)
      await expect(page.getByRole('radio')).toHaveCount(3)
      await button(page, 'Subscribe').click()
      await expect
        .poll(() => alerts)
        .toEqual(['Subscription is currently unavailable. We are making our best to provide it as soon as we can'])
      await expect(button(page, 'Message')).toHaveAccessibleDescription('You need to subscribe to send messages')
    })

    await test.step('The former subscriber signs out', () => logOut(page, 'en'))
  })
})
