import type { French } from './french.ts'
import type { pricing as english } from './pricing.en.ts'

export const pricing: French<typeof english> = {
  title: 'Tarifs',
}
