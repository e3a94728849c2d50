import type * as english from '#web/locales/en/common.ts'
import type { French } from '#web/locales/french.ts'

/** French, with U+202F (narrow no-break space) before : ; ? ! % and the euro sign. */

export const ui: French<typeof english.ui> = {
  close: 'Fermer',
  loading: 'Chargement',
  load_failed: 'Cette partie de la page n’a pas pu être chargée. Vérifiez votre connexion et rechargez la page.',
  show_password: 'Afficher le mot de passe',
  hide_password: 'Masquer le mot de passe',
  read_more: 'Lire la suite',
  read_less: 'Réduire',
  notifications: 'Notifications',
  dismiss: 'Fermer la notification',
  private_content: 'Contenu privé',
  private_content_who: 'Ce contenu est réservé aux abonnés',
  private_content_how: 'Abonnez-vous pour voir ce contenu.',
  subscribe_now: 'S’abonner maintenant',
  story_ring_new: '{{name}}, nouvelle story',
  story_ring_seen: '{{name}}, story vue',
  role_admin: 'admin',
  role_moderator: 'modérateur',
  role_lambda: 'lambda',
  creator: 'Créateur',
}

export const errors: French<typeof english.errors> = {
  network: 'La connexion est coupée. Vérifiez votre réseau et réessayez.',
  rate_limited_wait_one: 'Trop de tentatives. Veuillez réessayer dans {{count}} minute.',
  rate_limited_wait_many: 'Trop de tentatives. Veuillez réessayer dans {{count}} minutes.',
  rate_limited_wait_other: 'Trop de tentatives. Veuillez réessayer dans {{count}} minutes.',
  required: 'Ce champ est obligatoire',
  email_format: 'Adresse e-mail invalide',
  too_long: 'Ce texte est trop long. Veuillez le raccourcir.',
  code: {
    malformed: 'Nous n’avons pas pu lire l’envoi. Veuillez réessayer.',
    unauthenticated: 'Veuillez vous reconnecter.',
    wrong_credentials: 'E-mail ou mot de passe incorrect',
    forbidden: 'Vous n’avez pas le droit de faire cela.',
    account_frozen: 'Ce compte est gelé.',
    not_found: 'Nous n’avons pas trouvé ce que vous cherchez.',
    case_taken: 'Quelqu’un d’autre a pris ce dossier.',
    too_large: 'Votre envoi est trop volumineux.',
    unsupported_type: 'Ce type de fichier n’est pas accepté.',
    invalid: 'Une des informations saisies n’est pas valable. Vérifiez-la et réessayez.',
    email_taken: 'Cette adresse e-mail a déjà un compte. Connectez-vous ou réinitialisez votre mot de passe.',
    username_taken: 'Ce nom d’utilisateur est déjà pris.',
    username_reserved: 'Ce nom d’utilisateur est réservé.',
    weak_password: 'Ce mot de passe est trop facile à deviner. Choisissez-en un autre.',
    password_length: 'Un mot de passe compte de 8 à 128 caractères.',
    password_mismatch: 'Les deux mots de passe ne sont pas identiques.',
    reset_token_invalid: 'Ce lien a expiré ou a déjà servi.',
    rate_limited: 'Trop de tentatives. Patientez un instant et réessayez.',
    busy: 'Loge est très sollicité en ce moment. Veuillez réessayer dans quelques secondes.',
    unavailable: 'Loge ne répond pas pour le moment. Veuillez réessayer bientôt.',
    internal: 'Un problème est survenu de notre côté. Veuillez réessayer.',
  },
}

export const frame: French<typeof english.frame> = {
  skip: 'Aller au contenu',
  loading: 'La page se charge',
  to_discover: 'Loge, découvrir',
  to_home: 'Loge, accueil',
  main_nav: 'Navigation principale',
  switch_language: 'Switch to English',
  dark_mode: 'Mode sombre',
  discover: 'Découvrir',
  features: 'Atouts',
  pricing: 'Tarifs',
  log_in: 'Se connecter',
  sign_up: 'S’inscrire',
  home: 'Accueil',
  subscriptions: 'Abonnements',
  your_messages: 'Vos messages',
  messages: 'Messages',
  menu: 'Menu',
}

export const footer: French<typeof english.footer> = {
  tagline: 'Une plateforme de contenu exclusif qui relie créateurs et fans.',
  social: 'Réseaux sociaux',
  house: 'La maison',
  features: 'Atouts',
  pricing: 'Tarifs',
  contact_us: 'Nous contacter',
  small_print: 'Mentions',
  privacy_policy: 'Confidentialité',
  terms_of_service: 'Conditions d’utilisation',
  cookie_policy: 'Cookies',
  dmca: 'DMCA',
  operational: 'Tous les systèmes sont opérationnels',
  degraded: 'Certains systèmes sont perturbés',
  copyright: '© {{year}} Loge',
}

export const error_page: French<typeof english.error_page> = {
  title: 'Erreur inattendue de l’application !',
  text: 'Quelqu’un a tiré la mauvaise corde. Votre place est gardée.',
  chunk_text: 'Une partie de cette page n’est pas arrivée : la connexion est lente, ou Loge vient d’être mis à jour.',
  reload: 'Recharger',
  home: 'Retour à l’accueil',
}
