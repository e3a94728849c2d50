import type { Page } from '@playwright/test'
import { axe } from '#tests/e2e/support/axe.ts'
import { button } from '#tests/e2e/support/page.ts'
import { logIn } from '#tests/e2e/support/sign-in.ts'
import { ageBox, fillSignUp, PASSWORD, SIGN_UP } from '#tests/e2e/support/signup.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFit, forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

function card(page: Page, username: string) {
  return page.getByRole('region', { name: `${username} invites you to a private box` })
}

test.describe('An invitation', () => {
  test('A visitor of a creator’s page sees their card, and is on that page after signing up and logging in', async ({
    page,
    people,
  }) => {
    const amy = await people.creator({ bio: 'Soloist by night.' })
    const post = await people.post(amy, { description: 'An open post' })
    await page.goto(`/creator/${amy.username}?post=${post.id}`)
    await expect(page).toHaveURL('/discover')
    await expect(card(page, amy.username)).toContainText('“Soloist by night.”')
    await expect(card(page, amy.username).locator('img')).toHaveCount(2)
    await axe(page)
    await card(page, amy.username).getByRole('link', { name: 'Sign up to go in' }).click()
    const email = people.address('invited')
    await expect(ageBox(page)).toBeVisible()
    await fillSignUp(page, email)
    await ageBox(page).check()
    // The page goes on before the server answers.
    const signed_up = page.waitForResponse(`**${SIGN_UP}`)
    await button(page, 'Sign up').click()
    await expect(page).toHaveURL('/login')
    await signed_up
    await logIn(page, { email, password: PASSWORD })
    await expect(page).toHaveURL(`/${amy.username}?post=${post.id}`)
    await expect(page.getByRole('dialog', { name: `Post by ${amy.username}` })).toBeVisible()
  })

  test('A visitor logs in from the card and is on that page; a member sees no card', async ({ page, people }) => {
    const amy = await people.creator()
    const fan = await people.signUp()
    await page.goto(`/${amy.username}`)
    await card(page, amy.username).getByRole('link', { name: 'Log in' }).click()
    await logIn(page, fan)
    await expect(page).toHaveURL(`/${amy.username}`)
    await expect(page.getByRole('heading', { level: 1, name: amy.username })).toBeVisible()
    await page.goto('/discover')
    await expect(page.getByRole('link', { name: 'Go to your feed' })).toBeVisible()
    await expect(card(page, amy.username)).toHaveCount(0)
  })

  test('A featured creator is an invitation too, which the keyboard closes, and the way back stays', async ({
    page,
    people,
  }) => {
    const amy = await people.creator({ bio: 'Featured' })
    await people.post(amy)
    const fan = await people.signUp()
    await page.goto('/discover')
    await page.getByRole('link', { name: amy.username }).first().click()
    await expect(card(page, amy.username)).toBeVisible()
    await expect(page).toHaveURL('/discover')
    await card(page, amy.username).getByRole('button', { name: 'Close this invitation' }).press('Enter')
    await expect(card(page, amy.username)).toHaveCount(0)
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await logIn(page, fan)
    await expect(page).toHaveURL(`/${amy.username}`)
  })

  test('Nobody else loads it, and a name that nobody has shows none', async ({ page, expectRefusal }) => {
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.goto('/discover')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/settings')
    await expect(page).toHaveURL('/discover')
    expect(loaded.filter((url) => url.includes('invitation'))).toEqual([])
    expectRefusal(404)
    const answer = await page.goto('/nobody-has-this-name')
    expect(answer?.status()).toBe(404)
    await expect(page).toHaveURL('/discover')
    await expect(page.getByRole('region', { name: 'invites you' })).toHaveCount(0)
    await expect(page.locator('.invitation')).toHaveCount(0)
  })

  for (const round of roundsFrom(390)) {
    test.describe(round.name, () => {
      test.use(round.use)

      test('An invitation fits the window and passes axe', async ({ page, people }) => {
        const amy = await people.creator({ bio: 'Soloist by night, early riser by mistake. '.repeat(3) })
        await people.post(amy, { width: 400, height: 500 })
        await page.goto(`/${amy.username}`)
        await expect(page.locator('.invitation-title')).toContainText(amy.username)
        await forEachView(page, round, async (view) => {
          await expect(page.locator('.invitation-title')).toBeVisible()
          await expectToFit(page, view)
          await axe(page)
        })
      })
    })
  }
})
