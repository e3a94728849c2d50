/** The texts of the hosted pages. French has a narrow no-break space before ; ? ! and : and inside « ». */
const en = {
  band: 'Sandbox box office: no real money',
  title: 'Pay',
  you_pay: 'You pay',
  then_each: {
    day: 'then each day, from',
    week: 'then each week, from',
    month: 'then each month, from',
    year: 'then each year, from',
  },
  vat: 'VAT',
  total: 'Total',
  note: 'This page stands in for a payment provider while a house is being tried out. Nothing is charged and no card number is kept.',
  card: 'Card',
  number: 'Card number',
  number_hint: 'Any number will do here.',
  expires: 'Expires',
  cvc: 'CVC',
  pay: 'Pay',
  decline: 'Decline',
  leave: 'Leave',
  pay_means: 'the bank agrees, and the house is told',
  decline_means: 'the bank refuses, nothing is sold',
  leave_means: 'as if this page had been closed',
  expired_title: 'This page has expired',
  expired: 'Nothing was sold. Go back and choose your ticket once more.',
  paid_title: 'This is paid',
  paid: 'There is nothing more to do here.',
  back: 'Go back',
  portal_title: 'Your subscriptions',
  portal_at: 'With',
  none: 'There is no subscription.',
  renews: 'Renews on',
  stops: 'Ends on',
  ended: 'Ended on',
  past_due: 'The last payment failed.',
  pay_now: 'Pay',
  stop: 'Stop renewing',
  resume: 'Renew again',
  present_card: 'Present card: ending in',
  no_card: 'There is no card.',
  change_card: 'Use this card',
  refused: 'The card was refused. Nothing was taken.',
  done_card: 'The new card is in use.',
  done_pay: 'Paid.',
  connect_title: 'Where your money goes',
  paid_by: 'You are paid by',
  bank: 'Bank account',
  present_bank: 'Present account: ending in',
  finish: 'Finish',
  finish_means: 'all your details are there, and the house is told',
  done_bank: 'The new bank account is in use.',
  expired_connect: 'Go back and open it once more.',
  note_connect:
    'This page stands in for a payment provider while a house is being tried out. Nothing is paid and no account number is kept.',
  missing_title: 'There is nothing here',
  missing: 'This address leads nowhere. Go back to the page that you came from.',
}

export type Words = typeof en

const fr: Words = {
  band: 'Guichet d’essai\u202f: aucun argent réel',
  title: 'Payer',
  you_pay: 'Vous payez à',
  then_each: {
    day: 'puis chaque jour, dès le',
    week: 'puis chaque semaine, dès le',
    month: 'puis chaque mois, dès le',
    year: 'puis chaque année, dès le',
  },
  vat: 'TVA',
  total: 'Total',
  note: 'Cette page remplace un prestataire de paiement le temps d’un essai. Rien n’est débité et aucun numéro de carte n’est conservé.',
  card: 'Carte',
  number: 'Numéro de carte',
  number_hint: 'N’importe quel numéro convient ici.',
  expires: 'Expire',
  cvc: 'CVC',
  pay: 'Payer',
  decline: 'Refuser',
  leave: 'Partir',
  pay_means: 'la banque accepte, et la maison l’apprend',
  decline_means: 'la banque refuse, rien n’est vendu',
  leave_means: 'comme si cette page avait été fermée',
  expired_title: 'Cette page a expiré',
  expired: 'Rien n’a été vendu. Revenez en arrière et choisissez votre billet à nouveau.',
  paid_title: 'C’est payé',
  paid: 'Il n’y a plus rien à faire ici.',
  back: 'Retour',
  portal_title: 'Vos abonnements',
  portal_at: 'Chez',
  none: 'Il n’y a aucun abonnement.',
  renews: 'Se renouvelle le',
  stops: 'Prend fin le',
  ended: 'Terminé le',
  past_due: 'Le dernier paiement a échoué.',
  pay_now: 'Payer',
  stop: 'Ne plus renouveler',
  resume: 'Renouveler à nouveau',
  present_card: 'Carte actuelle\u202f: se termine par',
  no_card: 'Il n’y a aucune carte.',
  change_card: 'Utiliser cette carte',
  refused: 'La carte a été refusée. Rien n’a été débité.',
  done_card: 'La nouvelle carte est utilisée.',
  done_pay: 'Payé.',
  connect_title: 'Où va votre argent',
  paid_by: 'Vous êtes payé par',
  bank: 'Compte bancaire',
  present_bank: 'Compte actuel\u202f: se termine par',
  finish: 'Terminer',
  finish_means: 'toutes vos données sont là, et la maison l’apprend',
  done_bank: 'Le nouveau compte bancaire est utilisé.',
  expired_connect: 'Revenez en arrière et ouvrez-la à nouveau.',
  note_connect:
    'Cette page remplace un prestataire de paiement le temps d’un essai. Rien n’est versé et aucun numéro de compte n’est conservé.',
  missing_title: 'Il n’y a rien ici',
  missing: 'Cette adresse ne mène nulle part. Revenez à la page d’où vous venez.',
}

export type Language = 'en' | 'fr'

export const WORDS: Readonly<Record<Language, Words>> = { en, fr }

/** The language that the shop asked for; without one, that of the browser. */
export function languageOf(locale: string | null, accepted: string | undefined): Language {
  const wanted = locale === null || locale === 'auto' ? (accepted ?? '') : locale
  return wanted.toLowerCase().startsWith('fr') ? 'fr' : 'en'
}

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr-FR' }

export function money(language: Language, cents: number): string {
  return new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency: 'EUR' }).format(cents / 100)
}

export function day(language: Language, seconds: number): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1000)
}

export function percent(language: Language, percentage: number): string {
  const format = { style: 'percent', maximumFractionDigits: 2 } as const
  return new Intl.NumberFormat(LOCALES[language], format).format(percentage / 100)
}

export function countryName(language: Language, country: string): string {
  return new Intl.DisplayNames(LOCALES[language], { type: 'region' }).of(country) ?? country
}
