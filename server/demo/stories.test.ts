import { describe, expect, it } from 'vitest'
import type { Story } from '#contract/stories.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { handleJobs } from '#server/feature.ts'
import { signInToDemo } from '#tests/support/scenarios/demo-people.ts'
import { type Person, world } from '#tests/support/world.ts'
import { demo, renewExpiringDemoStories } from './stories.ts'
import { createDemoWorld } from './world.ts'

const { ctx, stranger, passes, runJob } = await world({ DEMO: 'on' })
await createDemoWorld(ctx)
await handleJobs(ctx, demo)

const signedIn = (name: string) => signInToDemo({ stranger }, name)

async function storiesSeenBy(person: Person): Promise<Story[]> {
  return (await person.ask('GET', '/stories')).body.stories
}

describe('Stories for who tries the demo out', () => {
  it('The demo’s fan finds stories: pictures, a locked one, a protected one they may see, and a video that plays', async () => {
    const fan = await signedIn('fan')
    const stories = await storiesSeenBy(fan)
    expect(stories.length).toBeGreaterThanOrEqual(5)
    expect(stories.filter(({ accessible }) => !accessible).map(({ profile }) => profile.user.username)).toEqual([
      'louverdier',
    ])
    expect(stories.filter((story) => story.protected && story.accessible)).toHaveLength(1)
    for (const { media_path } of stories)
      if (media_path !== null) expect((await fan.fetch(media_path)).status).toBe(200)
    const video = stories.find(({ media_path }) => media_path?.includes('.mp4'))
    expect((await fan.fetch(video?.media_path ?? '')).headers['content-type']).toBe('video/mp4')
  })

  it('The demo’s admin finds a story of their own first in the strip', async () => {
    const [first] = await storiesSeenBy(await signedIn('admin'))
    expect(first?.profile.user.username).toBe('camilleroche')
  })
})

describe('Renewal of demo stories', () => {
  it('Demo stories are renewed without end, and expire one after the other', async () => {
    const before = (await storiesSeenBy(await signedIn('fan'))).length
    for (let hour = 0; hour < 60; hour += 1) {
      passes(HOUR_MS / 2)
      await ctx.jobs.send('renew_demo_stories', {})
      await runJob('sweep_stories')
    }
    const stories = await storiesSeenBy(await signedIn('fan'))
    expect(stories).toHaveLength(before)
    expect(new Set(stories.map(({ time_remaining }) => time_remaining)).size).toBe(before)
    for (const { time_remaining } of stories) expect(time_remaining).toBeLessThanOrEqual(24)
  })

  it('Demo stories are there again after a week without the product running, unseen, whichever job runs first', async () => {
    const fan = await signedIn('fan')
    const [story] = await storiesSeenBy(fan)
    await fan.ask('POST', `/stories/${story?.id}/seen`)
    passes(7 * DAY_MS)
    await runJob('sweep_stories')
    const again = await signedIn('fan')
    expect(await storiesSeenBy(again)).toEqual([])
    await renewExpiringDemoStories(ctx)
    const stories = await storiesSeenBy(again)
    expect(stories.length).toBeGreaterThanOrEqual(5)
    expect(stories.filter(({ seen }) => seen)).toEqual([])
  })

  it('Demo stories that somebody deleted stay deleted, and the post with the same picture stays', async () => {
    const admin = await signedIn('admin')
    const [own] = await storiesSeenBy(admin)
    await admin.ask('DELETE', `/stories/${own?.id}`)
    await renewExpiringDemoStories(ctx)
    expect((await admin.ask('GET', '/stories/my_stories')).body.stories).toEqual([])
    const posts = (await admin.ask('GET', '/posts?username=camilleroche')).body
    for (const { file } of posts) expect((await admin.fetch(file)).status).toBe(200)
  })

  it('Demo stories expire like all others once the demo is off', async () => {
    const demo_off = { ...ctx, config: { ...ctx.config, demo: false } }
    passes(2 * DAY_MS)
    await renewExpiringDemoStories(demo_off)
    expect(await storiesSeenBy(await signedIn('fan'))).toEqual([])
  })
})
