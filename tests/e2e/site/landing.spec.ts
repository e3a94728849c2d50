import { axe } from '#tests/e2e/support/axe.ts'
import { visit } from '#tests/e2e/support/hydration.ts'
import { answerLanding, EMPTY_LANDING, part } from '#tests/e2e/support/landing.ts'
import { button } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test.describe('A visitor on the landing page', () => {
  test.beforeEach(({ page }) => answerLanding(page, EMPTY_LANDING))

  test('A visitor reads about the product on the landing page, follows its links to join, and finds answers', async ({
    page,
  }) => {
    await visit(page, '/discover')
    const main = page.getByRole('main')

    // Spec 1.21, 1.37, 9.8
    await test.step('The visitor reads about exclusive content, flexible membership, privacy and security', async () => {
      await expect(page.locator('#features').getByRole('heading', { level: 3 })).toHaveText([
        'Exclusive content',
        'Flexible membership',
        'Privacy and security',
      ])
      await expect(page.locator('#features')).toContainText('Subscriptions are monthly and you can cancel at any time.')
      await expect(main).toContainText('Joining is free: you pay only for what you enjoy.')
    })

    // Spec 2.5
    await test.step('The visitor finds two links at the top: Sign up, and early access further down', async () => {
      await main.getByRole('link', { name: 'Get early access' }).click()
      await expect(page).toHaveURL('/discover#subscribe')
      await expect(page.getByRole('heading', { name: 'The curtain rises soon.' })).toBeInViewport()
      await expect(button(page, 'Reserve my seat')).toBeInViewport()
      await main.getByRole('link', { name: 'Sign up', exact: true }).first().click()
      await expect(page).toHaveURL('/signup')
    })

    await page.goBack()

    // Spec 1.22, 2.5
    await test.step('The visitor follows "How it works" to three steps', async () => {
      await page.getByRole('link', { name: 'How it works' }).click()
      await expect(page).toHaveURL('/discover#more')
      await expect(page.getByRole('heading', { name: 'How it works, in three acts' })).toBeInViewport()
      await expect(page.locator('#more').getByRole('listitem').getByRole('heading')).toHaveText([
        'Create your account',
        'Choose your creators',
        'Take your seat',
      ])
    })

    await test.step('A visitor who follows an anchor with the keyboard continues from there', async () => {
      await page.getByRole('link', { name: 'Get early access' }).press('Enter')
      await expect(page).toHaveURL('/discover#subscribe')
      await expect(page.getByRole('heading', { name: 'The curtain rises soon.' })).toBeInViewport()
      await page.keyboard.press('Tab')
      await expect(part(page, 'The curtain rises soon.').getByRole('link', { name: 'Sign up' })).toBeFocused()
    })

    // Spec 1.24, 1.36, 9.8
    await test.step('The visitor finds four questions, the first one open, and opens the others with the keyboard', async () => {
      const faq = part(page, 'Questions at the box office')
      await expect(faq.getByRole('group')).toHaveCount(4)
      const answers = faq.locator('details p')
      await expect(answers.first()).toHaveText(
        'Joining is free. For a subscription you pay the creator’s price plus VAT where it applies.',
      )
      await expect(answers.filter({ visible: true })).toHaveCount(1)

      await faq.locator('summary').first().focus()
      for (const answer of [
        'Yes, at any time. Subscriptions are monthly and non-refundable: there is no refund for the unused portion.',
        '85% of their price, after a platform fee of 15%. Banking fees are taken from that share; they are still to be determined.',
        'Only the people who subscribe to their creator. Everybody else sees a closed curtain.',
      ]) {
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        await expect(faq.getByText(answer)).toBeVisible()
      }
      await page.keyboard.press('Space')
      await expect(answers.filter({ visible: true })).toHaveCount(3)
      await axe(page)
    })

    // Spec 1.26
    await test.step('The visitor finds a call to action in front of the curtain', async () => {
      const curtain = part(page, 'The curtain rises soon.')
      await expect(curtain).toContainText('Joining is free.')
      await curtain.getByRole('link', { name: 'Sign up' }).click()
      await expect(page).toHaveURL('/signup')
    })
  })

  test('A visitor who opens the landing page with an anchor arrives at that section', { tag: '@long' }, async ({
    page,
  }) => {
    for (const [anchor, title] of [
      ['#features', 'Closer to the artist, away from the noise.'],
      ['#more', 'How it works, in three acts'],
      ['#subscribe', 'The curtain rises soon.'],
    ] as const) {
      await test.step(`who comes in at ${anchor} lands there`, async () => {
        // From elsewhere: from one part to another would be no new visit.
        await page.goto('about:blank')
        await visit(page, `/discover${anchor}`)
        await expect(page.getByRole('heading', { name: title })).toBeInViewport()
      })
    }
  })

  test('A French visitor reads the landing page in French, and keeps its state after a change of language', {
    tag: '@long',
  }, async ({ page }) => {
    await visit(page, '/discover?lang=fr')

    await test.step('The sections are in French', async () => {
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
        'Plus près de l’artiste, loin du bruit.',
        'Comment ça marche, en trois actes',
        'Au programme ce soir',
        'Dans les loges Créateurs à l’affiche',
        'Questions au guichet',
        'Le rideau se lève bientôt.',
      ])
      await expect(page.getByText('Combien ça coûte\u202f?')).toBeVisible()
      const locked = page.getByRole('article', { name: 'louverdier' })
      await expect(locked).toContainText('Contenu privéCe contenu est réservé aux abonnésS’inscrire')
      await expect(locked.getByRole('button')).toHaveAccessibleName(
        'Aimer la publication de louverdier, 566 mentions «\u202fJ’aime\u202f»',
      )
    })

    await test.step('A change of language keeps the open questions and the likes', async () => {
      await page.getByText('Puis-je résilier\u202f?').click()
      await expect(page.getByText('Oui, à tout moment.')).toBeVisible()
      await page.getByRole('article', { name: 'yukiaoyama' }).getByRole('button').click()
      await page.getByRole('link', { name: 'FR Switch to English' }).click()
      await expect(page.getByText('Yes, at any time.')).toBeVisible()
      await expect(page.getByRole('article', { name: 'yukiaoyama' }).getByRole('button')).toHaveText('378')
    })
  })
})
