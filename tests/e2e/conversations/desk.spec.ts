import type { Page } from '@playwright/test'
import { axe } from '#tests/e2e/support/axe.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import type { People, Person } from '#tests/e2e/support/people.ts'
import type { Product } from '#tests/e2e/support/product.ts'
import { Talk } from '#tests/e2e/support/talk.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { field, log } from '#tests/e2e/support/thread.ts'

const rows = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Fan Messages' }).getByRole('link')
const searchField = (page: Page) => page.getByRole('textbox', { name: 'Search your fans' })
const filters = (page: Page) => page.getByRole('main').getByRole('group', { name: 'Which conversations' })
const filter = (page: Page, name: RegExp | string) => page.getByRole('main').getByRole('button', { name })

/** A creator with three fans who have written. Two of them wait for an answer. */
async function desk(people: People, product: Product) {
  const amy = await people.creator()
  const talks: { fan: Person; talk: Talk }[] = []
  for (const words of ['Thank you for the year', 'Is the blue one for sale?', 'Then I bring the flowers']) {
    const fan = await people.member()
    await people.subscribe(fan, amy)
    talks.push({ fan, talk: await Talk.begin(product, fan, amy, words) })
  }
  await talks[1]?.talk.say(amy, 'It is, and the orchestra has slept')
  const last = talks[2]
  if (!last) throw new Error('there are three')
  const { fan: waiting, talk: toWaiting } = last
  return { amy, waiting, toWaiting }
}

test.describe('The desk of a creator', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('A creator is led to where the unread are, filters and searches, labels a fan, keeps a note and uses a reply again', async ({
    page,
    people,
    product,
    openOtherBrowser,
  }) => {
    const { amy, waiting, toWaiting } = await desk(people, product)
    await people.signedIn(page, amy)
    await page.goto('/home')
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Messages 3 unread/ })
      .click()
    await expect(page).toHaveURL('/conversations/received')
    await expect(rows(page)).toHaveCount(3)

    // A mouse cannot swipe the row of filters, so all of them are in view.
    expect(await filters(page).evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0)
    await filter(page, 'Unanswered').click()
    await expect(filter(page, 'Unanswered')).toHaveAttribute('aria-pressed', 'true')
    await expect(rows(page)).toHaveCount(2)
    await filter(page, 'Ended').click()
    await expect(page.getByRole('heading', { name: 'Nothing in this row' })).toBeVisible()
    await filter(page, 'All').click()

    await searchField(page).fill('ORCHÉSTRA')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('You: It is, and the orchestra has slept')
    await searchField(page).fill('xylophone')
    await expect(page.getByRole('heading', { name: 'Nobody here by that name or word' })).toBeVisible()
    await searchField(page).press('Escape')
    await expect(rows(page)).toHaveCount(3)

    await page.goto(toWaiting.path)
    const panel = page.getByRole('complementary', { name: 'Notes' })
    await expect(panel.getByRole('heading', { name: waiting.username })).toBeVisible()
    await expect(panel).toContainText('1 ticket so far')
    await panel.getByRole('button', { name: 'Label', exact: true }).click()
    await panel.getByRole('textbox', { name: 'New label' }).fill('Row G')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('button', { name: 'Remove the label Row G' })).toBeVisible()
    await expect(rows(page).filter({ hasText: 'Row G' })).toHaveCount(1)
    await panel.getByRole('textbox', { name: 'Your notes' }).fill('Brings flowers, never roses')
    await expect(panel.getByText('Saved', { exact: true })).toBeVisible()

    await field(page).fill('See you on Sunday')
    await button(page, 'Saved replies').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save this message' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'See you on Sunday', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await field(page).fill('')
    await button(page, 'Saved replies').click()
    await page.getByRole('dialog').getByRole('button', { name: 'See you on Sunday', exact: true }).click()
    await expect(field(page)).toHaveValue('See you on Sunday')
    await expect(field(page)).toBeFocused()

    await page.reload()
    await expect(panel.getByRole('textbox', { name: 'Your notes' })).toHaveValue('Brings flowers, never roses')
    await axe(page)
    await searchField(page).fill('row g')
    await expect(rows(page)).toHaveCount(1)

    // The fan learns nothing of it.
    const other = await openOtherBrowser()
    await people.signedIn(other, waiting)
    await other.goto(toWaiting.path)
    await expect(log(other)).toContainText('Then I bring the flowers')
    await expect(other.getByText('Row G')).toHaveCount(0)
    await expect(other.getByRole('button', { name: 'Notes' })).toHaveCount(0)

    const ben = await people.creator()
    const stranger = await openOtherBrowser()
    await people.signedIn(stranger, ben)
    await stranger.goto('/conversations/received')
    await searchField(stranger).fill('orchestra')
    await expect(stranger.getByRole('heading', { name: 'Nobody here by that name or word' })).toBeVisible()
  })

  test('A creator on a phone opens what they noted in a drawer', async ({ page, people, product }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { amy, toWaiting } = await desk(people, product)
    await people.signedIn(page, amy)
    await page.goto('/home')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Messages 3 unread/ })
      .click()
    await expect(page).toHaveURL('/conversations/received')
    await page.goto(toWaiting.path)
    await button(page, 'Notes').click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('textbox', { name: 'Your notes' }).fill('Used to dance')
    await expect(drawer.getByText('Saved', { exact: true })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await axe(page)
    await page.keyboard.press('Escape')
    await expect(button(page, 'Notes')).toBeFocused()
  })
})
