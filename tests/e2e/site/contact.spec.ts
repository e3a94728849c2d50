import type { Page } from '@playwright/test'
import type { contact } from '#contract/contact.ts'
import type { Output } from '#contract/endpoint.ts'
import { CONTACT_MESSAGE_MAX } from '#contract/limits.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { visit } from '#tests/e2e/support/hydration.ts'
import { button } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { dismissToasts, toast } from '#tests/e2e/support/toasts.ts'
import { expectToFit, forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

const CONTACT = '/api/contact'
const LETTER = { name: 'Amy Lenoir', email: 'amy@loge.test', message: 'Good evening,\nwhere is my seat?' }
const SENT: Output<typeof contact.send_contact> = {}
/** Who reads the letters, by the settings of the product under test. */
const HOUSE = 'house@loge.test'
const THANKS = 'Thank you. Your message has reached us, and the answer will come by e-mail.'

/** What the form says in each language. */
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

function field(page: Page, name: string) {
  return page.getByRole('main').getByRole('textbox', { name, exact: true })
}

async function fillIn(page: Page, letter: Partial<typeof LETTER> = {}): Promise<void> {
  const { name, email, message } = { ...LETTER, ...letter }
  await field(page, 'Name').fill(name)
  await field(page, 'Email').fill(email)
  await field(page, 'Message').fill(message)
}

async function expectStillThere(page: Page): Promise<void> {
  await expect(field(page, 'Name')).toHaveValue(LETTER.name)
  await expect(field(page, 'Email')).toHaveValue(LETTER.email)
  await expect(field(page, 'Message')).toHaveValue(LETTER.message)
}

/** The letters that leave the page from now on. */
function watchLetters(page: Page): unknown[] {
  const letters: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') letters.push(request.postDataJSON())
  })
  return letters
}

function acceptLetters(page: Page) {
  return page.route(`**${CONTACT}`, (route) => route.fulfill({ status: 201, json: SENT }))
}

test.describe('A contact message that cannot be sent', () => {
  test('A contact message with missing or invalid fields, or one that the server refuses, is not sent and stays in the form', async ({
    page,
    expectRefusal,
    expectLine,
  }) => {
    await visit(page, '/contact-us')

    // Spec 2.24, 5.24
    await test.step('while a field is empty: each says so, and the first gets the focus', async () => {
      const letters = watchLetters(page)
      await button(page, 'Send Message').click()
      for (const name of ['Name', 'Email', 'Message']) {
        await expect(field(page, name)).toHaveAccessibleDescription('This field is required')
      }
      await expect(field(page, 'Name')).toBeFocused()

      for (const name of ['Message', 'Email', 'Name']) {
        await fillIn(page)
        await expect(field(page, name)).toHaveAccessibleDescription('')
        await field(page, name).fill('')
        await button(page, 'Send Message').click()
        await expect(field(page, name)).toBeFocused()
        await expect(page.locator('[aria-invalid=true]')).toHaveCount(1)
      }
      expect(letters).toEqual([])
    })

    // Spec 2.24, 5.24
    await test.step('with nothing but spaces, with an address that cannot be one, or longer than a letter may be', async () => {
      const letters = watchLetters(page)
      await fillIn(page, { name: ' ', email: 'amy@loge', message: '  \n ' })
      await button(page, 'Send Message').click()
      await expect(field(page, 'Name')).toHaveAccessibleDescription('This field is required')
      await expect(field(page, 'Email')).toHaveAccessibleDescription('Invalid email address')
      await expect(field(page, 'Message')).toHaveAccessibleDescription('This field is required')

      const long = 'é'.repeat(CONTACT_MESSAGE_MAX + 1)
      await fillIn(page, { message: long })
      await button(page, 'Send Message').click()
      await expect(field(page, 'Message')).toHaveAccessibleDescription('This text is too long. Please shorten it.')
      await expect(field(page, 'Message')).toHaveValue(long)
      expect(letters).toEqual([])
    })

    // Spec 2.26, 7.49
    await test.step('when the server stumbles: its reason is told, and what was typed stays', async () => {
      await page.route(`**${CONTACT}`, (route) =>
        route.fulfill({ status: 503, json: { error: 'No', code: 'unavailable' } }),
      )
      await fillIn(page)
      expectRefusal(503, CONTACT)
      await button(page, 'Send Message').click()
      const reason = 'Loge cannot answer for the moment. Please try again soon.'
      await expect(toast(page, reason)).toHaveRole('alert')
      const notice = page.getByRole('main').getByRole('alert')
      await expect(notice).toContainText('Your message was not sent.')
      await expect(notice).toContainText(reason)
      await expect(page.getByText(THANKS)).toHaveCount(0)
      await expectStillThere(page)

      await page.unroute(`**${CONTACT}`)
      await acceptLetters(page)
      await button(page, 'Send Message').click()
      await expect(page.getByText(THANKS)).toBeVisible()
      await expect(notice).toHaveCount(0)
    })

    await dismissToasts(page)
    await page.unroute(`**${CONTACT}`)

    await test.step('when the connection drops, and what was typed stays', async () => {
      await page.route(`**${CONTACT}`, (route) => route.abort())
      await fillIn(page)
      expectLine(/Failed to load resource: net::ERR_FAILED/)
      await button(page, 'Send Message').click()
      await expect(toast(page, 'The connection dropped. Check your network and try again.')).toBeVisible()
      await expectStillThere(page)
    })

    await dismissToasts(page)
    await page.unroute(`**${CONTACT}`)

    await test.step('by somebody who writes too often, who is told when to try again', async () => {
      await page.route(`**${CONTACT}`, (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '1740' },
          json: { error: 'Too many attempts', code: 'rate_limited' },
        }),
      )
      await fillIn(page)
      expectRefusal(429, CONTACT)
      await button(page, 'Send Message').click()
      await expect(toast(page, 'Too many attempts. Please try again in 29 minutes.')).toBeVisible()
      await expectStillThere(page)
    })
  })
})

