import type * as english from './conversations.en.ts'
import type { French } from './french.ts'

export const conversations: French<typeof english.conversations> = {
  title: 'Vos messages',
  received_title: 'Messages des fans',
  message: 'Message',
  subscribe_to_send: 'Abonnez-vous pour envoyer des messages',
  empty: 'Aucune conversation',
  empty_text: 'Abonnez-vous à un créateur pour écrire la première ligne.',
  received_empty_text: 'Ce que vos fans vous écrivent arrive ici.',
}
