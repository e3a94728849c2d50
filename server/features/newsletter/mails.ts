import type { Locale } from '#contract/accounts.ts'
import { layoutMail } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mailer.ts'

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
export function newsletterMail(
  locale: Locale,
  links: { confirm: string; leave: string; one_click: string },
): Omit<Mail, 'to'> {
  const { subject, way_out, ...words } = CONFIRMATION[locale]
  return {
    subject,
    one_click_unsubscribe: links.one_click,
    ...layoutMail(locale, { ...words, link: links.confirm, way_out: { words: way_out, link: links.leave } }),
  }
}
