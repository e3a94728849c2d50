import type { push as english } from '#web/locales/en/push.ts'
import type { French } from '#web/locales/french.ts'

export const push: French<typeof english> = {
  on: 'Push est actif sur cet appareil.',
  try: 'M’en envoyer un pour voir',
  tried: 'Il est en route',
  silence: 'Le couper ici',
  off: 'Push est coupé sur cet appareil.',
  allow: 'Autoriser sur cet appareil',
  denied: 'Votre navigateur refuse les push de Loge.',
  denied_how: 'Autorisez les notifications de ce site dans les réglages du navigateur.',
  unsupported: 'Ce navigateur ne peut pas recevoir de push.',
  install: 'Ici, il faut d’abord installer l’app.',
  install_how: 'Touchez Partager, puis «\u202fSur l’écran d’accueil\u202f», et ouvrez Loge de là.',
  unknown: 'Nous n’avons pas pu savoir si push est actif ici.',
  try_again: 'Réessayer',
  failed: 'Push n’a pas pu être activé. Le navigateur ou son service de push a refusé.',
  invitation: 'Le savoir quand cela arrive',
  invitation_text:
    'Un message, une publication, un billet qui finit\u202f: cet appareil peut vous le dire, même Loge fermé. Il ne dit jamais ce qu’il y a dedans.',
  later: 'Pas maintenant',
}
