import { expectClosed, fromTheStart, openStopped, viewerOf } from '#tests/e2e/support/stories.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test.describe('The URL of a story', () => {
  // Spec 2.54, 2.105, 7.48
  test('The URL of a story opens it among the stories of that creator, and Back and Close lead to the profile', async ({
    page,
    people,
    authors,
  }) => {
    await page.clock.install()
    const [amy, bea] = [await authors.author(), await authors.author()]
    const story = await authors.publish(amy, { description: 'Of Amy' })
    await authors.publish(bea, { description: 'Of Bea' })
    await people.signedIn(page, await people.signUp())
    await openStopped(page, `/${amy.username}?story=${story.id}`)
    const { close } = viewerOf(page)
    await fromTheStart(page, 'Of Amy')
    await close.click()
    await expectClosed(page)
    await expect(page).toHaveURL(`/${amy.username}`)

    const ring = page.getByRole('link', { name: `See the stories of ${amy.username}, story seen` })
    await ring.click()
    await fromTheStart(page, 'Of Amy')
    await page.goBack()
    await expectClosed(page)
    await ring.click()
    await fromTheStart(page, 'Of Amy')
    await page.keyboard.press('ArrowRight')
    await expectClosed(page)
    await expect(page).toHaveURL(`/${amy.username}`)
  })

  // Spec 2.109, 8.32
  test('The URL of a deleted story says "No stories available" with a Close button', async ({
    page,
    people,
    authors,
  }) => {
    const amy = await authors.author()
    const story = await authors.publish(amy)
    await authors.remove(amy, story)
    await people.signedIn(page, await people.signUp())
    await page.goto(`/?story=${story.id}`)
    const { viewer, close } = viewerOf(page)
    await expect(viewer.getByRole('heading', { name: 'No stories available' })).toBeVisible()
    await close.click()
    await expect(viewer).toHaveCount(0)
    await expect(page).toHaveURL('/')
  })
})
