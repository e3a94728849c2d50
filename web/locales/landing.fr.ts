import type { French } from './french.ts'
import type { landing as english } from './landing.en.ts'

export const landing: French<typeof english> = {
  title: 'Découvrir',
  cue: 'Avant-première, accès anticipé',
  headline: 'Les meilleures places sont',
  headline_end: 'privées.',
  lead: 'Loge est une plateforme de contenu exclusif qui relie créateurs et fans. L’inscription est gratuite : vous ne payez que ce que vous aimez.',
  sign_up: 'S’inscrire',
  log_in: 'Se connecter',
  features_title: 'Plus près de l’artiste,',
  features_title_end: 'loin du bruit.',
  exclusive: 'Contenu exclusif',
  exclusive_text:
    'Des photos et des stories de 24 heures que les créateurs ne montrent qu’ici, et seulement à leurs abonnés.',
  flexible: 'Abonnement flexible',
  flexible_text: 'Inscription gratuite. Les abonnements sont mensuels et résiliables à tout moment.',
  privacy: 'Confidentialité et sécurité',
  privacy_text: 'Les images protégées ne sont remises qu’aux abonnés, et toute publication peut être signalée.',
}
