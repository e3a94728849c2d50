import type { Locator, Page } from '@playwright/test'
import type { Landing } from '#contract/landing.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { visit } from '#tests/e2e/support/hydration.ts'
import { answerLanding, EMPTY_LANDING, part } from '#tests/e2e/support/landing.ts'
import { signInAs } from '#tests/e2e/support/members.ts'
import { button, watchCalls } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { countToasts } from '#tests/e2e/support/toasts.ts'

const SAMPLES = ['Margaux LenoirDancer', 'Idris BelloCellist', 'Lou VerdierCostume maker', 'Ana SolSinger']

const WIDTHS = [320, 390, 768, 1440]

const TWO_CREATORS = {
  first_description: `Opening night. ${'The house was full, and nobody coughed. '.repeat(20)}`,
  second_description: 'What the audience did not see.',
  post_file: '/media/post.avif',
  profile_pic: '/media/amy.avif',
  username: 'amy',
  featured_creators: [
    { username: 'amy', profile_pic: '/media/amy.avif', bio: `Tightrope walker. ${'Do not look down. '.repeat(20)}` },
    { username: 'Zoé-of-the-thirty-letter-names', profile_pic: null, bio: '' },
  ],
} satisfies Landing

function creators(page: Page): Locator {
  return part(page, 'In the boxes').getByRole('listitem')
}

function posts(page: Page): Locator {
  return part(page, 'Tonight’s programme').getByRole('article')
}

async function servePictures(page: Page): Promise<void> {
  await page.route('**/api/media/**', (route) => route.fulfill({ path: 'web/assets/chair-small.avif' }))
}

/** The positions of all sections in a window of this width. */
async function placesAt(page: Page, width: number): Promise<unknown> {
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise(requestAnimationFrame)
  })
  return page.locator('main section, article, footer').evaluateAll((parts) =>
    parts.map((element) => {
      const { top, height, width: wide } = element.getBoundingClientRect()
      return { top, height, wide }
    }),
  )
}

test.describe('The demo posts', () => {
  test('The landing page without creators shows samples and demo posts, which can be liked, and one of which is locked', async ({
    page,
  }) => {
    await answerLanding(page, EMPTY_LANDING)
    await visit(page, '/discover')

    // Spec 1.25
    await test.step('Without creators there are four samples, which lead nowhere', async () => {
      await expect(creators(page)).toHaveText(SAMPLES)
      await expect(part(page, 'In the boxes').getByRole('link')).toHaveCount(0)
    })

    // Spec 1.23, 4.4, 9.31
    await test.step('The demo posts have 1643, 566 and 377 likes, and a press changes each by one without a request', async () => {
      const hearts = posts(page).getByRole('button')
      await expect(hearts).toHaveText(['1643', '566', '377'])
      await page.waitForLoadState('networkidle')
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))

      for (const [index, [username, pressed, before, after]] of (
        [
          ['margauxlenoir', 'true', 1643, 1642],
          ['louverdier', 'false', 566, 567],
          ['yukiaoyama', 'false', 377, 378],
        ] as const
      ).entries()) {
        const heart = hearts.nth(index)
        await expect(heart).toHaveAttribute('aria-pressed', pressed)
        await expect(heart).toHaveAccessibleName(`Like the post by ${username}, ${before} likes`)
        await heart.click()
        await expect(heart).toHaveAttribute('aria-pressed', pressed === 'true' ? 'false' : 'true')
        await expect(heart).toHaveText(String(after))
        await expect(heart).toHaveAccessibleName(`Like the post by ${username}, ${after} likes`)
        await heart.press('Enter')
        await expect(heart).toHaveText(String(before))
        await expect(heart).toHaveAttribute('aria-pressed', pressed)
      }
      expect(requests.filter((url) => !/\/assets\//.test(url))).toEqual([])
    })

    // Spec 1.23, 6.3
    await test.step('The middle demo post is locked, and links to /signup', async () => {
      const [first, locked, third] = [posts(page).nth(0), posts(page).nth(1), posts(page).nth(2)]
      await expect(locked).toHaveAccessibleName('louverdier')
      await expect(locked).toContainText('Private ContentThis content is only available to subscribersSign Up Now')
      await expect(locked).not.toContainText('You need to subscribe to see this content.')
      await expect(locked).toContainText('The fitting, from the first pin to the last button.')
      for (const open of [first, third]) {
        await expect(open).not.toContainText('Private Content')
        await expect(open.getByRole('img')).toHaveAccessibleName(/dancer|Vases/)
      }
      await locked.getByRole('link', { name: 'Sign Up Now', exact: true }).click()
      await expect(page).toHaveURL('/signup')
    })
  })
})

