import type { French } from './french.ts'
import type * as english from './profile.en.ts'

export const profile: French<typeof english.profile> = {
  not_found: 'Profil introuvable',
  not_found_text: 'Personne ne joue sous le nom {{username}}.',
  home: 'Retour à l’accueil',
}
