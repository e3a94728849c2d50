import { axe } from '#tests/e2e/support/axe.ts'
import { signInAs } from '#tests/e2e/support/members.ts'
import { navigate } from '#tests/e2e/support/navigation.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { logIn } from '#tests/e2e/support/sign-in.ts'
import { ageBox, fillSignUp, PASSWORD, SIGN_UP } from '#tests/e2e/support/signup.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { expectToFit, forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

test('A visitor who signs up confirms their address with the link of a mail, and can ask for another one before', async ({
  page,
  people,
  outbox,
}) => {
  const email = people.address()

  await test.step('The form links the terms and the privacy policy, and sends that the age box is ticked', async () => {
    await page.goto('/signup')
    const form = page.getByRole('main')
    await expect(form.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms-of-service')
    await expect(form.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy-policy')
    await fillSignUp(page, email)
    await ageBox(page).check()
    const sent = page.waitForRequest(`**${SIGN_UP}`)
    const answered = page.waitForResponse(`**${SIGN_UP}`)
    await button(page, 'Sign up').click()
    expect((await sent).postDataJSON()).toEqual({ user: { email, password: PASSWORD, age_confirmed: true } })
    expect((await answered).status()).toBe(201)
  })

  const section = page.getByRole('main').getByRole('region', { name: 'Email', exact: true })
  await test.step('Everything works before, and the settings say that the address is not confirmed', async () => {
    expect((await outbox.newestTo(email)).subject).toBe('Confirm that this address is yours')
    await logIn(page, { email, password: PASSWORD })
    await expect(page).toHaveURL('/')
    await page.goto('/settings')
    await expect(section.getByRole('status')).toHaveText(
      `${email} is not confirmed yet. Follow the link in the mail that we sent there.`,
    )
  })

  await test.step('Another link is sent on request', async () => {
    await button(page, 'Send the link again').click()
    await expect(toast(page, 'We sent you another link. Please check your inbox.')).toHaveRole('status')
    await outbox.newestTo(email, 2)
  })

  await test.step('Opening the link changes nothing, and its button confirms the address', async () => {
    await page.goto(await outbox.linkTo(email, '/confirm-email'))
    await expect(page).toHaveTitle(/Confirm your address/)
    await page.goto('/settings')
    await expect(section.getByRole('status')).toContainText('is not confirmed yet')
    await page.goto(await outbox.linkTo(email, '/confirm-email'))
    await button(page, 'Confirm this address').click()
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Your address is confirmed.')
    await page.getByRole('link', { name: 'Go on to Loge' }).click()
    await page.goto('/settings')
    await expect(section).toContainText(`Now: ${email}`)
    await expect(section.getByRole('status')).toHaveCount(0)
    await expect(button(page, 'Send the link again')).toHaveCount(0)
  })
})

test('While creators join by invitation, the settings say so in place of the form, and a member asks for one', async ({
  page,
  people,
}) => {
  const as = { may_be_creator: false }
  await signInAs(page, people, as)
  await page.goto('/')
  await button(page, 'Menu').click()
  await page.getByRole('dialog').getByRole('link', { name: 'Become a creator' }).click()
  await expect(page).toHaveURL('/settings#creator')
  const section = page.getByRole('main').getByRole('region', { name: 'Creator profile' })
  await expect(section.getByRole('heading', { name: 'Creators join by invitation' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Bio' })).toHaveCount(0)

  await button(page, 'Ask for an invitation').click()
  await expect(section.getByRole('status')).toHaveText(
    'Your request was sent. We will tell you, here and by mail, when you can open your box.',
  )
  await expect(toast(page, 'Creator preference updated successfully')).toBeVisible()
  await expect(button(page, 'Take the request back')).toBeFocused()
  await expect(page.getByRole('checkbox', { name: 'I am interested in becoming a creator' })).toBeChecked()
  await page.reload()
  await button(page, 'Take the request back').click()
  await expect(button(page, 'Ask for an invitation')).toBeFocused()
  await expect(page.getByRole('checkbox', { name: 'I am interested in becoming a creator' })).not.toBeChecked()

  await test.step('Once staff have approved them, the editor is there without a reload', async () => {
    as.may_be_creator = true
    await navigate(page, '/')
    await button(page, 'Menu').click()
    await page.getByRole('dialog').getByRole('link', { name: 'Become a creator' }).click()
    await expect(page.getByRole('textbox', { name: 'Bio' })).toBeVisible()
  })
})

for (const round of roundsFrom(390)) {
  test.describe(round.name, () => {
    test.use(round.use)

    test('The sign-up form with its links, and the settings before a confirmation and an invitation, fit the window and pass axe', async ({
      page,
      people,
    }) => {
      await page.goto('/signup')
      await forEachView(page, round, async (view) => {
        await expect(page.locator('main a[href="/terms-of-service"]')).toBeVisible()
        await expectToFit(page, view)
        await axe(page)
      })
      // A low window, as a phone on its side has.
      await page.setViewportSize({ width: 844, height: 390 })
      await expectNoSidewaysScroll(page)
      await signInAs(page, people, { may_be_creator: false, email_confirmed: false, wish_to_become_creator: true })
      await page.goto('/settings')
      await forEachView(page, round, async (view) => {
        await expect(page.getByRole('main').getByRole('status').first()).toBeVisible()
        await expectToFit(page, view)
        await axe(page)
      })
    })
  })
}
