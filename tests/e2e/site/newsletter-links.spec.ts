import type { Page } from '@playwright/test'
import { newsletter } from '#contract/newsletter.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import type { Outbox } from '#tests/e2e/support/outbox.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import type { Product } from '#tests/e2e/support/product.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { viewsFrom } from '#tests/e2e/support/views.ts'

const CONFIRM = `/api${newsletter.confirm_newsletter.path}`
const LEAVE = `/api${newsletter.leave_newsletter.path}`

/** The texts of the pages in each language. */
const WORDS = {
  en: {
    confirm: 'Confirm my address',
    confirmed: 'Your seat is reserved',
    leave: 'Unsubscribe',
    left: 'You have left the list',
  },
  fr: {
    confirm: 'Confirmer mon adresse',
    confirmed: 'Votre place est réservée',
    leave: 'Se désinscrire',
    left: 'Vous avez quitté la liste',
  },
}

/** Joins the newsletter, and returns the two links of the mail. */
async function linksFor(product: Product, outbox: Outbox, email: string, language = 'en') {
  await fetch(`${product.url}/api${newsletter.join_newsletter.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify({ email }),
  })
  return {
    confirm: await outbox.linkTo(email, '/newsletter/confirm'),
    leave: await outbox.linkTo(email, '/newsletter/unsubscribe'),
  }
}

function heading(page: Page) {
  return page.getByRole('main').getByRole('heading', { level: 1 })
}

// Spec 1.27
test('An invalid link of the newsletter shows an error with a next step, and a failure can be retried', async ({
  page,
  product,
  people,
  outbox,
  expectRefusal,
}) => {
  await test.step('An unknown confirmation link confirms nothing, and leads to a new one', async () => {
    await page.goto('/newsletter/confirm?token=made-up')
    expectRefusal(404, CONFIRM)
    await button(page, 'Confirm my address').click()
    const notice = page.getByRole('main').getByRole('alert')
    await expect(notice).toContainText('Your address could not be confirmed.')
    await expect(notice.getByRole('link', { name: 'Ask for a new one' })).toHaveAttribute('href', '/discover#subscribe')
  })

  await test.step('A link to unsubscribe without a token changes nothing, and leads to the contact page', async () => {
    await page.goto('/newsletter/unsubscribe')
    expectRefusal(404, LEAVE)
    await button(page, 'Unsubscribe').click()
    const notice = page.getByRole('main').getByRole('alert')
    await expect(notice).toContainText('Your address could not be taken off the list.')
    await expect(notice.getByRole('link', { name: 'Write to us, and we do it for you' })).toHaveAttribute(
      'href',
      '/contact-us',
    )
  })

  await test.step('A server that stumbles is asked again with the same button', async () => {
    const links = await linksFor(product, outbox, people.address('again'))
    await page.goto(links.confirm)
    await page.route(`**${CONFIRM}`, (route) =>
      route.fulfill({ status: 503, json: { error: 'No', code: 'unavailable' } }),
    )
    expectRefusal(503, CONFIRM)
    await button(page, 'Confirm my address').click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Loge cannot answer for the moment.')
    await page.unroute(`**${CONFIRM}`)
    await button(page, 'Confirm my address').click()
    await expect(heading(page)).toHaveText('Your seat is reserved')
  })

  await test.step('A change of language keeps the focus', async () => {
    const language = page.locator('header a[hreflang]')
    await language.press('Enter')
    await expect(heading(page)).toHaveText(WORDS.fr.confirmed)
    await expect(language).toBeFocused()
  })

  await test.step('Other newsletter pages redirect to /discover', async () => {
    await page.goto('/newsletter/anything')
    await expect(page).toHaveURL('/discover')
  })
})

for (const view of viewsFrom(390)) {
  test.describe(view.name, () => {
    test.use(view.use)

    test('A subscriber of the newsletter confirms the address and leaves the list, each with one press', async ({
      page,
      product,
      people,
      outbox,
    }) => {
      const words = WORDS[view.language]
      const links = await linksFor(product, outbox, people.address('camille'), view.language)
      const calls: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST') calls.push(new URL(request.url()).pathname)
      })

      const answer = await page.goto(links.confirm)
      expect(answer?.headers()['x-robots-tag']).toBe('noindex')
      await expect(button(page, words.confirm)).toBeVisible()
      await axe(page)
      await expectNoSidewaysScroll(page)
      // A mail scanner that opens the link has confirmed nothing.
      expect(calls).toEqual([])
      await button(page, words.confirm).evaluate((action: HTMLButtonElement) => {
        action.click()
        action.click()
      })
      await expect(heading(page)).toHaveText(words.confirmed)
      await expect(page.locator(':focus')).toContainText(words.confirmed)
      await axe(page)
      expect(calls).toEqual([CONFIRM])

      await page.goto(links.leave)
      await expect(button(page, words.leave)).toBeVisible()
      await axe(page)
      expect(calls).toEqual([CONFIRM])
      await button(page, words.leave).focus()
      await page.keyboard.press('Enter')
      await expect(heading(page)).toHaveText(words.left)
      await expect(page.getByRole('main').getByRole('status')).toBeVisible()
      await expectNoSidewaysScroll(page)
      expect(calls).toEqual([CONFIRM, LEAVE])
    })
  })
}
