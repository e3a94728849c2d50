import { visitLanding } from '#tests/e2e/support/journey.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark', locale: 'fr-FR' })

test('A visitor reads the public pages, sends a contact message, joins the newsletter, and leaves it again', async ({
  page,
  people,
  outbox,
}) => {
  test.slow()
  const email = people.address('camille')
  const main = page.getByRole('main')
  const footer = page.getByRole('contentinfo')

  await test.step('A visitor at / sees the landing page in their language and theme', async () => {
    await visitLanding(page, 'fr')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Les meilleures places sont privées.')
    await expectNoSidewaysScroll(page)
  })

  await test.step('The visitor reads the features and an answer of the FAQ', async () => {
    await footer.getByRole('link', { name: 'Atouts' }).tap()
    await expect(page).toHaveURL('/discover#features')
    await expect(main.getByRole('heading', { name: 'Contenu exclusif' })).toBeInViewport()
    await main.getByText('Puis-je résilier\u202f?').tap()
    await expect(main.getByText('Oui, à tout moment.')).toBeVisible()
  })

  await test.step('The visitor calculates a creator’s share of a price', async () => {
    await footer.getByRole('link', { name: 'Tarifs' }).tap()
    await expect(page).toHaveURL('/pricing')
    await main.getByLabel('Prix du créateur').fill('50')
    await main.getByLabel('Pays du fan').selectOption({ label: 'Belgique' })
    await expect(main.getByText(/le fan paie 60,50\s€, le créateur reçoit 38,26\s€\./)).toBeAttached()
    await expectNoSidewaysScroll(page)
  })

  await test.step('The visitor reads the privacy policy', async () => {
    await footer.getByRole('link', { name: 'Confidentialité' }).tap()
    await expect(page).toHaveURL('/privacy-policy')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Politique de confidentialité')
    await expect(main.getByRole('heading', { level: 2 }).filter({ hasText: 'Combien de temps' })).toBeVisible()
  })

  await test.step('The visitor sends a contact message, which is mailed', async () => {
    const question = `Où est la place de ${email}\u202f?`
    await footer.getByRole('link', { name: 'Nous contacter' }).tap()
    await expect(page).toHaveURL('/contact-us')
    await main.getByRole('textbox', { name: 'Nom' }).fill('Camille Noir')
    await main.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await main.getByRole('textbox', { name: 'Message' }).fill(question)
    await main.getByRole('button', { name: 'Envoyer le message' }).tap()
    await expect(main.getByRole('status')).toHaveText(/^Merci\. Votre message nous est parvenu/)
    const mails = async () => (await outbox.mailsTo('house@loge.test')).map(({ text }) => text ?? '')
    await expect.poll(async () => (await mails()).some((text) => text.includes(question))).toBe(true)
  })

  await test.step('The visitor asks for early access, and gets a mail with two links', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Loge, découvrir' }).tap()
    await expect(page).toHaveURL('/discover')
    await main.getByRole('link', { name: 'Obtenir un accès anticipé' }).tap()
    await expect(page).toHaveURL('/discover#subscribe')
    await main.getByRole('textbox', { name: 'Adresse e-mail' }).fill(email)
    await main.getByRole('checkbox', { name: 'Je souhaite devenir créateur ou créatrice' }).check()
    await main.getByRole('button', { name: 'Réserver ma place' }).tap()
    await expect(toast(page, 'Inscription réussie')).toBeVisible()
    const words = main.getByText(/^Première fois/)
    await expect(words).toBeVisible()
    // The toast does not cover the text.
    await expect
      .poll(() => words.evaluate((said) => innerHeight - said.getBoundingClientRect().bottom))
      .toBeGreaterThan(90)
  })

  await test.step('The visitor confirms the address with the first link', async () => {
    await page.goto(await outbox.linkTo(email, '/newsletter/confirm'))
    await main.getByRole('button', { name: 'Confirmer mon adresse' }).tap()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Votre place est réservée')
  })

  await test.step('The visitor leaves the list with the second link', async () => {
    await page.goto(await outbox.linkTo(email, '/newsletter/unsubscribe'))
    await main.getByRole('button', { name: 'Se désinscrire' }).tap()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Vous avez quitté la liste')
    await main.getByRole('link', { name: 'Retour à la maison' }).tap()
    await expect(page).toHaveURL('/discover')
    await page.close()
  })
})
