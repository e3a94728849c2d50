import type { Locale } from '#contract/accounts.ts'
import { layoutMail } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mailer.ts'

const PASSWORD_RESET = {
  en: {
    subject: 'Set your new password',
    title: 'Set your new password',
    text: 'Somebody, most likely you, asked for a new password for your Loge account. The link works once, for one hour.',
    action: 'Set a new password',
    footnote: 'If it was not you, you can leave this mail alone: your password stays as it is.',
  },
  fr: {
    subject: 'Choisissez votre nouveau mot de passe',
    title: 'Choisissez votre nouveau mot de passe',
    text: 'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte Loge. Le lien fonctionne une seule fois, pendant une heure.',
    action: 'Choisir un nouveau mot de passe',
    footnote: 'Si ce n’était pas vous, ignorez cet e-mail\u202f: votre mot de passe ne change pas.',
  },
} as const

export function passwordResetMail(locale: Locale, link: string): Omit<Mail, 'to'> {
  const { subject, ...words } = PASSWORD_RESET[locale]
  return { subject, ...layoutMail(locale, { ...words, link }) }
}
