import { CONTACT_MESSAGE_MAX } from '#contract/contact.ts'
import {
  acceptMessages,
  CONTACT,
  expectFilledIn,
  field,
  fillIn,
  THANKS,
  watchMessages,
} from '#tests/e2e/support/contact.ts'
import { visit } from '#tests/e2e/support/hydration.ts'
import { button } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { dismissToasts, toast } from '#tests/e2e/support/toasts.ts'

test.describe('A contact message that cannot be sent', () => {
  test('A contact message with missing or invalid fields, or one that the server refuses, is not sent and stays in the form', async ({
    page,
    expectRefusal,
    expectLine,
  }) => {
    await visit(page, '/contact-us')

    // Spec 2.24, 5.24
    await test.step('A message with an empty field is not sent: each empty field says so, and the first gets the focus', async () => {
      const messages = watchMessages(page)
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
      expect(messages).toEqual([])
    })

    // Spec 2.24, 5.24
    await test.step('A message of spaces, with an invalid address, or with too long a text is not sent', async () => {
      const messages = watchMessages(page)
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
      expect(messages).toEqual([])
    })

    // Spec 2.26, 7.49
    await test.step('After a server error, the reason is shown and the typed text stays', async () => {
      await page.route(`**${CONTACT}`, (route) =>
        route.fulfill({ status: 503, json: { error: 'No', code: 'unavailable' } }),
      )
      await fillIn(page)
      expectRefusal(503, CONTACT)
      await button(page, 'Send Message').click()
      const reason = 'Loge cannot answer for the moment. Please try again soon.'
      await expect(toast(page, reason)).toHaveRole('alert')
      const alert = page.getByRole('main').getByRole('alert')
      await expect(alert).toContainText('Your message was not sent.')
      await expect(alert).toContainText(reason)
      await expect(page.getByText(THANKS)).toHaveCount(0)
      await expectFilledIn(page)

      await page.unroute(`**${CONTACT}`)
      await acceptMessages(page)
      await button(page, 'Send Message').click()
      await expect(page.getByText(THANKS)).toBeVisible()
      await expect(alert).toHaveCount(0)
    })

    await dismissToasts(page)
    await page.unroute(`**${CONTACT}`)

    await test.step('After a lost connection, the typed text stays', async () => {
      await page.route(`**${CONTACT}`, (route) => route.abort())
      await fillIn(page)
      expectLine(/Failed to load resource: net::ERR_FAILED/)
      await button(page, 'Send Message').click()
      await expect(toast(page, 'The connection dropped. Check your network and try again.')).toBeVisible()
      await expectFilledIn(page)
    })

    await dismissToasts(page)
    await page.unroute(`**${CONTACT}`)

    await test.step('A rate-limited visitor reads when to try again', async () => {
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
      await expectFilledIn(page)
    })
  })
})
