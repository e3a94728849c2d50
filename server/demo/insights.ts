import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'
import { insertTallies, VIEWERS_KEPT_DAYS } from '#server/store/insights/views.ts'
import { markStorySeen } from '#server/store/stories.ts'
import { dayOf, earlier, later } from '#server/time.ts'

interface Stage {
  db: Tx
  now: Date
  idOf: (username: string) => string
  postOf: (picture: string) => string
  storyOf: (picture: string) => string
}

const CREATOR = 'margauxlenoir'

/** Posts by the name of their picture, and how many have seen them. */
const SEEN_POSTS = [
  { picture: 'dancer1', people: 97 },
  { picture: 'arcade', people: 480 },
  { picture: 'bokeh', people: 128 },
  { picture: 'dancer2', people: 214 },
  { picture: 'chair', people: 302 },
  { picture: 'silk2', people: 502 },
]
/** Days on which more people came than on others. */
const PEAKS = [1, 6, 15, 24, 38, 51]

/** Stories that are over. */
const PAST_STORIES = [
  { people: 112, hours: 52 },
  { people: 87, hours: 99 },
  { people: 64, hours: 150 },
]

/** Who has seen the stories that are up, by the name of the picture, and how long ago. */
const VIEWERS = [
  { story: 'bokeh', username: 'yukiaoyama', minutes: 12 },
  { story: 'bokeh', username: 'noorhaddad', minutes: 75 },
  { story: 'bokeh', username: 'anasol', minutes: 130 },
  { story: 'dancer2', username: 'yukiaoyama', minutes: 11 },
  { story: 'dancer2', username: 'noorhaddad', minutes: 74 },
  { story: 'dancer2', username: 'anasol', minutes: 131 },
  { story: 'dancer2', username: 'louverdier', minutes: 200 },
  { story: 'dancer2', username: 'camilleroche', minutes: 260 },
]

/** Of the people of a day, so many percent were here this many days before; the rest never. */
const GAPS = [
  { gap: 1, percent: 40 },
  { gap: 3, percent: 24 },
  { gap: 8, percent: 14 },
  { gap: VIEWERS_KEPT_DAYS, percent: 22 },
]
const DAYS = 75

/** Two months and a half of an audience, so that the insights of the demo's creator have something to say. */
export async function createDemoInsights({ db, now, idOf, postOf, storyOf }: Stage): Promise<void> {
  const days = Array.from({ length: DAYS }, (_, ago) => ago).flatMap((ago) => {
    const people = peopleOf(ago)
    return GAPS.map(({ gap, percent }) => ({
      day: dayOf(earlier(now, ago * DAY_MS)),
      gap,
      people: Math.max(1, Math.round((people * percent) / 100)),
    }))
  })
  await insertTallies(db, idOf(CREATOR), {
    days,
    posts: SEEN_POSTS.map(({ picture, people }) => ({ post_id: postOf(picture), people })),
    stories: PAST_STORIES.map(({ people, hours }) => {
      const created_at = earlier(now, hours * HOUR_MS)
      return { story_id: newId(created_at), created_at, ended_at: later(created_at, DAY_MS), people }
    }),
  })
  for (const { story, username, minutes } of VIEWERS)
    await markStorySeen(db, idOf(username), storyOf(story), earlier(now, minutes * MINUTE_MS))
}

/** A slow growth with the weeks, a quiet wave within them, and a few days of interest after each peak. */
function peopleOf(ago: number): number {
  const usual = 46 - ago * 0.3 + 7 * Math.sin(ago * 0.9)
  const interest = PEAKS.filter((peak) => ago <= peak).map((peak) => 62 * Math.exp((ago - peak) / 1.6))
  return Math.round(usual + interest.reduce((sum, more) => sum + more, 0))
}
