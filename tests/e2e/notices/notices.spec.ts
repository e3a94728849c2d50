import type { Page } from '@playwright/test'
import { axe } from '#tests/e2e/support/axe.ts'
import { hold } from '#tests/e2e/support/feed.ts'
import { button } from '#tests/e2e/support/page.ts'
import { stopTime, viewerOf } from '#tests/e2e/support/stories.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { fakeNotices, fakePush, noticeOf } from '#tests/e2e/support/told.ts'
import { expectToFitPhones } from '#tests/e2e/support/views.ts'

const CONVERSATION = '019ba4d2-0000-7000-8000-00000000000c'

function rows(page: Page) {
  return page.getByRole('main').getByRole('list', { name: 'Notices' }).getByRole('listitem')
}

test('A notice of a kind that this page does not know yet is shown with its text, and nothing breaks', async ({
  page,
  people,
}) => {
  await fakeNotices(page, [
    noticeOf(2, { kind: 'from_the_future', text: 'Something new happened.', path: '/somewhere', read: true }),
    noticeOf(1, { kind: 'new_post', text: 'amy published a post.', path: '/amy', read: true }),
  ])
  await people.signedIn(page, await people.member())
  await page.goto('/notices')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Something new happened.')
  await expect(rows(page).first().getByRole('link')).toHaveCount(0)
  await expect(rows(page).last().getByRole('link', { name: 'See it' })).toHaveAttribute('href', '/amy')
})

test('The notice of a new story opens the story, and closing it shows the page of its creator', async ({
  page,
  people,
  authors,
}) => {
  await page.clock.install()
  const [amy, fan] = [await authors.author(), await people.member()]
  await people.subscribe(fan, amy)
  const story = await authors.publish(amy, { description: 'Behind the scenes', isProtected: true })
  await people.signedIn(page, fan)
  // A story does not run, and so is not over, before its picture is there.
  const { release } = await hold(page, '**/api/media/**')
  await page.goto('/notices')
  // It is told in the background.
  await page.getByRole('link', { name: 'See it' }).click()
  await expect(page).toHaveURL(`/${amy.username}?story=${story.id}`)
  const { viewer, progress, close } = viewerOf(page)
  await expect(progress).toBeVisible()
  await stopTime(page)
  await release()
  await expect(viewer).toContainText('Behind the scenes')
  await close.click()
  await expect(page).toHaveURL(`/${amy.username}`)
})

test('Marking all as read tells the server of all notices, ends the highlights, and takes the button away', async ({
  page,
  people,
  expectRefusal,
}) => {
  const marked = await fakeNotices(page, [
    noticeOf(2, { kind: 'payment_failed', text: 'The payment for amy was refused.', path: '/subscriptions' }),
    noticeOf(1, { kind: 'report_upheld', text: 'The story was removed.', read: true }),
  ])
  await people.signedIn(page, await people.member())
  await page.goto('/notices')
  await expect(rows(page).getByText('New', { exact: true })).toHaveCount(1)
  await expect.poll(() => marked).toHaveLength(1)
  await axe(page)

  await test.step('A refusal leaves the highlights, with a toast', async () => {
    await page.route(
      /\/api\/notices\/read$/,
      (route) => route.fulfill({ status: 503, json: { error: 'No', code: 'unavailable' } }),
      { times: 1 },
    )
    expectRefusal(503)
    await button(page, 'Mark all as read').click()
    await expect(toast(page, 'Loge cannot answer for the moment. Please try again soon.')).toBeVisible()
    await expect(rows(page).getByText('New', { exact: true })).toHaveCount(1)
  })

  await button(page, 'Mark all as read').focus()
  await page.keyboard.press('Enter')
  await expect(rows(page).getByText('New', { exact: true })).toHaveCount(0)
  await expect(button(page, 'Mark all as read')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Notices' })).toBeFocused()
  expect(marked.at(-1)).toBeNull()

  await page.getByRole('link', { name: 'Choose what you hear' }).focus()
  await expect(page.getByRole('link', { name: 'Choose what you hear' })).toHaveAttribute('href', '/settings/notices')
})

test('The title of the tab and the icon of the app count what is unread, and reading ends the count', async ({
  page,
  people,
}) => {
  await fakePush(page, { permission: 'default' })
  await fakeNotices(page, [
    noticeOf(2, { kind: 'new_post', text: 'amy published a post.' }),
    noticeOf(1, { kind: 'new_story', text: 'amy published a story.' }),
  ])
  const bob = await people.member()
  await people.signedIn(page, bob)
  await page.goto('/')
  await expect(page).toHaveTitle('(2) Home · Loge')
  expect(await page.evaluate(() => window.push.badge)).toBe(2)
  await page.getByRole('banner').getByRole('link', { name: 'Find creators' }).click()
  await expect(page).toHaveTitle('(2) Find creators · Loge')
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Notices/ })
    .click()
  await expect(page).toHaveTitle('Notices · Loge')
  expect(await page.evaluate(() => window.push.badge)).toBe(0)
})

test('More than 99 unread notices are counted as 99+', async ({ page, people }) => {
  await page.route(/\/api\/notices(\?|$)/, (route) =>
    route.fulfill({
      headers: { 'x-unread-count': '140', 'x-unread-apart': '140' },
      json: [noticeOf(1, { kind: 'new_post' })],
    }),
  )
  await people.signedIn(page, await people.member())
  await page.goto('/find')
  await expect(page).toHaveTitle('(99+) Find creators · Loge')
})

test('Reading on one device closes the notifications of another, also those of a conversation', async ({
  page,
  people,
}) => {
  const list = [
    noticeOf(3, { kind: 'new_message', text: 'amy wrote to you.', path: `/conversations/${CONVERSATION}` }),
    noticeOf(2, { kind: 'new_post', text: 'amy published a post.' }),
    noticeOf(1, { kind: 'new_post', text: 'ben published a post.', read: true }),
  ]
  await fakeNotices(page, list)
  await page.addInitScript(
    (tags) => sessionStorage.setItem('fake notifications', JSON.stringify(tags)),
    [...list.map(({ id }) => id), CONVERSATION, 'another'],
  )
  await fakePush(page, { permission: 'granted' })
  await people.signedIn(page, await people.member())
  await page.goto('/')
  await expect.poll(() => page.evaluate(() => window.push.closed)).toEqual([list[2]?.id])
  // Read elsewhere: the next list says so.
  if (list[0]) list[0].read = true
  await page.goto('/notices')
  await expect.poll(() => page.evaluate(() => window.push.shown)).toEqual(['another'])
})

test('The notices fit phones and their side', async ({ page, people }) => {
  await fakePush(page, { permission: 'default' })
  await fakeNotices(page, [
    noticeOf(2, {
      kind: 'new_message',
      text: 'A very long name that nobody has wrote to you.',
      path: '/conversations/x',
    }),
    noticeOf(1, { kind: 'verified', text: 'You are verified.', read: true, path: '/revenues/payouts' }),
  ])
  await people.signedIn(page, await people.member())
  await page.goto('/notices')
  await expect(page.getByRole('region', { name: 'Hear it when it happens' })).toBeVisible()
  await expectToFitPhones(page)
})
