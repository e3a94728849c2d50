import { createHmac } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Config } from '#server/config.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { emailKey } from '#server/emails.ts'
import type { Mail, Mailer } from '#server/mail/mailer.ts'
import { countMail, uncountMail } from '#server/store/mail-counts.ts'

interface Budget {
  max: number
  window_ms: number
  /** Also counts against the shared budget: these mails are not urgent and may be dropped. */
  is_shared: boolean
}

/**
 * Rate limits per kind of mail and address. Mails that the owner needs to sign in, or to notice a stolen account, have a
 * budget of their own, so that nobody can exhaust it by triggering other mails.
 */
const BUDGETS = {
  password_reset: { max: 3, window_ms: HOUR_MS, is_shared: false },
  /** The reset link after somebody has undone a change of their address, which invalidated all earlier links. */
  reset_after_undo: { max: 3, window_ms: HOUR_MS, is_shared: false },
  password_changed: { max: 3, window_ms: HOUR_MS, is_shared: false },
  address_changed: { max: 3, window_ms: HOUR_MS, is_shared: false },
  deletion: { max: 3, window_ms: HOUR_MS, is_shared: false },
  recovery_asked: { max: 3, window_ms: HOUR_MS, is_shared: false },
  new_device: { max: 3, window_ms: DAY_MS, is_shared: false },
  email_confirmation: { max: 5, window_ms: HOUR_MS, is_shared: true },
  /** The link that confirms the address of a sign-up. If it is not sent, it stays due and a later run sends it. */
  sign_up_confirmation: { max: 3, window_ms: DAY_MS, is_shared: true },
  /** The receipt of a notice. If it is not sent, it stays due and a later run sends it. */
  content_notice: { max: 5, window_ms: HOUR_MS, is_shared: true },
  /** What was decided about a notice. Nobody can trigger it from outside. */
  content_notice_outcome: { max: 50, window_ms: HOUR_MS, is_shared: false },
  newsletter: { max: 2, window_ms: HOUR_MS, is_shared: true },
  /** A mail about a decision has to arrive: one over the limit is only sent later, and no other mail can delay it. */
  decision: { max: 20, window_ms: HOUR_MS, is_shared: false },
  notice: { max: 10, window_ms: HOUR_MS, is_shared: true },
  /** What others do, such as write. It is not shared: nobody may use up the mails that somebody needs by writing to them. */
  told: { max: 10, window_ms: HOUR_MS, is_shared: false },
  /** Receipts, refused payments and the like: nothing else may delay them. */
  locked_notice: { max: 30, window_ms: HOUR_MS, is_shared: false },
  /** One a day; the second is for who has changed the time zone. */
  summary: { max: 2, window_ms: DAY_MS / 2, is_shared: false },
} satisfies Record<string, Budget>
export type MailKind = keyof typeof BUDGETS

const SHARED = { budget: 'shared', max: 10, window_ms: HOUR_MS }

interface MailContext {
  config: Pick<Config, 'rate_limits'>
  mail: Pick<Mailer, 'send'>
  secret: Buffer
  now: () => Date
}

/** The key of an address in the table of counts: a keyed hash, so that the table contains no addresses. */
export function recipientHash(secret: Buffer, email: string): Buffer {
  return createHmac('sha256', secret)
    .update(`mail recipient ${emailKey(email)}`)
    .digest()
}

/**
 * Sends a mail within the rate limits of its address; returns false if it was not sent. `write` is called only if it is
 * sent, so that a valid link is not replaced by one that nobody receives. It runs in a transaction, so that a mail that
 * fails is not counted.
 */
export async function sendBounded(
  ctx: MailContext,
  db: Tx,
  { kind, to }: { kind: MailKind; to: string },
  write: () => Promise<Omit<Mail, 'to'>>,
): Promise<boolean> {
  if (!(await takeBudget(ctx, db, kind, to))) return false
  await ctx.mail.send({ to, ...(await write()) })
  return true
}

/** The same for a mail without other changes. No database connection is held while the mail server answers. */
export async function sendBoundedAlone(
  ctx: MailContext & { db: Db },
  { kind, to }: { kind: MailKind; to: string },
  words: Omit<Mail, 'to'>,
): Promise<boolean> {
  if (!(await ctx.db.begin((db) => takeBudget(ctx, db, kind, to)))) return false
  try {
    await ctx.mail.send({ to, ...words })
  } catch (error) {
    if (ctx.config.rate_limits) await uncountMail(ctx.db, recipientHash(ctx.secret, to), budgetsOf(kind))
    throw error
  }
  return true
}

function budgetsOf(kind: MailKind): string[] {
  return BUDGETS[kind].is_shared ? [kind, SHARED.budget] : [kind]
}

/** Counts the mail in all of its budgets, or in none of them. */
async function takeBudget(ctx: MailContext, db: Tx, kind: MailKind, to: string): Promise<boolean> {
  if (!ctx.config.rate_limits) return true
  const recipient_hash = recipientHash(ctx.secret, to)
  const { is_shared, ...own } = BUDGETS[kind]
  const now = ctx.now()
  const isWithin = await countMail(db, { recipient_hash, budget: kind, ...own }, now)
  if (!isWithin || !is_shared) return isWithin
  if (await countMail(db, { recipient_hash, ...SHARED }, now)) return true
  await uncountMail(db, recipient_hash, [kind])
  return false
}
