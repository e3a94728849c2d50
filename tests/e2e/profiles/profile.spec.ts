import type { Page } from '@playwright/test'
import type { Post } from '#contract/posts.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { titled } from '#tests/e2e/support/navigation.ts'
import { button, expectNoSidewaysScroll, watchCalls } from '#tests/e2e/support/page.ts'
import type { Person } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFit, forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

const UNAVAILABLE = 'Subscription is currently unavailable. We are making our best to provide it as soon as we can'
const LONG_BIO = `${'Soloist by nights, early riser by mistake. '.repeat(4)}The end of it.`
const CURTAIN =
  'Private Content · This content is only available to subscribers · You need to subscribe to see this content.'

function tiles(page: Page) {
  return page
    .getByRole('main')
    .getByRole('list', { name: /^(Posts|Publications)$/ })
    .getByRole('link')
}

/** A unique username. */
let count = 0
function newName(beginning: string): string {
  count += 1
  return `${beginning}-${Date.now().toString(36)}-${count}`
}

/** The messages of the browser's alert boxes. */
function readAlerts(page: Page): string[] {
  const said: string[] = []
  page.on('dialog', (dialog) => {
    said.push(`${dialog.type()}: ${dialog.message()}`)
    void dialog.accept()
  })
  return said
}

/** Locked posts that exist only in a stubbed list. */
function lockedPosts(creator: Person, from: number, to: number): Post[] {
  return Array.from({ length: to - from }, (_, index) => ({
    id: `01939d2a-0000-7000-8000-${String(from + index).padStart(12, '0')}`,
    username: creator.username,
    profile_id: creator.id,
    profile_pic: null,
    file: null,
    files: [],
    accessible_until: null,
    description: `Number ${from + index}`,
    protected: true,
    liked: false,
    likes_count: 0,
    pinned: false,
    reports: [],
  }))
}

