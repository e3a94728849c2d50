import { interruptible } from '#tests/e2e/support/talk.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { connected, field, item, log, openAs, pair, said, send } from '#tests/e2e/support/thread.ts'

test.describe('A conversation', () => {
  // Spec 8.26
  test('A conversation that does not exist or belongs to other people shows an error with a link back', async ({
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

  // Spec 8.40
  test('A conversation without messages says "No messages yet", and a failed one can be loaded again', async ({
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

  // Spec 2.75, 2.76, 2.78, 2.79, 4.28, 7.47, 8.22, 9.23
  test('Two people write in a live conversation, see each other type and read, and two messages "ok" stay two', async ({
    page,
    people,
    product,
    openOtherBrowser,
  }) => {
    const { amy, bob, talk } = await pair(product, people)
    const other = await openOtherBrowser()
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
    // A screen reader announces new messages of the other person, but not one's own and earlier ones.
    await expect(item(other, 'ok').last()).not.toHaveAttribute('aria-live')
    await expect(item(page, 'ok').last()).toHaveAttribute('aria-live', 'off')
    await expect(item(other, 'Good evening')).toHaveAttribute('aria-live', 'off')
    await expect(log(page).getByText('Seen')).toBeVisible()

    // Shift and Enter insert a line break, which is kept.
    await field(other).fill('First')
    await field(other).press('Shift+Enter')
    await field(other).pressSequentially('second <b>https://loge.test</b>')
    await other.getByRole('button', { name: 'Send' }).click()
    for (const each of [page, other]) await expect(log(each).getByText(/^First\nsecond <b>https/)).toHaveCount(1)
    await expect(log(page).getByRole('link')).toHaveText(['https://loge.test'])

    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL('/conversations')
    await other.getByRole('link', { name: 'Back' }).click()
    await expect(other).toHaveURL('/conversations/received')
  })

  // Spec 2.77, 9.27
  test('A conversation reconnects after a lost connection, without lost or duplicated messages', async ({
    page,
    people,
    product,
  }) => {
    const { amy, bob, talk } = await pair(product, people)
    const line = await interruptible(page)
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

  test('A conversation that received only one’s own of many messages is complete after it has reconnected', async ({
    page,
    people,
    product,
  }) => {
    const { amy, bob, talk } = await pair(product, people)
    const line = await interruptible(page)
    await openAs(page, people, bob, talk)
    line.lose(/Line \d*[02468]"/)
    for (let number = 1; number <= 130; number += 2) {
      await talk.say(bob, `Line ${number}`)
      await talk.say(amy, `Line ${number + 1}`)
    }
    await expect(said(page, 'Line 129')).toHaveCount(1)
    await expect(log(page).getByText(/^Line \d+$/)).toHaveCount(65)

    await line.cut()
    await line.restore()
    await connected(page)
    await expect(log(page).getByText(/^Line \d+$/)).toHaveText(Array.from({ length: 130 }, (_, i) => `Line ${i + 1}`))
  })
})

test.describe('A long conversation', () => {
  // Spec 2.75
  test('A long conversation opens at its end, loads older messages, and announces new ones to a reader further up', async ({
    page,
    people,
    product,
  }) => {
    const { amy, bob, talk } = await pair(product, people)
    await talk.sayMany(amy, 120)
    // Marks the messages as read; otherwise the thread would open at the first unread one.
    await people.call(bob, 'GET', talk.path)
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

    // Not with the mouse, because scrolling near the button already loads the messages.
    await page.getByRole('button', { name: 'Earlier messages' }).dispatchEvent('click')
    await expect(said(page, 'Good evening')).toHaveCount(1)
    await expect(log(page).getByText(/^Line \d+$/)).toHaveText(Array.from({ length: 120 }, (_, i) => `Line ${i + 1}`))
    await expect(page.getByRole('button', { name: 'Earlier messages' })).toHaveCount(0)
  })
})
