import type { Locator, Page } from '@playwright/test'
import { axe, axeInBothThemes } from './support/axe.ts'
import { expectNoSidewaysScroll } from './support/door.ts'
import type { People, Person } from './support/people.ts'
import type { Product } from './support/product.ts'
import { letOut } from './support/subscriptions.ts'
import { cuttable, Talk } from './support/talk.ts'
import { expect, test } from './support/test.ts'

const log = (page: Page) => page.getByRole('log')
const field = (page: Page) => page.getByPlaceholder('Type your message...')
const connected = (page: Page) => expect(page.getByText('Connected', { exact: true })).toBeVisible()
const said = (page: Page, words: string) => log(page).getByText(words, { exact: true })
const item = (page: Page, words: string | RegExp): Locator =>
  log(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(words, { exact: true }) })

interface Pair {
  amy: Person
  bob: Person
  talk: Talk
}

/** Bob subscribes to Amy and has written to her. */
async function pair(product: Product, people: People, first = 'Good evening'): Promise<Pair> {
  const [amy, bob] = await Promise.all([people.creator(), people.member()])
  await people.subscribe(bob, amy)
  return { amy, bob, talk: await Talk.begin(product, bob, amy, first) }
}

async function openAs(page: Page, people: People, person: Person, talk: Talk): Promise<void> {
  await people.signedIn(page, person)
  await page.goto(talk.path)
  await expect(log(page)).toBeVisible()
  await connected(page)
}

async function send(page: Page, words: string): Promise<void> {
  await field(page).fill(words)
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeEnabled()
}

test.describe('A conversation', () => {
  test('that is not there, or somebody else’s, says so and leads back', async ({
    page,
    people,
    product,
    expectRefusal,
  }) => {
    const { talk } = await pair(product, people)
    await people.signedIn(page, await people.member())
    for (const path of [talk.path, '/conversations/01939d2a-0000-7000-8000-000000000000', '/conversations/nonsense']) {
      expectRefusal(404, `/api${path}`)
      await page.goto(path)
      await expect(
        page.getByRole('heading', { name: "Conversation not found or you don't have access to it." }),
      ).toBeVisible()
    }
    await page.getByRole('link', { name: 'Go back' }).click()
    await expect(page).toHaveURL('/conversations')
  })

  test('without messages says "No messages yet"; one that does not come can be asked for again', async ({
    page,
    people,
    product,
    expectRefusal,
  }) => {
    const { bob, talk } = await pair(product, people)
    await people.signedIn(page, bob)
    const get = `**/api${talk.path}`
    await page.route(get, (route) => route.fulfill({ status: 503, json: { error: 'Busy', code: 'unavailable' } }))
    expectRefusal(503)
    await page.goto(talk.path)
    await expect(page.getByRole('heading', { name: 'The conversation did not come.' })).toBeVisible()
    await page.unroute(get)
    await page.route(get, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), messages: [] } })
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(log(page).getByRole('heading', { name: 'No messages yet' })).toBeVisible()
  })

  test('is live: two people write, see each other type and read, and two "ok" stay two', async ({
    page,
    people,
    product,
    openElsewhere,
  }) => {
    const { amy, bob, talk } = await pair(product, people)
    const other = await openElsewhere()
    await openAs(page, people, bob, talk)
    await openAs(other, people, amy, talk)
    await expect(page.getByRole('heading', { level: 1, name: amy.username })).toBeVisible()
    await expect(other.getByRole('heading', { level: 1, name: bob.username })).toBeVisible()
    await expect(log(page).getByRole('heading', { name: 'Today' })).toBeVisible()

    await field(other).pressSequentially('So')
    await expect(page.getByText(`${amy.username} is typing…`)).toBeVisible()
    await field(other).fill('')

    await send(page, 'ok')
    await expect(page.getByText('Message sent!').first()).toBeVisible()
    await send(page, 'ok')
    for (const each of [page, other]) await expect(said(each, 'ok')).toHaveCount(2)
    // What the other says is read out; one's own words, and what was there before, are not.
    await expect(item(other, 'ok').last()).not.toHaveAttribute('aria-live')
    await expect(item(page, 'ok').last()).toHaveAttribute('aria-live', 'off')
    await expect(item(other, 'Good evening')).toHaveAttribute('aria-live', 'off')
    await expect(log(page).getByText('Seen')).toBeVisible()

    // Shift and Enter make a new line, and a text keeps its lines.
    await field(other).fill('First')
    await field(other).press('Shift+Enter')
    await field(other).pressSequentially('second <b>https://loge.test</b>')
    await other.getByRole('button', { name: 'Send' }).click()
    for (const each of [page, other]) await expect(log(each).getByText(/^First\nsecond <b>https/)).toHaveCount(1)
    await expect(log(page).getByRole('link')).toHaveCount(0)

    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL('/conversations')
    await other.getByRole('link', { name: 'Back' }).click()
    await expect(other).toHaveURL('/conversations/received')
  })

  test('loses its connection and finds it again, with nothing lost and nothing doubled', async ({
    page,
    people,
    product,
  }) => {
    const { amy, bob, talk } = await pair(product, people)
    const line = await cuttable(page)
    await openAs(page, people, bob, talk)
    await line.cut()
    await expect(page.getByText('Disconnected', { exact: true })).toBeVisible()

    await talk.sayMany(amy, 60)
    await send(page, 'Are you there?')
    await talk.say(amy, 'Here I am')
    await expect(said(page, 'Here I am')).toHaveCount(0)

    await line.restore()
    await connected(page)
    await expect(said(page, 'Here I am')).toHaveCount(1)
    await expect(said(page, 'Are you there?')).toHaveCount(1)
    await expect(log(page).getByText(/^Line \d+$/)).toHaveText(Array.from({ length: 60 }, (_, i) => `Line ${i + 1}`))
    await talk.say(amy, 'And live again')
    await expect(said(page, 'And live again')).toHaveCount(1)
  })
})