test.describe('A contact message', () => {
  test('A contact message is sent once and as it was typed, by mouse or keyboard, and is not lost on the way', async ({
    page,
    outbox,
  }) => {
    await visit(page, '/contact-us')

    await test.step('that is sent off before the page is ready for it stays where it was typed', async () => {
      await fillIn(page)
      // What a browser does by itself, when no script listens.
      await page.getByRole('form').evaluate((form: HTMLFormElement) => form.submit())
      await expect(page).toHaveURL('/contact-us')
      await expectStillThere(page)
    })

    // Spec 2.25, 2.26, 7.49
    await test.step('goes out as it was typed; a toast and a lasting line say so, and the form is empty again', async () => {
      await fillIn(page)
      const request = page.waitForRequest(`**${CONTACT}`)
      await button(page, 'Send Message').click()
      expect((await request).method()).toBe('POST')
      expect((await request).postDataJSON()).toEqual({ ...LETTER, website: '' })
      await expect(toast(page, 'Your message has been sent')).toHaveRole('status')
      await expect(page.getByRole('main').getByRole('status')).toHaveText(THANKS)
      for (const name of ['Name', 'Email', 'Message']) await expect(field(page, name)).toHaveValue('')
      const mail = await outbox.newestTo(HOUSE)
      expect(mail.replyTo?.[0]?.address).toBe(LETTER.email)
      expect(mail.text).toContain(LETTER.message)
    })

    await test.step('is sent once, however often the button is pressed while it is on its way', async () => {
      let arrive = () => {}
      const held = new Promise<void>((resolve) => {
        arrive = resolve
      })
      await page.route(`**${CONTACT}`, async (route) => {
        await held
        await route.fulfill({ status: 201, json: SENT })
      })
      const letters = watchLetters(page)
      await fillIn(page)
      // Two presses in one breath, before the page can have drawn anything.
      await button(page, 'Send Message').evaluate((pressed: HTMLButtonElement) => {
        pressed.click()
        pressed.click()
      })
      await expect(button(page, 'Send Message')).toHaveAttribute('aria-busy', 'true')
      await button(page, 'Send Message').click({ force: true })
      await field(page, 'Name').press('Enter')
      await expectStillThere(page)
      await expect(page.getByText(THANKS)).toHaveCount(0)
      arrive()
      await expect(field(page, 'Message')).toHaveValue('')
      await expect(page.getByText(THANKS)).toBeVisible()
      expect(letters).toHaveLength(1)

      await fillIn(page)
      await button(page, 'Send Message').click()
      await expect(field(page, 'Message')).toHaveValue('')
      expect(letters).toHaveLength(2)
    })

    await test.step('can be written from the keyboard alone, which never meets the field that is for machines', async () => {
      await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(3)
      await field(page, 'Name').focus()
      await page.keyboard.type(LETTER.name)
      await page.keyboard.press('Tab')
      await page.keyboard.type(LETTER.email)
      await page.keyboard.press('Tab')
      await page.keyboard.type('Where is my seat?')
      await page.keyboard.press('Tab')
      await expect(button(page, 'Send Message')).toBeFocused()
      const trap = page.locator('input[name=website]')
      await expect(trap).toHaveAttribute('tabindex', '-1')
      await expect(trap).toHaveAttribute('autocomplete', 'off')
      await expect(trap).not.toBeInViewport()
      await page.keyboard.press('Enter')
      await expect(field(page, 'Message')).toHaveValue('')
      await expect(page.getByText(THANKS)).toBeVisible()
    })

    await test.step('keeps what is typed while the language changes', async () => {
      await dismissToasts(page)
      await fillIn(page)
      await page.getByRole('link', { name: 'EN Passer en français' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nous contacter')
      await expect(button(page, 'Envoyer le message')).toBeVisible()
      await expect(field(page, 'Nom')).toHaveValue(LETTER.name)
      await expect(field(page, 'Message')).toHaveValue(LETTER.message)
    })
  })
})

test.describe('A member who writes a contact message', () => {
  test('A member finds their own address in the contact form, unless they have typed another one', {
    tag: '@long',
  }, async ({ page, people }) => {
    const member = await people.signUp()
    await people.signedIn(page, member)

    await test.step('who has typed another address before they are recognised keeps it', async () => {
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

    await test.step('finds their own address in the form, before and after sending', async () => {
      await acceptLetters(page)
      await visit(page, '/contact-us')
      await expect(field(page, 'Email')).toHaveValue(member.email)
      await field(page, 'Name').fill(LETTER.name)
      await field(page, 'Message').fill(LETTER.message)
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
      await acceptLetters(page)
      await visit(page, '/contact-us')
      const form = page.getByRole('main').getByRole('form')
      await forEachView(page, round, async (view) => {
        const words = WORDS[view.language]
        await expectToFit(page, view)
        await button(page, words.submit).click()
        await expect(form.locator('[aria-invalid=true]')).toHaveCount(3)
        await expect(field(page, words.name)).toHaveAccessibleDescription(words.required)
        await axe(page)
        await field(page, words.name).fill(LETTER.name)
        await field(page, words.email).fill(LETTER.email)
        await field(page, 'Message').fill(LETTER.message)
        await button(page, words.submit).click()
        // One of two looks ago may still be there.
        await expect(toast(page, words.sent).last()).toBeVisible()
        await expect(form.getByRole('status')).toHaveText(words.thanks)
        await axe(page)
      })
    })
  })
}
