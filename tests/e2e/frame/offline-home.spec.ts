import { postsBy } from '#tests/e2e/support/feed.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { feedSaved, savedFeed, workerStarted } from '#tests/e2e/support/worker.ts'

test.use({ serviceWorkers: 'allow' })

test('A member can install Loge', async ({ page, people, context }) => {
  await people.signedIn(page, await people.member())
  await page.goto('/')
  await workerStarted(page)
  const session = await context.newCDPSession(page)
  const { errors, data = '{}' } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data)).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' })
  // The house is dark while the app starts, in both themes.
  expect(JSON.parse(data)).toMatchObject({ background_color: '#150E17', theme_color: '#150E17' })
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A test runs in a window without a history of its own, where a browser never installs anything.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})

test.describe('Home without a network', () => {
  test('A member who reloads Home without a network sees the frame and the last feed, and the newest one when it is back', async ({
    page,
    people,
    context,
    expectLine,
  }) => {
    const [amy, bob] = await Promise.all([people.creator(), people.creator()])
    await people.post(amy, { description: 'For everybody' })
    await people.post(amy, { description: 'For subscribers', isProtected: true, seed: 2 })
    await people.subscribe(bob, amy)
    await people.signedIn(page, bob)
    await page.goto('/')
    await workerStarted(page)
    await feedSaved(page, 'For everybody', 3)

    expectLine(/net::ERR_INTERNET_DISCONNECTED|net::ERR_FAILED/)
    await context.setOffline(true)
    for (const path of ['/', '/home']) {
      await page.goto(path)
      await expect(page.getByRole('banner').getByRole('link', { name: 'Loge, home' })).toBeVisible()
      await expect(page.getByText(/^No network\. These posts are from \w+ \d+ \w+ at \d\d:\d\d/)).toBeVisible()
      await expect(postsBy(page, amy)).toHaveCount(1)
      await expect(postsBy(page, amy).getByRole('img', { name: 'For everybody' })).toHaveJSProperty('complete', true)
      await expect(postsBy(page, amy).getByRole('img', { name: 'For everybody' })).not.toHaveJSProperty(
        'naturalWidth',
        0,
      )
    }

    await page.goto('/subscriptions')
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()

    await page.goto('/')
    await expect(page.getByText(/^No network\./)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(/^No network\./)).toHaveCount(0)
    await expect(postsBy(page, amy)).toHaveCount(2)
  })

  test('Nothing of the feed stays after a sign-out, or when the session has ended elsewhere', async ({
    page,
    people,
    db,
    expectRefusal,
  }) => {
    const amy = await people.creator()
    await people.post(amy, { description: 'Kept for a while' })
    await people.signedIn(page, amy)
    await page.goto('/')
    await workerStarted(page)
    await feedSaved(page, 'Kept for a while', 2)

    await test.step('The server has ended the session while no page was open', async () => {
      await page.goto('about:blank')
      await db`delete from sessions where user_id = ${amy.id}`
      expectRefusal(401, '/api/user')
      await page.goto('/')
      await expect(page).toHaveURL('/discover')
      await expect.poll(() => savedFeed(page)).toBeNull()
    })

    await test.step('The member signs out', async () => {
      await people.signedIn(page, amy)
      await page.goto('/')
      await feedSaved(page, 'Kept for a while', 2)
      await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL('/discover')
      await expect.poll(() => page.evaluate(() => caches.has('saved-feed'))).toBe(false)
    })
  })
})
