import type { Locale } from '#contract/accounts.ts'
import { DELETION_GRACE_DAYS } from '#contract/deletion.ts'
import { paths } from '#contract/paths.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { balanceTexts, findLeftBalance, type LeftBalance } from '#server/domain/payouts/left-balance.ts'
import { tryEach } from '#server/jobs/best-effort.ts'
import { recipientHash, sendBoundedAlone } from '#server/jobs/bounded-mail.ts'
import { linkMail, timeInUtc } from '#server/mail/link-mail.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { listHeldCases } from '#server/store/cases/evidence.ts'
import { findDeletionRequest, listDueDeletions, lockDueDeletion } from '#server/store/deletion/deletion-requests.ts'
import { eraseUser } from '#server/store/deletion/erasure.ts'
import { deleteMailCounts } from '#server/store/mail-counts.ts'
import { earlier } from '#server/time.ts'

type ErasureContext = Pick<Context, 'config' | 'db' | 'log' | 'mail' | 'media' | 'now' | 'secret'>

/** Sends the confirmation, unless the deletion was cancelled in the meantime. */
export async function confirmDeletion(
  ctx: Pick<Context, 'config' | 'db' | 'mail' | 'now' | 'origin' | 'payouts' | 'secret'>,
  { user_id }: { user_id: string },
): Promise<void> {
  const request = await findDeletionRequest(ctx.db, user_id)
  if (!request) return
  const held = await listHeldCases(ctx.db, user_id)
  const balance = await findLeftBalance(ctx, user_id, request.erased_at)
  const words = deletionMail(request.locale ?? 'en', { ...request, held, balance }, `${ctx.origin()}${paths.login}`)
  await sendBoundedAlone(ctx, { kind: 'deletion', to: request.email }, words)
}

/**
 * Erases the accounts whose grace period is over. A failure does not stop the others and is retried by the next run.
 */
export async function eraseAccounts(ctx: ErasureContext): Promise<void> {
  await tryEach(await listDueDeletions(ctx.db, ctx.now()), (id) => eraseAccount(ctx, id))
}

/**
 * Erases the rows and files of one account. The files are deleted before the commit: if it fails half-way, the rows
 * still name them for the next run. Nobody could reach the files since the account was hidden.
 */
async function eraseAccount(ctx: ErasureContext, user_id: string): Promise<void> {
  await ctx.db.begin(async (db) => {
    const now = ctx.now()
    const email_keys = await lockDueDeletion(db, user_id, now)
    if (!email_keys) return
    const { media, export_keys } = await eraseUser(db, user_id, email_keys)
    await deleteMailCounts(
      db,
      email_keys.map((key) => recipientHash(ctx.secret, key)),
    )
    for (const stored of media) await ctx.media.discard(stored)
    for (const key of export_keys) await ctx.media.exports.remove(key)
    await ctx.mail.forget(email_keys, earlier(now, DELETION_GRACE_DAYS * DAY_MS))
    const held = await listHeldCases(db, user_id)
    if (held.length > 0) ctx.log.info({ cases: held }, 'erased an account; the evidence on legal hold is kept')
  })
}

const DELETION = {
  en: {
    title: 'Your account will be deleted',
    text: (until: string) =>
      `You asked us to delete your Loge account. Nobody sees it any more, and it will be erased on ${until}. Until then you can change your mind: log in, and everything is as it was.`,
    held: (numbers: string) =>
      `One thing stays: the evidence of case ${numbers}, which we have to keep for legal reasons.`,
    action: 'Log in and keep your account',
    footnote: 'If it was not you, log in, which keeps the account, and set a new password.',
  },
  fr: {
    title: 'Votre compte sera supprimé',
    text: (until: string) =>
      `Vous avez demandé la suppression de votre compte Loge. Plus personne ne le voit, et il sera effacé le ${until}. D’ici là, vous pouvez changer d’avis\u202f: connectez-vous, et tout redevient comme avant.`,
    held: (numbers: string) =>
      `Une chose reste\u202f: la preuve du dossier ${numbers}, que nous devons conserver pour des raisons légales.`,
    action: 'Se connecter et garder son compte',
    footnote: 'Si ce n’était pas vous, connectez-vous, ce qui conserve le compte, puis changez de mot de passe.',
  },
} as const

/** It names the cases whose evidence is on legal hold, because the erasure leaves that out, and what becomes of a balance. */
function deletionMail(
  locale: Locale,
  { erased_at, held, balance }: { erased_at: Date; held: string[]; balance: LeftBalance | undefined },
  link: string,
): Omit<Mail, 'to'> {
  const { text, held: heldText, title, action, footnote } = DELETION[locale]
  const paragraphs = [
    text(`${timeInUtc(locale, erased_at)} UTC`),
    ...(balance ? balanceTexts(locale, balance, 'leaving') : []),
    ...(held.length > 0 ? [heldText(held.join(', '))] : []),
  ]
  return linkMail(locale, { title, action, footnote, text: paragraphs.join('\n\n') }, link)
}
