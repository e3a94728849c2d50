import type * as english from './admin.en.ts'
import type { French } from './french.ts'

export const admin: French<typeof english.admin> = {
  title: 'Administration',
  sections: 'Parties de l’administration',
  users: 'Utilisateurs',
  no_users: 'Aucun utilisateur pour le moment',
  no_users_text: 'Celles et ceux qui s’inscrivent figurent ici.',
  reports: 'Signalements',
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
