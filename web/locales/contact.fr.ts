import type { contact as english } from './contact.en.ts'
import type { French } from './french.ts'

export const contact: French<typeof english> = {
  title: 'Nous contacter',
}
