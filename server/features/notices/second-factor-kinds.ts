import { paths } from '#contract/paths.ts'
import type { NoticeKind } from './notice-kind.ts'

const toFactors = () => paths.settings_sign_in
const NOT_YOU = {
  en: 'If this was not you, change your password now and write to us.',
  fr: 'Si ce n’était pas vous, changez votre mot de passe dès maintenant et écrivez-nous.',
}

/** The notices about second factors. */
export const SECOND_FACTOR_NOTICES: Record<
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_code_used'
  | 'recovery_codes_made'
  | 'second_step_failed'
  | 'recovery_asked'
  | 'factors_taken'
  | 'recovery_waits',
  NoticeKind
> = {
  factor_added: {
    title: { en: 'A new lock on your door', fr: 'Un nouveau verrou sur votre porte' },
    text: {
      en: ({ factor }) =>
        `${factor === 'app' ? 'An authenticator app was linked to' : 'A passkey was added to'} your account. ${NOT_YOU.en}`,
      fr: ({ factor }) =>
        `${factor === 'app' ? 'Une application de codes a été liée' : 'Une clé d’accès a été ajoutée'} à votre compte. ${NOT_YOU.fr}`,
    },
    path: toFactors,
  },
  factor_removed: {
    title: { en: 'A lock was removed from your door', fr: 'Un verrou a été retiré de votre porte' },
    text: {
      en: ({ factor }) =>
        `${factor === 'app' ? 'The authenticator app was unlinked from' : 'A passkey was removed from'} your account. ${NOT_YOU.en}`,
      fr: ({ factor }) =>
        `${factor === 'app' ? 'L’application de codes a été retirée' : 'Une clé d’accès a été retirée'} de votre compte. ${NOT_YOU.fr}`,
    },
    path: toFactors,
  },
  recovery_code_used: {
    title: { en: 'A recovery code was used', fr: 'Un code de secours a servi' },
    text: {
      en: () => `Somebody logged in to your account with one of your recovery codes. ${NOT_YOU.en}`,
      fr: () => `Quelqu’un s’est connecté à votre compte avec un de vos codes de secours. ${NOT_YOU.fr}`,
    },
    path: toFactors,
  },
  recovery_codes_made: {
    title: { en: 'You have new recovery codes', fr: 'Vous avez de nouveaux codes de secours' },
    text: {
      en: () => `Ten new recovery codes were made for your account, and all earlier ones are void. ${NOT_YOU.en}`,
      fr: () =>
        `Dix nouveaux codes de secours ont été créés pour votre compte, et les anciens ne valent plus rien. ${NOT_YOU.fr}`,
    },
    path: toFactors,
  },
  second_step_failed: {
    title: { en: 'Somebody knows your password', fr: 'Quelqu’un connaît votre mot de passe' },
    text: {
      en: () =>
        'Somebody gave your right password and then failed at the second step several times. Your account was not opened. If this was not you, change your password now.',
      fr: () =>
        'Quelqu’un a donné votre mot de passe, puis a échoué plusieurs fois au second verrou. Votre compte n’a pas été ouvert. Si ce n’était pas vous, changez votre mot de passe dès maintenant.',
    },
    path: () => paths.settings,
  },
  recovery_asked: {
    title: { en: 'Somebody asks to remove your second lock', fr: 'On demande de retirer votre second verrou' },
    text: {
      en: () =>
        'Somebody who knows your password asked our staff to remove your second lock. The mail that we sent you has a link that stops it.',
      fr: () =>
        'Quelqu’un qui connaît votre mot de passe a demandé à notre équipe de retirer votre second verrou. L’e-mail que nous vous avons envoyé contient un lien pour l’arrêter.',
    },
    path: toFactors,
  },
  factors_taken: {
    title: { en: 'Your second lock was removed', fr: 'Votre second verrou a été retiré' },
    text: {
      en: () =>
        'As was asked with your password, our staff removed your passkeys, your authenticator app and your recovery codes. Every session has ended. Log in with your password and set up a new second lock.',
      fr: () =>
        'Comme cela a été demandé avec votre mot de passe, notre équipe a retiré vos clés d’accès, votre application de codes et vos codes de secours. Toutes les sessions ont pris fin. Connectez-vous avec votre mot de passe et posez un nouveau second verrou.',
    },
    path: toFactors,
  },
  recovery_waits: {
    title: { en: 'Somebody has lost their second lock', fr: 'Quelqu’un a perdu son second verrou' },
    text: {
      en: () => 'A member asks staff to remove a second lock that is lost. It waits for an admin.',
      fr: () => 'Un membre demande à l’équipe de retirer un second verrou perdu. La demande attend un admin.',
    },
    path: () => paths.admin_recoveries,
  },
}
