import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { ContactMessage } from '#contract/contact.ts'
import type { Db } from '#server/db/connect.ts'
import { insertContactMessage } from '#server/store/contact-messages.ts'
import { newId } from '#server/store/ids.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { button } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { expectToFitPhones } from '#tests/e2e/support/views.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'Contact messages' }).getByRole('listitem')
const search = (page: Page) => page.getByRole('textbox', { name: 'Search by name, email or words' })
const state = (page: Page) => page.getByRole('combobox', { name: 'State' })

type Written = Partial<Pick<ContactMessage, 'name' | 'email' | 'message' | 'locale'>>

/** Stores messages that all contain the word, the last one as the newest. */
async function write(db: Db, word: string, messages: Written[]): Promise<void> {
  for (const [index, { message = 'Hello', ...part }] of messages.entries()) {
    const created_at = new Date(Date.now() - 1000 * (messages.length - index))
    const written = { name: 'Amy', email: `${word}@example.com`, locale: 'en', ...part } as const
    const email_key = written.email.toLowerCase()
    const text = `${message} ${word}`
    await insertContactMessage(db, { id: newId(created_at), ...written, email_key, message: text, created_at })
  }
}

test('A moderator sees no tab for contact messages and is led away from them, and a member too', async ({
  page,
  people,
  openOtherBrowser,
}) => {
  const moderator = await people.member()
  await people.grant(moderator.email, 'moderator')
  await people.signedIn(page, moderator)
  for (const path of ['/admin/contact', '/admin/newsletter']) {
    await page.goto(path)
    await expect(page).toHaveURL('/admin/users')
  }
  const tabs = page.getByRole('navigation', { name: 'Sections of the admin panel' })
  await expect(tabs.getByRole('link', { name: 'Audit log' })).toBeVisible()
  for (const name of ['Contact', 'Newsletter']) await expect(tabs.getByRole('link', { name })).toHaveCount(0)

  const other = await openOtherBrowser()
  await people.signedIn(other, await people.member())
  for (const path of ['/admin/contact', '/admin/newsletter']) {
    await other.goto(path)
    await expect(other).toHaveURL('/discover')
  }
})

