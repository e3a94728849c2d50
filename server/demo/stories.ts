import { stat } from 'node:fs/promises'
import path from 'node:path'
import { HOUR_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Feature } from '#server/feature.ts'
import { STORY_LIFETIME_MS } from '#server/features/stories/actions.ts'
import type { StoredMedia } from '#server/media/media.ts'
import { newId } from '#server/store/ids.ts'
import { insertMedia } from '#server/store/media.ts'
import { insertStory, renewDemoStories } from '#server/store/stories.ts'
import { earlier, later } from '#server/time.ts'

const CLIPS = path.resolve(import.meta.dirname, 'clips')

interface DemoStory {
  creator: string
  /** The name of a picture of a post, or of a video. */
  media: string
  description: string
  protected?: true
  hours_ago: number
}

const DEMO_CLIPS = ['sound-check']

const DEMO_STORIES: DemoStory[] = [
  {
    creator: 'margauxlenoir',
    media: 'dancer2',
    description: 'Five minutes before the doors. Hold your breath with me.',
    hours_ago: 19,
  },
  {
    creator: 'margauxlenoir',
    media: 'bokeh',
    description: 'The house is full. I counted the lights instead.',
    protected: true,
    hours_ago: 18,
  },
  {
    creator: 'louverdier',
    media: 'cello',
    description: 'Eight bars that are not in the programme.',
    protected: true,
    hours_ago: 16,
  },
  { creator: 'anasol', media: 'sound-check', description: 'Sound check. Two takes, one breath.', hours_ago: 7 },
  { creator: 'yukiaoyama', media: 'ceramics', description: 'Still warm. Do not touch, look.', hours_ago: 3 },
  {
    creator: 'noorhaddad',
    media: 'sea',
    description: 'The tide came to the second step and thought better.',
    hours_ago: 11,
  },
  { creator: 'camilleroche', media: 'moon', description: 'Focus check, cue 41.', hours_ago: 5 },
]

/** Processes the videos before the transaction starts, like the pictures. */
export async function takeClips(media: Context['media']): Promise<Map<string, StoredMedia>> {
  const taken = new Map<string, StoredMedia>()
  for (const name of DEMO_CLIPS) {
    const file = path.join(CLIPS, `${name}.mp4`)
    taken.set(name, await media.takeVideo({ path: file, bytes: (await stat(file)).size }))
  }
  return taken
}

/** Returns the ids of the stories by the name of their picture or video. */
export async function createDemoStories(
  db: Tx,
  now: Date,
  idOf: (username: string) => string,
  media: Map<string, StoredMedia>,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const story of DEMO_STORIES) {
    const stored = media.get(story.media)
    if (!stored) throw new Error(`the demo world has no picture or video ${story.media}`)
    const owner_id = idOf(story.creator)
    const created_at = earlier(now, story.hours_ago * HOUR_MS)
    const media_id = newId(created_at)
    await insertMedia(db, { id: media_id, owner_id, ...stored, created_at })
    const id = newId(created_at)
    ids.set(story.media, id)
    await insertStory(db, {
      id,
      profile_id: owner_id,
      media_id,
      description: story.description,
      protected: story.protected ?? false,
      created_at,
      expires_at: later(created_at, STORY_LIFETIME_MS),
      is_demo: true,
    })
  }
  return ids
}

/** Renews the demo stories before they expire, so that a running demo always has some. */
export async function renewExpiringDemoStories(ctx: Pick<Context, 'config' | 'db' | 'now'>): Promise<void> {
  if (ctx.config.demo) await ctx.db.begin((db) => renewDemoStories(db, ctx.now()))
}

export const demo: Feature = {
  jobs: { renew_demo_stories: { schedule: '*/20 * * * *', run: renewExpiringDemoStories } },
}
