import type { French } from './french.ts'
import type * as english from './lightbox.en.ts'

export const lightbox: French<typeof english.lightbox> = {
  title: 'Publication de {{username}}',
  loading_title: 'Publication',
  previous: 'Publication précédente',
  next: 'Publication suivante',
  counter: '{{position}} / {{count}}',
  spoken_counter: 'Publication {{position}} sur {{count}}, de {{username}}',
  show_all: 'Tout afficher',
  show_less: 'Afficher moins',
  not_here: 'Cette publication n’est pas ici',
  not_here_text: 'Elle a été supprimée, ou le lien est erroné.',
  failed: 'Cette publication n’a pas pu être chargée',
}
