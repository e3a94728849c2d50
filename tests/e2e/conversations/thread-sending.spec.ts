import { axe } from '#tests/e2e/support/axe.ts'
import { hold } from '#tests/e2e/support/feed.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { endSubscription } from '#tests/e2e/support/subscriptions.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { connected, field, item, openAs, pair, said, send } from '#tests/e2e/support/thread.ts'

test.describe('Sending a message', () => {
  // Spec 4.27, 8.23
  test('A message that fails is removed, returns to the field, and is not duplicated by a retry after a reload', async ({
    page,
    people,
    product,
    expectRefusal,
    expectLine,
  }) => {
    const { bob, talk } = await pair(product, people)
    await openAs(page, people, bob, talk)
    const client_ids: unknown[] = []
    // A lost request is retried once before an error is shown.
    const answers = ['refused', 'dropped', 'dropped', 'lost'] as const
    await page.route('**/messages', async (route) => {
      client_ids.push(route.request().postDataJSON().client_id)
      const answer = answers[client_ids.length - 1]
      if (answer === 'refused') await route.fulfill({ status: 503, json: { error: 'The stage is being swept' } })
      else if (answer === 'dropped') await route.abort()
      else if (answer === 'lost') {
        // The message is stored, but its response is lost.
        await route.fetch()
        await route.abort()
      } else await route.continue()
    })

    expectRefusal(503)
    await field(page).fill('Row G, then.')
    const askedAgain = page.waitForRequest(`**/api${talk.path}`)
    await field(page).press('Enter')
    await expect(page.getByText('The stage is being swept')).toBeVisible()
    await askedAgain
    await expect(field(page)).toHaveValue('Row G, then.')
    await expect(field(page)).toBeFocused()
    await expect(said(page, 'Row G, then.')).toHaveCount(0)

    expectLine(/net::ERR_FAILED/)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Failed to send message')).toBeVisible()
    await expect(field(page)).toHaveValue('Row G, then.')

    await page.reload()
    await connected(page)
    await expect(field(page)).toHaveValue('Row G, then.')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Message sent!')).toBeVisible()
    await expect(page.getByText('Failed to send message')).toHaveCount(0)
    await expect(said(page, 'Row G, then.')).toHaveCount(1)
    await expect(field(page)).toHaveValue('')
    expect(new Set(client_ids).size).toBe(1)
    expect(client_ids).toHaveLength(5)

    // The same text once more is another message.
    await send(page, 'Row G, then.')
    await expect(said(page, 'Row G, then.')).toHaveCount(2)
    expect(new Set(client_ids).size).toBe(2)
  })

  // Spec 2.79, 3.21, 4.26, 5.15
  test('A pending message is shown in the thread while the field is disabled, and too long a text cannot be sent', async ({
    page,
    people,
    product,
  }) => {
    const { bob, talk } = await pair(product, people)
    await openAs(page, people, bob, talk)
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
    const skip = page.getByRole('button', { name: 'Skip to your message' })
    await skip.press('Enter')
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveAttribute('required', '')
    await field(page).fill('a'.repeat(2001))
    await expect(page.getByText('1 character too many')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
    await field(page).fill(` ${'a'.repeat(1999)} `)
    await expect(page.getByText('1 character left')).toBeVisible()
    await field(page).fill('   ')
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()

    const { release } = await hold(page, '**/messages')
    await field(page).fill('On its way')
    await field(page).press('Enter')
    await expect(item(page, 'On its way')).toContainText('Sending')
    await expect(field(page)).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Send' }).locator('.spinner')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
    await release()
    await expect(item(page, 'On its way')).not.toContainText('Sending')
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('')
    await expect(page.locator('.spinner')).toHaveCount(0)
  })
})

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('On a phone, the field keeps the focus and the soft keyboard while a message is sent, and ignores input', {
    tag: '@long',
  }, async ({ page, people, product }) => {
    const { bob, talk } = await pair(product, people)
    await openAs(page, people, bob, talk)
    const { release } = await hold(page, '**/messages')
    await field(page).tap()
    await page.keyboard.type('On its way')
    const blurred = await field(page).evaluateHandle((element) => {
      const times: number[] = []
      element.addEventListener('blur', () => times.push(Date.now()))
      return times
    })
    await page.getByRole('button', { name: 'Send' }).tap()
    await expect(item(page, 'On its way')).toContainText('Sending')

    await expect(field(page)).toBeDisabled()
    await expect(field(page)).toHaveCSS('cursor', 'not-allowed')
    await expect(field(page)).toHaveCSS('caret-color', 'rgba(0, 0, 0, 0)')
    // Either attribute would close the soft keyboard.
    await expect(field(page)).not.toHaveAttribute('disabled')
    await expect(field(page)).not.toHaveAttribute('readonly')
    await axe(page)
    await page.keyboard.type('more')
    await page.keyboard.press('Enter')
    await expect(field(page)).toHaveValue('')
    await expect(field(page)).toBeFocused()

    await release()
    await expect(item(page, 'On its way')).not.toContainText('Sending')
    await expect(field(page)).toBeEnabled()
    await page.keyboard.type('And on')
    await expect(field(page)).toHaveValue('And on')
    expect(await blurred.evaluate((times) => times.length)).toBe(0)
    await expect(item(page, 'On its way')).toHaveCount(1)
  })
})

test.describe('A fan whose subscription has ended', () => {
  test.use({ locale: 'fr-FR', viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

  // Spec 2.81
  test('A fan whose subscription has ended can still read the thread, and finds a link to subscribe; in French', async ({
    page,
    people,
    product,
  }) => {
    const { amy, bob, talk } = await pair(product, people)
    await endSubscription(product, { fan_id: bob.id, profile_id: amy.id })
    await people.signedIn(page, bob)
    await page.goto(talk.path)
    await expect(said(page, 'Good evening')).toBeVisible()
    await expect(page.getByText('Connecté', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Abonnez-vous pour envoyer des messages' })).toBeVisible()
    await expect(page.getByText('Un abonnement actif est nécessaire pour écrire à ce créateur')).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await axe(page)
    await page.getByRole('link', { name: 'S’abonner' }).click()
    await expect(page).toHaveURL(`/${amy.username}`)
  })

  test.describe('in English', () => {
    test.use({ locale: 'en-GB' })

    test('A fan learns from a refused message that the subscription has ended, and keeps the text', {
      tag: '@long',
    }, async ({ page, people, product, expectRefusal }) => {
      const { amy, bob, talk } = await pair(product, people)
      await openAs(page, people, bob, talk)
      // The subscription ends during the request. Earlier, the thread might notice it by itself.
      await page.route(`**/api${talk.path}/messages`, async (route) => {
        await endSubscription(product, { fan_id: bob.id, profile_id: amy.id })
        await route.continue()
      })
      expectRefusal(403, `/api${talk.path}/messages`)
      await field(page).fill('One more thing')
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByRole('heading', { name: 'Subscribe to send messages' })).toBeVisible()
      await expect(page.getByRole('alert')).toContainText('You need an active subscription to message this creator')
      await expect(said(page, 'One more thing')).toHaveCount(0)
      await people.subscribe(bob, amy)
      await page.reload()
      await expect(field(page)).toHaveValue('One more thing')
    })
  })
})
