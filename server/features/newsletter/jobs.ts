import type { Locale } from '#contract/accounts.ts'
import { newsletter } from '#contract/newsletter.ts'
import { newsletterPath } from '#contract/paths.ts'
import type { Context } from '#server/context.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { tryEach } from '#server/jobs/best-effort.ts'
import { sendBounded } from '#server/jobs/bounded-mail.ts'
import { layoutMail } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { sweepContactMessages } from '#server/store/contact-messages.ts'
import { hashSecret, newSecret } from '#server/store/ids.ts'
import {
  listDueConfirmations,
  lockDueConfirmation,
  saveConfirmationLinks,
} from '#server/store/newsletter/confirmations.ts'
import { sweepNewsletterAddresses } from '#server/store/newsletter/newsletter.ts'

export const newsletterJobs: FeatureJobs = {
  mail_newsletter: { schedule: '*/5 * * * *', run: mailNewsletter },
  sweep_visitors: { schedule: '47 * * * *', run: sweepVisitors },
}

/** Sweep: deletes the expired data of visitors, from the newsletter and the contact form. */
async function sweepVisitors({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await sweepNewsletterAddresses(db, now())
  await sweepContactMessages(db, now())
}

/**
 * Sends the due confirmation mails. The secrets are generated here, so the queue never contains them and the database
 * only their hashes. Each address is locked while its mail is sent, and a refused mail does not stop the others.
 */
export async function mailNewsletter(
  ctx: Pick<Context, 'config' | 'db' | 'mail' | 'now' | 'origin' | 'secret'>,
): Promise<void> {
  await tryEach(await listDueConfirmations(ctx.db, ctx.now()), (email_key) =>
    ctx.db.begin(async (db) => {
      const now = ctx.now()
      const confirmation = await lockDueConfirmation(db, email_key, now)
      if (!confirmation) return
      await sendBounded(ctx, db, { kind: 'newsletter', to: confirmation.email }, async () => {
        const [confirm, leave] = [newSecret(), newSecret()]
        await saveConfirmationLinks(db, confirmation, {
          confirm_hash: hashSecret(confirm),
          leave_hash: hashSecret(leave),
          now,
        })
        const links = {
          confirm: `${ctx.origin()}${newsletterPath('confirm', confirm)}`,
          leave: `${ctx.origin()}${newsletterPath('unsubscribe', leave)}`,
          one_click: `${ctx.origin()}/api${newsletter.leave_newsletter.path}?token=${leave}`,
        }
        return newsletterMail(confirmation.consent_locale, links)
      })
    }),
  )
}

const CONFIRMATION = {
  en: {
    subject: 'Confirm your address',
    title: 'One more step to early access',
    text: 'Somebody, most likely you, asked for early access to Loge with this address. Please confirm that it is yours. The link works once, for 7 days.',
    action: 'Confirm my address',
    footnote:
      'If it was not you, you can leave this mail alone: an address that nobody confirms is forgotten after 30 days.',
    way_out: 'Unsubscribe',
  },
  fr: {
    subject: 'Confirmez votre adresse',
    title: 'Encore un geste pour l’accès anticipé',
    text: 'Quelqu’un, sans doute vous, a demandé l’accès anticipé à Loge avec cette adresse. Merci de confirmer qu’elle est bien la vôtre. Le lien fonctionne une seule fois, pendant 7 jours.',
    action: 'Confirmer mon adresse',
    footnote:
      'Si ce n’était pas vous, ignorez cet e-mail\u202f: une adresse que personne ne confirme est oubliée au bout de 30 jours.',
    way_out: 'Se désinscrire',
  },
} as const

/** The confirmation mail (double opt-in). Its reader may not be the person who typed the address. */
function newsletterMail(
  locale: Locale,
  links: { confirm: string; leave: string; one_click: string },
): Omit<Mail, 'to'> {
  const { subject, way_out, ...words } = CONFIRMATION[locale]
  return {
    subject,
    one_click_unsubscribe: links.one_click,
    ...layoutMail(locale, { ...words, link: links.confirm, ways_out: [{ words: way_out, link: links.leave }] }),
  }
}
