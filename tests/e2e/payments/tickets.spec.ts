import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Order } from '#contract/payments.ts'
import { axe, axeInBothThemes } from '#tests/e2e/support/axe.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import {
  anOrder,
  aTicket,
  ORDER_ID,
  paid,
  SUBSCRIPTIONS,
  showTickets,
  ticketsOfEveryKind,
} from '#tests/e2e/support/payments.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFitPhones } from '#tests/e2e/support/views.ts'

const ORDER = `**/api/orders/${ORDER_ID}`

function ticket(page: Page, name: string) {
  return page.getByRole('main').getByRole('article', { name, exact: true })
}

test.describe('Tickets that were bought', () => {
  test('A house that sells nothing shows tickets without tabs, money and actions', async ({ page, people }) => {
    const [creator, fan] = [await people.creator(), await people.member()]
    await people.subscribe(fan, creator, 23)
    await people.signedIn(page, fan)
    await page.goto('/subscriptions')
    await expect(page.getByRole('link', { name: `${creator.username} See profile 23 days left` })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Sections of your subscriptions' })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  })

  test('A fan without any subscription still finds the way to the receipts', async ({ page, people }) => {
    await people.signedIn(page, await people.signUp())
    await showTickets(page, [])
    await page.goto('/subscriptions')
    const tabs = page.getByRole('navigation', { name: 'Sections of your subscriptions' }).getByRole('link')
    await expect(tabs).toHaveText(['Tickets', 'Receipts'])
  })

  test('Each ticket says whether it renews, what failed and how it ended, and the name is the link of the card', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const now = new Date('2026-11-17T14:05:00Z')
    await page.clock.install({ time: now })
    await people.signedIn(page, await people.signUp())
    await showTickets(page, ticketsOfEveryKind(now.getTime()))
    await page.goto('/subscriptions')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Ongoing5', 'Past2'])
    const tabs = page.getByRole('navigation', { name: 'Sections of your subscriptions' }).getByRole('link')
    await expect(tabs).toHaveText(['Tickets', 'Receipts'])
    await expect(tabs.first()).toHaveAttribute('aria-current', 'true')

    await expect(ticket(page, 'margauxlenoir')).toContainText('Renews on 17 December, €28.79')
    await expect(ticket(page, 'anasol')).toContainText('Payment failed. Open until Friday 20 November')
    await expect(ticket(page, 'anasol').getByRole('button')).toHaveText(['Pay €17.99 anasol', 'Manage anasol'])
    await expect(ticket(page, 'yukiaoyama')).toContainText('Single ticket, does not renew')
    await expect(ticket(page, 'noorhaddad')).toContainText(/Ends (today at|on).*You stopped it/)
    await expect(ticket(page, 'idriscoste')).toContainText('Offered by the house')
    await expect(ticket(page, 'idriscoste').getByRole('button')).toHaveCount(0)
    await expect(ticket(page, 'louverdier')).toContainText('Expired 3 November')
    await expect(ticket(page, 'camilleroche')).toContainText('Refunded 11 October')
    await expect(ticket(page, 'camilleroche').getByRole('link', { name: /^Again, from €9\.99/ })).toHaveAttribute(
      'href',
      '/creator/camilleroche?buy=month',
    )
    await axe(page)
    for (const [width, height] of [
      [390, 844],
      [844, 390],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      // Tickets outside the window are laid out anew in the next frame.
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    }
    await axe(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    // The stub of what is due warns, as its words do.
    const colourOf = (place: Locator) => place.evaluate((element) => getComputedStyle(element).color)
    const warning = await colourOf(ticket(page, 'anasol').locator('.money-ticket-line'))
    for (const part of await ticket(page, 'anasol').locator('.pass-stub > span').all())
      expect(await colourOf(part)).toBe(warning)

    // The words lie on the paper, not below it.
    const words = await sharp(await ticket(page, 'anasol').locator('.money-ticket-line').screenshot()).stats()
    expect(Math.max(...words.channels.map(({ stdev }) => stdev))).toBeGreaterThan(10)

    // A press on the stub reaches the link that covers the card.
    const stub = ticket(page, 'margauxlenoir').locator('.pass-stub')
    await stub.scrollIntoViewIfNeeded()
    const box = await stub.boundingBox()
    if (!box) throw new Error('The ticket has no stub.')
    expectRefusal(404, '/api/profiles/margauxlenoir')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect(page).toHaveURL('/margauxlenoir')
  })

  test('A renewing ticket past its end stays open until the server says how it went on', async ({ page, people }) => {
    const now = new Date('2026-11-17T14:05:00Z')
    await page.clock.install({ time: now })
    await people.signedIn(page, await people.signUp())
    let list = [aTicket(1, 'amy', 2, { kind: 'renewing' }, now.getTime()), aTicket(2, 'ben', 2, {}, now.getTime())]
    await page.route(SUBSCRIPTIONS, (route) => route.fulfill({ json: list }))
    await page.goto('/subscriptions')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Ongoing2', 'Past'])
    const asked = page.waitForResponse(SUBSCRIPTIONS)
    await page.clock.fastForward('02:00:01')
    await (await asked).finished()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Ongoing1', 'Past1'])
    await expect(ticket(page, 'amy')).toContainText('Renews on')
    list = [aTicket(1, 'amy', 722, { kind: 'renewing' }, now.getTime())]
    await page.clock.fastForward('01:01')
    await expect(ticket(page, 'amy')).toContainText('30 days left')
  })

  test('A fan stops a ticket in two presses, without a question, and can renew again', async ({ page, people }) => {
    const now = new Date('2026-11-17T14:05:00Z')
    await page.clock.install({ time: now })
    await people.signedIn(page, await people.signUp())
    const renewing = aTicket(1, 'margauxlenoir', 720, { kind: 'renewing' }, now.getTime())
    const stopped = aTicket(1, 'margauxlenoir', 720, { kind: 'stopped', card: '4242' }, now.getTime())
    let shown = renewing
    await page.route(SUBSCRIPTIONS, (route) => route.fulfill({ json: [shown] }))
    await page.route(`**/api/subscriptions/${renewing.id}/cancel`, (route) => {
      shown = stopped
      return route.fulfill({ json: shown })
    })
    await page.route(`**/api/subscriptions/${renewing.id}/resume`, (route) => {
      shown = renewing
      return route.fulfill({ json: shown })
    })
    await page.goto('/subscriptions')
    const manage = button(page, 'Manage margauxlenoir')
    await manage.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Open until17 December 2026')
    await expect(dialog).toContainText('Then renews at€28.79')
    await expect(dialog).toContainText('ending in 4242')
    await axeInBothThemes(page, (theme) => page.emulateMedia({ colorScheme: theme }), '[role=dialog]')

    await button(page, 'Stop renewing').click()
    await expect(page.getByRole('dialog', { name: 'Stop renewing?' })).toBeVisible()
    await expect(button(page, 'Keep renewing')).toBeFocused()
    await axe(page)
    await button(page, 'Stop renewing').click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Stopped. Your seat stays open until 17 December; a mail confirms it.')).toBeVisible()
    await expect(manage).toBeFocused()
    await expect(ticket(page, 'margauxlenoir')).toContainText('Ends on 17 December. You stopped it')

    await button(page, 'Renew again margauxlenoir').click()
    await expect(page.getByText('It renews again on 17 December.')).toBeVisible()
    await expect(ticket(page, 'margauxlenoir')).toContainText('Renews on 17 December, €28.79')
  })

  test('A refusal to stop is shown where it was asked for, and nothing changes', async ({
    page,
    people,
    expectRefusal,
  }) => {
    await people.signedIn(page, await people.signUp())
    const renewing = aTicket(1, 'margauxlenoir', 720, { kind: 'renewing' })
    await showTickets(page, [renewing])
    expectRefusal(503, `/api/subscriptions/${renewing.id}/cancel`)
    await page.route(`**/api/subscriptions/${renewing.id}/cancel`, (route) =>
      route.fulfill({ status: 503, json: { error: 'Away', code: 'unavailable' } }),
    )
    await page.goto('/subscriptions')
    await button(page, 'Manage margauxlenoir').click()
    await button(page, 'Stop renewing').click()
    await button(page, 'Stop renewing').click()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('cannot answer for the moment')
    await button(page, 'Keep renewing').click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(ticket(page, 'margauxlenoir')).toContainText('Renews on')
  })

  test('A failed payment and a new card lead to the page of the provider', async ({ page, people }) => {
    await people.signedIn(page, await people.signUp())
    const due = aTicket(2, 'anasol', 72, {
      kind: 'renewing',
      grace_until: new Date(Date.now() + 72 * 3_600_000).toISOString(),
      renewal_price: '17.99',
    })
    await showTickets(page, [due])
    const portal = 'https://provider.example/portal'
    await page.route(portal, (route) => route.fulfill({ body: '<h1>Portal</h1>', contentType: 'text/html' }))
    await page.route(`**/api/subscriptions/${due.id}/portal`, (route) => route.fulfill({ json: { url: portal } }))
    await page.goto('/subscriptions')
    await button(page, 'Pay €17.99 anasol').click()
    await expect(page).toHaveURL(portal)
    await page.goBack()
    await button(page, 'Manage anasol').click()
    await button(page, 'Change the card').click()
    await expect(page).toHaveURL(portal)
  })

  test('A fan withdraws in three presses: the money comes back at once, staff are asked, or it is too late', async ({
    page,
    people,
  }) => {
    await people.signedIn(page, await people.signUp())
    await showTickets(page, [aTicket(3, 'yukiaoyama', 73, { kind: 'single' })])
    let order = { ...paid(anOrder('yukiaoyama', { period: 'week', charged: '17.99', renews: false })) }
    await page.route(ORDER, (route) => route.fulfill({ json: order }))
    await page.route(`${ORDER}/withdraw`, (route) => route.fulfill({ json: order }))
    await page.goto('/subscriptions')
    const dialog = page.getByRole('dialog', { name: 'Withdraw from this purchase?' })
    const ask = async () => {
      await button(page, 'Manage yukiaoyama').click()
      await button(page, 'Withdraw from this purchase').click()
      await expect(dialog).toBeVisible()
    }

    order = { ...order, withdrawal: null }
    await ask()
    await expect(dialog).toContainText('The 14 days to withdraw are over for this ticket.')
    await expect(dialog.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact-us')
    await page.keyboard.press('Escape')

    order = { ...order, withdrawal: 'ask' }
    await page.reload()
    await ask()
    await expect(dialog).toContainText('You may still ask: we look at it and write to you.')
    await axe(page)
    await button(page, 'Ask to withdraw').click()
    await expect(page.getByText('We have your request. A mail confirms it.')).toBeVisible()

    order = { ...order, withdrawal: 'now' }
    await page.reload()
    await ask()
    await expect(dialog).toContainText('You get €17.99 back in full')
    await button(page, 'Withdraw').click()
    await expect(page.getByText('You have withdrawn. €17.99 goes back to you; a mail confirms it.')).toBeVisible()
    await expectNoSidewaysScroll(page)
  })

  test('A fan finds on the ticket that staff declined a withdrawal, and reads why', async ({ page, people }) => {
    await people.signedIn(page, await people.signUp())
    const [asked_at, declined_at] = ['2026-11-17T16:00:00.000Z', '2026-11-18T16:00:00.000Z']
    await showTickets(page, [
      aTicket(3, 'yukiaoyama', 73, { kind: 'single', withdrawal: { asked_at, declined_at } }),
      aTicket(4, 'noorhaddad', 80, { kind: 'single', withdrawal: { asked_at, declined_at: null } }),
    ])
    const waits = { ...paid(anOrder('yukiaoyama')), withdrawal_asked_at: asked_at }
    const answer = 'You looked at forty pictures.'
    let order = { ...waits, withdrawal: null, withdrawal_declined_at: declined_at, withdrawal_answer: answer } as Order
    await page.route(ORDER, (route) => route.fulfill({ json: order }))
    await page.goto('/subscriptions')
    await button(page, 'Withdrawal declined on 18 November. Why? yukiaoyama').click()
    const dialog = page.getByRole('dialog', { name: 'Your withdrawal was declined' })
    await expect(dialog.getByRole('blockquote')).toHaveText(answer)
    await expect(dialog.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact-us')
    await axeInBothThemes(page, (theme) => page.emulateMedia({ colorScheme: theme }), '[role=dialog]')
    await page.keyboard.press('Escape')
    order = waits
    await page.reload()
    await button(page, 'Withdrawal asked for on 17 November noorhaddad').click()
    await expect(page.getByRole('dialog', { name: 'Your withdrawal is with us' })).toContainText('We look at it')
    // The other one is the cross of the dialog.
    await expect(page.getByRole('dialog').getByRole('button')).toHaveText(['Close', ''])
    await page.keyboard.press('Escape')
    await axe(page)
    await expectToFitPhones(page)
  })
})
