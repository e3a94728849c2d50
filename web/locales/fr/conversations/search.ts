import type { conversations as english } from '#web/locales/en/conversations/search.ts'
import type { French } from '#web/locales/french.ts'

export const conversations: French<typeof english> = {
  finding: {
    search: 'Rechercher dans vos conversations',
    placeholder: 'Un créateur, un mot',
    clear: 'Effacer la recherche',
    nothing_found: 'Personne ici sous ce nom ou ce mot',
    nothing_found_text: 'Les noms et les mots de vos messages ont été cherchés.',
    in_thread: 'Rechercher dans cette conversation',
    in_thread_placeholder: 'Un mot d’un message',
    close: 'Fermer la recherche',
    results: 'Messages trouvés',
    count_one: '{{count}} message trouvé',
    count_many: '{{count}} de messages trouvés',
    count_other: '{{count}} messages trouvés',
    count_more: 'Plus de {{count}} messages trouvés',
    none: 'Aucun message ne contient ces mots',
    failed: 'La recherche a échoué.',
    try_again: 'Réessayer',
    more: 'Afficher les résultats plus anciens',
    you: 'Vous',
    shown: 'Message du {{date}} affiché',
    looking: 'Retour à ce message…',
    not_reached: 'Ce message n’a pas pu être chargé. Veuillez réessayer.',
  },
}