test('An admin reads, searches, answers, marks, downloads and erases contact messages', async ({
  page,
  people,
  db,
  expectRefusal,
}) => {
  const word = `ink${Date.now().toString(36)}`
  const admin = await people.member()
  await people.grant(admin.email, 'admin')
  await write(db, word, [
    ...Array.from({ length: 33 }, (_, index) => ({ name: `Old ${index}` })),
    { name: 'Bea', message: 'Where is my seat?' },
    { name: 'Élodie', locale: 'fr', message: `${'Une longue lettre. '.repeat(60)}Fin.` },
  ])
  await people.signedIn(page, admin)

  await test.step('The tab leads to the open messages, newest first', async () => {
    await page.goto('/admin/users')
    await page
      .getByRole('navigation', { name: 'Sections of the admin panel' })
      .getByRole('link', { name: 'Contact' })
      .click()
    await expect(page).toHaveURL('/admin/contact')
    await expect(page).toHaveTitle(/Contact messages/)
    await search(page).fill(`${word} ELODIE`)
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page)).toContainText(/Élodie.*French/s)
    await search(page).fill(word)
    await expect(cards(page)).toHaveCount(30)
    await expect(cards(page).first()).toContainText('Élodie')
    await expect(page.getByRole('list', { name: 'Contact messages' })).toHaveAttribute('aria-busy', 'false')
    await axe(page)
  })

  await test.step('A long message is cut and can be read to its end', async () => {
    await expect(cards(page).first()).not.toContainText('Fin.')
    await cards(page).first().getByRole('button', { name: 'Read more' }).click()
    await expect(cards(page).first()).toContainText('Fin.')
  })

  await test.step('The list goes on without an end', async () => {
    await cards(page).nth(29).scrollIntoViewIfNeeded()
    await expect(cards(page)).toHaveCount(35)
  })

  await test.step('The answer is a mail in the language of the message', async () => {
    await expect(cards(page).nth(0).getByRole('link', { name: 'Answer by email Élodie' })).toHaveAttribute(
      'href',
      `mailto:${word}@example.com?subject=Votre%20message%20%C3%A0%20Loge`,
    )
    await expect(cards(page).nth(1).getByRole('link', { name: 'Answer by email Bea' })).toHaveAttribute(
      'href',
      `mailto:${word}@example.com?subject=Your%20message%20to%20Loge`,
    )
  })

  await test.step('A message is marked with the keyboard at its place, and found among the answered ones', async () => {
    await button(page, 'Mark as answered Bea').focus()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Open again Bea')).toBeFocused()
    await expect(cards(page).nth(1)).toContainText('Answered on')
    await state(page).selectOption('Answered')
    await expect(page).toHaveURL(`/admin/contact?state=answered&q=${word}`)
    await expect(cards(page)).toHaveCount(1)
    await button(page, 'Open again Bea').click()
    await expect(button(page, 'Mark as answered Bea')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No messages' })).toBeVisible()
    await page.goBack()
    await expect(state(page)).toHaveValue('open')
    await expect(search(page)).toHaveValue(word)
  })

  await test.step('A state that is chosen right after typing keeps what was typed', async () => {
    await search(page).fill(`${word} seat`)
    await state(page).selectOption('All')
    await expect(page).toHaveURL(`/admin/contact?state=all&q=${word}+seat`)
    await expect(search(page)).toHaveValue(`${word} seat`)
    await expect(cards(page)).toHaveCount(1)
  })

  await test.step('The list is downloaded as it is filtered, and the download is in the audit log', async () => {
    // The former result stays visible while the new one is loading.
    await expect(page.getByRole('list', { name: 'Contact messages' })).toHaveAttribute('aria-busy', 'false')
    const asked = page.waitForRequest(/format=csv/)
    const downloaded = page.waitForEvent('download')
    await button(page, 'CSV').click()
    expect(new URL((await asked).url()).searchParams.get('q')).toBe(`${word} seat`)
    const file = await downloaded
    expect(file.suggestedFilename()).toMatch(/^loge-contact-[\d-]+\.csv$/)
    expect((await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(2)
  })

  await test.step('Erasing asks first, can fail, and moves the focus to the list', async () => {
    await button(page, 'More for Bea').click()
    await page.getByRole('menuitem', { name: 'Erase…' }).click()
    const question = page.getByRole('dialog', { name: 'Erase the message from Bea?' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await axe(page)
    await page.keyboard.press('Escape')
    await expect(button(page, 'More for Bea')).toBeFocused()

    await page.route('**/api/admin/contact_messages/*', (route) =>
      route.fulfill({ status: 403, json: { error: 'No', code: 'forbidden' } }),
    )
    expectRefusal(403)
    await button(page, 'More for Bea').click()
    await page.getByRole('menuitem', { name: 'Erase…' }).click()
    await question.getByRole('button', { name: 'Erase', exact: true }).click()
    await expect(question.getByRole('alert')).toBeVisible()
    await page.unroute('**/api/admin/contact_messages/*')
    await question.getByRole('button', { name: 'Erase', exact: true }).click()
    await expect(toast(page, 'The message is erased.')).toBeVisible()
    await expect(question).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'No messages' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Contact messages' })).toBeFocused()
    await page.goto(`/admin/audit?who=${admin.username}`)
    await expect(page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')).toHaveText([
      /Erased a contact message/,
      /Downloaded the contact messages/,
    ])
  })

  await test.step('A list that cannot be loaded can be asked for again', async () => {
    await page.route('**/api/admin/contact_messages?*', (route) =>
      route.fulfill({ status: 403, json: { error: 'No', code: 'forbidden' } }),
    )
    expectRefusal(403, '/api/admin/contact_messages')
    await page.goto(`/admin/contact?q=${word}`)
    await expect(page.getByRole('heading', { name: 'The messages could not be loaded' })).toBeVisible()
    await page.unroute('**/api/admin/contact_messages?*')
    await button(page, 'Try again').click()
    await expect(cards(page).first()).toContainText('Élodie')
  })
})

test('Contact messages fit a phone, also on its side and in French, in the dark', async ({ page, people, db }) => {
  const word = `pen${Date.now().toString(36)}`
  const admin = await people.member()
  await people.grant(admin.email, 'admin')
  await write(db, word, [
    { name: 'x'.repeat(200), email: `${'y'.repeat(60)}.${word}@${'z'.repeat(60)}.example`, message: 'w'.repeat(900) },
  ])
  await page.emulateMedia({ colorScheme: 'dark' })
  await people.signedIn(page, admin)
  await page.goto(`/admin/contact?q=${word}&lang=fr`)
  await expect(page.getByRole('listitem').filter({ hasText: 'x'.repeat(200) })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Parties de l’administration' })
  await expectToFitPhones(page, () =>
    expect(tabs.getByRole('link', { name: 'Contact' })).toBeInViewport({ ratio: 0.99 }),
  )
})
