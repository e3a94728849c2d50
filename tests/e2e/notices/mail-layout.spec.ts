import type { Page } from '@playwright/test'
import { layoutMail } from '#server/mail/layout.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** The mail about a ticket has everything that a mail can have, and the longest words in French. */
const { html } = layoutMail('fr', {
  title: 'Encore trois',
  italic: 'soirées',
  text: 'Votre billet unique pour margauxlenoir finit le mercredi 4 mars à 13:00.',
  ticket: {
    picture: { address: 'https://loge.example/portrait.webp', alt: 'margauxlenoir' },
    name: 'margauxlenoir',
    kind: '1\u00a0semaine, billet unique',
    days: 3,
    days_left: 'jours restants',
  },
  action: 'Garder votre place',
  beside: 'dès 7,99\u00a0€',
  link: 'https://loge.example/margauxlenoir',
  hides_link: true,
  footnote: 'Nous écrivons une fois, trois jours avant.',
  ways_out: [
    { words: 'Plus d’e-mails pour les billets', link: 'https://loge.example/unsubscribe?token=x' },
    { words: 'Tous vos choix', link: 'https://loge.example/settings/notices' },
  ],
})

/** How many lines an element takes. */
function linesOf(page: Page, selector: string): Promise<number[]> {
  return page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
    }),
  )
}

for (const width of [600, 390]) {
  test.describe(`A mail in a window of ${width} px`, () => {
    test.use({ viewport: { width, height: 700 } })

    test(`A mail fits a window of ${width} px: names and links stay whole, and it can be read in both themes`, async ({
      page,
      expectLine,
    }) => {
      // The pictures of a mail are often blocked: it reads well without them.
      expectLine(/net::ERR_FAILED/)
      await page.route('https://loge.example/**', (route) => route.abort())
      await page.setContent(html)
      await expectNoSidewaysScroll(page)
      expect(await linesOf(page, '.who')).toEqual([1])
      expect(await linesOf(page, 'a')).toEqual([1, 1, 1])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await axe(page, { onlyColours: true })
      }
    })
  })
}
