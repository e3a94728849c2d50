import type { ReportReason } from '#contract/cases.ts'
import { REPORT_REASONS } from '#contract/posts.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { decide, lockOrOpenCase, lockSubject } from '#server/domain/decide.ts'
import type { AskedDecision } from '#server/domain/decision-rules.ts'
import { lookAtReport } from '#server/domain/look-at-report.ts'
import { addToCase } from '#server/store/cases/cases.ts'
import {
  findReportedMessage,
  lockReportedProfile,
  lockReportedStory,
  type ReportedObject,
  readAccount,
  readPublished,
} from '#server/store/cases/reported-objects.ts'
import { insertContentNotice, markReceiptMailed } from '#server/store/content-notices/content-notices.ts'
import { copyAppealToReports, insertAppeal } from '#server/store/decisions/appeals.ts'
import { newId } from '#server/store/ids.ts'
import { markAllMailed } from '#server/store/notice-mails.ts'
import { markNoticesRead } from '#server/store/notices.ts'
import { insertPost } from '#server/store/posts.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { earlier } from '#server/time.ts'
import { THREAT } from './conversations.ts'
import { reportDemoPost } from './reports.ts'

interface DemoReport {
  by: string
  reason: ReportReason
  description: string | null
  hours_ago: number
}

const STORY: DemoReport & { media: string } = {
  media: 'ceramics',
  by: 'louverdier',
  reason: 'copyright',
  description: 'The photograph is my sister’s. She sold the bowl, not the picture.',
  hours_ago: 2,
}

/** Urgent: the message is hidden at once, until somebody has looked. */
const MESSAGE: DemoReport = {
  by: 'margauxlenoir',
  reason: 'threat',
  description: 'This is the third time since Sunday.',
  hours_ago: 1,
}

const PROFILES: (DemoReport & { username: string })[] = [
  {
    username: 'louverdier',
    by: 'theomarchetti',
    reason: 'identity',
    description: 'There is a real Lou Verdier in the second row, and she does not know this page.',
    hours_ago: 40,
  },
]

/** Of somebody without an account, whose address leads nowhere. */
const DEMO_NOTICE = {
  name: 'Jeanne Arnaud',
  email: 'jeanne.arnaud@visitors.loge.test',
  urls: ['https://loge.example/winter-garden'],
  reason: 'copyright',
  explanation: 'The poster of my play was shown on this page. I drew it in 2024, and nobody asked me.',
  locale: 'fr',
  hours_ago: 6,
} as const

/** The author of a removed post has appealed. */
const REMOVED = {
  author: 'margauxlenoir',
  picture: 'silk1',
  description: 'Two pages of the prompt book, for those who like to read ahead.',
  report: {
    author: 'louverdier',
    reason: REPORT_REASONS[0],
    description: 'These pages belong to the author of the play, and she was not asked.',
  },
  staff: 'camilleroche',
  facts: 'The text is not yours to publish. Ask its author, and it may come back.',
  appeal: 'I asked her since, and she said yes. Her letter is in the green folder, and I can send it.',
}

/** The account that is frozen for good. */
const FROZEN = {
  username: 'hugomoreau',
  staff: 'camilleroche',
  facts: 'He sent the same offer for tickets to every singer of the house, and went on after a warning.',
}

interface Scene {
  db: Tx
  now: Date
  secret: Context['secret']
  idOf: (username: string) => string
  /** The id of the story with this picture. */
  storyOf: (media: string) => string
  /** The id of the message with these words. */
  messageOf: (content: string) => string
  /** Stores a copy of the picture for another owner. */
  copyOf: (picture: string, owner_id: string) => Promise<string>
}

/** What waits for staff: an open case of each kind, also of an outsider, an appealed one, and a frozen account. */
export async function createDemoCases(scene: Scene): Promise<void> {
  const { db, now, idOf } = scene
  const at = ago(scene, STORY.hours_ago)
  await fileReport(scene, STORY, await lockReportedStory(db, idOf(STORY.by), scene.storyOf(STORY.media), at))
  await fileReport(scene, MESSAGE, await findReportedMessage(db, idOf(MESSAGE.by), scene.messageOf(THREAT)))
  for (const report of PROFILES)
    await fileReport(scene, report, await lockReportedProfile(db, idOf(report.by), report.username))
  await giveNotice(scene)
  await removeAndAppeal(scene)
  await freeze(scene)
  // Nobody is mailed about the demo.
  await markAllMailed(db, now)
}

