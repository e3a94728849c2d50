import type { Page } from '@playwright/test'
import type { Notice } from '#contract/notices.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { hold } from '#tests/e2e/support/feed.ts'
import { addNotices, removePost } from '#tests/e2e/support/notices.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const LIST = /\/api\/notices(\?|$)/
const POST = { description: 'Two pages of the prompt book', reason: 'The text is not yours.' }

function bell(page: Page, name: string) {
  return page.getByRole('banner').getByRole('link', { name, exact: true })
}

function rows(page: Page, name = 'Notices') {
  return page.getByRole('main').getByRole('list', { name }).getByRole('listitem')
}

test.describe('Somebody whose post was removed', () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  test('A creator whose post was removed is notified live and by mail, reads the reason, and answers once', async ({
    page,
    people,
    product,
    outbox,
    expectRefusal,
  }) => {
    const amy = await people.creator()
    await people.signedIn(page, amy)

    await test.step('Before the removal, the list says No notices yet', async () => {
      await page.goto('/notices')
      await expect(page.getByRole('heading', { level: 2, name: 'No notices yet' })).toBeVisible()
      await page.getByRole('link', { name: 'Loge, home' }).click()
      await expect(bell(page, 'Notices')).toBeVisible()
    })

    await test.step('The bell and the menu of the open page count the notice', async () => {
      await removePost(product, amy, POST)
      await expect(bell(page, 'Notices 1 unread notice')).toBeVisible()
      await expect(bell(page, 'Notices 1 unread notice').getByText('1', { exact: true })).toBeVisible()
      await button(page, 'Menu').click()
      const drawer = page.getByRole('dialog', { name: 'Menu' })
      await expect(drawer.getByRole('link', { name: 'Notices 1 unread notice' })).toBeVisible()
      await expect(drawer.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(drawer).toHaveCount(0)
      expect((await outbox.newestTo(amy.email)).text).toContain('“Two pages of the prompt book” was removed')
    })

    await test.step('Opening the list marks the notice as read, and it stays highlighted until the page is left', async () => {
      await bell(page, 'Notices 1 unread notice').focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/notices')
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page)).toContainText('Your post “Two pages of the prompt book” was removed by our staff.')
      await expect(rows(page)).toContainText('Reason: The text is not yours.')
      await expect(bell(page, 'Notices')).toHaveAttribute('aria-current', 'page')
      await expect(rows(page).getByText('New', { exact: true })).toBeVisible()
      await page.reload()
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page).getByText('New', { exact: true })).toHaveCount(0)
    })

    await test.step('An answer that fails stays in its field, also after a reload', async () => {
      await button(page, 'Answer').focus()
      await page.keyboard.press('Enter')
      const field = page.getByRole('textbox', { name: 'Your answer' })
      await expect(field).toBeFocused()
      await expect(field).toHaveAccessibleDescription(
        'This is your appeal. You may write once; somebody who did not decide it reads it.',
      )
      await page.keyboard.type('I asked the prompter.')
      await axe(page)
      const path = /\/api\/notices\/[^/]+\/answer$/
      await page.route(path, (route) => route.fulfill({ status: 503, json: { error: 'No', code: 'unavailable' } }))
      expectRefusal(503)
      await button(page, 'Send').click()
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
      await expect(field).toHaveValue('I asked the prompter.')
      await page.unroute(path)
      await page.reload()
      await expect(field).toHaveValue('I asked the prompter.')
    })

    await test.step('The answer is sent once, and then shown', async () => {
      await button(page, 'Send').click()
      const given = rows(page).getByText('Your answer', { exact: true }).locator('..')
      await expect(given).toContainText('I asked the prompter.')
      await expect(given).toBeFocused()
      await expect(toast(page, 'Your answer was sent')).toBeVisible()
      await expect(page.getByRole('textbox')).toHaveCount(0)
      await page.reload()
      await expect(rows(page)).toContainText('I asked the prompter.')
      await expect(button(page, 'Answer')).toHaveCount(0)
    })

    await test.step('After a change to French the list is fetched again', async () => {
      await page.getByRole('link', { name: 'EN Passer en français' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Avis' })).toBeVisible()
      await expect(rows(page, 'Avis')).toContainText('«\u202fTwo pages of the prompt book\u202f» a été retirée')
      await expect(rows(page, 'Avis')).toContainText('Votre réponse')
    })
  })
})

