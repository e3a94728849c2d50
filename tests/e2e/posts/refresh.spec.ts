import { LISTS, postsBy } from '#tests/e2e/support/feed.ts'
import { button, watchCalls } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const COUNTS = /\/api\/posts\/count\?after=/

test.describe('The feed, fetched again', () => {
  test.use({ viewport: { width: 390, height: 600 } })

  test('The Home tab leads to the top of the feed, then fetches it again; if that fails, the feed stays and a toast says so', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const amy = await people.creator()
    for (const seed of [1, 2, 3]) await people.post(amy, { description: `Post ${seed}`, seed })
    await people.signedIn(page, amy)
    await page.goto('/')
    await expect(postsBy(page, amy)).toHaveCount(3)
    const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })

    await page.getByRole('article').last().scrollIntoViewIfNeeded()
    await people.post(amy, { description: 'The newest', seed: 4 })
    const calls = watchCalls(page)
    await home.click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    expect(calls.filter((call) => call === 'GET /posts')).toEqual([])
    await home.click()
    await expect(postsBy(page, amy)).toHaveCount(4)
    await expect(page.getByRole('article').first()).toContainText('The newest')

    await page.route(LISTS, (route) => route.fulfill({ status: 500, json: { error: 'No', code: 'internal' } }))
    expectRefusal(500, '/api/posts')
    await page.getByRole('banner').getByRole('link', { name: 'Loge, home' }).click()
    await expect(toast(page, 'The feed could not be refreshed.')).toBeVisible()
    await expect(postsBy(page, amy)).toHaveCount(4)
  })

  test('A member is told of newer posts, and a press shows them; before that the feed stays as it is', async ({
    page,
    people,
  }) => {
    const amy = await people.creator()
    await people.post(amy, { description: 'The first' })
    await people.signedIn(page, amy)
    await page.clock.install()
    await page.goto('/')
    await expect(postsBy(page, amy)).toHaveCount(1)
    await people.post(amy, { description: 'The second', seed: 2 })
    const asked = page.waitForResponse(COUNTS)
    await page.clock.fastForward('03:01')
    await asked
    await expect(button(page, 'New posts')).toBeVisible()
    await expect(postsBy(page, amy)).toHaveCount(1)
    await button(page, 'New posts').click()
    await expect(page.getByRole('article').first()).toContainText('The second')
    await expect(button(page, 'New posts')).toHaveCount(0)
  })

  test.describe('In the installed app', () => {
    test.use({ hasTouch: true })

    test('Pulling the feed down fetches it again in the installed app, and only there', async ({ page, people }) => {
      const amy = await people.creator()
      await people.post(amy, { description: 'The first' })
      await people.signedIn(page, amy)
      const system = await page.context().newCDPSession(page)
      const pull = async () => {
        const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
          system.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 190, y }] })
        await touch('touchStart', 100)
        for (const y of [140, 200, 260, 320]) await touch('touchMove', y)
        await touch('touchEnd', 320)
      }
      await page.goto('/')
      await expect(postsBy(page, amy)).toHaveCount(1)
      const calls = watchCalls(page)
      await pull()
      expect(calls.filter((call) => call === 'GET /posts')).toEqual([])

      await page.addInitScript(() => {
        const ask = matchMedia
        // No browser of the tests can be installed.
        globalThis.matchMedia = (query) => ask(query.replace('(display-mode: standalone)', 'all'))
      })
      const loaded = page.waitForResponse(/\/assets\/pull-to-refresh-/)
      await page.goto('/')
      await loaded
      await expect(postsBy(page, amy)).toHaveCount(1)
      await people.post(amy, { description: 'The second', seed: 2 })
      await expect(async () => {
        await pull()
        await expect(postsBy(page, amy)).toHaveCount(2, { timeout: 2000 })
      }).toPass()
    })
  })
})
