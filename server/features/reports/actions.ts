import type { ReportReason } from '#contract/cases.ts'
import { REPORT_REASONS } from '#contract/posts.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import { addToCase, decideCase } from '#server/store/cases/cases.ts'
import {
  findReportedMessage,
  lockReportedPost,
  lockReportedProfile,
  lockReportedStory,
} from '#server/store/cases/reported-objects.ts'
import { newId } from '#server/store/ids.ts'
import { deleteMedia } from '#server/store/media.ts'
import { insertNotices } from '#server/store/notices.ts'
import { deletePost, type JudgedPost, lockJudgedPost } from '#server/store/posts.ts'
import { archiveOpenReports, insertReportCase } from '#server/store/reports/report-cases.ts'
import { dismissReportsOf, insertReport } from '#server/store/reports/reports.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { cleanText } from '#server/text.ts'

type Acting = Pick<Context, 'db' | 'jobs' | 'live' | 'log' | 'media' | 'now'>

/**
 * Removes a post, reported or not. Its author learns the reason, and the reporters that their report was handled;
 * neither learns of the other.
 */
export async function removePost(ctx: Acting, staff: Viewer, id: string, words: string | undefined): Promise<void> {
  const now = ctx.now()
  const { media, told } = await ctx.db.begin(async (db) => {
    const post = await lockJudgedPost(db, id)
    if (!post) throw notFound()
    const reason = kept(words)
    const { case_id, reporters } = await judge(db, { post, staff, outcome: 'removed', note: reason, now })
    await insertNotices(db, [
      {
        id: newId(now),
        user_id: post.profile_id,
        kind: 'post_removed',
        details: { reason },
        post_id: post.id,
        case_id,
        created_at: now,
      },
      ...reporters.map((user_id) => tell('report_upheld', user_id, post, now)),
    ])
    await deletePost(db, post.id)
    return { media: await deleteMedia(db, post.media_id), told: [post.profile_id, ...reporters] }
  })
  if (media) await ctx.media.discard(media)
  await publishNotices(ctx, told)
}

/** Dismisses the reports of a post. Staff cannot do this for their own posts. */
export async function dismissReports(ctx: Acting, staff: Viewer, id: string, words: string | undefined): Promise<void> {
  const now = ctx.now()
  const told = await ctx.db.begin(async (db) => {
    const post = await lockJudgedPost(db, id)
    if (!post) throw notFound()
    if (post.profile_id === staff.id) throw new AppError('forbidden', 'Somebody else has to judge your own post')
    const { reporters } = await judge(db, { post, staff, outcome: 'dismissed', note: kept(words), now })
    if (reporters.length === 0) throw notFound()
    await dismissReportsOf(db, post.id, now)
    await insertNotices(
      db,
      reporters.map((user_id) => tell('report_dismissed', user_id, post, now)),
    )
    return reporters
  })
  await publishNotices(ctx, told)
}

interface Judgement {
  post: JudgedPost
  staff: Viewer
  outcome: 'removed' | 'dismissed'
  note: string | null
  now: Date
}

/** Stores the decision, the reports it is about, and the audit entry. It also decides the case of the post. */
async function judge(db: Tx, { post, staff, outcome, note, now }: Judgement) {
  const case_id = newId(now)
  await insertReportCase(db, {
    id: case_id,
    post_id: post.id,
    author_id: post.profile_id,
    description: post.description,
    protected: post.protected,
    outcome,
    note,
    staff_id: staff.id,
    handled_at: now,
  })
  const reporters = await archiveOpenReports(db, post.id, case_id)
  await decideCase(db, { kind: 'post', object_id: post.id }, now)
  await insertAuditEntry(db, {
    id: newId(now),
    staff_id: staff.id,
    action: outcome === 'removed' ? 'post_removed' : 'reports_dismissed',
    user_id: post.profile_id,
    post_id: post.id,
    reason: note,
    details: { case_id, reports: reporters.length },
    created_at: now,
  })
  return { case_id, reporters }
}

/** The notice of a reporter refers to the post only. The case is between its author and staff. */
function tell(kind: 'report_upheld' | 'report_dismissed', user_id: string, post: JudgedPost, now: Date) {
  return { id: newId(now), user_id, kind, post_id: post.id, created_at: now }
}

function kept(words: string | undefined): string | null {
  return cleanText(words ?? '') || null
}

interface ReportInput {
  post_id?: string
  story_id?: string
  message_id?: string
  username?: string
  reason: ReportReason
  description?: string | null
}

/** What can be reported; exactly one of them is named. */
const NAMED = ['post_id', 'story_id', 'message_id', 'username'] as const
const OWN = {
  post_id: 'You cannot report your own post',
  story_id: 'You cannot report your own story',
  message_id: 'You cannot report your own message',
  username: 'You cannot report yourself',
}

/** True if this is a new report. Every report is part of a case, which keeps what the reporter saw. */
export async function report(ctx: Reporting, viewer: Viewer, input: ReportInput): Promise<boolean> {
  const named = NAMED.filter((name) => input[name] !== undefined)
  const [name] = named
  if (name === undefined || named.length > 1)
    throw invalid(name ?? 'post_id', 'Name exactly one post, story, message or profile')
  if (REPORT_REASONS.some((reason) => reason === input.reason) !== (name === 'post_id'))
    throw invalid('reason', 'This is no reason for reporting it')
  const now = ctx.now()
  const description = cleanText(input.description ?? '') || null
  const is_new = await ctx.db.begin(async (db) => {
    const object = await lockObject(db, viewer.id, name, input[name] ?? '', now)
    if (!object) throw notFound()
    if (object.subject_id === viewer.id) throw invalid(name, OWN[name])
    const { reason } = input
    if (object.kind === 'post') {
      const row = { id: newId(now), post_id: object.object_id, author_id: viewer.id, reason, description }
      if (!(await insertReport(db, { ...row, created_at: now }))) return false
    }
    return await addToCase(db, object, { reporter_id: viewer.id, reason, description, now })
  })
  // If it cannot be queued, the next scheduled run does it; the files are held until then.
  if (is_new) await trySend(ctx, 'seal_evidence', {})
  return is_new
}

type Reporting = Pick<Context, 'db' | 'jobs' | 'log' | 'now'>

async function lockObject(db: Tx, viewer_id: string, name: (typeof NAMED)[number], value: string, now: Date) {
  switch (name) {
    case 'post_id':
      return await lockReportedPost(db, viewer_id, value)
    case 'story_id':
      return await lockReportedStory(db, viewer_id, value, now)
    case 'message_id':
      return await findReportedMessage(db, viewer_id, value)
    case 'username':
      return await lockReportedProfile(db, viewer_id, value)
  }
}
