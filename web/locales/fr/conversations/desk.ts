import type { conversations as english } from '#web/locales/en/conversations/desk.ts'
import type { French } from '#web/locales/french.ts'

export const conversations: French<typeof english> = {
  desk: {
    search: 'Chercher parmi vos fans',
    placeholder: 'Un nom, un mot, une étiquette',
    clear: 'Effacer la recherche',
    filters: 'Quelles conversations',
    all: 'Tous',
    unread: 'Non lus',
    unanswered: 'Sans réponse',
    subscribers: 'Abonnés',
    filter_ended: 'Finis',
    nothing_found: 'Personne ici sous ce nom ou ce mot',
    nothing_found_text: 'La recherche porte sur les noms, les étiquettes et les mots de vos messages.',
    nothing_left: 'Rien dans cette rangée',
    nothing_left_text: 'Sous « Tous » se trouvent toutes les conversations.',
  },
}
