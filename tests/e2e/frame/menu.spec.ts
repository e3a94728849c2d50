import type { Page } from '@playwright/test'
import { CREATOR, pretendToBe, signInAs } from '#tests/e2e/support/members.ts'
import { navigateAndWait } from '#tests/e2e/support/navigation.ts'
import { button } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { isLongForm } from '#tests/support/long-form.ts'

/** The headings and entries of the menu, in order. */
async function readMenu(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toBeVisible()
  const entries = await drawer.locator('h2:not(.sr-only), a, button').allInnerTexts()
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
}

const ACCOUNT = ['Your Account', 'Settings', 'Subscriptions', 'Your Messages', 'Notices', 'Find creators']
const ADMIN = ['Admin Panel', 'Users', 'Reports', 'Analytics']
const CREATOR_GROUP = ['Creator', 'Profile', 'Revenues', 'Fan Messages', 'Subscribers', 'Programme', 'Insights']
/** Further links in a row below the specified entries. */
const SMALL_PRINT = ['Pricing', 'Terms of Service', 'Privacy Policy']

async function closeMenu(page: Page): Promise<void> {
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
}

test.describe('The side menu', () => {
  test('A member opens and closes the side menu with the keyboard, and is invited to become a creator', async ({
    page,
    people,
  }) => {
    const member = await people.signUp()
    await people.signedIn(page, member)

    await test.step('The menu shows who is signed in, marks the open page, closes with Escape and restores the focus', async () => {
      await page.goto('/subscriptions')
      await button(page, 'Menu').focus()
      await page.keyboard.press('Enter')
      const drawer = page.getByRole('dialog', { name: 'Menu' })
      await expect(drawer).toContainText(member.email)
      await expect(drawer.getByRole('link', { name: 'Subscriptions' })).toHaveAttribute('aria-current', 'page')
      await expect(drawer.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(drawer).toHaveCount(0)
      await expect(button(page, 'Menu')).toBeFocused()
    })

    // Spec 2.96, 2.97, 2.98, 2.99
    await test.step('A member without a profile has no Creator group and is invited to become one, before Contact Us', async () => {
      expect(await readMenu(page)).toEqual([...ACCOUNT, 'Become a creator', 'Contact Us', ...SMALL_PRINT, 'Logout'])
      await page.getByRole('link', { name: 'Become a creator' }).click()
      await expect(page).toHaveURL('/settings#creator')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })

  test('The side menu has a group for creators and one for staff, and every entry leads to its page, also in French', async ({
    page,
    people,
  }) => {
    test.slow()
    const member = await people.signUp()
    await people.signedIn(page, member)
    await pretendToBe(page, CREATOR)
    // The number of open reports is stubbed, because other tests add reports.
    let waiting = '0'
    await page.route('**/api/admin/reports?*', (route) =>
      route.fulfill({ json: [], headers: { 'x-total-count': waiting } }),
    )
    await page.route('**/api/waiting_lists/own', (route) => route.fulfill({ json: { count: 0, this_week: 0 } }))
    await page.route('**/api/picture_mark', (route) => route.fulfill({ json: { mark: 'off' } }))
    await page.goto('/')

    // Spec 1.18, 2.97, 2.99
    await test.step('A creator has the Creator group and no invitation', async () => {
      expect(await readMenu(page)).toEqual([...ACCOUNT, 'Contact Us', ...CREATOR_GROUP, ...SMALL_PRINT, 'Logout'])
      await page.getByRole('link', { name: 'Profile' }).click()
      await expect(page).toHaveURL('/amy')
    })

    for (const role of ['moderator', 'admin'] as const) {
      // Spec 1.19, 2.95, 6.15, 6.25
      await test.step(`A creator who is ${role} has the Admin Panel on top`, async () => {
        await people.grant(member.email, role)
        await page.goto('/')
        expect(await readMenu(page)).toEqual([
          ...ADMIN,
          ...ACCOUNT,
          'Contact Us',
          ...CREATOR_GROUP,
          ...SMALL_PRINT,
          'Logout',
        ])
        await closeMenu(page)
      })
    }

    await test.step('Staff read there how many reports wait', async () => {
      // In the short form, the journey of an admin reads it.
      if (!isLongForm) return
      waiting = '3'
      await page.goto('/')
      await button(page, 'Menu').click()
      await expect(page.getByRole('dialog').getByRole('link', { name: 'Reports 3 wait' })).toBeVisible()
      await closeMenu(page)
      waiting = '0'
      await page.goto('/')
    })

    // Spec 2.82, 2.95, 2.96, 2.99
    await test.step('Each entry of the menu leads to its page', async () => {
      const entries = {
        Users: '/admin/users',
        Reports: '/admin/reports',
        Analytics: '/admin/numbers',
        Settings: '/settings',
        Subscriptions: '/subscriptions',
        'Your Messages': '/conversations',
        Notices: '/notices',
        'Contact Us': '/contact-us',
        Profile: '/amy',
        Revenues: '/revenues',
        'Fan Messages': '/conversations/received',
        Subscribers: '/subscribers',
        Programme: '/publish/programme',
        Insights: '/insights',
      }
      const drawer = page.getByRole('dialog', { name: 'Menu' })
      for (const [name, path] of Object.entries(entries)) {
        if (!(await drawer.isVisible())) await button(page, 'Menu').click()
        const entry = drawer.getByRole('link', { name, exact: true })
        await expect(entry).toHaveAttribute('href', path)
        // The short form follows one link of each group.
        if (!isLongForm && !['Users', 'Settings', 'Revenues'].includes(name)) continue
        await entry.click()
        await expect(page).toHaveURL(path)
        await expect(drawer).toHaveCount(0)
      }
      if (!isLongForm) await closeMenu(page)
    })

    await test.step('The French menu has the same order', async () => {
      await page.getByRole('link', { name: 'EN Passer en français' }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
      expect(await readMenu(page)).toEqual([
        ...['Administration', 'Utilisateurs', 'Signalements', 'Statistiques'],
        ...[
          'Votre compte',
          'Paramètres',
          'Abonnements',
          'Vos messages',
          'Avis',
          'Trouver des créateurs',
          'Nous contacter',
        ],
        ...['Créateur', 'Profil', 'Revenus', 'Messages des fans', 'Abonnés', 'Programme', 'Audience'],
        ...['Tarifs', 'Conditions d’utilisation', 'Confidentialité'],
        'Se déconnecter',
      ])
    })
  })
})

test('A member reaches the prices, the terms and the privacy policy from the menu and from the settings', async ({
  page,
  people,
}) => {
  await signInAs(page, people)
  await page.goto('/subscriptions')
  for (const [name, path] of [
    ['Pricing', '/pricing'],
    ['Terms of Service', '/terms-of-service'],
    ['Privacy Policy', '/privacy-policy'],
  ] as const) {
    await button(page, 'Menu').click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await navigateAndWait(page, '/settings')
    const entry = page.getByRole('main').getByRole('link', { name, exact: true })
    await expect(entry).toHaveAttribute('href', path)
  }
})

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('On a phone, the tab bar has Home, Subscriptions, Messages and Menu, and marks the current page', async ({
    page,
    people,
  }) => {
    await signInAs(page, people)
    await page.goto('/')
    const bar = page.getByRole('navigation', { name: 'Main' })
    await expect(bar.locator('a, button')).toHaveText(['Home', 'Subscriptions', 'Messages', 'Menu'])
    await bar.getByRole('link', { name: 'Subscriptions' }).click()
    await expect(page).toHaveURL('/subscriptions')
    await expect(bar.locator('[aria-current=page]')).toHaveText('Subscriptions')
    await bar.getByRole('link', { name: 'Messages' }).click()
    await expect(page).toHaveURL('/conversations')
    await bar.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/settings')
    await expect(bar.locator('[aria-current]')).toHaveText('Menu')
  })
})
