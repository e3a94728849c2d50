import type { Page } from '@playwright/test'
import { bytesOf, hold, LISTS, postsBy } from '#tests/e2e/support/feed.ts'
import { endSubscription } from '#tests/e2e/support/subscriptions.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** The matching requests of the page from now on. */
function watch(page: Page, url: RegExp): string[] {
  const seen: string[] = []
  page.on('request', (request) => url.test(request.url()) && seen.push(request.url()))
  return seen
}

/** Counts the blob URLs that are not revoked, and all that were created. */
async function countBlobs(page: Page): Promise<() => Promise<{ held: number; made: number }>> {
  await page.addInitScript(() => {
    const blobs = { held: 0, made: 0 }
    const { createObjectURL, revokeObjectURL } = URL
    URL.createObjectURL = (object) => {
      blobs.held += 1
      blobs.made += 1
      return createObjectURL.call(URL, object)
    }
    URL.revokeObjectURL = (url) => {
      blobs.held -= 1
      revokeObjectURL.call(URL, url)
    }
    Object.assign(globalThis, { blobs })
  })
  return () => page.evaluate(() => Reflect.get(globalThis, 'blobs'))
}

/** The durations of the opening animations of curtains from now on. */
async function watchOpenings(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const openings: string[] = []
    document.addEventListener('animationstart', ({ target }) => {
      const isCurtain = target instanceof Element && target.matches('.curtain[data-opening]')
      if (isCurtain) openings.push(getComputedStyle(target).animationDuration)
    })
    Object.assign(globalThis, { openings })
  })
  return () => page.evaluate(() => Reflect.get(globalThis, 'openings'))
}

