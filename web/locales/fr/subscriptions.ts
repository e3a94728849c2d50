import type { subscriptions as english } from '#web/locales/en/subscriptions.ts'
import type { French } from '#web/locales/french.ts'

export const subscriptions: French<typeof english> = {
  title: 'Abonnements',
  ongoing: 'En cours',
  no_ongoing: 'Aucun abonnement en cours',
  no_ongoing_text: 'Vos billets seront gardés ici.',
  past: 'Passés',
  no_past: 'Aucun abonnement passé',
  no_past_text: 'Les billets déchirés finissent ici.',
  see_profile: 'Voir le profil',
  expired: 'Expiré',
  days_left_one: 'jour restant',
  days_left_many: 'de jours restants',
  days_left_other: 'jours restants',
  hours_left_one: 'heure restante',
  hours_left_many: 'd’heures restantes',
  hours_left_other: 'heures restantes',
  minutes_left_one: 'minute restante',
  minutes_left_many: 'de minutes restantes',
  minutes_left_other: 'minutes restantes',
  failed: 'Vos abonnements n’ont pas pu être chargés',
  more: 'Afficher plus d’abonnements',
  try_again: 'Réessayer',
}
