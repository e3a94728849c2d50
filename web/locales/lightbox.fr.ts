import type { French } from './french.ts'
import type * as english from './lightbox.en.ts'

export const lightbox: French<typeof english.lightbox> = {
  previous: 'Publication précédente',
  next: 'Publication suivante',
}