test('A notice about a decision leads to its page, where it can be read and answered', async ({ page, people }) => {
  const path = `/decisions/019ba4d2-0000-7000-8000-000000000000.${'a'.repeat(32)}`
  const notice = { created_at: new Date().toISOString(), read: true, post_id: null, may_answer: false, answer: null }
  const text = 'Our staff took a decision.'
  await page.route(/\/api\/notices$/, (route) =>
    route.fulfill({
      headers: { 'x-unread-count': '0' },
      json: (['decision', 'post_removed', 'appeal_decided'] as const).map((kind, index) => ({
        ...notice,
        id: `019ba4d2-0000-7000-8000-00000000000${index}`,
        kind,
        text,
        path,
      })),
    }),
  )
  await people.signedIn(page, await people.member())
  await page.goto('/notices')
  await expect(rows(page)).toHaveCount(3)
  const links = rows(page).getByRole('link', { name: 'Read why, and answer' })
  for (let index = 0; index < 3; index += 1) await expect(links.nth(index)).toHaveAttribute('href', path)
})

test('A list of notices continues by itself after its next page was cancelled by a live event', {
  tag: '@long',
}, async ({ page, people, product }) => {
  const bob = await people.member()
  await addNotices(product, bob, 40)
  await people.signedIn(page, bob)
  await page.goto('/notices')
  await expect(rows(page)).toHaveCount(30)
  const next = /\/api\/notices\?cursor=/
  const { release } = await hold(page, next)
  const asked = page.waitForRequest(next)
  const givenUp = page.waitForEvent('requestfailed', (request) => next.test(request.url()))
  await rows(page).last().scrollIntoViewIfNeeded()
  await asked
  await removePost(product, bob, POST)
  await givenUp
  await release()
  await expect(rows(page)).toHaveCount(41)
})

test('An answer stays when a list that was requested before it arrives after it', async ({ page, people, product }) => {
  const amy = await people.creator()
  await removePost(product, amy, POST)
  await people.signedIn(page, amy)
  await page.goto('/notices')
  await button(page, 'Answer').click()
  await page.getByRole('textbox', { name: 'Your answer' }).fill('I asked the prompter.')

  // The next list is taken from the server at once, and reaches the page only when it is released. Everything in it is
  // read, because the page would mark what is unread and fetch the list again.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const taken = new Promise<void>((resolve) => {
    void page.route(
      LIST,
      async (route) => {
        const response = await route.fetch()
        const json = ((await response.json()) as Notice[]).map((notice) => ({ ...notice, read: true }))
        resolve()
        await released
        await route.fulfill({ response, json, headers: { ...response.headers(), 'x-unread-count': '0' } })
      },
      { times: 1 },
    )
  })
  await removePost(product, amy, { ...POST, description: 'The third page' })
  await taken
  await button(page, 'Send').click()
  const given = rows(page).getByText('Your answer', { exact: true }).locator('..')
  await expect(given).toContainText('I asked the prompter.')
  release()
  await expect(rows(page)).toHaveCount(2)
  await expect(given).toContainText('I asked the prompter.')
})

test.describe('On a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, locale: 'fr-FR' })

  test('On a small phone, the bell fits, a failed list can be loaded again, and the list loads further pages', {
    tag: '@long',
  }, async ({ page, people, product, expectRefusal }) => {
    const bob = await people.member()
    await addNotices(product, bob, 100)
    await people.signedIn(page, bob)
    await page.goto('/')
    await expect(bell(page, 'Avis Plus de 99 avis non lus')).toBeVisible()
    await expectNoSidewaysScroll(page)
    const box = await bell(page, 'Avis Plus de 99 avis non lus').boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)

    // A live connection would refetch the list by itself.
    await page.routeWebSocket(/\/api\/cable/, () => {})
    await page.route(LIST, (route) => route.fulfill({ status: 403, json: { error: 'No', code: 'forbidden' } }))
    expectRefusal(403, '/api/notices')
    await page.goto('/notices')
    await expect(page.getByRole('heading', { level: 2, name: 'Impossible de charger vos avis.' })).toBeVisible()
    await page.unroute(LIST)
    await button(page, 'Réessayer').click()
    await expect(rows(page, 'Avis').first()).toContainText('Merci de votre signalement')
    await expect(bell(page, 'Avis')).toBeVisible()
    await rows(page, 'Avis').nth(29).scrollIntoViewIfNeeded()
    await expect(rows(page, 'Avis').nth(59)).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})