test.describe('A message that fails', () => {
  test('is taken back, its words are in the field again, and a retry after a reload doubles nothing', async ({
    page,
    people,
    product,
    expectRefusal,
    expectLine,
  }) => {
    const { bob, talk } = await pair(product, people)
    await openAs(page, people, bob, talk)
    const client_ids: unknown[] = []
    // What got lost is asked for once more before anybody is told.
    const answers = ['refused', 'dropped', 'dropped', 'lost'] as const
    await page.route('**/messages', async (route) => {
      client_ids.push(route.request().postDataJSON().client_id)
      const answer = answers[client_ids.length - 1]
      if (answer === 'refused') await route.fulfill({ status: 503, json: { error: 'The stage is being swept' } })
      else if (answer === 'dropped') await route.abort()
      else if (answer === 'lost') {
        // It is written, but the browser never hears of it.
        await route.fetch()
        await route.abort()
      } else await route.continue()
    })

    expectRefusal(503)
    await field(page).fill('Row G, then.')
    await field(page).press('Enter')
    await expect(page.getByText('The stage is being swept')).toBeVisible()
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

    // The same words once more are another message.
    await send(page, 'Row G, then.')
    await expect(said(page, 'Row G, then.')).toHaveCount(2)
    expect(new Set(client_ids).size).toBe(2)
  })

  test('stands in the thread while it is on its way, with the field closed; too long a text does not leave', async ({
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
    await field(page).fill('a'.repeat(2001))
    await expect(page.getByText('1 character too many')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
    await field(page).fill(` ${'a'.repeat(1999)} `)
    await expect(page.getByText('1 character left')).toBeVisible()
    await field(page).fill('   ')
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()

    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/messages', async (route) => {
      await answered
      await route.continue()
    })
    await field(page).fill('On its way')
    await field(page).press('Enter')
    await expect(item(page, 'On its way')).toContainText('Sending')
    await expect(field(page)).toBeDisabled()
    answer()
    await expect(item(page, 'On its way')).not.toContainText('Sending')
    await expect(field(page)).toBeFocused()
  })
})

