import { plainIban } from '#contract/iban.ts'
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  VERIFIED_YEARS,
  type Verification,
  type VerificationDetails,
} from '#contract/verifications.ts'
import type { Viewer } from '#server/access.ts'
import type { Tx } from '#server/db/connect.ts'
import { type IdentityContext, openDetails, openSealed, refuseIban, sealDetails } from '#server/domain/identities.ts'
import { openAccount, setAccount } from '#server/domain/payouts/accounts.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { tellStaff } from '#server/domain/tell-staff.ts'
import { invalid, unauthenticated } from '#server/errors.ts'
import { BoundedQueue } from '#server/limits/bounded-queue.ts'
import { readUpload, type UploadedFile } from '#server/media/uploads.ts'
import { type AccountRow, findAccount } from '#server/store/payouts/accounts.ts'
import {
  findVerification,
  listDocuments,
  lockUnerased,
  lockVerification,
  type NewDocument,
  saveDocument,
  saveVerification,
  type VerificationRow,
} from '#server/store/verifications.ts'
import { missing, readDetails } from './details.ts'
import { recogniseDocument } from './documents.ts'

export async function getVerification(ctx: IdentityContext, creator_id: string): Promise<Verification> {
  const [found, files, account] = await Promise.all([
    findVerification(ctx.db, creator_id),
    listDocuments(ctx.db, creator_id),
    findAccount(ctx.db, creator_id),
  ])
  return {
    state: found ? stateAt(found, ctx.now()) : 'none',
    sent_at: found?.sent_at.toISOString() ?? null,
    decided_at: found?.decided_at?.toISOString() ?? null,
    ask_again_at: found?.state === 'verified' ? endOf(found).toISOString() : null,
    refusal: refusalOf(found),
    details: found ? openSealed(ctx, () => openDetails(ctx.seal, creator_id, found)) : null,
    files,
    needs_account: needsAccount(ctx, account),
    is_required_to_publish: ctx.config.creator_enrollment === 'verified',
  }
}

/** `none` if it was verified too long ago. */
export function stateAt(
  row: Pick<VerificationRow, 'state' | 'decided_at' | 'sent_at'>,
  now: Date,
): Verification['state'] {
  return row.state === 'verified' && endOf(row) <= now ? 'none' : row.state
}

export function refusalOf(row: VerificationRow | undefined): Verification['refusal'] {
  return row?.refusal ? { reason: row.refusal, note: row.note } : null
}

function endOf({ decided_at, sent_at }: Pick<VerificationRow, 'decided_at' | 'sent_at'>): Date {
  const end = new Date(decided_at ?? sent_at)
  end.setUTCFullYear(end.getUTCFullYear() + VERIFIED_YEARS)
  return end
}

/** The operator pays by hand, and does not know where to. */
function needsAccount({ config }: Pick<IdentityContext, 'config'>, account: AccountRow | undefined): boolean {
  return config.payouts?.method === 'manual' && !account?.sealed
}

export interface SentVerification extends VerificationDetails {
  iban?: string | undefined
}

/**
 * A document is in memory while it is sealed, three times for a moment. At most so many at once: others wait, or are asked
 * to try again.
 */
export const documentQueue = new BoundedQueue({
  at_once: 2,
  waiting_max: 20,
  waiting_max_each: 1,
  trusted_max_each: 4,
  reserved: 8,
  retry_after: 5,
})

/** Takes what a creator has sent, and tells the admins. What is here already need not be sent again. */
export async function sendVerification(
  ctx: IdentityContext,
  viewer: Pick<Viewer, 'id'>,
  { iban, ...sent }: SentVerification,
  files: Record<string, UploadedFile | undefined>,
): Promise<Verification> {
  const details = readDetails(sent, ctx.now())
  // Where the provider asks for the account, and where nobody is paid, a number is not kept.
  const number = ctx.config.payouts?.method === 'manual' && iban?.trim() ? plainIban(iban) : undefined
  if (number !== undefined) refuseIban(number)
  const told = await documentQueue.run({ key: viewer.id }, async () => {
    const documents = await sealDocuments(ctx, viewer.id, files)
    return await ctx.db.begin(async (db) => await store(ctx, db, { creator_id: viewer.id, details, number, documents }))
  })
  await publishNotices(ctx, told)
  return await getVerification(ctx, viewer.id)
}

async function sealDocuments(
  { seal }: IdentityContext,
  creator_id: string,
  files: Record<string, UploadedFile | undefined>,
): Promise<NewDocument[]> {
  const documents: NewDocument[] = []
  for (const kind of DOCUMENT_KINDS) {
    const file = files[kind]
    if (!file) continue
    const bytes = await readUpload(file)
    const content_type = recogniseDocument(bytes, kind)
    documents.push({ kind, content_type, ...seal.seal(bytes, { owner: creator_id, purpose: kind }) })
  }
  return documents
}

interface Sent {
  creator_id: string
  details: VerificationDetails
  number: string | undefined
  documents: NewDocument[]
}

/** Returns who has a new notice. */
async function store(
  ctx: IdentityContext,
  db: Tx,
  { creator_id, details, number, documents }: Sent,
): Promise<string[]> {
  const now = ctx.now()
  if (!(await lockUnerased(db, creator_id))) throw unauthenticated()
  const before = await lockVerification(db, creator_id)
  const account = await findAccount(db, creator_id)
  const here = await listDocuments(db, creator_id)
  refuseIncomplete(before, { here, sent: documents.map(({ kind }) => kind) })
  if (needsAccount(ctx, account) && number === undefined) throw invalid('iban', 'An IBAN is needed to pay you')
  if (number !== undefined) refuseOtherAccount(ctx, account, number)
  await saveVerification(db, { creator_id, details: sealDetails(ctx.seal, creator_id, details), now })
  for (const document of documents) await saveDocument(db, { creator_id, document, now })
  const isNew = number !== undefined && !account?.sealed
  if (isNew) await setAccount(db, ctx, creator_id, { holder: details.legal_name, iban: number })
  const told = await tellStaff(db, 'verification_sent', now, creator_id)
  return isNew ? [creator_id, ...told] : told
}

/** What staff found wanting must be sent anew; any other file that is here stays. */
function refuseIncomplete(
  before: VerificationRow | undefined,
  { here, sent }: { here: DocumentKind[]; sent: DocumentKind[] },
): void {
  const wanting = before?.refusal?.split('_')[0]
  const lacking = DOCUMENT_KINDS.filter((kind) => !sent.includes(kind) && (!here.includes(kind) || wanting === kind))
  if (lacking.length === 0) return
  throw missing(Object.fromEntries(lacking.map((kind) => [kind, `The file ${kind} is needed`])))
}

/** Whoever has only a session cannot send the money elsewhere: that takes the password. */
function refuseOtherAccount(ctx: IdentityContext, account: AccountRow | undefined, number: string): void {
  if (!account?.sealed || account.key_id === null) return
  const { sealed, key_id, creator_id } = account
  const known = openSealed(ctx, () => openAccount(ctx.seal, { sealed, key_id }, creator_id))
  if (known.iban !== number)
    throw invalid('iban', 'Change your bank account with your password, on the page of payouts')
}
