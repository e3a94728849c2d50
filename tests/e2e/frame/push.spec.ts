import type { Page } from '@playwright/test'
import type { PushMessage } from '#contract/push.ts'
import { button } from '#tests/e2e/support/page.ts'
import type { People } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { everythingKept, FakeSystem, PushSender, subscribeAs, workerStarted } from '#tests/e2e/support/worker.ts'
import { Browser } from '#tests/support/push/browser.ts'
import { PUSH_DEVICE_CACHE } from '#web/sw/protocol.ts'

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

const MESSAGE: PushMessage = {
  title: 'A message in your loge',
  body: 'Open it to read it.',
  tag: 'conversation-1',
  path: '/notices',
  unread: 2,
}

/** A member on Home whose worker is at work. */
async function memberAtHome(page: Page, people: People) {
  await people.signedIn(page, await people.member())
  await page.goto('/')
  await workerStarted(page)
  return { sender: await PushSender.open(page), system: await FakeSystem.around(page) }
}

test.describe('A push', () => {
  test('A push that cannot be read, or leads elsewhere, is shown without words and leads to Home', async ({
    page,
    people,
  }) => {
    const { sender, system } = await memberAtHome(page, people)
    const elsewhere = ['//elsewhere.test/', '/\\elsewhere.test', 'https://elsewhere.test/'].map((path) =>
      JSON.stringify({ ...MESSAGE, path }),
    )
    const broken = ['', 'no JSON', '[]', 'null', '{"title":1}', ...elsewhere]
    for (const data of broken) await sender.send(data)
    const neutral = { title: 'Loge', body: '', tag: '', path: '/' }
    await expect.poll(async () => (await system.asked()).shown).toEqual(broken.map(() => neutral))
  })

  test('A push is shown in place of the one before, and not to whoever looks at its page', async ({ page, people }) => {
    const { sender, system } = await memberAtHome(page, people)
    const { title, tag, path } = MESSAGE
    await sender.send(MESSAGE)
    await sender.send({ ...MESSAGE, body: 'Two messages wait.' })
    await expect
      .poll(async () => (await system.asked()).shown)
      .toEqual([{ title, body: 'Two messages wait.', tag, path }])
    expect((await system.asked()).badge).toBe(MESSAGE.unread)

    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Notices/ })
      .click()
    await expect(page).toHaveURL('/notices')
    await sender.send({ ...MESSAGE, tag: 'read already' })
    await sender.send({ ...MESSAGE, tag: 'elsewhere', path: '/conversations' })
    const tags = async () => (await system.asked()).shown.map((shown) => shown.tag)
    await expect.poll(tags).toContain('elsewhere')
    expect(await tags()).toEqual([tag, 'elsewhere'])
  })

  test('A click on a notification leads the open tab to its page without loading the app again, and back to a tab that shows it', async ({
    page,
    people,
    context,
  }) => {
    const { system } = await memberAtHome(page, people)
    await page.evaluate(() => Reflect.set(globalThis, 'isStillHere', true))
    await system.click('/notices')
    await expect(page).toHaveURL('/notices')
    expect(await page.evaluate(() => Reflect.get(globalThis, 'isStillHere'))).toBe(true)
    expect(await system.asked()).toMatchObject({ focused: ['/'], opened: [] })

    const other = await context.newPage()
    await other.goto('/subscriptions')
    await system.click('/notices')
    expect((await system.asked()).opened).toEqual([])
    await expect(page).toHaveURL('/notices')
    await expect(other).toHaveURL('/subscriptions')
    await other.close()
  })

  test('A click opens a page where no tab is open, and loads it in a tab without the app', async ({ page, people }) => {
    const { system } = await memberAtHome(page, people)
    await page.goto('/api/docs')
    await system.click('/notices')
    await expect(page).toHaveURL('/notices')
    await page.goto('about:blank')
    await system.click('/conversations')
    expect((await system.asked()).opened).toEqual(['/conversations'])
  })
})

test('A browser that renews its subscription while no page is open stays registered, until its owner signs out', async ({
  page,
  people,
  db,
}) => {
  const [former, renewed] = [new Browser('https://push.example.com/1'), new Browser('https://push.example.com/2')]
  const member = await people.member()
  const devices = () => db`select endpoint from push_devices where user_id = ${member.id}`
  const keptForWorker = async () =>
    (await everythingKept(page)).filter(({ place }) => place === `cache ${PUSH_DEVICE_CACHE}`)
  await subscribeAs(page, former.subscription)
  await people.signedIn(page, member)
  await page.goto('/settings/notices')
  await workerStarted(page)
  await button(page, 'Allow on this device').click()
  await expect(page.getByText('Push is on for this device.')).toBeVisible()
  expect(await devices()).toEqual([{ endpoint: former.endpoint }])

  const system = await FakeSystem.around(page)
  await page.goto('about:blank')
  await system.renew(renewed.subscription)
  expect(await devices()).toEqual([{ endpoint: renewed.endpoint }])

  await page.goto('/')
  expect(await keptForWorker()).toHaveLength(1)
  await button(page, 'Menu').click()
  await button(page, 'Logout').click()
  await expect(page).toHaveURL('/discover')
  await expect.poll(keptForWorker).toEqual([])
  expect(await devices()).toEqual([])
})
