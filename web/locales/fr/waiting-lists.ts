import type { waiting_lists as english } from '#web/locales/en/waiting-lists.ts'
import type { French } from '#web/locales/french.ts'

export const waiting_lists: French<typeof english> = {
  closed: 'Cette loge n’est pas encore ouverte',
  closed_text: 'Un avis le jour de l’ouverture, rien d’autre.',
  tell_me: 'Me prévenir à l’ouverture',
  told: 'Nous vous préviendrons',
  told_text: 'Par avis et par e-mail, à l’ouverture de la loge de {{username}}.',
  undo: 'Annuler',
  before: 'Avant l’ouverture',
  asked_one: 'personne veut savoir quand votre loge ouvrira',
  asked_many: 'de personnes veulent savoir quand votre loge ouvrira',
  asked_other: 'personnes veulent savoir quand votre loge ouvrira',
  this_week_one: 'Dont une cette semaine.',
  this_week_many: 'Dont {{count}} cette semaine.',
  this_week_other: 'Dont {{count}} cette semaine.',
  none_this_week: 'Personne de plus cette semaine.',
  never_who: 'Vous voyez combien, jamais qui.',
  copy: 'Copier votre lien',
}
