import type { invitations as english } from '#web/locales/en/invitations.ts'
import type { French } from '#web/locales/french.ts'

export const invitations: French<typeof english> = {
  cue: 'Une invitation',
  title: '{{username}} vous invite',
  title_end: 'dans sa loge',
  bio: '« {{bio}} »',
  sign_up: 'S’inscrire pour entrer',
  log_in: 'Se connecter',
  free: 'L’inscription est gratuite et mène droit à la page de {{username}}.',
  close: 'Fermer cette invitation',
}
