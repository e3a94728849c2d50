import type { French } from './french.ts'
import type { legal as english } from './legal.en.ts'

export const legal: French<typeof english> = {
  privacy_policy: {
    title: 'Politique de confidentialité',
  },
  terms_of_service: {
    title: 'Conditions d’utilisation',
  },
}
