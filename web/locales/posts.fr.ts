import type { French } from './french.ts'
import type * as english from './posts.en.ts'

export const home: French<typeof english.home> = {
  title: 'Accueil',
  posts: 'Publications',
  empty: 'Nous n’avons rien trouvé pour le moment..',
  empty_text: 'Les publications des créateurs apparaîtront ici.',
  failed: 'Les publications n’ont pas pu être chargées',
  more: 'Afficher d’autres publications',
  more_failed: 'Les publications suivantes n’ont pas pu être chargées.',
  end: 'Vous avez tout vu',
}

export const posts: French<typeof english.posts> = {
  more: 'Plus',
  edit: 'Modifier',
  delete: 'Supprimer',
  cancel: 'Annuler',
  open: 'Ouvrir la publication de {{username}}',
  like_one: 'J’aime, {{count}} mention',
  like_many: 'J’aime, {{count}} de mentions',
  like_other: 'J’aime, {{count}} mentions',
  retry: 'Réessayer',
  picture_retry: 'Réessayer de charger l’image',
  report: 'Signaler',
  report_title: 'Signaler cette publication',
  report_text: 'Seule notre équipe voit votre signalement.',
  report_reason: 'Motif',
  report_inappropriate: 'Contenu inapproprié',
  report_identity: 'Ce compte usurpe l’identité de quelqu’un',
  report_reason_missing: 'Veuillez choisir le motif du signalement',
  report_description: 'Description',
  report_description_optional: '(facultatif)',
  report_description_placeholder: 'Dites-nous-en plus',
  report_send: 'Envoyer le signalement',
}
