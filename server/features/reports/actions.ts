import type { ReportReason } from '#contract/cases.ts'
import { REPORT_REASONS } from '#contract/posts.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import {
  announce,
  type Carried,
  decide,
  lockOrOpenCase,
  lockSubject,
  refuseUnlessAllowed,
} from '#server/domain/decide.ts'
import { reasonsFromReports } from '#server/domain/report-reasons.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import { addToCase } from '#server/store/cases/cases.ts'
import {
  findReportedMessage,
  lockReportedPost,
  lockReportedProfile,
  lockReportedStory,
  readPublished,
} from '#server/store/cases/reported-objects.ts'
import { findLocale, isObjectRemoved, listReasons } from '#server/store/decisions/decisions.ts'
import { newId } from '#server/store/ids.ts'
import { findAuthor } from '#server/store/posts.ts'
import { insertReport } from '#server/store/reports/reports.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { cleanText } from '#server/text.ts'

type Acting = Pick<Context, 'db' | 'jobs' | 'live' | 'log' | 'now' | 'secret'>

/**
 * Removes a post, reported or not: it is hidden at once, and erased when the time to appeal is over. Its author learns the
 * reason, and the reporters that their report was handled; neither learns of the other.
 */
export async function removePost(ctx: Acting, staff: Viewer, id: string, words: string | undefined): Promise<void> {
  const now = ctx.now()
  const carried = await ctx.db.begin(async (db) => {
    const judged = await lockPost(db, id, now)
    if (await isObjectRemoved(db, { kind: 'post', object_id: id })) throw notFound()
    const note = kept(words)
    const reasons = reasonsFromReports(await listReasons(db, judged.found.id), await findLocale(db, judged.author_id))
    const asked = { actions: ['remove'] as const, ...reasons, ...(note !== null && { facts: note }), until: null }
    const done = await decide(ctx, db, { ...judged, staff, asked, note, now })
    await auditPost(db, { staff, action: 'post_removed', author_id: judged.author_id, post_id: id, note, now }, done)
    return done
  })
  await announce(ctx, carried)
  // The files of a post that nobody reported are held from now on.
  await trySend(ctx, 'seal_evidence', {})
}

/** Dismisses the reports of a post. Staff cannot do this for their own posts. */
export async function dismissReports(ctx: Acting, staff: Viewer, id: string, words: string | undefined): Promise<void> {
  const now = ctx.now()
  const carried = await ctx.db.begin(async (db) => {
    const judged = await lockPost(db, id, now)
    if (judged.author_id === staff.id) throw new AppError('forbidden', 'Somebody else has to judge your own post')
    const note = kept(words)
    const asked = { actions: ['dismiss'] as const, ground: null, facts: null, until: null }
    refuseUnlessAllowed({ ...judged, staff, asked, now })
    const done = await decide(ctx, db, { ...judged, staff, asked, note, now })
    if (done.reporters.length === 0) throw notFound()
    await auditPost(
      db,
      { staff, action: 'reports_dismissed', author_id: judged.author_id, post_id: id, note, now },
      done,
    )
    return done
  })
  await announce(ctx, carried)
}

/** Locks the author, the post and its case, in this order. A post that nobody reported gets a case. */
async function lockPost(db: Tx, id: string, now: Date) {
  const author_id = await findAuthor(db, id)
  if (author_id === undefined) throw notFound()
  const { account } = await lockSubject(db, { kind: 'post', object_id: id, subject_id: author_id })
  const object = await readPublished(db, 'post', id)
  if (!object) throw notFound()
  return { author_id, account, found: await lockOrOpenCase(db, object, now) }
}

interface PostAudit {
  staff: Viewer
  action: 'post_removed' | 'reports_dismissed'
  author_id: string
  post_id: string
  note: string | null
  now: Date
}

async function auditPost(
  db: Tx,
  { staff, action, author_id, post_id, note, now }: PostAudit,
  { report_case_id = '', reporters }: Carried,
): Promise<void> {
  await insertAuditEntry(db, {
    id: newId(now),
    staff_id: staff.id,
    action,
    user_id: author_id,
    post_id,
    reason: note,
    details: { case_id: report_case_id, reports: reporters.length },
    created_at: now,
  })
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
