import type { Locale } from '#contract/accounts.ts'
import { CASE_REASONS } from '#contract/cases.ts'
import { type ContentNoticeForm, type ContentNoticeProblem, contentNoticeProblems } from '#contract/content-notices.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { announce, type Carried } from '#server/domain/decide.ts'
import { lookAtReport } from '#server/domain/look-at-report.ts'
import { tellStaff } from '#server/domain/tell-staff.ts'
import { cleanEmail, emailKey } from '#server/emails.ts'
import { AppError, notFound } from '#server/errors.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import { limitRate } from '#server/limits/rate-limits.ts'
import { addToCase, lockCaseOf } from '#server/store/cases/cases.ts'
import { lockNamedObject } from '#server/store/cases/named-objects.ts'
import type { LostObject, ReportedObject } from '#server/store/cases/reported-objects.ts'
import {
  type FollowedNotice,
  findContentNotice,
  insertContentNotice,
  lockSameNotice,
  type NewContentNotice,
} from '#server/store/content-notices/content-notices.ts'
import { newId } from '#server/store/ids.ts'
import { cleanText } from '#server/text.ts'
import { readAddress } from './addresses.ts'
import { contentNoticeToken, readContentNoticeToken } from './tokens.ts'

type Noticing = Pick<Context, 'config' | 'db' | 'jobs' | 'limiter' | 'live' | 'log' | 'now' | 'origin' | 'secret'>

const MESSAGES: Record<ContentNoticeProblem, string> = {
  required: 'is required',
  too_long: 'is too long',
  above_limit: 'has too many entries',
  format: 'is invalid',
}

export interface GivenNotice {
  form: ContentNoticeForm
  locale: Locale
  ip: string
}

export interface Receipt {
  number: string
  token: string
}

/**
 * Takes the notice of somebody without an account. It becomes a report in the case of everything it names; what leads to
 * nothing of this house becomes a case of its own. The answer does not tell which.
 */
export async function giveContentNotice(ctx: Noticing, { form, locale, ip }: GivenNotice): Promise<Receipt> {
  refuseProblems(form)
  const now = ctx.now()
  const notice = readNotice(form, locale, now)
  await limitRate(ctx, 'content_notice', { ip, ...(notice.email !== null && { email: emailKey(notice.email) }) })
  const { id, number, done } = await ctx.db.begin(async (db) => {
    const same = await lockSameNotice(db, notice)
    return same ? { ...same, done: undefined } : { id: notice.id, ...(await storeNotice(db, notice, ctx.origin())) }
  })
  if (done) {
    // If these cannot be queued, the next scheduled runs do both.
    await trySend(ctx, 'seal_evidence', {})
    if (notice.email !== null) await trySend(ctx, 'mail_content_notices', {})
    await announce(ctx, done)
  }
  return { number, token: contentNoticeToken(ctx.secret, id) }
}

function refuseProblems(form: ContentNoticeForm): void {
  const problems = Object.entries(contentNoticeProblems(form))
  const [first] = problems
  if (!first) return
  const fields = Object.fromEntries(problems.map(([field, problem]) => [field, MESSAGES[problem]]))
  throw new AppError('invalid', `${first[0]} ${MESSAGES[first[1]]}`, fields)
}

function readNotice(form: ContentNoticeForm, locale: Locale, now: Date): NewContentNotice {
  const urls = form.urls.map((url) => oneLine(url)).filter((url) => url !== '')
  return {
    id: newId(now),
    urls: [...new Set(urls)],
    reason: CASE_REASONS.find((reason) => reason === form.reason) ?? 'other',
    explanation: cleanText(form.explanation),
    name: oneLine(form.name) || null,
    email: cleanEmail(form.email) || null,
    locale,
    created_at: now,
  }
}

/** Removes line breaks and text direction marks. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Returns the number of the notice, and who is told. What it names is looked at as if a member had reported it. */
async function storeNotice(
  db: Tx,
  notice: NewContentNotice,
  origin: string,
): Promise<{ number: string; done: Pick<Carried, 'told'> }> {
  const { objects, lost } = await lockObjects(db, notice.urls, origin)
  // All locks before the first number: a report that waits for a number holds the lock of its object.
  for (const object of objects) await lockCaseOf(db, object)
  const number = await insertContentNotice(db, notice)
  const report = {
    reporter_id: null,
    content_notice_id: notice.id,
    reason: notice.reason,
    description: notice.explanation,
    now: notice.created_at,
  }
  const told: string[] = []
  for (const object of objects) {
    await addToCase(db, object, report)
    told.push(...(await lookAtReport(db, { object, ...report })).told)
  }
  if (lost.length > 0) {
    await addToCase(db, freeStanding(notice.id, lost), report)
    told.push(...(await tellStaff(db, 'case_opened', report.now, null)))
  }
  return { number, done: { told: [...new Set(told)] } }
}

/** What the addresses lead to, each once and always in the same order, so that two notices cannot wait for each other. */
async function lockObjects(db: Tx, urls: string[], origin: string) {
  const found = new Map<string, ReportedObject>()
  const lost: string[] = []
  const named = urls.map((url) => ({ url, object: readAddress(url, origin) }))
  const key = ({ object }: (typeof named)[number]) => JSON.stringify(object ?? null)
  for (const { url, object } of named.toSorted((a, b) => key(a).localeCompare(key(b)))) {
    const locked = object && (await lockNamedObject(db, object))
    if (locked) found.set(`${locked.kind} ${locked.object_id}`, locked)
    else lost.push(url)
  }
  const objects = [...found.keys()].toSorted().flatMap((name) => found.get(name) ?? [])
  return { objects, lost: urls.filter((url) => lost.includes(url)) }
}

/** The case of what leads nowhere: staff read the addresses. */
function freeStanding(object_id: string, lost: string[]): LostObject {
  const evidence = { username: null, text: lost.join('\n'), messages: [] }
  return { kind: 'notice', object_id, subject_id: null, evidence, media: undefined }
}

export async function followContentNotice(
  { db, secret }: Pick<Context, 'db' | 'secret'>,
  token: string,
): Promise<FollowedNotice> {
  const id = readContentNoticeToken(secret, token)
  const notice = id === undefined ? undefined : await findContentNotice(db, id)
  if (!notice) throw notFound()
  return notice
}
