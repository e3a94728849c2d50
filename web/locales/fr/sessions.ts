import type { sessions as english } from '#web/locales/en/sessions.ts'
import type { French } from '#web/locales/french.ts'

export const sessions: French<typeof english> = {
  title: 'Sessions',
  text: 'Les appareils sur lesquels votre compte est ouvert.',
  this_device: 'Cet appareil',
  just_now: 'Utilisée à l’instant',
  hours_ago: 'Utilisée il y a {{count}} h',
  days_ago: 'Utilisée il y a {{count}} j',
  end: 'Terminer',
  ended: 'Session terminée',
  end_others: 'Se déconnecter partout ailleurs',
  end_others_title: 'Se déconnecter partout ailleurs ?',
  end_others_text: 'Tous les autres appareils devront se reconnecter. Cette session-ci continue.',
  others_ended: 'Toutes vos autres sessions ont pris fin',
  cancel: 'Annuler',
  failed: 'Vos sessions n’ont pas pu être chargées',
  try_again: 'Réessayer',
}
