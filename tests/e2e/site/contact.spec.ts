import { axe } from '#tests/e2e/support/axe.ts'
import {
  acceptMessages,
  CONTACT,
  expectFilledIn,
  field,
  fillIn,
  MESSAGE,
  SENT,
  THANKS,
  watchMessages,
} from '#tests/e2e/support/contact.ts'
import { visit } from '#tests/e2e/support/hydration.ts'
import { button } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { dismissToasts, toast } from '#tests/e2e/support/toasts.ts'
import { expectToFit, forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

/** The recipient of contact messages, by the settings of the product under test. */
const RECIPIENT = 'house@loge.test'

/** The texts of the form in each language. */
const WORDS = {
  en: {
    name: 'Name',
    email: 'Email',
    submit: 'Send Message',
    required: 'This field is required',
    sent: 'Your message has been sent',
    thanks: THANKS,
  },
  fr: {
    name: 'Nom',
    email: 'E-mail',
    submit: 'Envoyer le message',
    required: 'Ce champ est obligatoire',
    sent: 'Votre message a été envoyé',
    thanks: /^Merci\. Votre message nous est parvenu/,
  },
}

test.describe('A contact message', () => {
  test('A contact message is sent once and as it was typed, by mouse or keyboard, and is not lost on the way', async ({
    page,
    outbox,
  }) => {
    await visit(page, '/contact-us')

    await test.step('A message that is submitted before hydration stays in the form', async () => {
      await fillIn(page)
      // The default action of the browser without a script.
      await page.getByRole('form').evaluate((form: HTMLFormElement) => form.submit())
      await expect(page).toHaveURL('/contact-us')
      await expectFilledIn(page)
    })

    // Spec 2.25, 2.26, 7.49
    await test.step('A message is sent as it was typed, a toast and a status confirm it, and the form is empty again', async () => {
      await fillIn(page)
      const request = page.waitForRequest(`**${CONTACT}`)
      await button(page, 'Send Message').click()
      expect((await request).method()).toBe('POST')
      expect((await request).postDataJSON()).toEqual({ ...MESSAGE, website: '' })
      await expect(toast(page, 'Your message has been sent')).toHaveRole('status')
      await expect(page.getByRole('main').getByRole('status')).toHaveText(THANKS)
      for (const name of ['Name', 'Email', 'Message']) await expect(field(page, name)).toHaveValue('')
      // Other tests write to the same recipient.
      const sent = async () =>
        (await outbox.mailsTo(RECIPIENT)).filter(({ replyTo }) => replyTo?.[0]?.address === MESSAGE.email)
      await expect.poll(async () => (await sent()).at(-1)?.text ?? '').toContain(MESSAGE.message)
    })

    await test.step('A message is sent once, however often the button is pressed during the request', async () => {
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route(`**${CONTACT}`, async (route) => {
        await held
        await route.fulfill({ status: 201, json: SENT })
      })
      const messages = watchMessages(page)
      await fillIn(page)
      // Two presses in one call, before anything is rendered.
      await button(page, 'Send Message').evaluate((pressed: HTMLButtonElement) => {
        pressed.click()
        pressed.click()
      })
      await expect(button(page, 'Send Message')).toHaveAttribute('aria-busy', 'true')
      await button(page, 'Send Message').click({ force: true })
      await field(page, 'Name').press('Enter')
      await expectFilledIn(page)
      await expect(page.getByText(THANKS)).toHaveCount(0)
      answer()
      await expect(field(page, 'Message')).toHaveValue('')
      await expect(page.getByText(THANKS)).toBeVisible()
      expect(messages).toHaveLength(1)

      await fillIn(page)
      await button(page, 'Send Message').click()
      await expect(field(page, 'Message')).toHaveValue('')
      expect(messages).toHaveLength(2)
    })

    await test.step('A message is written with the keyboard alone, which never reaches the honeypot field', async () => {
      await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(3)
      await field(page, 'Name').focus()
      await page.keyboard.type(MESSAGE.name)
      await page.keyboard.press('Tab')
      await page.keyboard.type(MESSAGE.email)
      await page.keyboard.press('Tab')
      await page.keyboard.type('Where is my seat?')
      await page.keyboard.press('Tab')
      await expect(button(page, 'Send Message')).toBeFocused()
      const honeypot = page.locator('input[name=website]')
      await expect(honeypot).toHaveAttribute('tabindex', '-1')
      await expect(honeypot).toHaveAttribute('autocomplete', 'off')
      await expect(honeypot).not.toBeInViewport()
      await page.keyboard.press('Enter')
      await expect(field(page, 'Message')).toHaveValue('')
      await expect(page.getByText(THANKS)).toBeVisible()
    })

    await test.step('A change of language keeps the typed text', async () => {
      await dismissToasts(page)
      await fillIn(page)
      await page.getByRole('link', { name: 'EN Passer en français' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nous contacter')
      await expect(button(page, 'Envoyer le message')).toBeVisible()
      await expect(field(page, 'Nom')).toHaveValue(MESSAGE.name)
      await expect(field(page, 'Message')).toHaveValue(MESSAGE.message)
    })
  })
})

test.describe('A member who writes a contact message', () => {
  test('A member finds their own address in the contact form, unless they have typed another one', {
    tag: '@long',
  }, async ({ page, people }) => {
    const member = await people.signUp()
    await people.signedIn(page, member)

    await test.step('A member who types another address before they are recognised keeps it', async () => {
      let recognise = () => {}
      const held = new Promise<void>((resolve) => {
        recognise = resolve
      })
      await page.route('**/api/user', async (route) => {
        await held
        await route.continue()
      })
      await visit(page, '/contact-us')
      await field(page, 'Email').fill('other@loge.test')
      recognise()
      await expect(button(page, 'Menu')).toBeVisible()
      await expect(field(page, 'Email')).toHaveValue('other@loge.test')
      await page.unroute('**/api/user')
    })

    await test.step('A member finds their own address in the form, before and after sending', async () => {
      await acceptMessages(page)
      await visit(page, '/contact-us')
      await expect(field(page, 'Email')).toHaveValue(member.email)
      await field(page, 'Name').fill(MESSAGE.name)
      await field(page, 'Message').fill(MESSAGE.message)
      await button(page, 'Send Message').click()
      await expect(field(page, 'Message')).toHaveValue('')
      await expect(field(page, 'Email')).toHaveValue(member.email)
    })
  })
})

for (const round of roundsFrom(390)) {
  test.describe(round.name, () => {
    test.use(round.use)

    test('The errors and the thanks of the contact form fit the window and pass axe, in both languages', async ({
      page,
    }) => {
      await acceptMessages(page)
      await visit(page, '/contact-us')
      const form = page.getByRole('main').getByRole('form')
      await forEachView(page, round, async (view) => {
        const words = WORDS[view.language]
        await expectToFit(page, view)
        await button(page, words.submit).click()
        await expect(form.locator('[aria-invalid=true]')).toHaveCount(3)
        await expect(field(page, words.name)).toHaveAccessibleDescription(words.required)
        await axe(page)
        await field(page, words.name).fill(MESSAGE.name)
        await field(page, words.email).fill(MESSAGE.email)
        await field(page, 'Message').fill(MESSAGE.message)
        await button(page, words.submit).click()
        // The toast of an earlier view may still be there.
        await expect(toast(page, words.sent).last()).toBeVisible()
        await expect(form.getByRole('status')).toHaveText(words.thanks)
        await axe(page)
      })
    })
  })
}
