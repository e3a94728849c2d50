import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { MINUTE_MS } from '#contract/time.ts'
import { hold } from '#tests/e2e/support/feed.ts'
import type { People } from '#tests/e2e/support/people.ts'
import { openStopped, viewerOf } from '#tests/e2e/support/stories.ts'
import type { StoryAuthors } from '#tests/e2e/support/story-authors.ts'
import { endSubscription } from '#tests/e2e/support/subscriptions.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { clip } from '#tests/support/files/clips.ts'

/** The playback state of a video. */
function state(video: HTMLVideoElement) {
  return { isPlaying: !video.paused && !video.ended, isMuted: video.muted, hasBegun: video.currentTime > 0 }
}

/** Long enough to be loaded in parts: browsers read some ten thousand bytes before they show anything. */
const SOUND_CHECK = resolve(import.meta.dirname, '../../../server/demo/clips/sound-check.mp4')

interface Cast {
  page: Page
  people: People
  authors: StoryAuthors
}

/** A subscriber plays a protected video of which half is loaded. The request for the rest waits for `refuse`. */
async function playHalf({ page, people, authors }: Cast) {
  const amy = await authors.author()
  const fan = await people.member()
  await people.subscribe(fan, amy)
  const media = await readFile(SOUND_CHECK)
  const half = Math.floor(media.length / 2)
  const story = await authors.publish(amy, { description: 'Moving', media, isProtected: true })
  const begun: string[] = []
  const refusal = Promise.withResolvers<(route: Route) => Promise<void>>()
  await page.route('**/api/media/*.mp4', async (route) => {
    const request = route.request()
    const isFromTheStart = (await request.headerValue('range')) === 'bytes=0-'
    if (isFromTheStart) begun.push(new URL(request.url()).pathname)
    if (begun.length > 1) return route.continue()
    if (!isFromTheStart) return (await refusal.promise)(route)
    const headers = { ...(await request.allHeaders()), range: `bytes=0-${half - 1}` }
    return route.fulfill({ response: await route.fetch({ headers }) })
  })
  await people.signedIn(page, fan)
  const next = page.waitForRequest((request) => request.headers().range === `bytes=${half}-`)
  await page.goto(`/${amy.username}?story=${story.id}`)
  const { video, progress, viewer } = viewerOf(page)
  await next
  await expect.poll(() => video.evaluate(state)).toMatchObject({ hasBegun: true })
  return { amy, fan, begun, video, progress, viewer, refuse: refusal.resolve }
}

