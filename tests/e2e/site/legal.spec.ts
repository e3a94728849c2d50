import type { Page } from '@playwright/test'
import { visit } from '#tests/e2e/support/hydration.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const PRIVACY = [
  'What we keep and why',
  'For how long',
  'Who sees it',
  'Your rights and choices',
  'Security, cookies and contact',
]
const TERMS = [
  'Who may join',
  'Accounts',
  'Content and conduct',
  'Subscriptions and prices',
  'Creators and fees',
  'Ending, changes and liability',
]

const numbered = (titles: readonly string[]) => titles.map((title, index) => `${index + 1}. ${title}`)

function sections(page: Page) {
  return page.getByRole('article').getByRole('heading', { level: 2 })
}

function contents(page: Page) {
  return page.getByRole('navigation', { name: 'On this page' })
}

/** The links of the text, with their targets. */
function links(page: Page) {
  return page
    .getByRole('article')
    .locator('p, dd, li:not(nav *)')
    .getByRole('link')
    .evaluateAll((found) => found.map((link) => [link.textContent, link.getAttribute('href')].join(' → ')))
}

/** The placeholder for the date in each language. */
const UPDATED = {
  en: 'Last updated: [date to be announced at launch]',
  fr: 'Dernière mise à jour\u202f: [date annoncée au lancement]',
}

test.describe('The legal documents', () => {
  test('The privacy policy and the terms of service have their sections and links', async ({ page }) => {
    await visit(page, '/privacy-policy')

    // Spec 2.18
    await test.step('The privacy policy has five sections', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
      await expect(sections(page)).toHaveText(numbered(PRIVACY))
      await expect(page.getByRole('article').getByRole('region')).toHaveCount(5)
    })

    await test.step('The links of the privacy policy have the right targets', async () => {
      await expect(sections(page)).toHaveCount(5)
      expect(new Set(await links(page))).toEqual(
        new Set([
          'contact page → /contact-us',
          'a page for it → /report-content',
          'write to us → /contact-us',
          'settings → /settings',
          'tell us → /contact-us',
          'Discover → /discover',
          'error reports → #security',
          'Terms of Service → /terms-of-service',
        ]),
      )
      await page.getByRole('link', { name: 'write to us' }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us')
      await page.goBack()
      await page.getByRole('article').getByRole('link', { name: 'Terms of Service' }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service')
    })

    // Spec 2.21
    await test.step('The terms of service have six sections', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service')
      await expect(sections(page)).toHaveText(numbered(TERMS))
      await expect(page.getByRole('article').getByRole('region')).toHaveCount(6)
    })

    await test.step('On paper there is the text alone, dark on light', async () => {
      await expect(sections(page)).toHaveCount(6)
      await page.emulateMedia({ colorScheme: 'dark' })
      const ink = () => page.locator('body').evaluate((body) => getComputedStyle(body).color)
      await expect.poll(ink).toBe('rgb(247, 239, 227)')
      await page.emulateMedia({ media: 'print' })
      await expect.poll(ink).toBe('rgb(34, 21, 31)')
      await expect(page.getByRole('banner')).toBeHidden()
      await expect(page.getByRole('contentinfo')).toBeHidden()
      await expect(contents(page)).toBeHidden()
      await expect(sections(page).first()).toBeVisible()
      await page.emulateMedia({ media: 'screen' })
    })

    await test.step('The terms of service have links that lead where they say', async () => {
      await expect(sections(page)).toHaveCount(6)
      expect(new Set(await links(page))).toEqual(
        new Set([
          'Privacy Policy → /privacy-policy',
          'reset link → /reset-password',
          'report content → /report-content',
          'transparency figures → /transparency',
          'tell us → /contact-us',
          'last section → #ending',
          'Pricing → /pricing',
          'contact page → /contact-us',
        ]),
      )
      await page.getByRole('article').getByRole('link', { name: 'Pricing' }).click()
      await expect(page).toHaveURL('/pricing')
    })
  })
})

test.describe('On a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('On a wide screen, a table of contents leads to each section, and so does a URL with its anchor', {
    tag: '@long',
  }, async ({ page }) => {
    await test.step('The table of contents leads to each section, and Tab continues from there', async () => {
      await visit(page, '/privacy-policy?lang=en')
      await expect(contents(page).getByRole('link')).toHaveText(
        numbered(PRIVACY).map((title) => title.replace(' ', '')),
      )
      await contents(page).getByRole('link', { name: 'For how long' }).click()
      await expect(page).toHaveURL('/privacy-policy?lang=en#how-long')
      const heading = page.getByRole('heading', { name: 'For how long' })
      // Right under the header, and not behind it.
      await expect.poll(async () => (await heading.boundingBox())?.y).toBeGreaterThan(72)
      expect((await heading.boundingBox())?.y).toBeLessThan(120)
      await expect(contents(page)).toBeInViewport()
      await page.keyboard.press('Tab')
      await expect(page.locator(':focus')).toHaveText('Discover')
      await page.goBack()
      await expect(page).toHaveURL('/privacy-policy?lang=en')
    })

    await test.step('A URL with the anchor of a section opens it there, in either language', async () => {
      await visit(page, '/terms-of-service#creators')
      await expect(page.getByRole('heading', { name: 'Creators and fees' })).toBeInViewport()
      await visit(page, '/terms-of-service?lang=fr#creators')
      await expect(page.getByRole('heading', { name: 'Créateurs et frais' })).toBeInViewport()
    })
  })
})

test.describe('In French', () => {
  test.use({ locale: 'fr-FR' })

  test('Both legal documents have the same sections in French', { tag: '@long' }, async ({ page }) => {
    await visit(page, '/privacy-policy')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Politique de confidentialité')
    await expect(sections(page)).toHaveText([
      '1. Ce que nous conservons et pourquoi',
      '2. Combien de temps',
      '3. Qui peut les voir',
      '4. Vos droits et vos choix',
      '5. Sécurité, cookies et contact',
    ])
    await page.getByRole('article').getByRole('link', { name: 'conditions d’utilisation' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conditions d’utilisation')
    await expect(sections(page)).toHaveText([
      '1. Qui peut s’inscrire',
      '2. Les comptes',
      '3. Contenus et conduite',
      '4. Abonnements et prix',
      '5. Créateurs et frais',
      '6. Fin, modifications et responsabilité',
    ])
  })
})

test.describe('On the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('On a narrow phone, the legal documents and the contact form fit, with a placeholder for the date', async ({
    page,
  }) => {
    test.slow()
    await page.clock.setFixedTime('2031-07-14T12:00:00Z')
    for (const path of ['/privacy-policy', '/terms-of-service', '/contact-us']) {
      for (const language of ['en', 'fr'] as const) {
        await test.step(`${path} fits, in ${language}`, async () => {
          await page.goto(`${path}?lang=${language}`)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expectNoSidewaysScroll(page)
          await expect(page.getByRole('banner').getByRole('link').last()).toBeInViewport({ ratio: 1 })
        })
        if (path === '/contact-us') continue
        // Spec 2.19, 2.22
        await test.step(`${path} shows a placeholder where its date will be, whatever the day`, async () => {
          await expect(page.getByText(UPDATED[language], { exact: true })).toBeVisible()
          await expect(page.getByRole('main')).not.toHaveText(/2031|\b20\d\d\b|\bJuly\b|\bjuillet\b/)
        })
      }
    }
  })
})
