import type { Page } from '@playwright/test'
import { axe, axeInBothThemes } from '#tests/e2e/support/axe.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import type { People, Person } from '#tests/e2e/support/people.ts'
import { Talk } from '#tests/e2e/support/talk.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFitPhones, switchLanguage } from '#tests/e2e/support/views.ts'

async function house(people: People, fans: number): Promise<{ amy: Person; fans: Person[] }> {
  const amy = await people.creator()
  const all = await Promise.all(Array.from({ length: fans }, () => people.member()))
  for (const fan of all) await people.subscribe(fan, amy)
  return { amy, fans: all }
}

const sendButton = (page: Page, count: number) => button(page, `Send to ${count}`)
const turn = (page: Page) => (colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme })

test.describe('Writing to many', () => {
  test('A fan who opens the page is at home, and a creator without subscribers can send to nobody', async ({
    page,
    people,
  }) => {
    await people.signedIn(page, await people.member())
    await page.goto('/broadcasts')
    await expect(page).toHaveURL('/')
    await people.signedIn(page, await people.creator())
    await page.goto('/broadcasts')
    await expect(page.getByText('Nobody is in this part of your house yet.')).toBeVisible()
    await expect(sendButton(page, 0)).toHaveAttribute('aria-disabled', 'true')
  })

  test('A creator comes from the fan messages, writes with the name of each, and sees how many got it', async ({
    page,
    people,
    product,
  }) => {
    const { amy, fans } = await house(people, 3)
    const [fan] = fans as [Person]
    await people.signedIn(page, amy)
    await page.goto('/conversations/received')
    await page.getByRole('link', { name: 'Write to many' }).click()
    await expect(page).toHaveURL('/broadcasts')
    await expect(page.getByRole('radio', { name: /All subscribers.*3/ })).toBeChecked()
    await expect(page.getByRole('radio', { name: /Ends within 7 days.*0/ })).toBeVisible()
    await axeInBothThemes(page, turn(page))
    // Nothing is sent without words, and the keyboard is led to what is missing.
    await sendButton(page, 3).click()
    const text = page.getByLabel('Your message')
    await expect(text).toBeFocused()
    await expect(text).toHaveAccessibleDescription(/Write your message/)
    await page.keyboard.type('Good evening ')
    await button(page, 'Insert the name').click()
    await expect(text).toBeFocused()
    await page.keyboard.type('. Look for the chair.')
    const reader = await page.getByRole('heading', { name: /^As .* reads it$/ }).textContent()
    expect(fans.map(({ username }) => `As ${username} reads it`)).toContain(reader)
    await expect(page.getByText(`Good evening ${reader?.split(' ')[1]}. Look for the chair.`)).toBeVisible()
    // What was typed survives a reload.
    await page.reload()
    await expect(text).toHaveValue('Good evening {name}. Look for the chair.')
    await sendButton(page, 3).click()
    const past = page.getByRole('region', { name: 'What you wrote to many' })
    await expect(past.getByText('3 sent')).toBeVisible()
    await expect(text).toHaveValue('')
    await people.signedIn(page, fan)
    await page.goto('/conversations')
    await expect(page.getByRole('main').getByText(`Good evening ${fan.username}. Look for the chair.`)).toBeVisible()
    expect(product.takeLog()).not.toContain('Look for the chair')
  })

  test('A creator writes to those with a label, and reads which one the number is about', async ({ page, people }) => {
    const { amy, fans } = await house(people, 3)
    for (const [place, labels] of [['regular', 'Row G'], ['Row G']].entries())
      await people.call(amy, 'PUT', `/fans/${fans[place]?.username}/card`, { labels, note: '' })
    await people.signedIn(page, amy)
    await page.goto('/broadcasts')
    await page.getByRole('radio', { name: /^With a label\s*regular\s*1$/ }).check()
    await page.getByLabel('Label', { exact: true }).selectOption('Row G')
    await expect(page.getByRole('radio', { name: /^With a label\s*Row G\s*2$/ })).toBeChecked()
    await page.getByLabel('Your message').fill('To the seventh row')
    await axeInBothThemes(page, turn(page))
    await sendButton(page, 2).click()
    await expect(page.getByRole('region', { name: 'What you wrote to many' }).getByText('2 sent')).toBeVisible()
  })

  test('Above fifty people it is asked again, and a failure keeps what was written', async ({
    page,
    people,
    expectRefusal,
  }) => {
    const { amy } = await house(people, 1)
    await people.signedIn(page, amy)
    const audiences = [
      { audience: 'all', label: null, count: 128 },
      { audience: 'new_this_month', label: null, count: 14 },
      { audience: 'ending_in_7_days', label: null, count: 9 },
      { audience: 'label', label: 'row G', count: 6 },
    ]
    await page.route('**/api/broadcasts/audiences', (route) =>
      route.fulfill({ json: { audiences, reader: 'theomarchetti' } }),
    )
    const ids: string[] = []
    await page.route('**/api/broadcasts', async (route) => {
      if (route.request().method() !== 'POST') return await route.fallback()
      ids.push(route.request().postDataJSON().client_id)
      await route.fulfill({ status: 503, json: { error: 'Later', code: 'unavailable' } })
    })
    await page.goto('/broadcasts')
    await page.getByLabel('Your message').fill('Friday at eight, {name}')
    await page.getByRole('radio', { name: /^With a label/ }).check()
    await expect(page.getByLabel('Label', { exact: true })).toHaveValue('row G')
    await expect(sendButton(page, 6)).toBeVisible()
    await page.getByRole('radio', { name: /^All subscribers/ }).check()
    await sendButton(page, 128).click()
    const dialog = page.getByRole('dialog', { name: 'Send to 128 people?' })
    await expect(dialog.getByRole('button', { name: 'Not yet' })).toBeFocused()
    for (let n = 0; n < 2; n += 1) {
      expectRefusal(503)
      await dialog.getByRole('button', { name: 'Send to 128' }).click()
      await expect.poll(() => ids.length).toBe(n + 1)
      await expect(dialog.getByRole('alert')).toBeVisible()
    }
    // A second try is the same broadcast.
    expect(ids[0]).toBe(ids[1])
    await axe(page, { within: '[role="dialog"]' })
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Your message')).toHaveValue('Friday at eight, {name}')
    await expectToFitPhones(page)
    await switchLanguage(page, 'fr')
    await expect(page.getByRole('heading', { name: 'Ce que lit theomarchetti' })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })

  test('A message that is planned can be taken back', async ({ page, people }) => {
    const { amy } = await house(people, 1)
    await people.signedIn(page, amy)
    await page.goto('/broadcasts')
    await page.getByLabel('Your message').fill('On Friday')
    await button(page, 'Send later').click()
    await button(page, 'Plan for 1').click()
    await expect(page.getByLabel('When')).toBeFocused()
    const friday = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16)
    await page.getByLabel('When').fill(friday)
    await button(page, 'Plan for 1').click()
    const past = page.getByRole('region', { name: 'What you wrote to many' })
    await expect(past.getByText(/^Planned for/)).toBeVisible()
    await past.getByRole('button', { name: 'Take back' }).click()
    await expect(past.getByText('Taken back', { exact: true })).toBeVisible()
    await expect(past.getByRole('heading')).toBeFocused()
  })
})

