import { REPORT_REASONS } from '#contract/posts.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import { addToCase } from '#server/store/cases/cases.ts'
import { lockReportedPost } from '#server/store/cases/reported-objects.ts'
import { newId } from '#server/store/ids.ts'
import { insertReport } from '#server/store/reports/reports.ts'
import { earlier } from '#server/time.ts'

const [INAPPROPRIATE, IDENTITY] = REPORT_REASONS

interface DemoReport {
  /** The picture that identifies the post. */
  picture: string
  author: string
  reason: (typeof REPORT_REASONS)[number]
  description: string | null
  hours_ago: number
}

/** The open reports; one is about a protected post. */
const DEMO_REPORTS: DemoReport[] = [
  {
    picture: 'pears',
    author: 'anasol',
    reason: IDENTITY,
    description: 'I have seen this picture in a catalogue, under another name.',
    hours_ago: 31,
  },
  { picture: 'silk3', author: 'yukiaoyama', reason: INAPPROPRIATE, description: null, hours_ago: 26 },
  {
    picture: 'piano',
    author: 'noorhaddad',
    reason: IDENTITY,
    description: 'This is a photo from another concert hall, cropped.',
    hours_ago: 8,
  },
  { picture: 'piano', author: 'anasol', reason: IDENTITY, description: null, hours_ago: 3 },
]

/** What the functions of this file need. */
interface Scene {
  db: Tx
  now: Date
  idOf: (username: string) => string
  /** The id of the post with this picture. */
  postOf: (picture: string) => string
}

export async function createDemoReports(scene: Scene): Promise<void> {
  for (const { picture, author, reason, description, hours_ago } of DEMO_REPORTS) {
    const created_at = ago(scene, hours_ago)
    await reportDemoPost(scene, scene.postOf(picture), { author, reason, description, created_at })
  }
}

/** Reports a post, as a member does. */
export async function reportDemoPost(
  { db, idOf }: Pick<Scene, 'db' | 'idOf'>,
  post_id: string,
  { author, created_at, ...words }: Pick<DemoReport, 'author' | 'reason' | 'description'> & { created_at: Date },
): Promise<void> {
  const author_id = idOf(author)
  const object = await lockReportedPost(db, author_id, post_id)
  if (!object) throw new Error(`${author} cannot see the post`)
  await insertReport(db, { id: newId(created_at), post_id, author_id, created_at, ...words })
  await addToCase(db, object, { reporter_id: author_id, now: created_at, ...words })
}

function ago({ now }: Scene, hours: number): Date {
  return earlier(now, hours * HOUR_MS)
}
