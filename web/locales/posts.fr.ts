import type { French } from './french.ts'
import type * as english from './posts.en.ts'

export const home: French<typeof english.home> = {
  title: 'Accueil',
  empty: 'Nous n’avons rien trouvé pour le moment..',
  empty_text: 'Les publications des créateurs que vous suivez apparaîtront ici.',
}

export const posts: French<typeof english.posts> = {
  more: 'Plus',
  report: 'Signaler',
}
