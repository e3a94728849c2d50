import type { French } from './french.ts'
import type * as english from './publish.en.ts'

export const publish: French<typeof english.publish> = {
  create: 'Créer une publication',
}
