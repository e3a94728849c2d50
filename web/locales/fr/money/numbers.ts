import type { money as english } from '#web/locales/en/money/numbers.ts'
import type { French } from '#web/locales/french.ts'

export const money: French<typeof english> = {
  numbers: {
    none: 'Aucun chiffre pour le moment',
    none_text: 'Le guichet n’a pas encore ouvert.',
    sample: 'Avec les chiffres d’exemple de la démo',
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
