import { hold } from './support/feed.ts'
import { viewerOf } from './support/stories.ts'
import { clip } from './support/storytellers.ts'
import { expect, test } from './support/test.ts'

/** What the browser does with a video, as it is just now. */
function state(video: HTMLVideoElement) {
  return { isPlaying: !video.paused && !video.ended, isMuted: video.muted, hasBegun: video.currentTime > 0 }
}

test.describe('A story that is a video', () => {
  test('plays without sound until somebody asks for it, remembers that, and is never heard under another story', async ({
    page,
    people,
    tellers,
  }) => {
    const amy = await tellers.teller()
    const fan = await people.member()
    await people.subscribe(fan, amy)
    const story = await tellers.tell(amy, {
      description: 'Moving',
      media: await clip('sixty-seconds.mp4'),
      isProtected: true,
    })
    await tellers.tell(amy, { description: 'At rest' })
    await people.signedIn(page, fan)
    await page.goto(`/${amy.username}?story=${story.id}`)
    const { viewer, video, picture, play, progress } = viewerOf(page)
    await expect.poll(() => video.evaluate(state)).toEqual({ isPlaying: true, isMuted: true, hasBegun: true })
    // By a ticket of its own, not by its id: the browser's player sends no token.
    expect(await video.getAttribute('src')).toMatch(/^\/api\/media\/[\w-]{60,}\.mp4$/)
    await expect(viewer.getByText('/ 1:00')).toBeVisible()

    await page.keyboard.press('Space')
    await expect(play).toBeVisible()
    await expect.poll(() => video.evaluate(state)).toMatchObject({ isPlaying: false })
    await play.click()
    await expect.poll(() => video.evaluate(state)).toMatchObject({ isPlaying: true })

    await page.keyboard.press('m')
    await expect.poll(() => video.evaluate(state)).toMatchObject({ isMuted: false })
    await page.keyboard.press('m')
    await viewer.getByRole('button', { name: 'Unmute' }).click()
    await expect.poll(() => video.evaluate(state)).toMatchObject({ isMuted: false, isPlaying: true })

    await page.keyboard.press('ArrowRight')
    await expect(picture('At rest')).toBeVisible()
    const others = viewer.locator('video')
    await expect(others).toHaveCount(1)
    await expect.poll(() => others.evaluate(state)).toEqual({ isPlaying: false, isMuted: false, hasBegun: false })
    await expect(viewer.getByRole('button', { name: 'Mute' })).toHaveCount(0)

    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => video.evaluate(state)).toMatchObject({ isMuted: false, hasBegun: true })
    expect(Number(await progress.getAttribute('aria-valuenow'))).toBeLessThan(50)
  })

  test('shorter than five seconds holds its last frame, and then the next one is there', async ({
    page,
    people,
    tellers,
  }) => {
    const amy = await tellers.teller()
    const story = await tellers.tell(amy, { description: 'Moving', media: await clip('phone.mov') })
    await tellers.tell(amy, { description: 'At rest' })
    await people.signedIn(page, await people.signUp())
    await page.goto(`/${amy.username}?story=${story.id}`)
    const { video, picture, viewer } = viewerOf(page)
    // It is asked from inside, since the test may be slow to look, and may come when it has ended already.
    await video.evaluate(
      (element: HTMLVideoElement) =>
        new Promise<void>((resolve) => {
          if (element.ended) resolve()
          else element.addEventListener('ended', () => resolve(), { once: true })
        }),
    )
    await expect(viewer.getByText('0:02 / 0:02')).toBeVisible()
    await expect(picture('At rest')).toBeVisible()
  })

  test('longer than five seconds runs for its own length', async ({ page, people, tellers }) => {
    await page.clock.install()
    const amy = await tellers.teller()
    const story = await tellers.tell(amy, { description: 'Moving', media: await clip('sixty-seconds.mp4') })
    await people.signedIn(page, await people.signUp())
    await page.goto(`/${amy.username}?story=${story.id}`)
    const { viewer, progress } = viewerOf(page)
    await expect(viewer.getByText('/ 1:00')).toBeVisible()
    await page.clock.runFor(30_000)
    const half = Number(await progress.getAttribute('aria-valuenow'))
    expect(half).toBeGreaterThanOrEqual(50)
    expect(half).toBeLessThan(100)
    await page.clock.runFor(31_000)
    await expect(viewer).toHaveCount(0)
  })

  test('that is lost on the way is fetched again, and goes on where it was', async ({ page, people, tellers }) => {
    const amy = await tellers.teller()
    const story = await tellers.tell(amy, { description: 'Moving', media: await clip('sixty-seconds.mp4') })
    await people.signedIn(page, await people.signUp())
    await page.goto(`/${amy.username}?story=${story.id}`)
    const { video, progress } = viewerOf(page)
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(3)
    const lists = await hold(page, /\/api\/stories\?/)
    const lost = await video.evaluate((element: HTMLVideoElement) => {
      element.dataset.lost = 'true'
      element.dispatchEvent(new Event('error'))
      return element.currentTime
    })
    // Its time stands still until it is there again.
    await expect(page.locator('[aria-busy=true]').filter({ has: page.locator('video') })).toBeVisible()
    const before = await progress.getAttribute('aria-valuenow')
    await expect.poll(() => video.evaluate((old: HTMLVideoElement) => old.currentTime)).toBeGreaterThan(lost + 1.5)
    await expect(progress).toHaveAttribute('aria-valuenow', before ?? '')
    await lists.release()
    const anew = viewerOf(page).viewer.locator('video:not([data-lost])')
    await expect.poll(() => anew.evaluate(state)).toMatchObject({ isPlaying: true, hasBegun: true })
    expect(await anew.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(lost - 0.5)
  })

  test('whose ticket has died is asked for anew by itself; one that does not come at all says so and can be tried again', async ({
    page,
    people,
    tellers,
    expectRefusal,
  }) => {
    const amy = await tellers.teller()
    const fan = await people.member()
    await people.subscribe(fan, amy)
    const story = await tellers.tell(amy, {
      description: 'Moving',
      media: await clip('talking.mp4'),
      isProtected: true,
    })
    await people.signedIn(page, fan)
    const refuse = { status: 404, json: { error: 'Not found', code: 'not_found' } }
    for (let times = 0; times < 2; times += 1) expectRefusal(404)
    await page.route('**/api/media/*.mp4', (route) => route.fulfill(refuse), { times: 2 })
    await page.goto(`/${amy.username}?story=${story.id}`)
    const { viewer, video } = viewerOf(page)
    await expect(viewer.getByRole('alert')).toHaveText(/^This story did not come\./)
    await viewer.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => video.evaluate(state)).toMatchObject({ hasBegun: true })
    await expect(viewer.getByRole('alert')).toHaveCount(0)
  })
})
