import type { Locale } from '#contract/accounts.ts'
import { linkMail, momentInUtc } from '#server/mail/link-mail.ts'
import type { Mail } from '#server/mail/mailer.ts'

const DELETION = {
  en: {
    title: 'Your account will be deleted',
    text: (until: string) =>
      `You asked us to delete your Loge account. Nobody sees it any more, and it will be erased on ${until}. Until then you can change your mind: log in, and everything is as it was.`,
    action: 'Log in and keep your account',
    footnote: 'If it was not you, log in, which keeps the account, and set a new password.',
  },
  fr: {
    title: 'Votre compte sera supprimé',
    text: (until: string) =>
      `Vous avez demandé la suppression de votre compte Loge. Plus personne ne le voit, et il sera effacé le ${until}. D’ici là, vous pouvez changer d’avis\u202f: connectez-vous, et tout redevient comme avant.`,
    action: 'Se connecter et garder son compte',
    footnote: 'Si ce n’était pas vous, connectez-vous, ce qui conserve le compte, puis changez de mot de passe.',
  },
} as const

export function deletionMail(locale: Locale, erased_at: Date, link: string): Omit<Mail, 'to'> {
  const { text, ...words } = DELETION[locale]
  return linkMail(locale, { ...words, text: text(`${momentInUtc(locale, erased_at)} UTC`) }, link)
}