test.describe('A story that is a video', () => {
  // Spec 9.29
  test('A video story is muted until the viewer turns the sound on, keeps the choice, and is silent under another story', async ({
    page,
    people,
    authors,
  }) => {
    const amy = await authors.author()
    const fan = await people.member()
    await people.subscribe(fan, amy)
    const story = await authors.publish(amy, {
      description: 'Moving',
      media: await clip('sixty-seconds.mp4'),
      isProtected: true,
    })
    await authors.publish(amy, { description: 'At rest' })
    await people.signedIn(page, fan)
    // The clock of the stories stands still: the picture would otherwise end after five seconds, and with it the viewer.
    await page.clock.install()
    await openStopped(page, `/${amy.username}?story=${story.id}`)
    const { viewer, video, picture, play, progress } = viewerOf(page)
    // The first video of a browser starts its audio process, which takes long on a busy machine.
    await expect
      .poll(() => video.evaluate(state), { timeout: MINUTE_MS })
      .toEqual({ isPlaying: true, isMuted: true, hasBegun: true })
    // The source is a signed URL, not the id: the browser's player sends no token.
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

  test('A video story is shown as muted if the browser refuses sound, and waits for a press if it refuses to play', {
    tag: '@long',
  }, async ({ page, people, authors }) => {
    await page.addInitScript(() => {
      localStorage.setItem('story_sound', 'on')
      Reflect.set(globalThis, 'browserAllows', 'silence')
      const play = HTMLMediaElement.prototype.play
      HTMLMediaElement.prototype.play = function () {
        const allows: unknown = Reflect.get(globalThis, 'browserAllows')
        if (allows === 'sound' || (allows === 'silence' && this.muted)) return play.call(this)
        return Promise.reject(new DOMException('Nobody has pressed anything', 'NotAllowedError'))
      }
    })
    const allow = (what: string) => page.evaluate((allows) => Reflect.set(globalThis, 'browserAllows', allows), what)
    const amy = await authors.author()
    const story = await authors.publish(amy, { description: 'Moving', media: await clip('sixty-seconds.mp4') })
    await people.signedIn(page, await people.signUp())
    await page.goto(`/${amy.username}?story=${story.id}`)
    const { viewer, video, play, pause, progress } = viewerOf(page)
    const unmute = viewer.getByRole('button', { name: 'Unmute' })
    await expect.poll(() => video.evaluate(state)).toEqual({ isPlaying: true, isMuted: true, hasBegun: true })
    await expect(unmute).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('story_sound'))).toBe('on')

    await allow('sound')
    await unmute.click()
    await expect.poll(() => video.evaluate(state)).toMatchObject({ isPlaying: true, isMuted: false })
    await expect(viewer.getByRole('button', { name: 'Mute' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('story_sound'))).toBe('on')

    await pause.click()
    await expect(play).toBeVisible()
    await allow('nothing')
    await play.click()
    await expect(play).toBeVisible()
    await expect.poll(() => video.evaluate(state)).toMatchObject({ isPlaying: false })
    const at = await progress.getAttribute('aria-valuenow')
    await allow('sound')
    await expect(progress).toHaveAttribute('aria-valuenow', at ?? '')
    await play.click()
    await expect.poll(() => video.evaluate(state)).toMatchObject({ isPlaying: true })
  })

  test('A video story shorter than five seconds holds its last frame until the next story', { tag: '@long' }, async ({
    page,
    people,
    authors,
  }) => {
    await page.clock.install()
    const amy = await authors.author()
    const story = await authors.publish(amy, { description: 'Moving', media: await clip('phone.mov') })
    await authors.publish(amy, { description: 'At rest' })
    await people.signedIn(page, await people.signUp())
    // The clock of the story stands still; the video plays in real time.
    await openStopped(page, `/${amy.username}?story=${story.id}`)
    const { video, picture, viewer, progress } = viewerOf(page)
    await expect(viewer.getByText('0:00 / 0:02')).toBeVisible()
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.ended)).toBe(true)
    await page.clock.runFor(4900)
    await expect(viewer.getByText('0:02 / 0:02')).toBeVisible()
    await expect(progress).toHaveAttribute('aria-valuenow', '98')
    expect(await video.evaluate(({ ended, currentTime }: HTMLVideoElement) => ended && currentTime > 0)).toBe(true)
    await page.clock.runFor(100)
    await expect(picture('At rest')).toBeVisible()
  })

  test('A video story longer than five seconds plays for its own length', { tag: '@long' }, async ({
    page,
    people,
    authors,
  }) => {
    await page.clock.install()
    const amy = await authors.author()
    const story = await authors.publish(amy, { description: 'Moving', media: await clip('sixty-seconds.mp4') })
    await people.signedIn(page, await people.signUp())
    await page.goto(`/${amy.username}?story=${story.id}`)
    const { viewer, progress } = viewerOf(page)
    await expect(viewer.getByText('/ 1:00')).toBeVisible()
    await page.clock.fastForward(30_000)
    const half = Number(await progress.getAttribute('aria-valuenow'))
    expect(half).toBeGreaterThanOrEqual(50)
    expect(half).toBeLessThan(100)
    await page.clock.fastForward(31_000)
    await expect(viewer).toHaveCount(0)
  })

  test('A video story whose signed URL expires during playback gets a new one, and continues', {
    tag: '@long',
  }, async ({ page, people, authors, expectRefusal }) => {
    const { begun, video, progress, viewer, refuse } = await playHalf({ page, people, authors })
    const lists = await hold(page, /\/api\/stories\?/)
    const asked = page.waitForRequest(/\/api\/stories\?/)
    expectRefusal(404, begun[0])
    refuse((route) => route.fulfill({ status: 404, json: { error: 'Not found', code: 'not_found' } }))
    await asked
    // The story is on hold until the video is loaded again, without an error.
    await expect(viewer.locator('[aria-busy=true]')).toBeVisible()
    await expect(viewer.getByRole('alert')).toHaveCount(0)
    const before = Number(await progress.getAttribute('aria-valuenow'))
    await lists.release()
    await expect.poll(() => begun.length).toBe(2)
    // The video continues at the position of the story, not at its beginning.
    const at = () => video.evaluate((element: HTMLVideoElement) => (100 * element.currentTime) / element.duration)
    await expect.poll(at).toBeGreaterThan(before)
    await expect(viewer.locator('[aria-busy=true]')).toHaveCount(0)
    expect(Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(before)
  })

  test('A video story whose subscription ends during playback is locked when the next bytes are refused', {
    tag: '@long',
  }, async ({ page, people, authors, product, expectRefusal }) => {
    const { amy, fan, viewer, begun, refuse } = await playHalf({ page, people, authors })
    await endSubscription(product, { fan_id: fan.id, profile_id: amy.id })
    expectRefusal(404, begun[0])
    // The server itself refuses the bytes.
    refuse((route) => route.continue())
    await expect(viewer.getByText('Private Story', { exact: true })).toBeVisible()
    await expect(viewer.locator('video')).toHaveCount(0)
    await expect(viewer.getByRole('alert')).toHaveCount(0)
    expect(begun).toHaveLength(1)
  })

  test('A video story with an expired signed URL is retried once by itself, and then by a press', {
    tag: '@long',
  }, async ({ page, people, authors, expectRefusal }) => {
    const amy = await authors.author()
    const fan = await people.member()
    await people.subscribe(fan, amy)
    const story = await authors.publish(amy, {
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
