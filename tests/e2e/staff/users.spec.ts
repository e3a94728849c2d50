import type { Page } from '@playwright/test'
import { dateText } from '#contract/dates.ts'
import type { AdminUser } from '#contract/staff.ts'
import { claimUsername } from '#server/store/accounts/usernames.ts'
import { insertUser } from '#server/store/accounts/users.ts'
import { newId } from '#server/store/ids.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { expectFocusIn } from '#tests/e2e/support/focus.ts'
import { navigate } from '#tests/e2e/support/navigation.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import type { Product } from '#tests/e2e/support/product.ts'
import { withDatabase } from '#tests/e2e/support/subscriptions.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { dismissToasts, toast } from '#tests/e2e/support/toasts.ts'
import { isLongForm } from '#tests/support/long-form.ts'

/** Inserts accounts, the oldest first. The tests of a worker share a database, so all their names contain `word`. */
async function crowd(product: Product, word: string, size: number): Promise<void> {
  await withDatabase(product, (db) =>
    db.begin(async (tx) => {
      for (let index = 0; index < size; index++) {
        const created_at = new Date(Date.now() - 1000 + index)
        const id = newId(created_at)
        const username = `${word}-${index}`
        const email_key = `${username}@crowd.test`
        await claimUsername(tx, id, username, created_at)
        const kept = { id, email: email_key, email_key, username, password_hash: 'none', locale: null }
        await insertUser(tx, { ...kept, created_at })
      }
    }),
  )
}

const rows = (page: Page) => page.getByRole('rowheader')
const searchField = (page: Page) => page.getByRole('textbox', { name: 'Search by username or email' })

