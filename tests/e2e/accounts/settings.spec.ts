import { HOUR_MS } from '#contract/time.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { hold } from '#tests/e2e/support/feed.ts'
import { signInAs } from '#tests/e2e/support/members.ts'
import { button, expectNoSidewaysScroll, watchCalls } from '#tests/e2e/support/page.ts'
import { bio, SERVER_ERROR, shareLink, username } from '#tests/e2e/support/settings.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { dismissToasts, toast } from '#tests/e2e/support/toasts.ts'
import { expectToFit, forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

const USER = '/api/user'
const RULE = 'A username has 3 to 30 letters, digits, _ or -, and starts with a letter or a digit.'

test.describe('A username', () => {
  // Spec 2.62
  test('A username that is too short, reserved or taken is refused at its field, and stays there to be corrected', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const other = await people.member()
    await signInAs(page, people)
    await page.goto('/settings')
    const before = await username(page).inputValue()
    await expect(button(page, 'Save')).toBeDisabled()
    const calls = watchCalls(page)
    for (const wrong of ['ab', '-amy', 'amy lenoir', 'a'.repeat(31), '']) {
      await username(page).fill(wrong)
      await button(page, 'Save').click()
      await expect(username(page)).toHaveAccessibleDescription(RULE)
      await expect(username(page)).toBeFocused()
    }
    expect(calls).toEqual([])

    for (const [refused, words] of [
      ['Settings', 'This username is reserved.'],
      [other.username.toUpperCase(), 'This username is taken.'],
    ] as const) {
      expectRefusal(422, USER)
      await username(page).fill(refused)
      await expect(username(page)).toHaveAccessibleDescription('')
      await username(page).press('Enter')
      await expect(username(page)).toHaveAccessibleDescription(words)
      await expect(username(page)).toHaveValue(refused)
      await expect(username(page)).toBeFocused()
    }

    await page.route(`**${USER}`, (route) => route.fulfill({ status: 500, json: SERVER_ERROR }))
    expectRefusal(500, USER)
    await username(page).fill('somebody-else')
    await button(page, 'Save').click()
    await expect(toast(page, 'Something went wrong on our side. Please try again.')).toHaveRole('alert')
    await expect(username(page)).toHaveValue('somebody-else')
    await username(page).fill(before)
    await expect(button(page, 'Save')).toBeDisabled()
  })

  test('The username is called an address only for creators, who have a page at it', { tag: '@long' }, async ({
    page,
    people,
  }) => {
    await signInAs(page, people)
    await page.goto('/settings')
    const words = page.getByRole('main').getByRole('region', { name: 'Username', exact: true })
    await expect(words).toContainText('The name that others see.')
    await expect(words).not.toContainText(/address/i)
    await expect(shareLink(page)).toHaveCount(0)

    await people.signedIn(page, await people.creator())
    await page.goto('/settings')
    await expect(words).toContainText('your address on Loge')
    await expect(shareLink(page)).toBeVisible()
  })

  // Spec 2.62
  test('A free username is saved, the menu and the share link change, and other edits stay', async ({
    page,
    people,
  }) => {
    const creator = await people.creator({ bio: 'Soloist by night.' })
    await people.signedIn(page, creator)
    await page.goto('/settings')
    await bio(page).fill('Not saved yet')
    const name = `Amy-${Date.now().toString(36)}`
    await username(page).fill(` ${name} `)
    await button(page, 'Save').click()
    await expect(toast(page, 'Username updated successfully')).toHaveRole('status')
    await expect(username(page)).toHaveValue(name)
    await expect(button(page, 'Save')).toBeDisabled()
    await expect(shareLink(page)).toHaveValue(`${new URL(page.url()).origin}/${name}`)
    await expect(bio(page)).toHaveValue('Not saved yet')
    await dismissToasts(page)
    await button(page, 'Menu').click()
    await expect(page.getByRole('dialog')).toContainText(name)
    await page.getByRole('dialog').getByRole('link', { name: 'Profile' }).click()
    await expect(page).toHaveURL(`/${name}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  })
})

// Spec 2.63, 6.23, 8.15
test('The interest in becoming a creator is saved as soon as it is ticked, and taken back when that fails', async ({
  page,
  people,
  expectRefusal,
}) => {
  await signInAs(page, people)
  await page.goto('/settings')
  const box = page.getByRole('checkbox', { name: 'I am interested in becoming a creator' })
  await expect(box).not.toBeChecked()
  await box.check()
  await expect(toast(page, 'Creator preference updated successfully')).toHaveRole('status')
  await page.reload()
  await expect(box).toBeChecked()

  await page.route(`**${USER}`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: SERVER_ERROR }) : route.continue(),
  )
  expectRefusal(500, USER)
  // With a key instead of uncheck(), which would wait for a state that is rolled back.
  await box.press('Space')
  await expect(toast(page, 'Failed to update creator preference')).toHaveRole('alert')
  await expect(box).toBeChecked()
})

test('What is still loading in the settings is no wider than a phone at a zoom of 200 %', async ({ page, people }) => {
  const { release } = await hold(page, '**/api/sessions')
  await signInAs(page, people)
  await page.goto('/settings')
  await page.setViewportSize({ width: 180, height: 400 })
  await page.locator('.skeleton-line').first().scrollIntoViewIfNeeded()
  await expectNoSidewaysScroll(page)
  await release()
  await expect(page.locator('.skeleton-line')).toHaveCount(0)
})

test.describe('A creator', () => {
  // Spec 2.65, 2.66, 6.13, 9.15
  test('A creator copies the link to their page, and reads Copied for one second', async ({
    page,
    people,
    context,
  }) => {
    const creator = await people.creator()
    await people.signedIn(page, creator)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.clock.install()
    await page.goto('/settings')
    const link = `${new URL(page.url()).origin}/${creator.username}`
    await expect(shareLink(page)).toHaveValue(link)
    await expect(bio(page)).toBeVisible()
    await page.clock.pauseAt(Date.now() + HOUR_MS)
    await button(page, 'Copy').click()
    await expect(button(page, 'Copied')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Share link' }).getByRole('status')).toHaveText('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await page.clock.runFor(999)
    await expect(button(page, 'Copied')).toBeVisible()
    await page.clock.runFor(1)
    await expect(button(page, 'Copy')).toBeVisible()
    await expect(button(page, 'Copied')).toHaveCount(0)
  })

  test('A creator whose browser forbids copying finds the link selected, and reads how to copy it', {
    tag: '@long',
  }, async ({ page, people }) => {
    const creator = await people.creator()
    await people.signedIn(page, creator)
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.goto('/settings')
    // The bio above is loaded later and would move the button.
    await expect(bio(page)).toBeVisible()
    await button(page, 'Copy').click()
    await expect(shareLink(page)).toBeFocused()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(await shareLink(page).inputValue())
    await expect(page.getByText(/^The browser did not allow copying\./).first()).toBeVisible()
    await expect(button(page, 'Copied')).toHaveCount(0)
  })
})

for (const round of roundsFrom(390)) {
  test.describe(round.name, () => {
    test.use(round.use)

    test('The settings and their error messages fit the window and pass axe', async ({ page, people }) => {
      await people.signedIn(page, await people.creator({ bio: 'Soloist by night.' }))
      await page.goto('/settings')
      const prices = page.getByRole('spinbutton')
      await expect(prices).toHaveCount(3)
      await forEachView(page, round, (view) => expectToFit(page, view))
      await prices.nth(2).fill('')
      await prices.nth(2).press('Enter')
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(1)
      await page.getByRole('main').getByRole('textbox').first().fill('?')
      await page.getByRole('main').getByRole('textbox').first().press('Enter')
      await forEachView(page, round, async () => {
        await expect(page.locator('[aria-invalid=true]')).toHaveCount(2)
        await expectNoSidewaysScroll(page)
        await axe(page)
      })
    })
  })
}
