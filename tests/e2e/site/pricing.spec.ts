import type { Locator, Page } from '@playwright/test'
import { visit } from '#tests/e2e/support/hydration.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** The section with this heading. */
function part(page: Page, heading: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { name: heading, exact: true }) })
}

/** The lines of a list of amounts: label and amount. */
function lines(bill: Locator): Promise<string[][]> {
  return bill
    .locator('dl > div')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
}

test.describe('The pricing page', () => {
  test('The pricing page shows prices, benefits and future features, and leads to /signup', async ({ page }) => {
    await visit(page, '/pricing')

    // Spec 1.33, 1.34, 1.37, 9.2, 9.3
    await test.step('The page says who pays what, who keeps what, and that joining is free', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Free for the audience. Fair for the stage.')
      await expect(
        page.getByText(
          'A fan pays the creator’s price plus VAT where it applies. The creator keeps a share after a 15% platform fee and banking fees.',
          { exact: true },
        ),
      ).toBeVisible()
      await expect(part(page, 'For fans')).toContainText('€0to join')
      await expect(part(page, 'For fans')).toContainText('Pay only for what you enjoy.')
      await expect(part(page, 'For creators')).toContainText('85%your share, before banking fees')
      await expect(part(page, 'For creators')).toContainText(
        '15% platform fee. Banking fees are still to be determined.',
      )
    })

    // Spec 1.36, 9.8
    await test.step('The page says that subscriptions are monthly and not refunded', async () => {
      await expect(
        page.getByText(
          'Subscriptions are monthly, non-refundable, cancellable at any time, with no refund for the unused portion.',
          { exact: true },
        ),
      ).toBeVisible()
    })

    // Spec 2.14
    await test.step('The page lists the six benefits', async () => {
      const list = page.getByRole('list').filter({ has: page.getByRole('heading', { name: 'Support' }) })
      await expect(list.getByRole('heading')).toHaveText([
        'Support',
        'Security',
        'Analytics',
        'Community',
        'Payment',
        'Marketing',
      ])
    })

    // Spec 1.35, 2.15
    await test.step('The page announces four creator features as coming later', async () => {
      const features = part(page, 'Creator features, in the next act')
      await expect(features.getByRole('listitem')).toHaveText(['Analytics', 'Community', 'Security', 'Tools'])
      await expect(features.getByRole('list')).toHaveAccessibleDescription('Coming later')
      await expect(features.getByText('Coming later')).toBeVisible()
      await expect(part(page, 'For creators')).toContainText('Analytics, community and tools: coming later')
    })

    // Spec 2.12
    await test.step('Both plans lead to /signup', async () => {
      for (const [plan, call] of [
        ['For fans', 'Sign up as a fan'],
        ['For creators', 'Sign up as a creator'],
      ] as const) {
        await part(page, plan).getByRole('link', { name: call }).click()
        await expect(page).toHaveURL('/signup')
        await page.goBack()
        await expect(page).toHaveURL('/pricing')
      }
    })

    await test.step('The page fits a narrow phone', async () => {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.getByLabel('The creator’s price').fill('999.99')
      await page.getByLabel('The fan’s country').selectOption('United Kingdom')
      await expect(part(page, 'Name your price')).toContainText('€999.99, United Kingdom')
      await expectNoSidewaysScroll(page)
    })
  })

  test('Back on the pricing page leads to the previous page, or to /discover', async ({ page }) => {
    await visit(page, '/contact-us')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
    await expect(page).toHaveURL('/pricing')
    // The page is rendered, and scrolled to its top.
    await expect(part(page, 'Name your price')).toContainText('€')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    const back = page.getByRole('link', { name: 'Back' })

    // Spec 2.13
    await test.step('Back is a link: with Ctrl it opens in a tab of its own, and this one stays', async () => {
      // Opening the tab is the browser's own work. Ours is to be a link with an address, and to leave the click alone.
      await expect(back).toHaveAttribute('href', '/discover')
      const leftAlone = page.evaluate(
        () =>
          new Promise<boolean>((resolve) => {
            window.addEventListener(
              'click',
              (click) => {
                resolve(click.ctrlKey && !click.defaultPrevented)
                click.preventDefault()
              },
              { once: true },
            )
          }),
      )
      await back.click({ modifiers: ['Control'] })
      expect(await leftAlone).toBe(true)
      await expect(page).toHaveURL('/pricing')
    })

    // Spec 2.13
    await test.step('Back returns to the page somebody came from', async () => {
      await back.click()
      await expect(page).toHaveURL('/contact-us')
      // It is the same step back that the browser's own button makes, and not a new page.
      await page.goForward()
      await expect(page).toHaveURL('/pricing')
      await page.goBack()
      await expect(page).toHaveURL('/contact-us')
    })

    // Spec 2.13
    await test.step('Back leads to /discover for somebody who opened the page directly, also when they asked for it again', async () => {
      await visit(page, '/pricing')
      await expect(back).toHaveAttribute('href', '/discover')
      await back.click()
      await expect(page).toHaveURL('/discover')

      await visit(page, '/pricing')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
      await back.click()
      await expect(page).toHaveURL('/discover')
    })
  })
})

test.describe('The worked examples', () => {
  test('The worked examples of the pricing page are shown in both languages', async ({ page }) => {
    await visit(page, '/pricing')

    // Spec 2.16, 9.3, 9.4, 9.5
    await test.step('The examples have the specified amounts, are called indicative, and are corrected in a note', async () => {
      await expect(page.getByRole('heading', { name: 'Where €100 goes' })).toBeVisible()
      await expect(
        page.getByText(
          'VAT depends on the subscriber’s location. Indicative examples, with banking fees of about 7%.',
          {
            exact: true,
          },
        ),
      ).toBeVisible()
      await expect(part(page, 'France')).toContainText('20% VAT')
      expect(await lines(part(page, 'France'))).toEqual([
        ['Price', '€100'],
        ['The fan pays', '€120'],
        ['Banking fee', '€8.40'],
        ['The creator gets', '€76.60'],
      ])
      await expect(part(page, 'United States')).toContainText('No VAT')
      expect(await lines(part(page, 'United States'))).toEqual([
        ['Price', '€100'],
        ['The fan pays', '€100'],
        ['Banking fee', '€7'],
        ['The creator gets', '€78.05'],
      ])
      await expect(
        page.getByText(/€100 from the United States leaves the creator €78\.00\. The €78\.05 above/),
      ).toBeVisible()
    })

    // Spec 2.16, 9.4, 9.5
    await test.step('The French examples have French spaces and commas', async () => {
      await page.getByRole('link', { name: 'EN Passer en français' }).click()
      await expect(page.getByRole('heading', { name: 'Où vont 100\u202f€' })).toBeVisible()
      await expect(part(page, 'France')).toContainText('TVA 20\u202f%')
      expect(await lines(part(page, 'France'))).toEqual([
        ['Prix', '100\u202f€'],
        ['Le fan paie', '120\u202f€'],
        ['Frais bancaires', '8,40\u202f€'],
        ['Le créateur reçoit', '76,60\u202f€'],
      ])
      await expect(part(page, 'États-Unis')).toContainText('Sans TVA')
      expect(await lines(part(page, 'États-Unis'))).toEqual([
        ['Prix', '100\u202f€'],
        ['Le fan paie', '100\u202f€'],
        ['Frais bancaires', '7\u202f€'],
        ['Le créateur reçoit', '78,05\u202f€'],
      ])
      // A wide no-break space is used only between a number and a word.
      expect(await page.getByRole('main').textContent()).not.toMatch(/\u00a0(?!\p{L})/u)
    })
  })
})
