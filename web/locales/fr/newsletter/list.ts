import type { newsletter as english } from '#web/locales/en/newsletter/list.ts'
import type { French } from '#web/locales/french.ts'

export const newsletter: French<typeof english> = {
  list: {
    tab: 'Newsletter',
    title: 'Adresses de la newsletter',
    search: 'Rechercher par e-mail',
    clear_search: 'Effacer la recherche',
    state: 'État',
    state_all: 'Toutes',
    state_confirmed: 'Confirmées',
    state_unconfirmed: 'Non confirmées',
    download: 'CSV',
    none: 'Aucune adresse',
    none_text: 'Les demandes d’accès anticipé figurent ici.',
    none_found: 'Aucune adresse dans cet état ne ressemble à cela.',
    failed: 'Les adresses n’ont pas pu être chargées',
    retry: 'Réessayer',
    more: 'Afficher plus d’adresses',
    foot: 'Le fichier ne contient que les adresses confirmées : personne ne peut écrire aux autres. Les téléchargements figurent au journal.',
    confirmed: 'Confirmée',
    unconfirmed: 'Non confirmée',
    since: 'Depuis le {{date}}',
    language_en: 'Anglais',
    language_fr: 'Français',
    wish: 'Souhaite devenir créateur',
    more_for: 'Plus d’actions pour {{name}}',
    erase: 'Effacer…',
    erase_title: 'Effacer cette adresse ?',
    erase_text:
      '{{email}} quitte la liste pour de bon, avec la preuve du consentement. Le journal dit que vous avez effacé une adresse, et non laquelle.',
    erase_keep: 'Annuler',
    erase_send: 'Effacer',
    erased: 'L’adresse est effacée.',
  },
}