test.describe('Reactions', () => {
  test('go both ways at once, from a grid that the keyboard knows; one that fails is taken back', async ({
    page,
    people,
    product,
    openElsewhere,
    expectRefusal,
  }) => {
    const { amy, bob, talk } = await pair(product, people)
    await talk.say(amy, 'A long line, told slowly. '.repeat(70))
    const other = await openElsewhere()
    await openAs(page, people, bob, talk)
    await openAs(other, people, amy, talk)

    // Beside a message that is taller than the window, all of the picker is in view.
    await item(page, /^A long line/)
      .getByRole('button', { name: 'React', exact: true })
      .press('Enter')
    await expect(page.getByRole('grid', { name: 'Reactions' })).toBeInViewport({ ratio: 0.99 })
    await page.keyboard.press('Escape')

    const react = item(page, 'Good evening').getByRole('button', { name: 'React', exact: true })
    const fire = (each: Page) => item(each, 'Good evening').getByRole('button', { name: /^Fire/ })

    await react.press('Enter')
    const grid = page.getByRole('grid', { name: 'Reactions' })
    await expect(grid.getByRole('button')).toHaveCount(10)
    await expect(grid.getByRole('button', { name: 'Thumbs up' })).toBeFocused()
    await axeInBothThemes(page, (colorScheme) => page.emulateMedia({ colorScheme }))
    await page.keyboard.press('Escape')
    await expect(grid).toHaveCount(0)
    await expect(react).toBeFocused()

    await react.press('Enter')
    await expect(grid.getByRole('button', { name: 'Thumbs up' })).toBeFocused()
    for (const key of ['ArrowDown', 'End', 'ArrowLeft']) await page.keyboard.press(key)
    await expect(grid.getByRole('button', { name: 'Fire' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(react).toBeFocused()
    await expect(fire(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(fire(other)).toHaveAttribute('aria-pressed', 'false')

    await fire(other).click()
    await expect(fire(page)).toHaveAccessibleName('Fire, 2')
    await fire(page).click()
    await expect(fire(other)).toHaveAccessibleName('Fire, 1')
    await expect(fire(page)).toHaveAttribute('aria-pressed', 'false')

    await page.route('**/reactions**', (route) => route.fulfill({ status: 503, json: { error: 'No' } }))
    expectRefusal(503)
    await fire(page).click()
    await expect(page.getByText('Failed to add reaction')).toBeVisible()
    await expect(fire(page)).toHaveAccessibleName('Fire, 1')
    await page.unroute('**/reactions**')
    await fire(page).click()
    await expect(fire(other)).toHaveAccessibleName('Fire, 2')
    await page.route('**/reactions/**', (route) => route.fulfill({ status: 503, json: { error: 'No' } }))
    expectRefusal(503)
    await fire(page).click()
    await expect(page.getByText('Failed to remove reaction')).toBeVisible()
    await expect(fire(page)).toHaveAccessibleName('Fire, 2')
  })
})

test.describe('A fan whose subscription has ended', () => {
  test.use({ locale: 'fr-FR', viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

  test('reads on behind the locked bar, which leads to the creator; in French', async ({ page, people, product }) => {
    const { amy, bob, talk } = await pair(product, people)
    await letOut(product, { fan_id: bob.id, profile_id: amy.id })
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

    test('learns it when a message is refused, and the words are not lost', async ({
      page,
      people,
      product,
      expectRefusal,
    }) => {
      const { amy, bob, talk } = await pair(product, people)
      await openAs(page, people, bob, talk)
      // It ends while the message is on its way: before that, the thread might learn of it by itself.
      await page.route(`**/api${talk.path}/messages`, async (route) => {
        await letOut(product, { fan_id: bob.id, profile_id: amy.id })
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

test.describe('A long conversation', () => {
  test('opens at its end, goes on upwards, and tells of what is new to who reads above', async ({
    page,
    people,
    product,
  }) => {
    const { amy, bob, talk } = await pair(product, people)
    await talk.sayMany(amy, 120)
    await openAs(page, people, bob, talk)
    await expect(said(page, 'Line 120')).toBeInViewport()
    await expect(said(page, 'Line 70')).toHaveCount(0)

    await log(page).focus()
    await page.keyboard.press('Home')
    await expect(said(page, 'Line 22')).toHaveCount(1)
    await talk.say(amy, 'Something new')
    await expect(page.getByRole('button', { name: 'New messages' })).toBeVisible()
    await expect(said(page, 'Something new')).not.toBeInViewport()
    await page.getByRole('button', { name: 'New messages' }).click()
    await expect(said(page, 'Something new')).toBeInViewport()
    await expect(page.getByRole('button', { name: 'New messages' })).toHaveCount(0)

    // Not with the mouse: coming near it is enough already.
    await page.getByRole('button', { name: 'Earlier messages' }).dispatchEvent('click')
    await expect(said(page, 'Good evening')).toHaveCount(1)
    await expect(log(page).getByText(/^Line \d+$/)).toHaveText(Array.from({ length: 120 }, (_, i) => `Line ${i + 1}`))
    await expect(page.getByRole('button', { name: 'Earlier messages' })).toHaveCount(0)
  })
})
