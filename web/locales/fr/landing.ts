import type { sections as english } from '#web/locales/en/landing.ts'
import type { French } from '#web/locales/french.ts'
import { newsletter } from './newsletter/form.ts'

export const sections: French<typeof english> = {
  landing: {
    title: 'Découvrir',
    description:
      'Loge est une plateforme de contenu exclusif qui relie créateurs et fans. L’inscription est gratuite : vous ne payez que ce que vous aimez.',
    banner: {
      label: 'Nouvelles du lancement',
      messages: [
        'L’accès anticipé est ouvert : réservez votre place avant le lever de rideau.',
        'Prenez place gratuitement : vous ne payez que ce que vous aimez.',
        'Les créateurs gardent 85 % de leur prix, avant les frais bancaires.',
      ],
      pause: 'Mettre les messages en pause',
      play: 'Faire défiler les messages',
    },
    cue: 'Avant-première, accès anticipé',
    headline: 'Les meilleures places sont',
    headline_end: 'privées.',
    lead: 'Loge est une plateforme de contenu exclusif qui relie créateurs et fans. L’inscription est gratuite : vous ne payez que ce que vous aimez.',
    sign_up: 'S’inscrire',
    to_feed: 'Voir votre fil',
    find: 'Trouver des créateurs',
    early_access: 'Obtenir un accès anticipé',
    features_title: 'Plus près de l’artiste,',
    features_title_end: 'loin du bruit.',
    exclusive: 'Contenu exclusif',
    exclusive_text:
      'Des photos et des stories de 24 heures que les créateurs ne montrent qu’ici, et seulement à leurs abonnés.',
    flexible: 'Abonnement flexible',
    flexible_text: 'Inscription gratuite. Les abonnements sont mensuels et résiliables à tout moment.',
    privacy: 'Confidentialité et sécurité',
    privacy_text: 'Les images protégées ne sont remises qu’aux abonnés, et toute publication peut être signalée.',
    how: 'Comment ça marche',
    acts_title: 'Comment ça marche,',
    acts_title_end: 'en trois actes',
    acts: [
      {
        title: 'Créez votre compte',
        text: 'Un e-mail, un mot de passe, et vous avez au moins 18 ans. C’est tout ce qu’on demande à l’entrée.',
      },
      {
        title: 'Choisissez vos créateurs',
        text: 'Parcourez les profils, puis abonnez-vous à ceux que vous aimez. Résiliable à tout moment.',
      },
      {
        title: 'Prenez place',
        text: 'Voyez ce qu’il y a derrière le rideau, réagissez et écrivez aux créateurs auxquels vous êtes abonné.',
      },
    ],
    programme: {
      title: 'Au programme ce soir',
      intro: 'Trois publications à essayer. Touchez le cœur : rien n’est envoyé, ce n’est qu’une répétition.',
      captions: [
        'Dernier filage avant l’ouverture de la salle. Personne ne voit cette heure-là, je l’ai gardée pour vous.',
        'L’essayage, de la première épingle au dernier bouton.',
        'Sortis du four ce matin. Le rouge s’est fendu, et je le préfère ainsi.',
      ],
      dancer: 'Une danseuse dans la lumière d’une scène vide, les bras levés',
      ceramics: 'Des vases et un bol sur une table, dans le soleil du matin',
      picture_by: 'Une image de {{username}}',
      like: 'Aimer la publication de {{username}}, {{likes}} mentions « J’aime »',
      sign_up_now: 'S’inscrire',
    },
    creators: {
      title: 'Dans les loges',
      cue: 'Créateurs à l’affiche',
      crafts: ['Danseuse', 'Violoncelliste', 'Costumière', 'Chanteuse'],
    },
    faq_title: 'Questions au',
    faq_title_end: 'guichet',
    faq: [
      {
        question: 'Combien ça coûte ?',
        answer:
          'L’inscription est gratuite. Pour un abonnement, vous payez le prix du créateur, plus la TVA le cas échéant.',
      },
      {
        question: 'Puis-je résilier ?',
        answer:
          'Oui, à tout moment. Les abonnements sont mensuels et non remboursables : la période non utilisée n’est pas remboursée.',
      },
      {
        question: 'Que gardent les créateurs ?',
        answer:
          '85 % de leur prix, après 15 % de frais de plateforme. Les frais bancaires, encore à déterminer, sont pris sur cette part.',
      },
      {
        question: 'Qui voit les publications protégées ?',
        answer: 'Seulement les abonnés de leur créateur. Les autres voient un rideau fermé.',
      },
    ],
  },
  newsletter,
}
