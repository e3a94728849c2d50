import type * as english from './admin.en.ts'
import { users_page } from './admin-users.fr.ts'
import type { French } from './french.ts'

export const admin: French<typeof english.admin> = {
  title: 'Administration',
  sections: 'Parties de l’administration',
  users: 'Utilisateurs',
  no_users: 'Aucun utilisateur pour le moment',
  no_users_text: 'Celles et ceux qui s’inscrivent figurent ici.',
  users_page,
  reports: 'Signalements',
  open_one: '{{count}} en attente',
  open_many: '{{count}} en attente',
  open_other: '{{count}} en attente',
  more_open: 'plus de {{max}} en attente',
  no_reports: 'Aucun signalement pour le moment',
  no_reports_text: 'Les publications signalées attendent ici d’être jugées.',
  numbers: 'Statistiques',
  no_numbers: 'Aucun chiffre pour le moment',
  no_numbers_text: 'Le guichet n’a pas encore ouvert.',
  numbers_page: {
    failed: 'Les chiffres n’ont pas pu être chargés',
    try_again: 'Réessayer',
    names: {
      gross_volume: 'Volume brut',
      vat_collected: 'TVA collectée',
      platform_fees: 'Frais de plateforme',
      banking_fees: 'Frais bancaires',
      creator_payouts: 'Versements aux créateurs',
    },
  },
}
