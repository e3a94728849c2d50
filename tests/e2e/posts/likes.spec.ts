import { changeListedPosts, hold, likeButton, postsBy } from '#tests/e2e/support/feed.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { switchLanguage } from '#tests/e2e/support/views.ts'

const LIKE = '**/api/like'

test.describe('A like', () => {
  // Spec 4.2
  test('A like that fails is rolled back, with an error toast', async ({ page, people, expectLine }) => {
    const [fan, amy] = await Promise.all([people.member(), people.creator()])
    await people.post(amy)
    await people.signedIn(page, fan)
    await page.route(LIKE, (route) => route.abort())
    expectLine(/ERR_FAILED/)
    const { release } = await hold(page, LIKE)
    await page.goto('/')
    const like = likeButton(postsBy(page, amy))
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await expect(like).toHaveAccessibleName('Like, 1 like')
    await release()
    await expect(toast(page, 'The connection dropped. Check your network and try again.')).toBeVisible()
    await expect(like).toHaveAttribute('aria-pressed', 'false')
    await expect(like).toHaveAccessibleName('Like, 0 likes')
  })

  // Spec 1.7, 3.27, 4.1, 4.2, 4.3, 6.5
  test('A like is shown at once with a changed count, then sent, and taken back with the same request', async ({
    page,
    people,
  }) => {
    const [fan, amy] = await Promise.all([people.member(), people.creator()])
    // Locked posts can be liked too.
    const post = await people.post(amy, { isProtected: true })
    await people.signedIn(page, fan)
    const { release } = await hold(page, LIKE)
    await page.goto('/')
    const like = likeButton(postsBy(page, amy))
    await expect(like).toHaveAttribute('aria-pressed', 'false')
    const told = page.waitForRequest(LIKE)
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await expect(like).toHaveText('1')
    expect((await told).postDataJSON()).toEqual({ post_id: post.id })
    const answered = page.waitForResponse(LIKE)
    await release()
    expect(await (await answered).json()).toEqual({ liked: true, likes_count: 1 })

    await page.reload()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    const takenBack = page.waitForResponse(LIKE)
    await like.press('Space')
    await expect(like).toHaveAccessibleName('Like, 0 likes')
    expect(await (await takenBack).json()).toEqual({ liked: false, likes_count: 0 })
  })

  test('A like that is pressed many times ends in the last state, with one request at a time', {
    tag: '@long',
  }, async ({ page, people }) => {
    const [fan, amy] = await Promise.all([people.member(), people.creator()])
    await people.post(amy)
    await people.signedIn(page, fan)
    let open = 0
    let most = 0
    await page.route(LIKE, async (route) => {
      open += 1
      most = Math.max(most, open)
      const response = await route.fetch()
      open -= 1
      await route.fulfill({ response })
    })
    await page.goto('/')
    const like = likeButton(postsBy(page, amy))
    // All numbers that are rendered meanwhile.
    await like.evaluate((button) => {
      const seen = new Set<string>()
      new MutationObserver(() => seen.add(button.textContent ?? '')).observe(button, {
        childList: true,
        subtree: true,
        characterData: true,
      })
      Object.assign(globalThis, { seen })
    })
    for (let i = 0; i < 7; i += 1) await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => open).toBe(0)
    await expect(like).toHaveAccessibleName('Like, 1 like')
    const seen = await page.evaluate(() => [...(Reflect.get(globalThis, 'seen') as Set<string>)].sort())
    expect(seen).toEqual(['0', '1'])
    expect(most).toBe(1)
    await page.reload()
    await expect(like).toHaveAccessibleName('Like, 1 like')
  })

  test('A like animates the heart and the number, but not with reduced motion', {
    tag: '@long',
  }, async ({ page, people }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const amy = await people.creator()
    await people.post(amy)
    await people.signedIn(page, amy)
    await page.goto('/')
    const like = likeButton(postsBy(page, amy))
    const motions = () =>
      like.evaluate((button) =>
        [...button.children].map((part) => {
          const { animationName, animationDuration } = getComputedStyle(part)
          return `${animationName} ${animationDuration}`
        }),
      )
    expect(await motions()).toEqual(['none 0s', 'none 0s'])
    await like.click()
    expect(await motions()).toEqual(['beat 0.42s', 'count 0.42s'])
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect((await motions()).map((motion) => motion.split(' ')[0])).toEqual(['none', 'none'])
  })

  test('The number of likes is formatted in the language of the page', { tag: '@long' }, async ({ page, people }) => {
    const amy = await people.creator()
    await people.post(amy)
    await people.signedIn(page, amy)
    await changeListedPosts(page, (post) => ({ ...post, likes_count: 1642 }))
    await page.goto('/')
    for (const [language, shown, name] of [
      ['en', '1,642', 'Like, 1,642 likes'],
      ['fr', '1\u202f642', 'J’aime, 1\u202f642 mentions'],
    ] as const) {
      await switchLanguage(page, language)
      await expect(postsBy(page, amy).getByRole('button', { name })).toHaveText(shown)
    }
  })
})
