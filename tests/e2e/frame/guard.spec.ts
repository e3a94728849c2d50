import { answerLanding, EMPTY_LANDING } from '#tests/e2e/support/landing.ts'
import { signInAs } from '#tests/e2e/support/members.ts'
import { navigate, navigateAndWait } from '#tests/e2e/support/navigation.ts'
import { button, watchCalls } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const GUARDED = [
  '/',
  '/home',
  '/settings',
  '/subscriptions',
  '/conversations',
  '/conversations/received',
  '/conversations/01939d2a-0000-7000-8000-000000000000',
  '/find',
  '/notices',
  '/publish',
  '/revenues',
  '/admin/users',
  '/admin/reports',
  '/admin/numbers',
  '/creator',
  '/creator/amy',
  '/amy',
  '/no/such/page',
]
/** One path of each kind is loaded, the others are reached by client-side navigation. */
const LOADED = ['/', '/conversations/01939d2a-0000-7000-8000-000000000000', '/admin/users', '/amy', '/no/such/page']
const ADMIN_PAGES = { '/admin/users': 'Users', '/admin/reports': 'Reports', '/admin/numbers': 'Analytics' }

test.describe('The guard', () => {
  // Spec 1.16, 1.20, 2.1, 2.8, 2.45, 2.92
  test('The guard redirects a visitor from every guarded page to /discover, without an API call', async ({
    page,
    expectRefusal,
  }) => {
    test.slow()
    await answerLanding(page, EMPTY_LANDING)
    const card = { username: 'amy', bio: '', profile_pic: null, picture: null }
    await page.route('**/api/invitations/*', (route) => route.fulfill({ json: card }))
    // Nobody has this name, and nothing is there.
    expectRefusal(404, '/amy')
    expectRefusal(404, '/no/such/page')
    const calls = watchCalls(page)
    for (const path of GUARDED) {
      const isLoaded = LOADED.includes(path)
      if (isLoaded) await page.goto(path)
      else await navigate(page, path)
      await expect(page, path).toHaveURL('/discover')
      if (isLoaded) await expect(page.getByRole('heading', { name: 'The best seats are private.' })).toBeVisible()
    }
    // The requests of the landing page, and its card of a creator.
    const ownCalls = /^GET \/(health\/ready|landings|invitations\/\w+)$/
    expect(calls.filter((call) => !ownCalls.test(call))).toEqual([])
  })

  test('The guard lets staff open all three admin pages', async ({ page, people }) => {
    test.slow()
    const member = await people.signUp()
    await people.signedIn(page, member)
    for (const role of ['moderator', 'admin'] as const) {
      await people.grant(member.email, role)
      // Spec 1.19, 2.84, 2.85, 2.88, 2.90, 6.16
      await test.step(`lets a ${role} into all three admin pages`, async () => {
        for (const [path, title] of Object.entries(ADMIN_PAGES)) {
          // The first page is loaded, because the role is fetched once.
          if (path === '/admin/users') await page.goto(path)
          else await navigateAndWait(page, path)
          await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible()
          const sections = page.getByRole('navigation', { name: 'Sections of the admin panel' })
          await expect(sections.locator('[aria-current=page]')).toContainText(title)
          await expect(page).toHaveURL(path)
        }
      })
    }
  })

  test('The guard redirects a member from pages that are not theirs, after their role is known', async ({
    page,
    people,
    expectRefusal,
  }) => {
    test.slow()
    await signInAs(page, people)

    // Spec 2.94, 6.16, 6.25
    await test.step('A member without a role is redirected from the admin pages to /discover', async () => {
      for (const path of Object.keys(ADMIN_PAGES)) {
        if (path === '/admin/users') await page.goto(path)
        else await navigate(page, path)
        await expect(page).toHaveURL('/discover')
        await expect(button(page, 'Menu')).toBeVisible()
      }
    })

    for (const path of ['/revenues', '/conversations/received', '/publish/programme']) {
      // Spec 2.73, 2.83, 6.12
      await test.step(`sends a member who is no creator from ${path} to /`, async () => {
        await navigate(page, path)
        await expect(page).toHaveURL('/')
      })
    }

    await test.step('The guard shows a skeleton while the user is loading', async () => {
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/api/user', async (route) => {
        await held
        await route.continue()
      })
      await page.goto('/settings')
      await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading')
      await expect(page).toHaveURL('/settings')
      answer()
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
      await page.unroute('**/api/user')
    })

    // Spec 2.93
    await test.step('A member whose user fails to load is redirected to /discover, without a retry', async () => {
      await page.route('**/api/user', (route) =>
        route.fulfill({ status: 500, json: { error: 'No', code: 'internal' } }),
      )
      const calls = watchCalls(page)
      expectRefusal(500, '/api/user')
      await page.goto('/settings')
      await expect(page).toHaveURL('/discover')
      await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
      expect(calls.filter((call) => call === 'GET /user').length).toBeLessThanOrEqual(2)
    })
  })
})

test.describe('Old and wrong URLs', () => {
  test('A member who opens an old, wrong or unused URL is redirected or told so', async ({
    page,
    people,
    expectRefusal,
  }) => {
    test.slow()
    await signInAs(page, people)

    for (const [from, to] of [
      ['/home', '/'],
      ['/creator', '/'],
      ['/Admin', '/'],
      ['/no/such/page', '/'],
      ['/admin/unknown', '/'],
    ] as const) {
      // Spec 2.46, 2.60
      await test.step(`${from} arrives at ${to}`, async () => {
        if (from === '/home') await page.goto(from)
        else await navigate(page, from)
        await expect(page).toHaveURL(to)
        await expect(page.getByRole('banner').getByRole('link', { name: 'Loge, home' })).toBeVisible()
      })
    }

    // Spec 2.53
    await test.step('An unused username shows "Profile not found" with a link to the home page', async () => {
      expectRefusal(404, '/nobody-here')
      expectRefusal(404, '/api/profiles/nobody-here')
      await page.goto('/nobody-here')
      await expect(page.getByRole('heading', { level: 1, name: 'Profile not found' })).toBeVisible()
      await expect(page).toHaveURL('/nobody-here')
      await page.getByRole('link', { name: 'Back to home' }).click()
      await expect(page).toHaveURL('/')
    })

    // Spec 2.70
    await test.step('A redirect leaves no history entry: /creator/amy arrives at /amy', async () => {
      expectRefusal(404, '/creator/amy')
      expectRefusal(404, '/api/profiles/amy')
      await page.goto('/subscriptions')
      await page.goto('/creator/amy')
      await expect(page).toHaveURL('/amy')
      await expect(page.getByRole('banner').getByRole('link', { name: 'Loge, home' })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: 'Profile not found' })).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL('/subscriptions')
    })
  })
})