test.describe('Somebody without a subscription', () => {
  // Spec 1.10, 1.11, 2.55, 2.56, 4.14, 4.21, 6.20, 8.27, 8.37
  test('Somebody without a subscription reads a profile, chooses a price option, and learns that Subscribe is unavailable', async ({
    page,
    people,
  }) => {
    const creator = await people.creator({ bio: LONG_BIO })
    await people.signedIn(page, await people.signUp())
    const alerts = readAlerts(page)
    await page.goto(`/${creator.username}`)
    await expect(page).toHaveTitle(titled(creator.username))
    await expect(page.getByRole('heading', { level: 1, name: creator.username })).toBeVisible()
    await expect(page.getByText(`@${creator.username}`, { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible()
    await expect(page.getByText('The stage is set. The first post opens the show.')).toBeVisible()

    await expect(
      page.getByText(`${'Soloist by nights, early riser by mistake. '.repeat(3)}Soloist by nights…`),
    ).toBeVisible()
    await button(page, 'Read more').click()
    await expect(page.getByText(LONG_BIO)).toBeVisible()
    await button(page, 'Read less').click()
    await expect(page.getByText(LONG_BIO)).toHaveCount(0)

    const tickets = page.getByRole('group', { name: 'Length of the subscription' }).getByRole('radio')
    await expect(tickets).toHaveCount(3)
    await expect(page.getByRole('radio', { name: '1 Day €7.99' })).not.toBeChecked()
    await expect(page.getByRole('radio', { name: '1 Month €23.99' })).toBeChecked()
    await page.getByRole('radio', { name: '1 Month €23.99' }).press('ArrowLeft')
    await expect(page.getByRole('radio', { name: '1 Week €14.99' })).toBeChecked()
    await page.getByRole('radio', { name: '1 Day €7.99' }).check()
    await expect(page.getByRole('radio', { name: '1 Day €7.99' })).toBeChecked()

    // The request for the message permission is answered.
    await expect(button(page, 'Message')).toHaveAccessibleDescription('You need to subscribe to send messages')
    const calls = watchCalls(page)
    await button(page, 'Subscribe').click()
    expect(alerts).toEqual([`alert: ${UNAVAILABLE}`])
    expect(calls).toEqual([])

    await expect(button(page, 'Message')).toHaveAttribute('aria-disabled', 'true')
    await button(page, 'Message').hover()
    await expect(page.getByRole('tooltip')).toHaveText('You need to subscribe to send messages')
    await expect(button(page, 'Create post')).toHaveCount(0)
  })

  // Spec 2.59
  test('Somebody without a subscription sees a small curtain for a protected picture, which is never fetched', async ({
    page,
    people,
  }) => {
    const creator = await people.creator()
    const open = await people.post(creator, { description: 'Morning light' })
    const locked = await people.post(creator, { description: 'Behind the curtain', isProtected: true, seed: 2 })
    await people.signedIn(page, await people.signUp())
    const calls = watchCalls(page)
    await page.goto(`/${creator.username}`)
    await expect(tiles(page)).toHaveCount(2)
    await expect(tiles(page).nth(0)).toHaveAccessibleName(`${CURTAIN} · Behind the curtain`)
    await expect(tiles(page).nth(1)).toHaveAccessibleName('Morning light')
    await expect(page.getByText('Private Content', { exact: true })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Morning light' })).toHaveCSS('opacity', '1')
    // Only the portrait and the public picture are fetched.
    expect(new Set(calls.filter((call) => call.startsWith('GET /media/'))).size).toBe(2)

    await tiles(page).nth(0).click()
    await expect(page).toHaveURL(`/${creator.username}?post=${locked.id}`)
    await page.goBack()
    await expect(page).toHaveURL(`/${creator.username}`)
    await tiles(page).nth(1).press('Enter')
    await expect(page).toHaveURL(`/${creator.username}?post=${open.id}`)
  })
})

test.describe('The grid of posts', () => {
  // Spec 2.58, 7.48
  test('The grid of posts has two columns on a phone and three elsewhere, and loads further pages', async ({
    page,
    people,
  }) => {
    const creator = await people.creator()
    await people.signedIn(page, await people.signUp())
    await page.route('**/api/posts?**', async (route) => {
      const isFirst = !route.request().url().includes('cursor=')
      await route.fulfill({
        json: isFirst ? lockedPosts(creator, 0, 30) : lockedPosts(creator, 30, 32),
        headers: isFirst ? { link: '<?cursor=next>; rel="next"' } : {},
      })
    })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/${creator.username}`)
    await expect(tiles(page).nth(29)).toBeAttached()
    const grid = page.getByRole('list', { name: 'Posts' })
    const columns = () => grid.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    expect(await columns()).toBe(2)
    await expect(grid).toHaveCSS('column-gap', '6px')
    const tile = await tiles(page).first().boundingBox()
    expect((tile?.height ?? 0) / (tile?.width ?? 1)).toBeCloseTo(5 / 4, 1)

    await tiles(page).nth(29).scrollIntoViewIfNeeded()
    await expect(tiles(page)).toHaveCount(32)
    await expect(button(page, 'Show more posts')).toHaveCount(0)

    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await columns()).toBe(3)
    await expect(grid).toHaveCSS('column-gap', '20px')
  })
})

test.describe('The URL of a profile', () => {
  // Spec 2.53
  test('An old username, another letter case or /creator redirects to the profile, and keeps the open post', async ({
    page,
    people,
    product,
    expectRefusal,
  }) => {
    const [former, name] = [newName('Former'), newName('Amy')]
    const creator = await people.creator({ username: former })
    const rename = await fetch(`${product.url}/api/user`, {
      method: 'PUT',
      headers: { authorization: creator.token, 'content-type': 'application/json' },
      body: JSON.stringify({ username: name }),
    })
    expect(rename.status).toBe(200)
    await people.signedIn(page, await people.signUp())
    for (const path of [
      `/${former}`,
      `/${name.toUpperCase()}`,
      `/creator/${name.toLowerCase()}`,
      `/creator/${former}`,
    ]) {
      expectRefusal(404, '/api/posts/01939d2a-0000-7000-8000-000000000000')
      await page.goto(`${path}?post=01939d2a-0000-7000-8000-000000000000`)
      await expect(page).toHaveURL(`/${name}?post=01939d2a-0000-7000-8000-000000000000`)
      // Waits for the refusal, because the next navigation would cancel the request.
      await expect(page.getByRole('dialog').getByText('This post is not here')).toBeVisible()
      // The dialog hides the page from screen readers.
      await expect(page.getByRole('heading', { level: 1, name, exact: true, includeHidden: true })).toHaveCount(1)
    }
  })

  test('A profile that fails to load can be loaded again, and so can its posts', { tag: '@long' }, async ({
    page,
    people,
    expectLine,
    expectRefusal,
  }) => {
    const creator = await people.creator()
    await people.signedIn(page, await people.signUp())

    await test.step('A profile that cannot be reached says so, and can be loaded again', async () => {
      const { promise: seen, resolve: fail } = Promise.withResolvers<void>()
      await page.route('**/api/profiles/*', async (route) => {
        await seen
        await route.abort()
      })
      expectLine(/Failed to load resource: net::ERR_FAILED/)
      await page.goto(`/${creator.username}`)
      await expect(page.getByRole('main').getByRole('status').first()).toHaveText('Loading')
      fail()
      // The request is retried twice before the error is shown.
      await expect(page.getByRole('heading', { level: 1, name: 'This page did not come' })).toBeVisible({
        timeout: 30_000,
      })
      await expect(page.getByText('The connection dropped. Check your network and try again.')).toBeVisible()
      await page.unroute('**/api/profiles/*')
      await button(page, 'Try again').click()
      await expect(page.getByRole('heading', { level: 1, name: creator.username })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible()
    })

    await test.step('The grid of posts that did not come says so, and comes when it is asked for again', async () => {
      await page.route('**/api/posts?**', (route) =>
        route.fulfill({ status: 429, json: { error: 'No', code: 'rate_limited' } }),
      )
      expectRefusal(429, '/api/posts')
      await page.reload()
      await expect(page.getByRole('heading', { name: 'The posts could not be loaded' })).toBeVisible()
      await page.unroute('**/api/posts?**')
      await button(page, 'Try again').click()
      await expect(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible()
    })
  })
})

for (const round of roundsFrom(390)) {
  test.describe(round.name, () => {
    test.use(round.use)

    test('A profile fits the window and passes axe', async ({ page, people }) => {
      const creator = await people.creator({ bio: LONG_BIO, username: newName('the-longest-name') })
      await people.post(creator, { description: 'Morning light' })
      await people.post(creator, { description: 'Behind the curtain', isProtected: true, seed: 2 })
      await people.signedIn(page, await people.signUp())
      const alerts = readAlerts(page)
      await page.goto(`/${creator.username}`)
      await expect(tiles(page)).toHaveCount(2)
      await forEachView(page, round, async (view) => {
        const { language } = view
        const prices = language === 'en' ? '1 Week €14.99' : '1\u00a0semaine 14,99\u202f€'
        await expect(page.getByRole('radio').nth(1)).toHaveAccessibleName(prices)
        await expectToFit(page, view)
        await axe(page)
        await button(page, language === 'en' ? 'Subscribe' : 'S’abonner').click()
        const words = 'L’abonnement est momentanément indisponible. Nous faisons tout pour le proposer au plus vite'
        expect(alerts.splice(0)).toEqual([`alert: ${language === 'en' ? UNAVAILABLE : words}`])
      })

      // An open page would notice the other session and redirect.
      await page.goto('about:blank')
      await people.signedIn(page, creator)
      await page.goto(`/${creator.username}`)
      await forEachView(page, round, async ({ language }) => {
        await expect(button(page, language === 'en' ? 'Create post' : 'Créer une publication')).toBeVisible()
        await expectNoSidewaysScroll(page)
        await axe(page)
      })
    })
  })
}