test.describe('The welcome message', () => {
  test('A creator writes it in the settings, and reads how many got it', async ({ page, people }) => {
    const { amy } = await house(people, 1)
    await people.signedIn(page, amy)
    await page.goto('/settings')
    const card = page.getByRole('region', { name: 'Welcome message' })
    await card.getByRole('switch', { name: 'Send it' }).check()
    await card.getByRole('button', { name: 'Save' }).click()
    await expect(card.getByLabel('What they read')).toBeFocused()
    await card.getByLabel('What they read').fill('Good evening {name}. You have the best seat now.')
    await expect(card.getByText('Good evening a subscriber. You have the best seat now.')).toBeVisible()
    await card.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Welcome message saved')).toBeVisible()
    await page.reload()
    await expect(card.getByRole('switch', { name: 'Send it' })).toBeChecked()
    await expect(card.getByLabel('What they read')).toHaveValue('Good evening {name}. You have the best seat now.')
    await expect(card.getByText('None sent this month')).toBeVisible()
    await axeInBothThemes(page, turn(page))
    await expectToFitPhones(page)
  })
})

test.describe('Subscribers', () => {
  test('A creator finds who subscribes, goes to the messages with them, and takes the list as a file', async ({
    page,
    people,
    product,
  }) => {
    const { amy, fans } = await house(people, 3)
    const [fan] = fans as [Person]
    await Talk.begin(product, fan, amy, 'Were you in the wings?')
    await people.signedIn(page, amy)
    await page.goto('/')
    await button(page, 'Menu').first().click()
    await page.getByRole('navigation', { name: 'Creator' }).getByRole('link', { name: 'Subscribers' }).click()
    await expect(page).toHaveURL('/subscribers')
    const list = page.getByRole('list', { name: 'Subscribers' })
    await expect(list.getByRole('listitem')).toHaveCount(3)
    await expect(page.getByText('3 subscribers')).toBeVisible()
    await axeInBothThemes(page, turn(page))
    await expectToFitPhones(page)
    await page.setViewportSize({ width: 1280, height: 720 })
    const file = page.waitForEvent('download')
    await button(page, 'Download CSV').click()
    expect((await file).suggestedFilename()).toMatch(/^loge-subscribers-\d{4}-\d\d-\d\d\.csv$/)
    await page.getByLabel('Name', { exact: true }).fill(fan.username)
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await list.getByRole('link', { name: `Messages with ${fan.username}, 1 message` }).click()
    await expect(page).toHaveURL(/\/conversations\/[0-9a-f-]{36}$/)
  })
})
