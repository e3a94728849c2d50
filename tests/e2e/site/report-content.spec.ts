import type { Page } from '@playwright/test'
import { axe } from '#tests/e2e/support/axe.ts'
import { visit } from '#tests/e2e/support/hydration.ts'
import { navigateAndWait } from '#tests/e2e/support/navigation.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFit, forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

const WORDS = {
  en: {
    urls: 'Its address',
    reason: 'Somebody shown without their consent',
    minor: 'Someone under 18',
    explanation: 'Your explanation',
    name: 'Name',
    email: 'Email',
    good_faith: 'I believe in good faith that what I wrote is true and complete.',
    send: 'Send notice',
    problem: 'Please give at least one address.',
    email_problem: 'This does not look like an e-mail address.',
    received: 'It is with us',
    acted: 'We have acted',
    follow: 'Follow this notice',
    short: 'Shown without consent',
  },
  fr: {
    urls: 'Son adresse',
    reason: 'Quelqu’un montré sans son accord',
    minor: 'Une personne de moins de 18 ans',
    explanation: 'Votre explication',
    name: 'Nom',
    email: 'E-mail',
    good_faith: 'Je crois de bonne foi que ce que j’ai écrit est exact et complet.',
    send: 'Envoyer la notification',
    problem: 'Veuillez donner au moins une adresse.',
    email_problem: 'Cela ne ressemble pas à une adresse e-mail.',
    received: 'C’est entre nos mains',
    acted: 'Nous avons agi',
    follow: 'Suivre cette notification',
    short: 'Personne montrée sans son accord',
  },
}
type Words = (typeof WORDS)['en']

const NUMBER = /^2\d{3}-\d{5}$/

async function fillIn(page: Page, words: Words, email: string): Promise<void> {
  const main = page.getByRole('main')
  await main.getByLabel(words.urls).fill('https://elsewhere.example/one\nhttps://elsewhere.example/two')
  await main.getByLabel(words.reason).check()
  await main.getByLabel(words.explanation).fill('It is me in this <picture>.')
  await main.getByLabel(words.name, { exact: true }).fill('Jeanne Arnaud')
  await main.getByLabel(words.email, { exact: true }).fill(email)
  await main.getByLabel(words.good_faith).check()
}

const summary = (page: Page) => page.locator('#problems')
const numberOn = async (page: Page) => (await page.getByText(NUMBER).textContent()) ?? ''

test.describe('A visitor without JavaScript or an account', () => {
  test.use({ javaScriptEnabled: false })

  for (const language of ['en', 'fr'] as const) {
    test(`A visitor without JavaScript reports content, is told what is missing, and follows the notice (${language})`, {
      tag: language === 'fr' ? '@long' : [],
    }, async ({ page, outbox, db, expectRefusal }) => {
      expectRefusal(422, '/report-content')
      expectRefusal(422, '/report-content')
      const words = WORDS[language]
      const email = `jeanne-${language}@example.org`
      await page.goto(`/report-content?lang=${language}`)

      await test.step('A form that is empty names every field, at the top and beside it', async () => {
        await expect(page.getByRole('alert')).toHaveCount(0)
        await page.getByRole('button', { name: words.send }).click()
        await expect(summary(page)).toBeVisible()
        await expect(summary(page).getByRole('link')).toHaveCount(6)
        await expect(page.getByText(words.problem).filter({ visible: true })).toHaveCount(2)
        await expect(page.getByLabel(words.urls)).toHaveAttribute('aria-invalid', 'true')
        await summary(page).getByRole('link', { name: words.problem }).click()
        await expect(page).toHaveURL(/#urls$/)
      })

      await test.step('What was typed stays when one field is wrong', async () => {
        await fillIn(page, words, 'nobody')
        await page.getByRole('button', { name: words.send }).click()
        await expect(summary(page).getByRole('link')).toHaveText([words.email_problem])
        await expect(page.getByLabel(words.explanation)).toHaveValue('It is me in this <picture>.')
        await expect(page.getByLabel(words.urls)).toHaveValue(/one\nhttps:\/\/elsewhere.example\/two$/)
        await expect(page.getByLabel(words.reason)).toBeChecked()
        await expect(page.getByLabel(words.good_faith)).toBeChecked()
      })

      await test.step('The receipt has a number, and a mail has it too', async () => {
        await page.getByLabel(words.email, { exact: true }).fill(email)
        await page.getByRole('button', { name: words.send }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.received)
        const receipt = page.getByRole('article')
        for (const text of [words.short, 'Jeanne Arnaud', 'elsewhere.example/one + 1']) {
          await expect(receipt).toContainText(text)
        }
        const mail = await outbox.newestTo(email)
        expect(mail.subject).toContain(await numberOn(page))
        expect(mail.text).toContain('It is me in this <picture>.')
      })

      await test.step('The link of the receipt tells what became of it', async () => {
        const number = await numberOn(page)
        await page.getByRole('link', { name: words.follow }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.received)
        await db`update content_notices set decided_at = now(), outcome = 'acted' where number = ${number}`
        await page.reload()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.acted)
        expect(await numberOn(page)).toBe(number)
      })
    })
  }

  test('A notice about somebody under 18 needs no name, without JavaScript too', async ({ page }) => {
    const words = WORDS.en
    await page.goto('/report-content?lang=en')
    await fillIn(page, words, '')
    await page.getByLabel(words.name, { exact: true }).fill('')
    await page.getByLabel(words.minor).check()
    await page.getByRole('button', { name: words.send }).click()
    await expect(page.getByText('it is the only way to hear what we decided')).toBeVisible()
  })
})

