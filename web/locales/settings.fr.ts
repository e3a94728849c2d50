import type { French } from './french.ts'
import type * as english from './settings.en.ts'

export const settings: French<typeof english.settings> = {
  title: 'Paramètres',
}
