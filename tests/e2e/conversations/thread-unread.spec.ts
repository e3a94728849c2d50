import type { Page } from '@playwright/test'
import { axe } from '#tests/e2e/support/axe.ts'
import { navigate } from '#tests/e2e/support/navigation.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { log, openAs, pair, said, send } from '#tests/e2e/support/thread.ts'

const line = (page: Page) => log(page).getByRole('heading', { name: /^(New messages|Nouveaux messages)$/ })

/** Leaves the thread, and waits until it is unmounted. Until then, all its messages are marked as read. */
async function leave(page: Page): Promise<void> {
  await navigate(page, '/settings')
  await expect(log(page)).toHaveCount(0)
}

test.describe('Unread messages', () => {
  test('A thread opens at its first unread message, below a line that stays until the viewer writes or leaves', async ({
    page,
    people,
    product,
  }) => {
    const { amy, bob, talk } = await pair(product, people)
    await people.call(bob, 'GET', talk.path)
    await talk.sayMany(amy, 80)
    await openAs(page, people, bob, talk)

    // More than a page was unread: all of it is loaded, and the line with the message before it is in view.
    await expect(line(page)).toBeInViewport()
    await expect(said(page, 'Good evening')).toBeInViewport()
    await expect(said(page, 'Line 1')).toBeInViewport()
    await expect(said(page, 'Line 80')).not.toBeInViewport()
    await expect(said(page, 'Line 80')).toHaveCount(1)
    await expect(log(page).getByText(/^(New messages|Line 1|Good evening)$/)).toHaveText([
      'Good evening',
      'New messages',
      'Line 1',
    ])

    // Messages that arrive while the thread is visible are not unread; the line stays.
    await talk.say(amy, 'One more')
    await expect(said(page, 'One more')).toHaveCount(1)
    await expect(line(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'New messages' }).click()
    await expect(said(page, 'One more')).toBeInViewport()
    await send(page, 'I have read it all')
    await expect(line(page)).toHaveCount(0)

    // What arrived has been read before the viewer leaves: no request is under way that could read what comes later.
    const unread = async () =>
      (await people.call<{ unread_count: number }[]>(bob, 'GET', '/conversations'))[0]?.unread_count
    await expect.poll(unread).toBe(0)

    // After a return, only messages that arrived meanwhile are unread.
    await leave(page)
    await talk.say(amy, 'While you were away')
    await navigate(page, talk.path)
    await expect(said(page, 'While you were away')).toBeInViewport()
    await expect(line(page)).toHaveCount(1)
    await leave(page)
    await navigate(page, talk.path)
    await expect(said(page, 'While you were away')).toBeInViewport()
    await expect(line(page)).toHaveCount(0)
  })

  test('Messages that arrive in a hidden tab are below the unread line when the viewer returns', {
    tag: '@long',
  }, async ({ page, people, product }) => {
    const { amy, bob, talk } = await pair(product, people)
    await openAs(page, people, bob, talk)
    await talk.say(amy, 'Seen live')
    await expect(said(page, 'Seen live')).toBeInViewport()
    await setTabHidden(page, true)
    await talk.sayMany(amy, 2)
    await expect(said(page, 'Line 2')).toHaveCount(1)
    await setTabHidden(page, false)
    await expect(log(page).getByText(/^(New messages|Seen live|Line 1)$/)).toHaveText([
      'Seen live',
      'New messages',
      'Line 1',
    ])
  })
})

for (const [name, use] of Object.entries({
  'On a phone, in French': { viewport: { width: 390, height: 844 }, locale: 'fr-FR', colorScheme: 'light' },
  'On a phone on its side, in the dark': {
    viewport: { width: 844, height: 390 },
    locale: 'en-GB',
    colorScheme: 'dark',
  },
} as const)) {
  test.describe(name, { tag: name.includes('dark') ? '@long' : [] }, () => {
    test.use({ ...use, hasTouch: true })

    test('The unread line, the links and the reaction button of a thread fit the window and pass axe', async ({
      page,
      people,
      product,
    }) => {
      const { amy, bob, talk } = await pair(product, people)
      const address = `https://loge.test/${'very-long-'.repeat(30)}`
      await talk.say(bob, `Read (${address}), please.`)
      await people.call(bob, 'GET', talk.path)
      await talk.say(amy, 'I did: www.loge.test/row-g!')
      await people.signedIn(page, bob)
      await page.goto(talk.path)
      await expect(line(page)).toBeVisible()
      const links = log(page).getByRole('link')
      await expect(links).toHaveText([address, 'www.loge.test/row-g'])
      for (const each of await links.all()) {
        await expect(each).toHaveAttribute('rel', 'noopener nofollow ugc')
        await expect(each).toHaveAttribute('target', '_blank')
      }
      await expect(links.last()).toHaveAttribute('href', 'https://www.loge.test/row-g')
      await expectNoSidewaysScroll(page)
      await axe(page)
    })
  })
}

async function setTabHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}
