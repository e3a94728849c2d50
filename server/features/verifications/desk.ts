import type {
  DocumentKind,
  ListedVerification,
  StaffVerification,
  VerificationRefusal,
} from '#contract/verifications.ts'
import type { Viewer } from '#server/access.ts'
import type { Tx } from '#server/db/connect.ts'
import { type IdentityContext, openDetails, openSealed } from '#server/domain/identities.ts'
import { notify } from '#server/domain/notify.ts'
import { setHolder } from '#server/domain/payouts/accounts.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { forbidden, invalid, notFound } from '#server/errors.ts'
import { cutPage, formatCursor, type Page, parseCursor } from '#server/paging.ts'
import { newId } from '#server/store/ids.ts'
import { findAccount } from '#server/store/payouts/accounts.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import {
  decideVerification,
  findListed,
  hasOpened,
  type ListedVerificationRow,
  listDecided,
  listDocuments,
  listWaiting,
  lockVerification,
  readDocument,
} from '#server/store/verifications.ts'
import { cleanText } from '#server/text.ts'
import { documentQueue, refusalOf, stateAt } from './actions.ts'

export async function listVerifications(
  ctx: IdentityContext,
  state: 'in_review' | 'decided',
  cursor: string | undefined,
): Promise<Page<ListedVerification>> {
  const from = parseCursor(cursor)
  const rows = state === 'decided' ? await listDecided(ctx.db, from) : await listWaiting(ctx.db, from)
  const { page, last } = cutPage(rows)
  return {
    items: page.map((row) => present(row, ctx.now())),
    cursor: last && formatCursor({ at: last.decided_at ?? last.sent_at, id: last.creator_id }),
  }
}

function present(row: ListedVerificationRow, now: Date): ListedVerification {
  const { creator_id: id, creator, sent_at, decided_at } = row
  return {
    id,
    creator,
    state: stateAt(row, now),
    sent_at: sent_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
  }
}

/** The look is in the audit log before anything is shown. */
export async function openVerification(
  ctx: IdentityContext,
  staff: Pick<Viewer, 'id'>,
  id: string,
): Promise<StaffVerification> {
  const { row, account, files } = await ctx.db.begin(async (db) => {
    await recordLook(ctx, db, { staff, id })
    const row = await findListed(db, id)
    if (!row) throw notFound()
    return { row, account: await findAccount(db, id), files: await listDocuments(db, id) }
  })
  return {
    ...present(row, ctx.now()),
    details: openSealed(ctx, () => openDetails(ctx.seal, id, row)),
    iban_last4: account?.account_last4 ?? null,
    files,
    refusal: refusalOf(row),
    decided_by: row.decider,
  }
}

export interface OpenedDocument {
  bytes: Buffer
  content_type: string
}

export async function openDocument(
  ctx: IdentityContext,
  staff: Pick<Viewer, 'id'>,
  { id, kind }: { id: string; kind: DocumentKind },
): Promise<OpenedDocument> {
  return await documentQueue.run({ key: staff.id, is_trusted: true }, async () => {
    const document = await ctx.db.begin(async (db) => {
      await recordLook(ctx, db, { staff, id, kind })
      const found = await readDocument(db, id, kind)
      // Nothing was seen: the entry of the audit log goes too.
      if (!found) throw notFound()
      return found
    })
    const bytes = openSealed(ctx, () => ctx.seal.open(document, { owner: id, purpose: kind }))
    return { bytes, content_type: document.content_type }
  })
}

/** Locks the verification, so that what is looked at is what the entry names. */
async function recordLook(
  { now }: IdentityContext,
  db: Tx,
  { staff, id, kind }: { staff: Pick<Viewer, 'id'>; id: string; kind?: DocumentKind },
): Promise<void> {
  const locked = await lockVerification(db, id)
  if (!locked) throw notFound()
  const created_at = now()
  await insertAuditEntry(db, {
    id: newId(created_at),
    staff_id: staff.id,
    action: 'verification_viewed',
    user_id: id,
    details: { sent_at: locked.sent_at.toISOString(), file: kind ?? null },
    created_at,
  })
}

export interface AskedOutcome {
  outcome: 'verified' | 'refused'
  reason?: VerificationRefusal | undefined
  note?: string | undefined
}

/**
 * Decides about a creator, and tells them. Nobody decides about themselves, or about something that they have not opened as
 * it is now. Of two admins the first decides.
 */
export async function decide(
  ctx: IdentityContext,
  staff: Pick<Viewer, 'id'>,
  id: string,
  { outcome, ...asked }: AskedOutcome,
): Promise<ListedVerification> {
  if (staff.id === id) throw forbidden()
  const refusal = outcome === 'refused' ? readRefusal(asked) : undefined
  const now = ctx.now()
  await ctx.db.begin(async (db) => {
    const found = await lockVerification(db, id)
    const listed = found && (await findListed(db, id))
    if (!found || !listed || listed.creator === null) throw notFound()
    // What turns out to be wrong later is taken back. Nobody is verified without having sent something again.
    const isTakenBack = found.state === 'verified' && outcome === 'refused'
    if (found.state !== 'in_review' && !isTakenBack) throw invalid('outcome', 'This verification is decided already')
    // Two admins at once: the second one looked at it before it was decided, and does not take the decision back by chance.
    const since = isTakenBack ? found.decided_at : null
    if (!(await hasOpened(db, { staff_id: staff.id, creator_id: id, sent_at: found.sent_at, since })))
      throw invalid('outcome', 'Something has changed since you opened this verification. Please open it again')
    const { reason = null, note = null } = refusal ?? {}
    await decideVerification(db, { creator_id: id, state: outcome, decided_by: staff.id, refusal: reason, note, now })
    if (outcome === 'verified') {
      const { legal_name } = openSealed(ctx, () => openDetails(ctx.seal, id, found))
      await setHolder(db, ctx.seal, id, legal_name)
    }
    await insertAuditEntry(db, {
      id: newId(now),
      staff_id: staff.id,
      action: 'verification_decided',
      user_id: id,
      // Without the words, which are about the creator: the audit log outlives an account.
      details: { outcome, missing: reason },
      created_at: now,
    })
    const kind = outcome === 'verified' ? 'verified' : 'verification_refused'
    const details = reason ? { missing: reason, reason: note } : {}
    await notify(db, [{ id: newId(now), user_id: id, kind, details, created_at: now }])
  })
  await publishNotices(ctx, [id])
  const row = await findListed(ctx.db, id)
  if (!row) throw notFound()
  return present(row, now)
}

function readRefusal({ reason, note }: Omit<AskedOutcome, 'outcome'>) {
  if (!reason) throw invalid('reason', 'Say what is missing')
  const words = note === undefined ? '' : cleanText(note)
  if (reason === 'other' && words === '') throw invalid('note', 'Say in words what is missing')
  return { reason, note: words === '' ? null : words }
}
