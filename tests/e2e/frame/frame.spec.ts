import type { Page } from '@playwright/test'
import { visit } from '#tests/e2e/support/hydration.ts'
import { signInAs } from '#tests/e2e/support/members.ts'
import { navigateAndWait, titled } from '#tests/e2e/support/navigation.ts'
import { button } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const READY = '/api/health/ready'

const OPEN_TITLES = {
  '/discover': 'Discover',
  '/pricing': 'Pricing',
  '/privacy-policy': 'Privacy Policy',
  '/terms-of-service': 'Terms of Service',
  '/contact-us': 'Contact Us',
}
const SIGN_IN_TITLES = {
  '/login': 'Log in',
  '/signup': 'Sign up',
  '/reset-password': 'Reset your password',
  '/confirm-reset-password': 'Set Your New Password',
}
const MEMBER_TITLES = {
  '/': 'Home',
  '/settings': 'Settings',
  '/conversations': 'Your Messages',
  '/nobody-here': 'Profile not found',
  '/subscriptions': 'Subscriptions',
}

function logInLink(page: Page) {
  return page.getByRole('banner').getByRole('link', { name: 'Log in' })
}

test.describe('The header', () => {
  test('The header has a skip link, a logo that leads to /discover, and links to sign in and sign up', async ({
    page,
  }) => {
    await visit(page, '/pricing')
    const header = page.getByRole('banner')

    await test.step('The first Tab stop is the skip link', async () => {
      await expect(page.getByRole('main')).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
      await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeInViewport()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main')).toBeFocused()
    })

    // Spec 2.3, 2.4, 2.9
    await test.step('A visitor’s logo leads to /discover, and Log in and Sign up to their pages', async () => {
      await expect(header.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
      await expect(header.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup')
      await header.getByRole('link', { name: 'Loge, discover' }).click()
      await expect(page).toHaveURL('/discover')
      await expect(header.locator('[aria-current=page]')).toHaveText('Discover')
    })

    await test.step('A URL with the anchor of the content focuses it', async () => {
      await visit(page, '/pricing#content')
      await expect(page.getByRole('main')).toBeFocused()
      await expect(page.getByRole('main')).toHaveAttribute('tabindex', '-1')
    })
  })

  // Spec 2.11, 2.17, 2.20, 2.23, 2.49, 2.61, 2.67, 2.71, 6.1, 6.2, 6.4
  test('Every page has its own title, and is shown in the frame for visitors or for members', async ({
    page,
    people,
    expectRefusal,
  }) => {
    test.slow()
    for (const [path, title] of Object.entries({ ...OPEN_TITLES, ...SIGN_IN_TITLES })) {
      await test.step(`A visitor at ${path}`, async () => {
        // The titles of prerendered pages have their own tests.
        if (path === '/discover' || path === '/login') await page.goto(path)
        else await navigateAndWait(page, path)
        await expect(page).toHaveTitle(titled(title))
        if (path in OPEN_TITLES) await expect(logInLink(page)).toBeVisible()
      })
    }

    await signInAs(page, people)
    for (const path of Object.keys(OPEN_TITLES)) {
      // Spec 2.11, 2.17, 2.20, 2.23, 6.1
      await test.step(`${path} is open to visitors, and members see it in their own frame`, async () => {
        if (path === '/discover') await page.goto(path)
        else await navigateAndWait(page, path)
        await expect(page).toHaveURL(path)
        await expect(button(page, 'Menu')).toBeVisible()
        await expect(logInLink(page)).toHaveCount(0)
      })
    }

    expectRefusal(404, '/api/profiles/nobody-here')
    for (const [path, title] of Object.entries(MEMBER_TITLES)) {
      await test.step(`A member at ${path}`, async () => {
        await navigateAndWait(page, path)
        await expect(page).toHaveTitle(titled(title))
      })
    }

    // Spec 1.17, 2.45, 2.48
    await test.step('A member’s logo leads to /, and the open page is marked', async () => {
      await expect(page).toHaveURL('/subscriptions')
      const header = page.getByRole('banner')
      await expect(header.getByRole('navigation').getByRole('link')).toHaveText([
        'Home',
        'Subscriptions',
        'Your Messages',
      ])
      await expect(header.locator('[aria-current=page]')).toHaveText('Subscriptions')
      await header.getByRole('link', { name: 'Loge, home' }).click()
      await expect(page).toHaveURL('/')
    })
  })
})

test.describe('The footer', () => {
  test('The footer shows the tagline and the system status, and links to the public pages', async ({ page }) => {
    const footer = page.getByRole('contentinfo')

    // Spec 1.14
    await test.step('The footer says "All systems operational" while they are', async () => {
      const answered = page.waitForResponse(`**${READY}`)
      await visit(page, '/discover')
      await answered
      await expect(footer).toContainText('All systems operational')
    })

    // Spec 1.12, 1.15
    await test.step('The footer has the tagline, the year 2025 and links to the public pages', async () => {
      await expect(footer).toContainText('An exclusive content platform connecting creators and fans.')
      await expect(footer).toContainText('© 2025 Loge')
      for (const [name, path] of Object.entries({
        'Contact Us': '/contact-us',
        'Privacy Policy': '/privacy-policy',
        'Terms of Service': '/terms-of-service',
        Pricing: '/pricing',
      })) {
        await footer.getByRole('link', { name }).click()
        await expect(page).toHaveURL(path)
      }
    })

    // Spec 1.13, 2.7
    await test.step('Cookie Policy, DMCA and the five networks are there, do nothing and say so', async () => {
      for (const name of ['Cookie Policy', 'DMCA', 'Instagram', 'YouTube', 'Facebook', 'Twitch', 'X']) {
        const dead = footer.getByRole('link', { name, exact: true, disabled: true })
        await expect(dead).toBeVisible()
        expect(await dead.getAttribute('href')).toBeNull()
        // Not with the mouse, because the new page may still scroll to its top.
        await dead.dispatchEvent('click')
      }
      await expect(page).toHaveURL('/pricing')
      await expect(footer.getByRole('list', { name: 'Social networks' }).getByRole('listitem')).toHaveCount(5)
    })

    // Spec 1.21, 2.6
    await test.step('The footer’s link to the features leads to that section of /discover, also from other pages', async () => {
      const title = page.getByRole('heading', { name: 'Closer to the artist, away from the noise.' })
      for (let times = 0; times < 2; times += 1) {
        await footer.getByRole('link', { name: 'Features' }).click()
        await expect(page).toHaveURL('/discover#features')
        await expect(title).toBeInViewport()
      }
    })
  })

  test('The footer shows a degraded system only if the server reports it', async ({
    page,
    expectLine,
    expectRefusal,
  }) => {
    const footer = page.getByRole('contentinfo')

    // Spec 1.14
    await test.step('The footer shows no problem if the request for the status fails', async () => {
      await page.route(`**${READY}`, (route) => route.abort())
      expectLine(/net::ERR_FAILED/)
      const failed = page.waitForEvent('requestfailed')
      await visit(page, '/contact-us')
      await failed
      await expect(footer).toContainText('All systems operational')
    })

    // Spec 1.14
    await test.step('The footer says that systems are degraded when the server reports it', async () => {
      await page.unroute(`**${READY}`)
      await page.route(`**${READY}`, (route) =>
        route.fulfill({ status: 503, json: { status: 'degraded', checks: { database: false } } }),
      )
      expectRefusal(503, READY)
      await visit(page, '/contact-us')
      await expect(footer).toContainText('Some systems are degraded')
      await expect(footer).not.toContainText('All systems operational')
    })
  })
})

test.describe('Scroll position', () => {
  // Spec 2.47
  test('A new path starts at the top, also with Back, and a change of the query keeps the scroll position', async ({
    page,
  }) => {
    await visit(page, '/discover')
    await expect(page.getByRole('contentinfo')).toBeVisible()
    const scrolled = () => page.evaluate(() => scrollY)
    const toBottom = () => page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await toBottom()
    expect(await scrolled()).toBeGreaterThan(200)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Free for the audience. Fair for the stage.' }),
    ).toBeVisible()
    expect(await scrolled()).toBe(0)
    await test.step('A new page gets the focus, so that Tab starts at its beginning', () =>
      expect(page.getByRole('main')).toBeFocused())
    await toBottom()
    await page.goBack()
    await expect(page).toHaveURL('/discover')
    await expect.poll(scrolled).toBe(0)

    await visit(page, '/discover?lang=en')
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await toBottom()
    const before = await scrolled()
    await page.evaluate(() => {
      document.querySelector<HTMLAnchorElement>('header a[hreflang]')?.click()
    })
    await expect(page).toHaveURL('/discover')
    expect(await scrolled()).toBeGreaterThan(before / 2)
  })
})
