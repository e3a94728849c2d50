import type { French } from './french.ts'
import type * as english from './revenues.en.ts'

export const revenues: French<typeof english.revenues> = {
  title: 'Revenus',
  empty: 'Aucun revenu pour le moment',
  empty_text: 'Vos recettes seront comptées ici.',
}