/** Reports something, as a member does. */
async function fileReport(scene: Scene, report: DemoReport, object: ReportedObject | undefined): Promise<void> {
  if (!object) throw new Error(`the demo world has nothing for ${report.by} to report`)
  const { reason, description } = report
  const now = ago(scene, report.hours_ago)
  await addToCase(scene.db, object, { reporter_id: scene.idOf(report.by), reason, description, now })
  await lookAtReport(scene.db, { object, reason, now })
}

async function giveNotice(scene: Scene): Promise<void> {
  const { db } = scene
  const { hours_ago, urls, reason, explanation, ...who } = DEMO_NOTICE
  const now = ago(scene, hours_ago)
  const id = newId(now)
  await insertContentNotice(db, { id, ...who, urls: [...urls], reason, explanation, created_at: now, is_demo: true })
  await markReceiptMailed(db, id, now)
  const evidence = { username: null, text: urls.join('\n'), messages: [] }
  const lost = { kind: 'notice', object_id: id, subject_id: null, evidence, media: undefined } as const
  const report = { reporter_id: null, content_notice_id: id, reason, description: explanation, now }
  await addToCase(db, lost, report)
}

async function removeAndAppeal(scene: Scene): Promise<void> {
  const { db, idOf } = scene
  const { author, picture, description, report, staff, facts, appeal } = REMOVED
  const [published, reported, removed, appealed] = [ago(scene, 104), ago(scene, 99), ago(scene, 98), ago(scene, 95)]
  const [post_id, author_id] = [newId(published), idOf(author)]
  const media_id = await scene.copyOf(picture, author_id)
  const post = { profile_id: author_id, media_id, description, protected: false, created_at: published }
  await insertPost(db, { id: post_id, ...post })
  await reportDemoPost(scene, post_id, { ...report, created_at: reported })
  const object = await readPublished(db, 'post', post_id)
  if (!object) throw new Error('the post of the demo world is gone')
  const asked = { actions: ['remove'], ground: 'terms_copyright', facts, until: null } as const
  const decision_id = await carryOut(scene, { object, staff, asked, now: removed })
  await insertAuditEntry(db, {
    id: newId(removed),
    staff_id: idOf(staff),
    action: 'post_removed',
    user_id: author_id,
    post_id,
    reason: facts,
    details: { reports: 1 },
    created_at: removed,
  })
  // The author has read the notice, and answered it.
  await markNoticesRead(db, author_id, appealed, newId(appealed))
  const words = { decision_id, text: appeal, now: appealed }
  await insertAppeal(db, words)
  await copyAppealToReports(db, words)
}

async function freeze(scene: Scene): Promise<void> {
  const { db, idOf } = scene
  const { username, staff, facts } = FROZEN
  const user_id = idOf(username)
  const now = ago(scene, 30)
  const asked = { actions: ['freeze'], ground: 'terms_spam', facts, until: null } as const
  await carryOut(scene, { object: await readAccount(db, user_id), staff, asked, now })
  const entry = { staff_id: idOf(staff), action: 'account_frozen', user_id, reason: facts } as const
  await insertAuditEntry(db, { id: newId(now), ...entry, details: { until: null }, created_at: now })
}

interface DemoDecision {
  object: ReportedObject
  staff: string
  asked: AskedDecision
  now: Date
}

/** Decides as a member of staff does. Returns the id of the decision. */
async function carryOut(scene: Scene, { object, staff, asked, now }: DemoDecision): Promise<string> {
  const { db, idOf, secret } = scene
  const locked = await lockSubject(db, object)
  const found = await lockOrOpenCase(db, object, now)
  const decider = { id: idOf(staff), role: 'admin' } as const
  const { decision_id } = await decide({ secret }, db, { ...locked, staff: decider, found, asked, now })
  if (decision_id === undefined) throw new Error('the demo world has decided nothing')
  return decision_id
}

function ago({ now }: Scene, hours: number): Date {
  return earlier(now, hours * HOUR_MS)
}
