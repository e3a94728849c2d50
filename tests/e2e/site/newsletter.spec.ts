import type { Page } from '@playwright/test'
import { visit } from '#tests/e2e/support/hydration.ts'
import { answerLanding, EMPTY_LANDING } from '#tests/e2e/support/landing.ts'
import { button } from '#tests/e2e/support/page.ts'
import { withDatabase } from '#tests/e2e/support/subscriptions.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { dismissToasts, toast } from '#tests/e2e/support/toasts.ts'

const NEWSLETTER = '/api/newsletter'
const CONFIRM = 'New here? Please confirm with the link in the mail we send you.'

function address(page: Page) {
  return page.getByRole('textbox', { name: 'Email address' })
}

function wishToCreate(page: Page) {
  return page.getByRole('checkbox', { name: 'I am interested in becoming a creator' })
}

/** Stubs the response of the server, and records the requests. */
async function answerNewsletter(page: Page, status: number, json: object = {}, headers: Record<string, string> = {}) {
  const sent: unknown[] = []
  await page.route(`**${NEWSLETTER}`, async (route) => {
    sent.push(route.request().postDataJSON())
    await route.fulfill({ status, json, headers })
  })
  return sent
}

test.describe('Early access', () => {
  test.beforeEach(({ page }) => answerLanding(page, EMPTY_LANDING))

  test('A sign-up for early access that is refused says so, and keeps the typed values', async ({
    page,
    expectRefusal,
  }) => {
    await visit(page, '/discover#subscribe')

    // Spec 5.10, 5.11, 8.28
    await test.step('An invalid address is refused with "Invalid email address", and nothing is sent', async () => {
      const sent = await answerNewsletter(page, 200)
      for (const typed of [
        '',
        '   ',
        'camille',
        'camille@example',
        'camille@example.c',
        'ca mille@ex.com',
        'a@b@c.de',
      ]) {
        await address(page).fill(typed)
        await button(page, 'Reserve my seat').click()
        await expect(toast(page, 'Invalid email address').first(), typed).toBeVisible()
        await expect(address(page)).toBeFocused()
        await expect(address(page)).toHaveAttribute('aria-invalid', 'true')
        await expect(address(page)).toHaveAccessibleDescription('Invalid email address')
        await address(page).pressSequentially('x')
        await expect(address(page)).not.toHaveAttribute('aria-invalid')
      }
      expect(sent).toEqual([])
    })

    await dismissToasts(page)
    await page.unroute(`**${NEWSLETTER}`)

    // Spec 8.28
    await test.step('A failure says "An unexpected error happened", and what was typed stays', async () => {
      await answerNewsletter(page, 500, { error: 'No', code: 'internal' })
      expectRefusal(500, NEWSLETTER)
      await address(page).fill('camille@example.com')
      await wishToCreate(page).check()
      await button(page, 'Reserve my seat').click()
      await expect(toast(page, 'An unexpected error happened')).toBeVisible()
      await expect(address(page)).toHaveValue('camille@example.com')
      await expect(wishToCreate(page)).toBeChecked()
      await expect(page.getByText(CONFIRM)).toHaveCount(0)
    })

    await dismissToasts(page)
    await page.unroute(`**${NEWSLETTER}`)

    // Spec 8.28
    await test.step('A visitor who comes too often is also told when to come back', async () => {
      await answerNewsletter(page, 429, { error: 'Slow down', code: 'rate_limited' }, { 'retry-after': '600' })
      expectRefusal(429, NEWSLETTER)
      await address(page).fill('camille@example.com')
      await button(page, 'Reserve my seat').click()
      await expect(toast(page, 'An unexpected error happened')).toBeVisible()
      await expect(toast(page, 'Too many attempts. Please try again in 10 minutes.')).toBeVisible()
    })
  })

  test('A sign-up for early access is stored once, with the interest in creating, and the form is empty again', async ({
    page,
    product,
  }) => {
    await visit(page, '/discover')

    // Spec 1.27, 3.29, 7.44, 8.28
    await test.step('A visitor leaves an address: "Registration succeeded", and the form is empty again', async () => {
      const sent = await answerNewsletter(page, 200)
      await address(page).fill('  camille@example.com ')
      await address(page).press('Enter')
      await expect(toast(page, 'Registration succeeded')).toBeVisible()
      await expect(page.getByText(CONFIRM)).toBeVisible()
      await expect(address(page)).toHaveValue('')
      expect(sent).toEqual([
        { email: 'camille@example.com', isInterestedInCreating: false, consent_version: '2026-11' },
      ])
    })

    await dismissToasts(page)
    await page.unroute(`**${NEWSLETTER}`)

    // Spec 1.28, 3.29, 6.22
    await test.step('The interest in becoming a creator is sent', async () => {
      const sent = await answerNewsletter(page, 200)
      await address(page).fill('idris@example.com')
      await wishToCreate(page).check()
      await button(page, 'Reserve my seat').click()
      await expect(toast(page, 'Registration succeeded')).toBeVisible()
      await expect(wishToCreate(page)).not.toBeChecked()
      expect(sent).toEqual([{ email: 'idris@example.com', isInterestedInCreating: true, consent_version: '2026-11' }])
    })

    await dismissToasts(page)
    await page.unroute(`**${NEWSLETTER}`)

    await test.step('Two presses send one request, and the button is busy meanwhile', async () => {
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      let calls = 0
      await page.route(`**${NEWSLETTER}`, async (route) => {
        calls += 1
        await held
        await route.fulfill({ json: {} })
      })
      await address(page).fill('camille@example.com')
      await button(page, 'Reserve my seat').evaluate((submit: HTMLButtonElement) => {
        submit.click()
        submit.click()
      })
      await expect(button(page, 'Reserve my seat')).toHaveAttribute('aria-busy', 'true')
      await address(page).press('Enter')
      answer()
      await expect(toast(page, 'Registration succeeded')).toBeVisible()
      await expect(button(page, 'Reserve my seat')).not.toHaveAttribute('aria-busy')
      expect(calls).toBe(1)
    })

    await dismissToasts(page)
    await page.unroute(`**${NEWSLETTER}`)

    await test.step('An address is stored once, also if it is sent twice', async () => {
      for (const typed of ['Noor@Example.com', 'noor@example.com']) {
        await wishToCreate(page).setChecked(typed.startsWith('n'))
        await address(page).fill(typed)
        await button(page, 'Reserve my seat').click()
        await expect(address(page)).toHaveValue('')
      }
      await withDatabase(product, async (db) => {
        const rows = await db`select * from newsletter_addresses where email_key = 'noor@example.com'`
        expect(rows).toHaveLength(1)
        expect(rows[0]).toMatchObject({
          email: 'noor@example.com',
          is_interested_in_creating: true,
          consent_version: '2026-11',
          consent_locale: 'en',
        })
      })
    })

    await dismissToasts(page)

    await test.step('A bot that fills in the honeypot field is sent with it', async () => {
      const sent = await answerNewsletter(page, 200)
      const honeypot = page.locator('input[name=website]')
      await expect(page.getByRole('textbox', { name: 'Website' })).toHaveCount(0)
      await expect(honeypot).toHaveAttribute('tabindex', '-1')
      await honeypot.evaluate((input: HTMLInputElement) => {
        input.value = 'https://machine.example'
      })
      await address(page).fill('machine@example.com')
      await button(page, 'Reserve my seat').click()
      await expect(toast(page, 'Registration succeeded')).toBeVisible()
      expect(sent).toEqual([
        {
          email: 'machine@example.com',
          isInterestedInCreating: false,
          consent_version: '2026-11',
          website: 'https://machine.example',
        },
      ])
    })

    await test.step('The consent is below the button, with a link to the Privacy Policy', async () => {
      const form = page.locator('#subscribe form')
      await expect(form).toContainText('We will write about the opening, nothing else. Privacy Policy')
      await form.getByRole('link', { name: 'Privacy Policy' }).click()
      await expect(page).toHaveURL('/privacy-policy')
    })
  })

  test('French visitors read the form for early access in French', { tag: '@long' }, async ({
    page,
    expectRefusal,
  }) => {
    const notices = page.getByRole('region', { name: /^Notifications$/ })
    await visit(page, '/discover?lang=fr')
    const submit = button(page, 'Réserver ma place')
    await submit.click()
    await expect(notices.getByText('Adresse e-mail invalide')).toBeVisible()
    await page.getByRole('textbox', { name: 'Adresse e-mail' }).fill('camille@example.com')
    expectRefusal(500, NEWSLETTER)
    await answerNewsletter(page, 500)
    await submit.click()
    await expect(notices.getByText('Une erreur inattendue s’est produite')).toBeVisible()
    await page.unroute(`**${NEWSLETTER}`)
    await answerNewsletter(page, 200)
    await submit.click()
    await expect(notices.getByText('Inscription réussie')).toBeVisible()
    await expect(page.getByText('Confirmez par le lien de l’e-mail que nous vous envoyons.')).toBeVisible()
  })
})
