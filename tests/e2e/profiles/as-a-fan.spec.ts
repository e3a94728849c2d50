import type { Response } from '@playwright/test'
import { axe } from '#tests/e2e/support/axe.ts'
import { button, expectNoSidewaysScroll } from '#tests/e2e/support/page.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { forEachView, roundsFrom } from '#tests/e2e/support/views.ts'

test('A creator sees her page as a fan with and without a subscription, and Back leads to her own', async ({
  page,
  people,
}) => {
  const amy = await people.creator({ bio: 'Soloist by night' })
  await people.post(amy, { description: 'For everyone' })
  const locked = await people.post(amy, { description: 'Behind the curtain', isProtected: true })
  await people.signedIn(page, amy)
  await page.goto(`/${amy.username}`)
  const enter = page.getByRole('link', { name: 'See as a fan' })
  const band = page.getByRole('region', { name: 'Your page as a fan' })
  const tiles = page.getByRole('list', { name: 'Posts' }).getByRole('listitem')
  await expect(page.getByRole('link', { name: /Behind the curtain/ })).toBeVisible()

  const answers: Promise<string>[] = []
  const keep = (response: Response) => {
    if (new URL(response.url()).searchParams.get('as') === 'visitor') answers.push(response.text())
  }
  page.on('response', keep)
  await test.step('Without a subscription, the protected post is a curtain, and the server has told nothing of it', async () => {
    await enter.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/${amy.username}?as=visitor`)
    await expect(band.getByRole('paragraph')).toContainText('You see your page as a fan.')
    await expect(band.getByRole('paragraph')).toBeFocused()
    await expect(tiles).toHaveCount(2)
    await expect(tiles.first()).toContainText('Private Content')
    await expect(tiles.locator('img')).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Create post' })).toHaveCount(0)
    // A later step leaves the page, after which an answer cannot be read any more.
    page.off('response', keep)
    expect(answers.length).toBeGreaterThanOrEqual(2)
    expect((await Promise.all(answers)).join()).not.toContain(locked.file)
    await axe(page)
  })

  await test.step('The buttons of a fan say what they are, and nothing is bought or written', async () => {
    await expect(page.getByRole('radio', { name: /1 Month/ })).toBeChecked()
    await button(page, 'Subscribe').click()
    await expect(toast(page, 'You see your page as a fan. A fan can press this.')).toBeVisible()
    await expect(button(page, 'Message')).toHaveAttribute('aria-disabled', 'true')
    await expect(tiles.getByRole('link')).toHaveCount(0)
  })

  await test.step('With a subscription the curtain is open', async () => {
    await band.getByRole('link', { name: 'Subscribed' }).click()
    await expect(page).toHaveURL(`/${amy.username}?as=subscriber`)
    await expect(band.getByRole('link', { name: 'Subscribed' })).toHaveAttribute('aria-current', 'true')
    await expect(button(page, 'SUBSCRIBED')).toBeDisabled()
    await expect(tiles.locator('img')).toHaveCount(2)
    await axe(page)
  })

  await test.step('Back and the button lead to the own page, with the focus where it was', async () => {
    await page.goBack()
    await expect(page).toHaveURL(`/${amy.username}`)
    await expect(enter).toBeFocused()
    await enter.click()
    await button(page, 'Back to my page').click()
    await expect(page).toHaveURL(`/${amy.username}`)
    await expect(enter).toBeFocused()
  })

  await test.step('The address opens it too, and the button removes it from there', async () => {
    await page.goto(`/${amy.username}?as=visitor`)
    await expect(band).toBeVisible()
    await button(page, 'Back to my page').click()
    await expect(page).toHaveURL(`/${amy.username}`)
    await expect(enter).toBeVisible()
  })
})

test('The address does nothing on the page of somebody else', async ({ page, people }) => {
  const amy = await people.creator()
  await people.post(amy, { isProtected: true })
  await people.signedIn(page, await people.creator())
  await page.goto(`/${amy.username}?as=subscriber`)
  await expect(button(page, 'Subscribe')).toBeVisible()
  await expect(page.getByRole('link', { name: /Private Content/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your page as a fan' })).toHaveCount(0)
})

for (const round of roundsFrom(390)) {
  test.describe(round.name, () => {
    test.use(round.use)
    test('The page as a fan sees it reads well', { tag: '@long' }, async ({ page, people }) => {
      const amy = await people.creator({ bio: 'Soloist by night' })
      await people.post(amy, { isProtected: true })
      await people.signedIn(page, amy)
      await page.goto(`/${amy.username}?as=visitor`)
      await expect(page.locator('.post-tile')).toHaveCount(1)
      await forEachView(page, round, async () => {
        await expectNoSidewaysScroll(page)
        await axe(page)
      })
    })
  })
}