test.describe('A visitor without an account', () => {
  test('A visitor reports content with the keyboard alone, copies the number and follows the notice', async ({
    page,
    context,
    outbox,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await visit(page, '/report-content')
    const words = WORDS.en

    await test.step('The summary takes the focus, and its links lead to the fields', async () => {
      await page.getByRole('button', { name: words.send }).press('Enter')
      await expect(summary(page)).toBeFocused()
      await axe(page)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(page.getByLabel(words.urls)).toBeFocused()
      await page.keyboard.type('https://elsewhere.example/three')
      await expect(page.getByText(words.problem).filter({ visible: true })).toHaveCount(0)
      await page.getByRole('button', { name: 'Add another address' }).press('Enter')
      await expect(page.getByLabel(words.urls)).toBeFocused()
      await page.keyboard.type('https://elsewhere.example/four')
    })

    await test.step('The notice is sent, and the focus moves to the receipt', async () => {
      await page.getByLabel(words.minor).press('ArrowDown')
      await expect(page.getByLabel(words.reason)).toBeChecked()
      await page.getByLabel(words.explanation).pressSequentially('It is me.')
      await page.getByLabel(words.name, { exact: true }).pressSequentially('Jeanne')
      await page.getByLabel(words.email, { exact: true }).pressSequentially('keys@example.org')
      await page.getByLabel(words.good_faith).press(' ')
      await page.getByLabel(words.email, { exact: true }).press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.received)
      await expect(page.getByRole('article')).toContainText('elsewhere.example/three + 1')
      await expect(page).toHaveTitle('Your notice · Loge')
      await axe(page)
    })

    await test.step('The number is copied, mailed, and found behind the link', async () => {
      const number = await numberOn(page)
      await page.getByRole('button', { name: 'Copy the number' }).click()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number)
      expect((await outbox.newestTo('keys@example.org')).subject).toContain(number)
      await page.getByRole('link', { name: words.follow }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.received)
      expect(await numberOn(page)).toBe(number)
    })

    await test.step('Only the stub is printed', async () => {
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('article')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
      await expect(page.getByRole('banner')).toBeHidden()
    })
  })

  test('A notice that the server refuses stays in its form', async ({ page, expectRefusal }) => {
    await visit(page, '/report-content')
    await fillIn(page, WORDS.en, 'late@example.org')
    expectRefusal(429, '/api/content_notices')
    await page.route('**/api/content_notices', (route) =>
      route.fulfill({ status: 429, json: { error: 'Too many', code: 'rate_limited' } }),
    )
    await page.getByRole('button', { name: 'Send notice' }).click()
    await expect(summary(page)).toContainText('many notices in a short time')
    await expect(summary(page)).toBeFocused()
    await expect(page.getByLabel('Your explanation')).toHaveValue('It is me in this <picture>.')
  })

  test('A link to no notice says so', async ({ page, expectRefusal }) => {
    expectRefusal(404)
    await page.goto('/report-content/unknown')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such notice')
  })

  test('The page for reports is linked from the terms, the privacy policy and the contact page', async ({ page }) => {
    await visit(page, '/report-content')
    for (const path of ['/terms-of-service', '/privacy-policy', '/contact-us']) {
      await navigateAndWait(page, path)
      await page.getByRole('main').locator('a[href="/report-content"]').click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report something on Loge')
    }
  })

  test('In a low window every part of the form can be reached', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 340 })
    await visit(page, '/report-content')
    for (const name of ['Send notice', 'Add another address']) {
      const target = page.getByRole('button', { name })
      await target.scrollIntoViewIfNeeded()
      await target.click({ trial: true })
    }
    await page.getByText('Call 112 first').scrollIntoViewIfNeeded()
    await expect(page.getByText('Call 112 first')).toBeInViewport()
  })

  test('Anybody reads the transparency figures of a year', async ({ page }) => {
    await page.goto('/transparency')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transparency')
    await expect(page.getByRole('heading', { name: 'Appeals' })).toBeVisible()
    await page.getByRole('navigation', { name: 'Year' }).getByRole('link', { name: '2025' }).click()
    await expect(page).toHaveURL('/transparency?year=2025')
    await axe(page)
    await visit(page, '/terms-of-service')
    await page.getByRole('main').getByRole('link', { name: 'transparency figures' }).click()
    await expect(page).toHaveURL('/transparency')
  })
})

for (const round of roundsFrom(390)) {
  test.describe(`The page for reports, ${round.name}`, () => {
    test.use(round.use)

    test('The page for reports fits its window, and axe finds nothing', async ({ page }) => {
      await visit(page, '/report-content')
      await forEachView(page, round, async (view) => {
        await expectToFit(page, view)
        await axe(page)
      })
    })
  })
}