test('Staff search the users, and an admin grants a subscription and approves a creator', async ({
  page,
  people,
  product,
  expectRefusal,
  openOtherBrowser,
}) => {
  test.slow()
  const word = `row${Date.now().toString(36)}`
  await crowd(product, word, 34)
  const fan = await people.member(`${word}-fan`)
  const creator = await people.creator({ username: `${word}-star` })
  const staff = await people.member(`${word}-staff`)
  await people.grant(staff.email, 'moderator')
  await people.signedIn(page, staff)

  // Spec 2.87, 3.2, 9.32
  await test.step('A moderator sees 250 users, how many there really are, and no way to grant or approve', async () => {
    await page.goto(`/admin/users?search=${word}`)
    await expect(page.getByText('37 in this list')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('250 users')
    await expect(page.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('row', { name: fan.username })).toContainText(fan.email)
    await expect(page.getByRole('row', { name: fan.username })).toContainText('lambda')
    await expect(page.getByRole('row', { name: creator.username })).toContainText('Creator')
    await expect(page.getByRole('row', { name: staff.username })).toContainText('moderator')
    await expect(button(page, 'Grant a subscription')).toHaveCount(0)
    await expect(button(page, `More for ${staff.username}`)).toHaveCount(0)
    await button(page, `More for ${fan.username}`).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Freeze…'])
    await page.keyboard.press('Escape')
  })

  // Spec 2.85
  await test.step('The list goes on without an end', async () => {
    await rows(page).nth(29).scrollIntoViewIfNeeded()
    await expect(rows(page)).toHaveCount(37)
    await expect(rows(page).last()).toContainText(`${word}-0`)
  })

  // Spec 2.86
  await test.step('A kind is part of the address, and Back leads to the last one', async () => {
    await button(page, 'creator').click()
    await expect(rows(page)).toContainText([creator.username])
    await expect(button(page, 'creator')).toHaveAttribute('aria-pressed', 'true')
    await button(page, 'moderator').click()
    await expect(rows(page)).toContainText([staff.username])
    await expect(page).toHaveURL(`/admin/users?kind=moderator&search=${word}`)
    await page.goBack()
    await expect(rows(page)).toContainText([creator.username])
    await expect(button(page, 'creator')).toHaveAttribute('aria-pressed', 'true')
    await expect(searchField(page)).toHaveValue(word)
  })

  // Spec 8.41
  await test.step('A search finds while somebody types, and "There is no users yet" when nobody is found', async () => {
    await navigate(page, `/admin/users?search=${word}-star`)
    await expect(searchField(page)).toHaveValue(`${word}-star`)
    await expect(rows(page)).toContainText([creator.username])
    await searchField(page).fill(`${word}-FAN@nowhere`)
    await expect(page.getByRole('heading', { name: 'There is no users yet' })).toBeVisible()
    await expect(page.getByText('0 in this list')).toBeVisible()
    await searchField(page).fill(fan.email.toUpperCase())
    await expect(rows(page)).toContainText([fan.username])
    await expect(page).toHaveURL(`/admin/users?search=${encodeURIComponent(fan.email.toUpperCase())}`)
    await button(page, 'Clear the search').click()
    await expect(page).toHaveURL('/admin/users')
    await expect(searchField(page)).toBeFocused()
    await expect(searchField(page)).toHaveValue('')
  })

  await test.step('When the list cannot be loaded it says so, and can be asked for again', async () => {
    const path = '/api/admin/users'
    await page.route(`**${path}?*`, (route) => route.fulfill({ status: 403, json: { error: 'No', code: 'forbidden' } }))
    expectRefusal(403, path)
    await page.goto(`/admin/users?search=${word}-fan`)
    await expect(page.getByRole('heading', { name: 'The users could not be loaded' })).toBeVisible()
    await page.unroute(`**${path}?*`)
    await button(page, 'Try again').press('Enter')
    await expect(rows(page)).toContainText([fan.username])
    await expect(page.getByRole('main')).toBeFocused()
  })

  await people.grant(staff.email, 'admin')
  await page.goto(`/admin/users?search=${word}-fan`)
  const dialog = page.getByRole('dialog', { name: 'Grant a subscription' })

  // Spec 1.6
  await test.step('An admin grants a subscription from a row; what is wrong stands at the fields, and nothing typed is lost', async () => {
    await button(page, `More for ${fan.username}`).click()
    await page.getByRole('menuitem', { name: 'Grant a subscription' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Creator' })).toBeFocused()
    await expect(dialog.getByRole('textbox', { name: 'Fan' })).toHaveValue(fan.username)
    await dialog.getByRole('textbox', { name: 'Creator' }).fill(staff.username)
    await dialog.getByRole('textbox', { name: 'Days' }).fill('0')
    await dialog.getByRole('button', { name: 'Grant' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Days' })).toBeFocused()
    await expect(dialog).toContainText('A whole number from 1 to 3,650')
    await axe(page)
    await dialog.getByRole('textbox', { name: 'Days' }).fill('7')
    expectRefusal(422, '/api/admin/subscriptions')
    await dialog.getByRole('button', { name: 'Grant' }).click()
    await expect(dialog).toContainText('This member is no creator: there is nothing to subscribe to.')
    await expect(dialog.getByRole('textbox', { name: 'Creator' })).toBeFocused()
    await expect(dialog.getByRole('textbox', { name: 'Days' })).toHaveValue('7')
    await dialog.getByRole('textbox', { name: 'Creator' }).fill(creator.username)
    const answered = page.waitForResponse('**/api/admin/subscriptions')
    await page.keyboard.press('Enter')
    const { expires_at } = await (await answered).json()
    const date = dateText(expires_at, 'en', 'day')
    await expect(toast(page, `${fan.username} is subscribed to ${creator.username} until ${date}.`)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(button(page, `More for ${fan.username}`)).toBeFocused()
    await dismissToasts(page)
  })

  await test.step('An admin takes a grant back from a row, and the open page of the fan draws the curtain', async () => {
    await people.post(creator, { isProtected: true })
    const fanPage = await openOtherBrowser()
    await people.signedIn(fanPage, fan)
    await fanPage.goto(`/${creator.username}`)
    await expect(fanPage.getByText('SUBSCRIBED')).toBeVisible()
    const revoking = page.getByRole('dialog', { name: `Take a subscription back from ${fan.username}` })
    await button(page, `More for ${fan.username}`).click()
    await page.getByRole('menuitem', { name: 'Take a subscription back' }).click()
    await expect(revoking.getByRole('textbox', { name: 'Creator' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(revoking).toContainText('This field is required')
    await revoking.getByRole('textbox', { name: 'Creator' }).fill(creator.username)
    await axe(page)
    await page.keyboard.press('Enter')
    await expect(toast(page, `${fan.username} no longer has what was granted for ${creator.username}.`)).toBeVisible()
    await expect(revoking).toHaveCount(0)
    await expect(fanPage.getByText('SUBSCRIBED')).toHaveCount(0)
    await expect(fanPage.getByText('Private Content').first()).toBeVisible()
    await button(page, `More for ${fan.username}`).click()
    await page.getByRole('menuitem', { name: 'Take a subscription back' }).click()
    await revoking.getByRole('textbox', { name: 'Creator' }).fill(creator.username)
    expectRefusal(404, '/api/admin/subscriptions')
    await page.keyboard.press('Enter')
    await expect(revoking).toContainText('Nothing is left that was granted for this creator.')
    await page.keyboard.press('Escape')
    await expect(revoking).toHaveCount(0)
    await dismissToasts(page)
  })

  await test.step('The form also opens empty, and closes with Escape', async () => {
    // Further ways of the same form, which the long form takes.
    if (!isLongForm) return
    await button(page, 'Grant a subscription').click()
    await expect(dialog.getByRole('textbox', { name: 'Fan' })).toBeFocused()
    await expect(dialog.getByRole('textbox', { name: 'Fan' })).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(button(page, 'Grant a subscription')).toBeFocused()
  })

  await test.step('The result of a grant is shown in a toast if the form was closed before the response', async () => {
    // Further ways of the same form, which the long form takes.
    if (!isLongForm) return
    const path = '/api/admin/subscriptions'
    const [refused, granted] = [/^Loge cannot answer/, new RegExp(`^${fan.username} is subscribed to`)]
    for (const words of [refused, granted]) {
      const { promise: closed, resolve: answer } = Promise.withResolvers<void>()
      await page.route(`**${path}`, async (route) => {
        await closed
        if (words === granted) await route.continue()
        else await route.fulfill({ status: 503, json: { error: 'No', code: 'unavailable' } })
      })
      await button(page, 'Grant a subscription').click()
      await expect(dialog.getByRole('textbox', { name: 'Fan' })).toBeFocused()
      await page.keyboard.type(fan.username)
      await dialog.getByRole('textbox', { name: 'Creator' }).fill(creator.username)
      const asked = page.waitForRequest(`**${path}`)
      await page.keyboard.press('Enter')
      await asked
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      if (words === refused) expectRefusal(503, path)
      answer()
      await expect(page.getByRole('region', { name: 'Notifications' }).getByText(words)).toBeVisible()
      await page.unroute(`**${path}`)
    }
    await dismissToasts(page)
  })

  await test.step('An admin approves a member as creator, and the list is updated', async () => {
    const menu = page.getByRole('menu', { name: `More for ${fan.username}` })
    // Stubs the list as it is while creators need an invitation. The approval itself is not stubbed.
    await page.route('**/api/admin/users?*', async (route) => {
      const response = await route.fetch()
      const users: AdminUser[] = await response.json()
      await route.fulfill({ response, json: users.map((user) => ({ ...user, may_be_creator: false })) })
    })
    await page.goto(`/admin/users?search=${word}-fan`)
    await button(page, `More for ${fan.username}`).click()
    await expectFocusIn(menu)
    await page.unroute('**/api/admin/users?*')
    const listed = page.waitForResponse((response) => response.url().includes('/api/admin/users?'))
    await page.getByRole('menuitem', { name: 'Approve as creator' }).click()
    await expect(toast(page, `${fan.username} may become a creator now.`)).toBeVisible()
    await listed
    await expect(menu).toHaveCount(0)
    await expect(page.getByRole('row', { name: fan.username })).toContainText(/Approved on \w+/)
    await button(page, `More for ${fan.username}`).click()
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Grant a subscription',
      'Take a subscription back',
      'Freeze…',
      'Close account…',
    ])
    await expectFocusIn(menu)
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  })

  await test.step('Staff list those who wish to become creators, and Back lists all again', async () => {
    await people.call(fan, 'PUT', '/user', { wish_to_become_creator: true })
    await navigate(page, `/admin/users?search=${word}`)
    await expect(page.getByText('37 in this list')).toBeVisible()
    const wish = button(page, 'Wish to become creator')
    await expect(wish).toHaveAttribute('aria-pressed', 'false')
    await wish.click()
    await expect(page).toHaveURL(`/admin/users?search=${word}&wish=true`)
    await expect(wish).toHaveAttribute('aria-pressed', 'true')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(fan.username)
    await page.goBack()
    await expect(page.getByText('37 in this list')).toBeVisible()
  })

  await test.step('A phone has no room for the addresses and the wishes', async () => {
    await navigate(page, `/admin/users?search=${word}`)
    await expect(page.getByText('37 in this list')).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Email' })).toBeVisible()
    await page.setViewportSize({ width: 320, height: 700 })
    await expect(page.getByRole('columnheader', { name: 'Email' })).toBeHidden()
    await expect(page.getByRole('columnheader', { name: 'Wish to become creator' })).toBeHidden()
    await expect(page.getByRole('columnheader', { name: 'Role' })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})

test('A kind that is chosen right after typing keeps the search, and the field and the list agree', async ({
  page,
  people,
  product,
}) => {
  const word = `quick${Date.now().toString(36)}`
  await crowd(product, word, 2)
  const creator = await people.creator({ username: `${word}-star` })
  const staff = await people.member(`${word}-staff`)
  await people.grant(staff.email, 'moderator')
  await people.signedIn(page, staff)
  await page.goto('/admin/users')
  await expect(rows(page).first()).toBeVisible()

  await test.step('With the mouse', async () => {
    // One task of the browser: the field loses the focus and the button is pressed before anything is rendered.
    await searchField(page).fill(word)
    await button(page, 'creator').evaluate((kind: HTMLButtonElement) => {
      kind.focus()
      kind.click()
    })
    await expect(page).toHaveURL(`/admin/users?kind=creator&search=${word}`)
    await expect(rows(page)).toContainText([creator.username])
    await expect(searchField(page)).toHaveValue(word)
  })

  await test.step('In a browser that does not focus a button on a click', async () => {
    await searchField(page).fill(`${word}-`)
    await button(page, 'lambda').evaluate((kind: HTMLButtonElement) => kind.click())
    await expect(page).toHaveURL(`/admin/users?kind=lambda&search=${word}-`)
    await expect(page.getByText('2 in this list')).toBeVisible()
    await expect(searchField(page)).toHaveValue(`${word}-`)
  })

  await test.step('Two kinds one after the other', async () => {
    await searchField(page).fill(`${word}-st`)
    await button(page, 'lambda').evaluate((kind: HTMLButtonElement) => kind.focus())
    await button(page, 'moderator').evaluate((kind: HTMLButtonElement) => kind.click())
    await button(page, 'creator').evaluate((kind: HTMLButtonElement) => kind.click())
    await expect(page).toHaveURL(`/admin/users?kind=creator&search=${word}-st`)
    await expect(rows(page)).toContainText([creator.username])
  })

  await test.step('A link that replaces the search before it is rendered empties the field too', async () => {
    await searchField(page).fill('nobody at all')
    await page
      .getByRole('navigation', { name: 'Sections of the admin panel' })
      .getByRole('link', { name: 'Users' })
      .evaluate((tab: HTMLAnchorElement) => {
        tab.focus()
        tab.click()
      })
    await expect(page).toHaveURL('/admin/users')
    await expect(searchField(page)).toHaveValue('')
    await expect(rows(page).first()).toBeVisible()
  })
})
