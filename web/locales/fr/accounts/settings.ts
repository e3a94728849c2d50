import type { sections as english } from '#web/locales/en/accounts/settings.ts'
import { deletion } from '#web/locales/fr/deletion.ts'
import { exports } from '#web/locales/fr/exports.ts'
import { profiles } from '#web/locales/fr/profiles/editor.ts'
import { sessions } from '#web/locales/fr/sessions.ts'
import type { French } from '#web/locales/french.ts'

export const sections: French<typeof english> = {
  accounts: {
    settings_title: 'Paramètres',
    tabs: { account: 'Compte', sign_in: 'Connexion', notices: 'Avis', safety: 'Protection' },
    username: {
      title: 'Nom d’utilisateur',
      text: 'Le nom que les autres voient.',
      address_text: 'Le nom que les autres voient, et votre adresse sur Loge.',
      rule: 'Un nom d’utilisateur compte de 3 à 30 lettres, chiffres, _ ou -, et commence par une lettre ou un chiffre.',
      saved: 'Nom d’utilisateur enregistré',
      restored: 'Pas encore enregistré.',
      discard: 'Abandonner',
      save: 'Enregistrer',
    },
    interest: {
      title: 'Devenir créateur',
      label: 'Je souhaite devenir créateur ou créatrice',
      saved: 'Préférence de création enregistrée',
      failed: 'La préférence de création n’a pas pu être enregistrée',
    },
    invitation: {
      title: 'La scène s’ouvre sur invitation',
      text: 'Pour le moment, Loge ouvre de nouvelles loges sur invitation. Demandez-en une, et nous vous dirons quand vous pourrez ouvrir la vôtre.',
      asked: 'Votre demande est envoyée. Nous vous dirons, ici et par e-mail, quand vous pourrez ouvrir votre loge.',
      ask: 'Demander une invitation',
      take_back: 'Retirer la demande',
    },
    appearance: {
      title: 'Langue et apparence',
      text: 'Gardées dans votre compte, pour vos e-mails et pour le prochain appareil où vous vous connecterez.',
      language: 'Langue',
      theme: 'Apparence',
      light: 'Clair',
      dark: 'Sombre',
      system: 'Système',
    },
    password: {
      title: 'Mot de passe',
      text: 'Un nouveau vous déconnecte partout ailleurs.',
      current: 'Mot de passe actuel',
      new: 'Nouveau mot de passe',
      hint: 'Au moins 8 caractères',
      confirmation: 'Confirmer le mot de passe',
      submit: 'Changer le mot de passe',
      wrong: 'Ce n’est pas votre mot de passe actuel.',
      changed: 'Mot de passe changé. Toutes vos autres sessions ont pris fin.',
    },
    email: {
      title: 'E-mail',
      text: 'Un lien envoyé à la nouvelle adresse la confirme. L’ancienne en est avertie, et peut revenir en arrière pendant 7 jours.',
      new: 'Nouvelle adresse',
      present: 'Actuelle : {{email}}',
      current_password: 'Mot de passe actuel',
      submit: 'Changer l’adresse',
      sent: 'Nous avons envoyé un lien à {{email}}. Votre adresse change quand vous le suivez, dans l’heure.',
      wrong: 'Ce n’est pas votre mot de passe actuel.',
      same: 'C’est déjà votre adresse.',
      taken: 'Cette adresse appartient à un autre compte.',
      refused: 'Cette adresse ne peut pas servir.',
      unconfirmed: '{{email}} n’est pas encore confirmée. Suivez le lien de l’e-mail que nous y avons envoyé.',
      resend: 'Renvoyer le lien',
      resent: 'Nous vous avons envoyé un autre lien. Consultez votre boîte de réception.',
      confirm_title: 'Confirmez votre adresse',
      confirm_text: 'Elle sert à vous connecter, et nos e-mails y arrivent.',
      confirm_submit: 'Confirmer cette adresse',
      confirm_failed: 'L’adresse n’a pas pu être confirmée.',
      confirm_done: 'Votre adresse est confirmée.',
      confirm_onward: 'Continuer vers Loge',
      undo_title: 'Reprenez votre adresse',
      undo_text:
        'Toutes les sessions prennent fin, le mot de passe ne fonctionne plus, et nous vous envoyons un lien pour en choisir un nouveau.',
      undo_submit: 'Reprendre cette adresse',
      undo_failed: 'L’adresse n’a pas pu être reprise.',
      undo_done:
        'L’adresse est de nouveau la vôtre. Nous vous avons envoyé un lien pour choisir un nouveau mot de passe.',
      undo_onward: 'Se connecter',
    },
  },
  deletion,
  exports,
  profiles,
  sessions,
}