test.describe('The featured creators', () => {
  // Spec 2.2
  test('A landing page whose data failed to load shows samples without an error, and does not retry', async ({
    page,
    expectRefusal,
  }) => {
    await page.route('**/api/landings', (route) => route.fulfill({ status: 500, json: { error: 'No' } }))
    expectRefusal(500, '/api/landings')
    const calls = watchCalls(page)
    await page.clock.install()
    await visit(page, '/discover')
    const told = await countToasts(page)
    await expect.poll(() => calls).toContain('GET /landings')
    await page.clock.runFor(60_000)
    await expect(creators(page)).toHaveText(SAMPLES)
    await expect(posts(page).getByRole('button')).toHaveText(['1643', '566', '377'])
    expect(await told()).toBe(0)
    expect(calls.filter((call) => call === 'GET /landings')).toHaveLength(1)
  })

  test('Featured creators and their posts replace the samples without a layout shift', async ({ page }) => {
    await servePictures(page)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/landings', async (route) => {
      await held
      await route.fulfill({ json: TWO_CREATORS })
    })
    await visit(page, '/discover')
    await expect(creators(page)).toHaveText(SAMPLES)
    const before = new Map<number, unknown>()
    for (const width of WIDTHS) before.set(width, await placesAt(page, width))
    answer()
    await expect(creators(page).first()).toContainText('amy')

    for (const width of WIDTHS) {
      // Spec 2.2
      await test.step(`Creators take the places of the samples and nothing moves, at ${width} px`, async () => {
        expect(await placesAt(page, width)).toEqual(before.get(width))
      })
    }

    // Spec 1.25, 7.6
    await test.step('Featured creators have a picture or an initial, and link to their profiles', async () => {
      const links = part(page, 'In the boxes').getByRole('link')
      await expect(links).toHaveText([/^amyTightrope walker\./, 'ZZoé-of-the-thirty-letter-names'])
      await expect(creators(page)).toHaveCount(2)
      await expect(links.nth(0)).toHaveAttribute('href', '/amy')
      await expect(links.nth(0).locator('img')).toHaveAttribute('src', '/api/media/amy.avif')
      await expect(links.nth(1)).toHaveAttribute('href', `/${encodeURIComponent('Zoé-of-the-thirty-letter-names')}`)
      await expect(links.nth(1).locator('img')).toHaveCount(0)
      // The bio has more than one line.
      const words = links.nth(0).getByText('Tightrope walker.')
      const lines = await words.evaluate((p) => p.clientHeight / Number.parseFloat(getComputedStyle(p).lineHeight))
      expect(Math.round(lines)).toBe(3)
      await axe(page)
    })

    // Spec 3.24, 7.8
    await test.step('The first two posts are a creator’s own; the likes stay those of the demonstration', async () => {
      await expect(posts(page).nth(0)).toHaveAccessibleName('amy')
      await expect(posts(page).nth(0)).toContainText('Opening night.')
      await expect(posts(page).nth(0).getByRole('img')).toHaveAttribute('src', '/api/media/post.avif')
      await expect(posts(page).nth(0).getByRole('img')).toHaveAccessibleName('A picture by amy')
      await expect(posts(page).nth(1)).toHaveAccessibleName('amy')
      await expect(posts(page).nth(1)).toContainText('What the audience did not see.')
      await expect(posts(page).nth(1)).toContainText('Private Content')
      await expect(posts(page).nth(2)).toHaveAccessibleName('yukiaoyama')
      await expect(posts(page).getByRole('button')).toHaveText(['1643', '566', '377'])
    })
  })

  test('A creator with one post gets only the first place, and pictures that fail to load leave the samples', {
    tag: '@long',
  }, async ({ page, expectRefusal }) => {
    await page.route('**/api/media/**', (route) => route.fulfill({ status: 404 }))
    expectRefusal(404, '/api/media/post.avif')
    expectRefusal(404, '/api/media/amy.avif')
    await answerLanding(page, { ...TWO_CREATORS, second_description: null })
    await visit(page, '/discover')

    await test.step('A picture that does not come leaves the sample in its place, and an initial in the box', async () => {
      await posts(page).nth(0).scrollIntoViewIfNeeded()
      await expect(posts(page).nth(0).getByRole('img')).toHaveAccessibleName(/A dancer/)
      await creators(page).first().scrollIntoViewIfNeeded()
      await expect(creators(page).first()).toHaveText(/^Aamy/)
    })

    await test.step('A creator with a single post has the first place only', async () => {
      await expect(posts(page).nth(0)).toHaveAccessibleName('amy')
      await expect(posts(page).nth(1)).toHaveAccessibleName('louverdier')
    })
  })

  test('A member sees the landing page in the frame for members', { tag: '@long' }, async ({ page, people }) => {
    await answerLanding(page, EMPTY_LANDING)
    await signInAs(page, people)
    await visit(page, '/discover')
    await expect(button(page, 'Menu')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'The best seats are private.' })).toBeVisible()
    await expect(creators(page)).toHaveText(SAMPLES)
    await expect(button(page, 'Reserve my seat')).toBeVisible()
  })
})
