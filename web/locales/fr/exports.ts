import type { exports as english } from '#web/locales/en/exports.ts'
import type { French } from '#web/locales/french.ts'

export const exports: French<typeof english> = {
  title: 'Vos données',
  text: 'Tout ce que contient votre compte, en un ZIP : vos images, vos textes, et une page pour les lire.',
  load_failed: 'Cette partie n’a pas pu être chargée',
  ask: 'Demander vos données',
  ask_again: 'Demander un nouveau fichier',
  preparing:
    'Nous préparons le fichier. Vous pouvez quitter cette page : un avis et un e-mail vous diront quand il est prêt.',
  ready: 'Vos données du {{day}} sont prêtes : {{size}}, disponibles ici jusqu’au {{until}}.',
  download: 'Télécharger',
  failed: 'Une copie de vos données n’a pas pu être préparée. Veuillez la demander de nouveau.',
  try_again: 'Réessayer',
  over: 'Ce fichier n’est plus là. Veuillez en demander un nouveau.',
}
