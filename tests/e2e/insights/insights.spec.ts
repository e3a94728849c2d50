import type { Locator } from '@playwright/test'
import type { Db } from '#server/db/connect.ts'
import { insertTallies } from '#server/store/insights/views.ts'
import { dayOf } from '#server/time.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import type { Person } from '#tests/e2e/support/people.ts'
import { viewerOf } from '#tests/e2e/support/stories.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { viewsFrom } from '#tests/e2e/support/views.ts'
import { insights as en } from '#web/locales/en/insights.ts'
import { insights as fr } from '#web/locales/fr/insights.ts'

const WORDS = { en, fr }
const DAY_MS = 86_400_000

/** An audience of the last days, of 40 to 58 people a day. */
async function giveAudience(db: Db, creator: Person): Promise<void> {
  const days = Array.from({ length: 20 }, (_, ago) => ({
    day: dayOf(new Date(Date.now() - ago * DAY_MS)),
    gap: ago === 19 ? 31 : 1,
    people: 40 + (ago % 7) * 3,
  }))
  await insertTallies(db, creator.id, { days, posts: [], stories: [] })
}

/** Both stand on one line. */
async function expectBeside(left: Locator, right: Locator): Promise<void> {
  const [a, b] = [await left.boundingBox(), await right.boundingBox()]
  if (!a || !b) throw new Error('one of them is not there')
  expect(b.x).toBeGreaterThanOrEqual(a.x + a.width)
  expect(Math.abs(a.y + a.height / 2 - (b.y + b.height / 2))).toBeLessThan(2)
}

for (const view of viewsFrom(390)) {
  test.describe(view.name, () => {
    test.use(view.use)
    const words = WORDS[view.language]

    test('A creator reads that the house is still filling, then who saw what, and chooses a month', async ({
      page,
      people,
      db,
    }) => {
      const [creator, fan] = [await people.creator(), await people.member()]
      await people.signedIn(page, creator)
      await page.goto('/insights')
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { name: words.empty })).toBeVisible()

      const post = await people.post(creator, { description: 'Eleven arches, one coat' })
      await people.call(fan, 'POST', '/views', { post_ids: [post.id] })
      await people.subscribe(fan, creator)
      await giveAudience(db, creator)
      await page.reload()
      await expect(main.getByRole('img')).toHaveAccessibleName(/58/)
      const row = main.getByRole('row', { name: /Eleven arches/ })
      await expect(row.getByRole('cell')).toHaveText([/^1/, '0', '1'])
      await expect(main.getByText(/Eleven arches, one coat”|Eleven arches, one coat\u202f»/)).toBeVisible()
      await expectNoSidewaysScroll(page)
      await axe(page)

      const month = main.getByRole('combobox', { name: words.period })
      await expectBeside(main.getByRole('heading', { level: 1 }), month)
      await month.selectOption({ index: 1 })
      await expect(page).toHaveURL(/\?month=20\d\d-\d\d$/)
      await page.goBack()
      await expect(month).toHaveValue('')
    })
  })
}

test.describe('Who saw a story', () => {
  const { viewers } = en

  for (const [name, viewport] of [
    ['wide', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    test(`The author reads who saw a story while it waits, finds a name, and others have no such button: ${name}`, {
      tag: name === 'wide' ? '@long' : [],
    }, async ({ page, people, authors, openOtherBrowser }) => {
      await page.setViewportSize(viewport)
      const amy = await authors.author()
      const story = await authors.publish(amy, { description: 'Five minutes before the doors' })
      const [one, two] = [await people.member(), await people.member()]
      for (const fan of [one, two]) await authors.markSeen(fan, story)
      await people.signedIn(page, amy)
      await page.goto(`/${amy.username}?story=${story.id}`)
      const { viewer } = viewerOf(page)
      // Hidden for screen readers while the list is open.
      const progress = page.locator('[role=progressbar]')
      await viewer.getByRole('button', { name: 'Seen by 2' }).click()
      const panel = page.getByRole('dialog', { name: 'Seen by 2' })
      await expect(panel.getByText(viewers.only_you)).toBeVisible()
      await expect(panel.getByRole('listitem')).toContainText([two.username, one.username])
      const held = await progress.getAttribute('aria-valuenow')
      await axe(page)
      await panel.getByRole('textbox').fill(one.username.toUpperCase())
      await expect(panel.getByRole('listitem')).toHaveText([new RegExp(one.username)])
      await panel.getByRole('textbox').fill('nobody at all')
      await expect(panel.getByText(viewers.nobody_found)).toBeVisible()
      expect(await progress.getAttribute('aria-valuenow')).toBe(held)
      await page.keyboard.press('Escape')
      await expect(panel).toHaveCount(0)
      // The story goes on to its end.
      await expect(viewer).toHaveCount(0)

      const other = await openOtherBrowser({ viewport })
      await people.signedIn(other, one)
      await other.goto(`/${amy.username}?story=${story.id}`)
      const theirs = viewerOf(other)
      await expect(theirs.picture('Five minutes before the doors')).toBeVisible()
      await expect(theirs.viewer.getByRole('button', { name: /Seen by/ })).toHaveCount(0)
    })
  }
})

test('What was on the screen for a second is told to the server once, and a curtain and what failed change nothing', async ({
  page,
  people,
  expectRefusal,
}) => {
  const [creator, fan] = [await people.creator(), await people.member()]
  const locked = await people.post(creator, { description: 'Behind the curtain', isProtected: true })
  const open = await people.post(creator, { description: 'For everybody' })
  await people.signedIn(page, fan)
  await page.route(
    '**/api/views',
    (route) => route.fulfill({ status: 503, json: { error: 'No', code: 'unavailable' } }),
    {
      times: 1,
    },
  )
  expectRefusal(503, '/api/views')
  const refused = page.waitForResponse('**/api/views')
  await page.goto('/')
  const { post_ids } = (await refused).request().postDataJSON()
  expect(post_ids).toContain(open.id)
  expect(post_ids).not.toContain(locked.id)

  const again = page.waitForResponse('**/api/views')
  await page.reload()
  expect((await again).status()).toBe(200)
  const [row] = await people.call<{ seen_by: number }[]>(creator, 'GET', '/insights/posts')
  expect(row?.seen_by).toBe(1)
})
