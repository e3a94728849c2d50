import type { French } from './french.ts'
import type * as english from './notices.en.ts'

export const notices: French<typeof english.notices> = {
  title: 'Avis',
  empty: 'Aucun avis pour le moment',
  empty_text: 'Ce que la maison a à vous dire est gardé ici.',
}
