import type { creators as english } from '#web/locales/en/creators.ts'
import type { French } from '#web/locales/french.ts'

export const creators: French<typeof english> = {
  title: 'Trouver des créateurs',
  title_of: '{{search}} · Trouver des créateurs',
  label: 'Nom, ou un mot de leur présentation',
  hint: 'Les flèches choisissent, Entrée ouvre, Échap efface',
  key: 'La touche / ouvre cette page',
  clear: 'Effacer la recherche',
  results: 'Créateurs trouvés',
  recent: 'Récemment sur scène',
  count_one: '{{count}} créateur',
  count_many: '{{count}} de créateurs',
  count_other: '{{count}} créateurs',
  most: 'Les {{count}} premiers créateurs',
  subscribed: 'ABONNÉ',
  from: 'Dès {{price}}',
  story_new: 'Nouvelle story',
  story_seen: 'Story vue',
  nobody: 'Personne ne répond à ce nom',
  nobody_text: 'Essayez avec moins de lettres, ou avec un mot de leur présentation.',
  no_recent: 'La scène est encore vide',
  no_recent_text: 'Les créateurs qui publient apparaîtront ici.',
  failed: 'La recherche a échoué. Veuillez réessayer.',
  try_again: 'Réessayer',
}
