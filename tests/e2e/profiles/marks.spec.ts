import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Post } from '#contract/posts.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import { button } from '#tests/e2e/support/page.ts'
import type { People, Person } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { expectToFitPhones } from '#tests/e2e/support/views.ts'
import { photoLike } from '#tests/support/files/photo-like.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const verdict = (page: Page) => page.getByRole('region', { name: /as seen by/ })

/** Publishes a protected picture that has enough detail for a mark. */
async function publish(people: People, creator: Person, description: string, seed: number): Promise<Post> {
  const file = await sharp(await photoLike(seed))
    .jpeg({ quality: 95 })
    .toBuffer()
  return await people.call<Post>(creator, 'POST', '/posts', { form: { description, protected: 'true', file } })
}

/** A picture as this person is sent it, saved again. */
async function screenshotOf(url: string, { token }: Person, { file }: Post): Promise<Buffer> {
  const answer = await fetch(`${url}/api${file}?w=480`, { headers: { authorization: token } })
  expect(answer.status).toBe(200)
  return await sharp(Buffer.from(await answer.arrayBuffer()))
    .jpeg({ quality: 60 })
    .toBuffer()
}

const give = async (page: Page, buffer: Buffer, name = 'screenshot.jpg') =>
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer })

test('A creator turns marks on with the keyboard, a fan is told of them, and a leaked copy names the fan', async ({
  page,
  people,
  product,
  openOtherBrowser,
  expectRefusal,
}) => {
  const [amy, fan] = [await people.creator(), await people.member()]
  await people.subscribe(fan, amy)
  const post = await publish(people, amy, 'The long note', 21)
  await people.signedIn(page, amy)

  await test.step('They are off until she turns them on; then she chooses a kind with the arrows', async () => {
    await page.goto('/settings')
    const card = page.getByRole('region', { name: 'A name in every picture' })
    const on = card.getByRole('switch', { name: 'Mark protected pictures' })
    await expect(on).not.toBeChecked()
    await expect(card.getByRole('radio')).toHaveCount(0)
    await on.focus()
    await page.keyboard.press('Space')
    await expect(on).toBeChecked()
    await expect(card.getByRole('radio', { name: /Faint/ })).toBeChecked()
    await expect(toast(page, 'Saved')).toBeVisible()
    await card.getByRole('radio', { name: /Faint/ }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(card.getByRole('radio', { name: /Corner/ })).toBeChecked()
    await expect(card.getByRole('radio', { name: /Corner/ })).toBeFocused()
    await axe(page)
    await card.getByRole('link', { name: 'Trace a leak' }).click()
    await expect(page).toHaveURL('/leaks')
  })

  await test.step('The fan reads it beside the picture, and she does not beside her own', async () => {
    const other = await openOtherBrowser()
    await people.signedIn(other, fan)
    await other.goto('/')
    await expect(other.getByText('This picture carries your name.')).toBeVisible()
    await other.goto(`/${amy.username}?post=${post.id}`)
    const panel = other.getByRole('dialog')
    await expect(panel.getByText(`${amy.username} asked for it`)).toBeVisible()
    await axe(other)
    await other.setViewportSize({ width: 390, height: 844 })
    await expect(panel.getByText('This picture carries your name.')).toBeVisible()
    await axe(other)
    await other.close()
  })

  await test.step('What is no picture is refused in words, and another one may be tried', async () => {
    expectRefusal(422, '/api/leak_lookups')
    await give(page, Buffer.from('no picture'))
    await expect(heading(page, 'This could not be read')).toBeVisible()
    await expect(page.getByText('It has to be a JPEG, PNG or WebP picture')).toBeVisible()
    await axe(page)
  })

  await test.step('A strange picture is not one of hers', async () => {
    await give(
      page,
      await sharp(await photoLike(99))
        .jpeg()
        .toBuffer(),
    )
    await expect(heading(page, 'Not one of yours')).toBeVisible()
  })

  await test.step('Her own copy carries no mark', async () => {
    await give(page, await screenshotOf(product.url, amy, post))
    await expect(heading(page, 'No mark that we can read')).toBeVisible()
  })

  await test.step('The copy of the fan names the fan, and says that this is no proof of a hand', async () => {
    await give(page, await screenshotOf(product.url, fan, post))
    await expect(verdict(page)).toContainText(`as seen by ${fan.username}`)
    // Enter had been pressed on a button that is gone.
    await expect(page.locator(':focus')).toContainText(`as seen by ${fan.username}`)
    await expect(verdict(page)).toContainText('Its ticket then')
    await expect(verdict(page)).toContainText('Offered by the house')
    await expect(verdict(page)).toContainText('The mark names an account, not a hand')
    await expect(verdict(page).getByRole('link', { name: 'The long note' })).toBeVisible()
    await expectToFitPhones(page)
    const saved = page.waitForEvent('download')
    await button(page, 'Save the proof').click()
    expect((await saved).suggestedFilename()).toMatch(/^loge-.*\.txt$/)
  })

  await test.step('She opens a case about the account with it', async () => {
    await button(page, 'Open a case').click()
    await expect(page.getByRole('dialog')).toContainText(fan.username)
    await axe(page)
    await page.keyboard.press('Escape')
    await expect(button(page, 'Open a case')).toBeFocused()
  })
})

test('Staff trace the picture of any creator, and nobody else finds that page', async ({
  page,
  people,
  product,
  openOtherBrowser,
}) => {
  const [amy, fan, moderator] = [await people.creator(), await people.member(), await people.member()]
  await people.subscribe(fan, amy)
  await people.grant(moderator.email, 'moderator')
  const post = await publish(people, amy, 'Backstage', 22)
  await people.call(amy, 'PUT', '/picture_mark', { mark: 'unseen' })
  const copy = await screenshotOf(product.url, fan, post)

  await test.step('A member is led away from both pages', async () => {
    const other = await openOtherBrowser()
    await people.signedIn(other, fan)
    for (const path of ['/leaks', '/admin/leaks']) {
      await other.goto(path)
      await expect(other).not.toHaveURL(path)
    }
    await other.close()
  })

  await test.step('A moderator learns whose picture it was and whose view, and the audit log has it', async () => {
    await people.signedIn(page, moderator)
    await page.goto('/admin/leaks')
    await expect(page.getByText('Your look is written in the audit log.')).toBeVisible()
    await axe(page)
    await give(page, copy)
    await expect(verdict(page)).toContainText(`This was ${amy.username}’s picture, as seen by ${fan.username}`)
    await expectToFitPhones(page)
    await page.goto('/admin/audit')
    await expect(page.getByText(fan.username).first()).toBeVisible()
  })

  await test.step('Among the pictures of a creator who has none it is not found', async () => {
    const eve = await people.creator()
    await page.goto('/admin/leaks')
    await page.getByRole('textbox', { name: 'Only pictures of this creator (optional)' }).fill(eve.username)
    await give(page, copy)
    await expect(heading(page, 'No picture that we know')).toBeVisible()
  })
})