test.describe('A protected post', () => {
  // Spec 4.24, 4.25, 6.8
  test('A protected post is fetched with the token, shows a spinner, is shown from a blob, and released with the page', async ({
    page,
    people,
  }) => {
    const [fan, amy] = await Promise.all([people.member(), people.creator()])
    const post = await people.post(amy, { isProtected: true, description: 'For you' })
    await people.subscribe(fan, amy)
    await people.signedIn(page, fan)
    const blobs = await countBlobs(page)
    const { release } = await hold(page, bytesOf(post))
    const asked = page.waitForRequest(bytesOf(post))
    await page.goto('/')
    const card = postsBy(page, amy)
    const token = await page.evaluate(() => localStorage.getItem('auth_token'))
    expect((await asked).headers().authorization).toBe(token)
    await expect(card.locator('.spinner')).toBeVisible()
    await expect(card.getByRole('img', { name: 'For you' })).toHaveCount(0)
    await release()
    await expect(card.getByRole('img', { name: 'For you' })).toHaveAttribute('src', /^blob:/)
    await expect(card.locator('.spinner')).toHaveCount(0)
    await expect(card.getByText('Private Content')).toHaveCount(0)
    expect((await blobs()).held).toBeGreaterThan(0)

    await page.getByRole('link', { name: 'Subscriptions' }).first().click()
    await expect(page).toHaveURL('/subscriptions')
    await expect.poll(async () => (await blobs()).held).toBe(0)

    // After a return the picture is fetched again, and leaving the page aborts the request.
    const again = await hold(page, bytesOf(post))
    const given = page.waitForEvent('requestfailed', (request) => bytesOf(post).test(request.url()))
    const asking = page.waitForRequest(bytesOf(post))
    await page.goBack()
    await asking
    await page.goForward()
    expect((await given).failure()?.errorText).toBe('net::ERR_ABORTED')
    await again.release()
  })

  test('A protected post further down is fetched only near the viewport', { tag: '@long' }, async ({
    page,
    people,
  }) => {
    const [fan, amy, bob] = await Promise.all([people.member(), people.creator(), people.creator()])
    const far = await people.post(amy, { isProtected: true, description: 'Far down' })
    for (let i = 0; i < 4; i += 1) await people.post(bob)
    const near = await people.post(amy, { isProtected: true, description: 'On top' })
    await people.subscribe(fan, amy)
    await people.signedIn(page, fan)
    const asked = watch(page, bytesOf(far))
    await page.goto('/')
    await expect(postsBy(page, amy).getByRole('img', { name: 'On top' })).toBeVisible()
    await expect(postsBy(page, amy).nth(1)).toBeAttached()
    expect(asked).toEqual([])
    await postsBy(page, amy).nth(1).scrollIntoViewIfNeeded()
    await expect(postsBy(page, amy).getByRole('img', { name: 'Far down' })).toBeVisible()
    expect(asked).toHaveLength(1)
    expect(near.file).not.toBe(far.file)
  })

  // Spec 6.8
  test('A protected post closes its curtain when the subscription ends on an open page, and another one opens its own', async ({
    page,
    people,
    product,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.clock.install()
    const [fan, amy, bob] = await Promise.all([people.member(), people.creator(), people.creator()])
    await people.post(bob, { isProtected: true, description: 'Soon for you' })
    await people.post(amy, { isProtected: true, description: 'For you' })
    await people.subscribe(fan, amy, 1)
    await people.signedIn(page, fan)
    const blobs = await countBlobs(page)
    await page.goto('/')
    const [ending, coming] = [postsBy(page, amy), postsBy(page, bob)]
    await expect(ending.getByRole('img', { name: 'For you' })).toBeVisible()
    await expect(coming.getByText('Private Content')).toBeVisible()

    await endSubscription(product, { fan_id: fan.id, profile_id: amy.id })
    // Longer than the jump of the clock. With one day, this access would end at almost the same moment as the jump, which
    // loses some real time: the curtain could open, close and open again.
    await people.subscribe(fan, bob)
    const { release } = await hold(page, LISTS)
    const askedAgain = page.waitForRequest(LISTS)
    const { made } = await blobs()
    await page.clock.fastForward('24:00:00')
    // The page closes the curtain by itself, before the server responds.
    await expect(ending.getByText('Private Content')).toBeVisible()
    await expect(ending.getByRole('img')).toHaveCount(0)
    await expect.poll(async () => (await blobs()).held).toBeLessThan(made)
    await askedAgain

    await coming.scrollIntoViewIfNeeded()
    const openings = await watchOpenings(page)
    await release()
    await expect(coming.getByRole('img', { name: 'Soon for you' })).toBeVisible()
    await expect(coming.getByText('Private Content')).toHaveCount(0)
    await expect.poll(openings).toEqual(['0.7s'])
    await expect(ending.getByText('Private Content')).toBeVisible()
  })

  test('A post whose bytes the server refuses closes its curtain, and the list is fetched again', async ({
    page,
    people,
    product,
    expectRefusal,
  }) => {
    const [fan, amy, bob] = await Promise.all([people.member(), people.creator(), people.creator()])
    const ended = await people.post(amy, { isProtected: true })
    const hidden = await people.post(bob)
    await people.subscribe(fan, amy)
    await people.signedIn(page, fan)
    const held = { ended: await hold(page, bytesOf(ended)), hidden: await hold(page, bytesOf(hidden)) }
    const asked = [page.waitForRequest(bytesOf(ended)), page.waitForRequest(bytesOf(hidden))]
    await page.goto('/')
    await Promise.all(asked)

    await people.protect(bob, hidden)
    expectRefusal(404, `/api${hidden.file}`)
    const asksFirst = page.waitForResponse(LISTS)
    await held.hidden.release()
    await expect(postsBy(page, bob).getByText('Private Content')).toBeVisible()
    await (await asksFirst).finished()
    await expect(postsBy(page, amy).getByText('Private Content')).toHaveCount(0)

    await endSubscription(product, { fan_id: fan.id, profile_id: amy.id })
    expectRefusal(404, `/api${ended.file}`)
    const askedAgain = page.waitForResponse(LISTS)
    await held.ended.release()
    await expect(postsBy(page, amy).getByText('Private Content')).toBeVisible()
    await expect(postsBy(page, amy).getByRole('img')).toHaveCount(0)
    expect(JSON.stringify(await (await askedAgain).json())).not.toContain(ended.file)
  })

  test('The picture of a post that failed to load can be loaded again', { tag: '@long' }, async ({
    page,
    people,
    expectLine,
  }) => {
    const amy = await people.creator()
    const [open, own] = [await people.post(amy), await people.post(amy, { isProtected: true })]
    await people.signedIn(page, amy)
    for (const post of [open, own]) await page.route(bytesOf(post), (route) => route.abort('connectionfailed'))
    expectLine(/ERR_CONNECTION_FAILED/)
    await page.goto('/')
    for (const [place, post] of [own, open].entries()) {
      const card = postsBy(page, amy).nth(place)
      await card.scrollIntoViewIfNeeded()
      const retry = card.getByRole('button', { name: 'Try again to load the picture' })
      await expect(retry).toBeVisible()
      await expect(card.getByRole('img')).toHaveCount(0)
      await page.unroute(bytesOf(post))
      await retry.press('Enter')
      await expect(card.getByRole('img')).toBeVisible()
      // The focus moves to the picture.
      await expect(card.locator(':focus')).toHaveCount(1)
    }
  })
})
