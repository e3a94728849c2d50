import type { Locale } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import type { Context } from '#server/context.ts'
import { type LinkMailTexts, linkMail } from '#server/mail/link-mail.ts'
import { type Finding, reasonOf } from './finding.ts'
import { bounded } from './health.ts'

const TEST_MAIL: Record<Locale, LinkMailTexts> = {
  en: {
    title: 'A test mail of Loge',
    text: 'If you read this, the mail server of your Loge accepts mails and delivers them.',
    action: 'Open the health page',
    footnote: 'Somebody who runs this Loge asked for this mail. There is nothing to do.',
  },
  fr: {
    title: 'Un e-mail de test de Loge',
    text: 'Si vous lisez ceci, le serveur de messagerie de votre Loge accepte les e-mails et les distribue.',
    action: 'Ouvrir la page de santé',
    footnote: 'Une personne qui gère ce Loge a demandé cet e-mail. Il n’y a rien à faire.',
  },
}

interface TestMailContext extends Pick<Context, 'mail'> {
  origin: () => string
}

/** Sends a test mail now and not by a job, so that the mail server's answer can be told. */
export async function sendTestMail(
  { mail, origin }: TestMailContext,
  { email, locale }: { email: string; locale: Locale },
): Promise<Finding> {
  return await bounded(async () => {
    try {
      await mail.send({ to: email, ...linkMail(locale, TEST_MAIL[locale], `${origin()}${paths.admin_health}`) })
      return { found: 'mail_sent', values: { email } }
    } catch (error) {
      return { found: 'mail_refused', values: { reason: reasonOf(error) } }
    }
  })
}
