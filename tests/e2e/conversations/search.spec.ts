import { axe } from '#tests/e2e/support/axe.ts'
import { expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { Talk } from '#tests/e2e/support/talk.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { connected, openAs, pair, said } from '#tests/e2e/support/thread.ts'

/** The searches of both participants: among their conversations, and within one. */

test('A fan searches their conversations by the name of a creator and by words, and one of them back to its first line', async ({
  page,
  people,
  product,
}) => {
  const { bob, amy, talk } = await pair(product, people)
  await talk.sayMany(amy, 60)
  const zoe = await people.creator()
  await people.subscribe(bob, zoe)
  await (await Talk.begin(product, bob, zoe, 'A harpsichord?')).say(zoe, 'Tuned by hand')
  await people.signedIn(page, bob)
  await page.goto('/conversations')
  const rows = page.getByRole('main').getByRole('list', { name: 'Your Messages' }).getByRole('link')
  await expect(rows).toHaveCount(2)
  const field = page.getByRole('textbox', { name: 'Search your conversations' })
  await field.fill('TUNED')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Tuned by hand')
  await field.fill('xylophone')
  await expect(page.getByRole('heading', { name: 'Nobody here by that name or word' })).toBeVisible()
  await axe(page)
  await field.press('Escape')
  await expect(rows).toHaveCount(2)
  await field.fill(amy.username)
  await expect(rows).toHaveCount(1)
  await rows.click()

  const open = page.getByRole('button', { name: 'Search this conversation' })
  await open.click()
  const words = page.getByRole('textbox', { name: 'Search this conversation' })
  await expect(words).toBeFocused()
  await words.fill('tuned')
  await expect(page.getByText('No message has these words')).toBeVisible()
  await words.fill('good evening')
  await expect(page.getByText('1 message found')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('list', { name: 'Messages found' }).getByRole('button')).toBeFocused()
  await axe(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Message of .+ shown$/)).toBeVisible()
  await expect(said(page, 'Good evening')).toBeInViewport()
  await words.focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(words).toHaveCount(0)
  await expect(open).toBeFocused()
})

test('On a phone a creator searches a conversation, reads older results, and nothing moves sideways', async ({
  page,
  people,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { amy, bob, talk } = await pair(product, people)
  await talk.sayMany(bob, 34)
  await openAs(page, people, amy, talk)
  await connected(page)
  await page.getByRole('button', { name: 'Search this conversation' }).click()
  await page.getByRole('textbox', { name: 'Search this conversation' }).fill('line')
  await expect(page.getByText('More than 30 messages found')).toBeVisible()
  const found = page.getByRole('list', { name: 'Messages found' }).getByRole('button')
  await page.getByRole('button', { name: 'Show older results' }).click()
  await expect(page.getByText('34 messages found')).toBeVisible()
  await expect(found).toHaveCount(34)
  await found.last().click()
  await expect(said(page, 'Line 1')).toBeInViewport()
  await expectNoSidewaysScroll(page)
  await axe(page)
})
