import type { en } from './en.ts'

/** French. U+202F stands before : ; ? ! % and the euro sign. */
export const fr: typeof en = {
  ui: {
    close: 'Fermer',
    loading: 'Chargement',
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
  },
}
