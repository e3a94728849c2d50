import type { profiles as english } from '#web/locales/en/profiles/page.ts'
import type { French } from '#web/locales/french.ts'

export const profiles: French<typeof english> = {
  not_found: 'Profil introuvable',
  not_found_text: 'Personne ne joue sous le nom {{username}}.',
  home: 'Retour à l’accueil',
  failed: 'Cette page n’est pas arrivée',
  try_again: 'Réessayer',
  at: '@{{username}}',
  prices: 'Durée de l’abonnement',
  day: '1 jour',
  week: '1 semaine',
  month: '1 mois',
  subscribe: 'S’abonner',
  subscribed: 'ABONNÉ',
  unavailable: 'L’abonnement est momentanément indisponible. Nous faisons tout pour le proposer au plus vite',
  create_post: 'Créer une publication',
  settings: 'Paramètres',
  posts: 'Publications',
  protected: 'Protégé',
  no_posts: 'Aucune publication pour le moment',
  no_posts_text: 'Le décor est planté. La première publication ouvrira le spectacle.',
  no_own_posts_text: 'Le décor est planté. Votre première publication ouvrira le spectacle.',
}
