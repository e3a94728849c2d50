import type { Locale } from '#contract/accounts.ts'
import { type LinkMailTexts, linkMail } from '#server/mail/link-mail.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { EMAIL_UNDO_DAYS } from '#server/store/accounts/email-changes.ts'
import { SIGN_UP_LINK_DAYS } from '#server/store/accounts/sign-up-confirmations.ts'

const PASSWORD_RESET: Record<Locale, LinkMailTexts> = {
  en: {
    title: 'Set your new password',
    text: 'Somebody, most likely you, asked for a new password for your Loge account. The link works once, for one hour.',
    action: 'Set a new password',
    footnote: 'If it was not you, you can leave this mail alone: your password stays as it is.',
  },
  fr: {
    title: 'Choisissez votre nouveau mot de passe',
    text: 'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte Loge. Le lien fonctionne une seule fois, pendant une heure.',
    action: 'Choisir un nouveau mot de passe',
    footnote: 'Si ce n’était pas vous, ignorez cet e-mail\u202f: votre mot de passe ne change pas.',
  },
}

export function passwordResetMail(locale: Locale, link: string): Omit<Mail, 'to'> {
  return linkMail(locale, PASSWORD_RESET[locale], link)
}

const PASSWORD_CHANGED: Record<Locale, LinkMailTexts> = {
  en: {
    title: 'Your password was changed',
    text: 'The password of your Loge account was changed in its settings. Every other session has ended.',
    action: 'Set a new password',
    footnote: 'If it was not you, set a new password now with the link above. Otherwise there is nothing to do.',
  },
  fr: {
    title: 'Votre mot de passe a été changé',
    text: 'Le mot de passe de votre compte Loge a été changé dans ses paramètres. Toutes les autres sessions ont pris fin.',
    action: 'Choisir un nouveau mot de passe',
    footnote:
      'Si ce n’était pas vous, choisissez dès maintenant un nouveau mot de passe avec le lien ci-dessus. Sinon, il n’y a rien à faire.',
  },
}

const PASSWORD_RESET_DONE: Record<Locale, LinkMailTexts> = {
  en: {
    title: 'Your password was reset',
    text: 'The password of your Loge account was set anew with a link that we had sent to this address. Every session has ended.',
    action: 'Set a new password',
    footnote:
      'If it was not you, somebody can read your mails: secure your mailbox first, then set a new password with the link above. Otherwise there is nothing to do.',
  },
  fr: {
    title: 'Votre mot de passe a été réinitialisé',
    text: 'Le mot de passe de votre compte Loge a été réinitialisé avec un lien que nous avions envoyé à cette adresse. Toutes les sessions ont pris fin.',
    action: 'Choisir un nouveau mot de passe',
    footnote:
      'Si ce n’était pas vous, quelqu’un peut lire vos e-mails\u202f: sécurisez d’abord votre messagerie, puis choisissez un nouveau mot de passe avec le lien ci-dessus. Sinon, il n’y a rien à faire.',
  },
}

const SIGN_UP: Record<Locale, LinkMailTexts> = {
  en: {
    title: 'Confirm that this address is yours',
    text: `Welcome to Loge. Somebody, most likely you, signed up with this address. Please confirm that it is yours. The link works once, for ${SIGN_UP_LINK_DAYS} days.`,
    action: 'Confirm this address',
    footnote: 'If it was not you, you can leave this mail alone: the address stays unconfirmed.',
  },
  fr: {
    title: 'Confirmez que cette adresse est la vôtre',
    text: `Bienvenue sur Loge. Quelqu’un, sans doute vous, a créé un compte avec cette adresse. Merci de confirmer qu’elle est bien la vôtre. Le lien fonctionne une seule fois, pendant ${SIGN_UP_LINK_DAYS} jours.`,
    action: 'Confirmer cette adresse',
    footnote: 'Si ce n’était pas vous, ignorez cet e-mail\u202f: l’adresse reste sans confirmation.',
  },
}

export function signUpMail(locale: Locale, link: string): Omit<Mail, 'to'> {
  return linkMail(locale, SIGN_UP[locale], link)
}

const CONFIRM_EMAIL: Record<Locale, LinkMailTexts> = {
  en: {
    title: 'Confirm your new address',
    text: 'Somebody, most likely you, wants to use this address for a Loge account. The link works once, for one hour. Until then nothing changes.',
    action: 'Confirm this address',
    footnote: 'If it was not you, you can leave this mail alone.',
  },
  fr: {
    title: 'Confirmez votre nouvelle adresse',
    text: 'Quelqu’un, sans doute vous, souhaite utiliser cette adresse pour un compte Loge. Le lien fonctionne une seule fois, pendant une heure. D’ici là, rien ne change.',
    action: 'Confirmer cette adresse',
    footnote: 'Si ce n’était pas vous, ignorez cet e-mail.',
  },
}

const EMAIL_CHANGED: Record<Locale, LinkMailTexts> = {
  en: {
    title: 'Your address was changed',
    text: `Your Loge account now has another e-mail address, and this one no longer opens it. If it was not you, take this address back: the link works once, for ${EMAIL_UNDO_DAYS} days. Every session ends, and we send you a link to a new password.`,
    action: 'Take this address back',
    footnote: 'If it was you, there is nothing to do.',
  },
  fr: {
    title: 'Votre adresse a été changée',
    text: `Votre compte Loge a désormais une autre adresse e-mail, et celle-ci ne l’ouvre plus. Si ce n’était pas vous, reprenez cette adresse\u202f: le lien fonctionne une seule fois, pendant ${EMAIL_UNDO_DAYS} jours. Toutes les sessions prendront fin, et nous vous enverrons un lien pour choisir un nouveau mot de passe.`,
    action: 'Reprendre cette adresse',
    footnote: 'Si c’était vous, il n’y a rien à faire.',
  },
}

export function passwordChangedMail(locale: Locale, link: string): Omit<Mail, 'to'> {
  return linkMail(locale, PASSWORD_CHANGED[locale], link)
}

export function passwordResetDoneMail(locale: Locale, link: string): Omit<Mail, 'to'> {
  return linkMail(locale, PASSWORD_RESET_DONE[locale], link)
}

export function confirmEmailMail(locale: Locale, link: string): Omit<Mail, 'to'> {
  return linkMail(locale, CONFIRM_EMAIL[locale], link)
}

/** The mail does not contain the new address, because its reader may not be the owner of the account any more. */
export function emailChangedMail(locale: Locale, link: string): Omit<Mail, 'to'> {
  return linkMail(locale, EMAIL_CHANGED[locale], link)
}
