import type { sections as english } from '#web/locales/en/members.ts'
import type { French } from '#web/locales/french.ts'
import { blocks } from './blocks/menu.ts'
import { conversations } from './conversations.ts'
import { posts } from './posts.ts'
import { profiles } from './profiles/page.ts'
import { publishing } from './publishing.ts'
import { stories } from './stories.ts'

export const sections: French<typeof english> = {
  ui: {
    copy_link: 'Copier le lien',
    share: 'Partager…',
    link_copied: 'Lien copié',
    copy_yourself: 'Copiez ce lien\u202f:',
  },
  session: {
    ended: 'Votre session a pris fin. Connectez-vous pour revenir où vous en étiez.',
  },
  menu: {
    title: 'Menu',
    admin_panel: 'Administration',
    users: 'Utilisateurs',
    reports: 'Signalements',
    analytics: 'Statistiques',
    your_account: 'Votre compte',
    settings: 'Paramètres',
    subscriptions: 'Abonnements',
    your_messages: 'Vos messages',
    create: 'Créer',
    find: 'Trouver des créateurs',
    notices: 'Avis',
    unread_notices_one: '{{count}} avis non lu',
    unread_notices_many: '{{count}} d’avis non lus',
    unread_notices_other: '{{count}} avis non lus',
    unread_notices_more: 'Plus de {{max}} avis non lus',
    reports_wait_one: '{{count}} en attente',
    reports_wait_many: '{{count}} en attente',
    reports_wait_other: '{{count}} en attente',
    reports_wait_more: 'plus de {{max}} en attente',
    enroll_title: 'Montez sur scène',
    enroll_text: 'Inscrivez-vous pour publier et ouvrir votre propre loge.',
    enroll: 'Devenir créateur ou créatrice',
    contact_us: 'Nous contacter',
    creator: 'Créateur',
    profile: 'Profil',
    insights: 'Audience',
    programme: 'Programme',
    revenues: 'Revenus',
    fan_messages: 'Messages des fans',
    subscribers: 'Abonnés',
    logout: 'Se déconnecter',
  },
  blocks,
  conversations,
  posts,
  profiles,
  publishing,
  stories,
}
