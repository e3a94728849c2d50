import type { publishing as english } from '#web/locales/en/publishing.ts'
import type { French } from '#web/locales/french.ts'

export const publishing: French<typeof english> = {
  verify: 'Vers la vérification',
  choose: 'Choisir',
  replace: 'Remplacer',
  or_drop: ' ou déposez-la ici',
  description: 'Description',
  left_one: '{{count}} caractère restant',
  left_many: '{{count}} caractères restants',
  left_other: '{{count}} caractères restants',
  over_one: '{{count}} caractère de trop',
  over_many: '{{count}} caractères de trop',
  over_other: '{{count}} caractères de trop',
  protected: 'Réservé aux abonnés',
  cancel: 'Annuler',
  submit: 'Publier',
  file_type: 'Veuillez choisir une image JPEG, PNG ou GIF.',
  file_too_large: 'Cette image est trop lourde : {{limit}} Mo au maximum.',
  gif_too_large: 'Ce GIF est trop lourd : {{limit}} Mo au maximum.',
  too_many_pixels: 'Cette image a trop de pixels : {{limit}} millions au maximum.',
  stays: '{{name}} reste sélectionné.',
  file_beyond_limits: 'Cette image ne peut pas être utilisée : elle a trop de pixels ou, pour un GIF, trop d’images.',
  restored: 'Votre brouillon est revenu.',
  pick_again: 'Veuillez choisir à nouveau {{name}}.',
  discard: 'Abandonner',
  cancelled: 'Envoi annulé. Rien n’a été publié.',
}
