import { PAGE_SIZE } from '#server/paging.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { hold, LISTS, postsBy, repeatPost } from '#tests/e2e/support/feed.ts'
import { button } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFit, forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

const LONG = `${'A velvet word and '.repeat(12)}the end.`

test.describe('The feed', () => {
  test('The feed shows a skeleton, a message if it is empty, and an error that can be retried', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const amy = await people.creator()
    await people.post(amy)
    await people.signedIn(page, amy)

    // Spec 2.52, 8.33
    await test.step('The feed shows a skeleton, and "We found nothing for the moment.." if it is empty', async () => {
      await page.route(LISTS, (route) => route.fulfill({ json: [] }))
      const { release } = await hold(page, LISTS)
      await page.goto('/')
      await expect(page.getByRole('main').getByRole('status')).toContainText('Loading')
      await release()
      await expect(page.getByRole('heading', { name: 'We found nothing for the moment..' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('status')).toHaveCount(0)
      await expect(page.getByText('You have seen everything')).toHaveCount(0)
      // The empty state has one link.
      await page.getByRole('main').getByRole('link', { name: 'Find creators' }).click()
      await expect(page).toHaveURL('/find')
      await page.goBack()
      await page.unroute(LISTS)
    })

    await test.step('A feed that fails to load says so, and can be loaded again', async () => {
      const refuse = { status: 403, json: { error: 'No', code: 'forbidden' } }
      await page.route(LISTS, (route) => route.fulfill(refuse), { times: 1 })
      expectRefusal(403, '/api/posts')
      await page.reload()
      await expect(page.getByRole('heading', { name: 'The posts could not be loaded' })).toBeVisible()
      await button(page, 'Try again').click()
      await expect(postsBy(page, amy)).toBeVisible()
    })
  })

  test('The feed says where it ends, after its last page and not before', async ({ page, people, product }) => {
    const amy = await people.creator()
    const post = await people.post(amy, { isProtected: true })
    await people.signedIn(page, await people.member())
    await repeatPost(product, post, PAGE_SIZE)
    const { release } = await hold(page, /\/api\/posts\?cursor=/)
    await page.goto('/')
    await expect(page.getByRole('article')).toHaveCount(PAGE_SIZE)
    const end = page.getByText('You have seen everything', { exact: true })
    await expect(end).toHaveCount(0)
    await page.getByRole('article').last().scrollIntoViewIfNeeded()
    await expect(end).toHaveCount(0)
    await release()
    await expect(page.getByRole('article')).toHaveCount(PAGE_SIZE + 1)
    await end.scrollIntoViewIfNeeded()
    await expect(end).toBeVisible()
    const [last, mark] = [await page.getByRole('article').last().boundingBox(), await end.boundingBox()]
    expect(mark?.y).toBeGreaterThanOrEqual((last?.y ?? Number.NaN) + (last?.height ?? 0) - 1)
  })

  // Spec 1.5, 2.51, 4.20
  test('The feed lists posts newest first, with their authors, links to their profiles and cut descriptions', async ({
    page,
    people,
  }) => {
    const [amy, bob] = await Promise.all([people.creator(), people.creator()])
    await people.post(amy, { description: 'The older one' })
    await people.post(bob, { description: LONG })
    await people.signedIn(page, bob)
    await page.goto('/')

    const feed = page.getByRole('feed', { name: 'Posts' })
    const first = feed.getByRole('article').first()
    await expect(first).toHaveAccessibleName(bob.username)
    await expect(first).toHaveAttribute('aria-posinset', '1')
    await expect(feed.getByRole('article').nth(1)).toHaveAccessibleName(amy.username)
    await expect(postsBy(page, amy).getByRole('img', { name: 'The older one' })).toBeVisible()

    const cut = `${'A velvet word and '.repeat(8)}A…`
    await expect(first.getByText(cut)).toBeVisible()
    await first.getByRole('button', { name: 'Read more' }).click()
    await expect(first.getByText(LONG)).toBeVisible()
    await first.getByRole('button', { name: 'Read less' }).click()
    await expect(first.getByText(cut)).toBeVisible()

    // Own posts have no message button.
    await expect(postsBy(page, amy).getByRole('button', { name: 'Message' })).toBeVisible()
    await expect(first.getByRole('button', { name: 'Message' })).toHaveCount(0)

    await postsBy(page, amy).getByRole('link', { name: amy.username, exact: true }).click()
    await expect(page).toHaveURL(`/${amy.username}`)
  })

  test('A landscape picture is loaded in the width in which the feed draws it, with the chosen part in view', async ({
    page,
    people,
  }) => {
    const amy = await people.creator()
    const post = await people.post(amy, { width: 1600, height: 640 })
    const pictures = [{ id: post.files[0]?.id, focus: { x: 80, y: 50 } }]
    await people.call(amy, 'PATCH', `/posts/${post.id}`, { pictures })
    await people.signedIn(page, await people.member())
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/')
    const picture = postsBy(page, amy).locator('img[srcset]')
    await expect(picture).toHaveCSS('object-position', '80% 50%')
    // Its box is 620 pixels wide, but as high as it is the picture is drawn 1,900 pixels wide.
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('w=1600')
  })

  test('Opening a post adds it to the URL of the feed, and keeps the scroll position and the other parameters', {
    tag: '@long',
  }, async ({ page, people }) => {
    const amy = await people.creator()
    await people.post(amy)
    const post = await people.post(amy)
    await people.post(amy)
    await people.signedIn(page, amy)
    await page.goto('/?lang=en')
    const picture = postsBy(page, amy)
      .nth(1)
      .getByRole('link', { name: `Open the post by ${amy.username}` })
    await picture.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(0)
    await picture.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/?lang=en&post=${post.id}`)
    expect(await page.evaluate(() => scrollY)).toBe(place)
  })

  // Spec 1.5, 2.51
  test('The feed loads the next page early, offers a retry after a failure, and moves the focus to the new posts', async ({
    page,
    people,
    product,
    expectRefusal,
  }) => {
    const amy = await people.creator()
    await repeatPost(product, await people.post(amy, { description: 'Post 0' }), 30)
    await people.signedIn(page, amy)
    const articles = page.getByRole('feed').getByRole('article')
    const calls: string[] = []
    page.on('request', (request) => LISTS.test(request.url()) && calls.push(request.url()))
    await page.goto('/')
    await expect(articles).toHaveCount(30)
    await expect(articles.first()).toHaveAttribute('aria-setsize', '-1')
    expect(calls).toHaveLength(1)

    // Page Up and Page Down move between posts; the next page is fetched well before the last post.
    await page.route(LISTS, (route) => route.fulfill({ status: 403, json: { error: 'No' } }), { times: 1 })
    expectRefusal(403, '/api/posts')
    await articles.nth(27).focus()
    await page.keyboard.press('PageDown')
    await expect(articles.nth(28)).toBeFocused()
    await page.keyboard.press('PageUp')
    await expect(articles.nth(27)).toBeFocused()
    await expect(page.getByRole('alert')).toHaveText('The next posts could not be loaded.')
    await expect(page.getByRole('alert')).not.toBeInViewport()
    expect(calls).toHaveLength(2)

    await button(page, 'Try again').focus()
    await page.keyboard.press('Enter')
    await expect(articles.nth(30)).toBeFocused()
    await expect(articles.nth(30)).toContainText('Post 0')

    await page.reload()
    await expect(articles).toHaveCount(30)
    await articles.nth(28).scrollIntoViewIfNeeded()
    await expect(articles.nth(30)).toContainText('Post 0')
  })

  for (const round of roundsFrom(1440)) {
    test.describe(round.name, () => {
      test.use(round.use)

      test('The feed fits the window and passes axe', async ({ page, people }) => {
        const [fan, amy, bob] = await Promise.all([people.member(), people.creator(), people.creator()])
        await people.subscribe(fan, amy)
        await people.post(amy, { description: LONG })
        await people.post(bob, { isProtected: true })
        await people.post(amy, { isProtected: true, description: 'For you' })
        await people.signedIn(page, fan)
        await page.goto('/')
        await expect(postsBy(page, amy).getByRole('img', { name: 'For you' })).toBeVisible()
        await forEachView(page, round, async (view) => {
          await postsBy(page, amy).nth(1).scrollIntoViewIfNeeded()
          await expect(postsBy(page, amy).nth(1).getByRole('img')).toHaveCount(1)
          await expectToFit(page, view)
          await axe(page)
        })
      })
    })
  }
})
