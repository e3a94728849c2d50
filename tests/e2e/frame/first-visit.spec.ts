import { firstVisit } from '#tests/e2e/support/first-visit.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('The first page of a member takes at most 20 requests and 300 KB, of what is in view and nothing else', async ({
  page,
  people,
}) => {
  const creator = await people.creator()
  for (const seed of [1, 2, 3, 4, 5]) await people.post(creator, { seed })
  await people.signedIn(page, await people.member())
  const { requests } = await firstVisit(page)
  const paths = requests.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['/', '/api/user', '/api/posts', '/api/stories']))
  expect(requests.length).toBeLessThanOrEqual(20)
  expect(requests.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(300_000)
  // The frame is painted with these two (first-frame.spec.ts). One after the other, on slow 3G (400 ms, 50 KB a second), they take 1.2 s.
  const painted = requests.filter(({ path }) => path === '/' || path.startsWith('/assets/first-frame-'))
  expect(painted).toHaveLength(2)
  expect(painted.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(10_000)
  // Of five posts: the pictures of the first and of one whose edge may be in view, and the portrait of the author.
  expect(paths.filter((path) => path.startsWith('/api/media/')).length).toBeLessThanOrEqual(3)
  // What opens later, and the display font, come when all of that is there.
  const later = /\/(overlays|dialogs|toasts|live-watches|later-pages|fraunces)-/
  expect(paths.filter((path) => later.test(path))).toEqual([])
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(' '),
      ),
    )
    .toMatch(/live-watches/)
})

test('That a picture carries one’s name is said after the first view, in a place that was kept for it', async ({
  page,
  people,
}) => {
  const [creator, member] = [await people.creator(), await people.member()]
  await people.post(creator, { isProtected: true })
  await people.call(creator, 'PUT', '/picture_mark', { mark: 'faint' })
  await people.subscribe(member, creator)
  await people.signedIn(page, member)
  // Held back until the post was measured without it.
  const note = Promise.withResolvers<void>()
  await page.route(/marked-note/, async (route) => {
    await note.promise
    await route.continue()
  })
  const { requests } = await firstVisit(page)
  expect(requests.map(({ path }) => path).filter((path) => /marked-note|\/marks-/.test(path))).toEqual([])
  const post = page.getByRole('article')
  const before = await post.boundingBox()
  note.resolve()
  await expect(page.getByText('This picture carries your name')).toBeVisible()
  expect(await post.boundingBox()).toEqual(before)
})
