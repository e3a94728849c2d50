import { REPORT_REASONS } from '#contract/posts.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'
import { deleteMedia } from '#server/store/media.ts'
import { deletePost, insertPost } from '#server/store/posts.ts'
import { archiveOpenReports, insertReportCase } from '#server/store/reports/report-cases.ts'
import { insertReport } from '#server/store/reports/reports.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { earlier } from '#server/time.ts'
import { createDemoNotice } from './notices.ts'

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

/** A decided case: the post was removed, and its author has answered. */
const DEMO_CASE = {
  author: 'margauxlenoir',
  picture: 'silk1',
  description: 'Two pages of the prompt book, for those who like to read ahead.',
  report: {
    author: 'louverdier',
    reason: INAPPROPRIATE,
    description: 'These pages belong to the author of the play, and she was not asked.',
  },
  staff: 'camilleroche',
  note: 'The text is not yours to publish. Ask its author, and it may come back.',
  answer: 'I asked the dressmaker, who asked the prompter, and nobody asked the author. It will not come back.',
}

/** What the functions of this file need. */
interface Scene {
  db: Tx
  now: Date
  idOf: (username: string) => string
  /** The id of the post with this picture. */
  postOf: (picture: string) => string
  /** Stores a copy of the picture for another owner. */
  copyOf: (picture: string, owner_id: string) => Promise<string>
}

export async function createDemoReports(scene: Scene): Promise<void> {
  for (const { picture, author, reason, description, hours_ago } of DEMO_REPORTS) {
    const created_at = ago(scene, hours_ago)
    const report = { post_id: scene.postOf(picture), author_id: scene.idOf(author), reason, description, created_at }
    await insertReport(scene.db, { id: newId(created_at), ...report })
  }
  await createDemoCase(scene)
}

/** Creates a post, reports and removes it, so that only the case is left. */
async function createDemoCase(scene: Scene): Promise<void> {
  const { db, idOf } = scene
  const { author, picture, description, report, staff, note, answer } = DEMO_CASE
  const published = ago(scene, 104)
  const reported = ago(scene, 99)
  const handled_at = ago(scene, 98)
  const [post_id, case_id, author_id] = [newId(published), newId(handled_at), idOf(author)]
  const media_id = await scene.copyOf(picture, author_id)
  const post = { profile_id: author_id, media_id, description, protected: false, created_at: published }
  await insertPost(db, { id: post_id, ...post })
  await insertReport(db, {
    id: newId(reported),
    post_id,
    author_id: idOf(report.author),
    reason: report.reason,
    description: report.description,
    created_at: reported,
  })
  await insertReportCase(db, {
    id: case_id,
    post_id,
    author_id,
    description,
    protected: false,
    outcome: 'removed',
    note,
    staff_id: idOf(staff),
    handled_at,
    answer,
    answered_at: ago(scene, 95),
  })
  await archiveOpenReports(db, post_id, case_id)
  await insertAuditEntry(db, {
    id: newId(handled_at),
    staff_id: idOf(staff),
    action: 'post_removed',
    user_id: author_id,
    post_id,
    reason: note,
    details: { case_id, reports: 1 },
    created_at: handled_at,
  })
  await deletePost(db, post_id)
  await deleteMedia(db, media_id)
  // The author has read the notice and answered it.
  const told = { user_id: author_id, details: { reason: note }, post_id, case_id, created_at: handled_at }
  await createDemoNotice(db, { ...told, kind: 'post_removed' }, { read: true })
}

function ago({ now }: Scene, hours: number): Date {
  return earlier(now, hours * HOUR_MS)
}
