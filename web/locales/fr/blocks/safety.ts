import type { blocks as en } from '#web/locales/en/blocks/safety.ts'
import type { French } from '#web/locales/french.ts'

export const blocks: French<typeof en> = {
  title: 'Protection',
  blocked_title: 'Bloqués',
  blocked_text: 'Ces personnes ne vous trouvent plus et ne peuvent plus vous écrire. Elles n’en savent rien.',
  nobody_blocked: 'Vous ne bloquez personne.',
  muted_title: 'En sourdine',
  muted_text: 'Leurs publications et stories restent hors de votre accueil. Tout le reste demeure.',
  nobody_muted: 'Personne n’est en sourdine.',
  reports_title: 'Vos signalements',
  reports_text: 'Ce qu’il en est advenu. Personne d’autre que vous et notre équipe ne le voit.',
  nothing_reported: 'Vous n’avez rien signalé.',
  reported_post: 'Une publication',
  reported_post_of: 'Une publication de {{username}}',
  reported_story: 'Une story',
  reported_story_of: 'Une story de {{username}}',
  reported_message: 'Un message',
  reported_message_of: 'Un message de {{username}}',
  reported_profile: 'Un profil',
  reported_profile_of: 'Le profil de {{username}}',
  report_open: 'En examen',
  report_removed: 'Contenu retiré',
  report_kept: 'Contenu conservé',
  report_restored: 'Contenu rétabli après un recours',
  since: 'Depuis le {{day}}',
  unmute_short: 'Réactiver',
  failed: 'Cette liste n’a pas pu être chargée. Veuillez réessayer.',
  try_again: 'Réessayer',
  show_more: 'Afficher plus',
  dialog_title: 'Bloquer {{username}}\u202f?',
  effect_hidden:
    'Cette personne ne vous trouve plus, ni vos publications, ni vos stories, et vous ne trouvez plus les siennes.',
  effect_closed: 'Aucun de vous deux ne peut écrire. Ce qui a été dit reste chez chacun.',
  effect_subscriber:
    'Si cette personne est abonnée à votre loge, son accès prend fin maintenant. Ce qu’il en reste attend que vous la débloquiez.',
  effect_own:
    'Si vous êtes abonné à sa loge, vous ne voyez pas ses publications pendant ce temps. Rien n’est remboursé.',
  effect_paying_subscriber:
    'Si cette personne est abonnée à votre loge, son accès prend fin maintenant. Un billet payé est remboursé en entier et ne se renouvelle plus\u202f; un billet offert attend que vous la débloquiez.',
  effect_own_paid:
    'Si vous êtes abonné à sa loge, vous ne voyez pas ses publications pendant ce temps. Un billet qui se renouvelle s’arrête, et rien n’est remboursé.',
  effect_silent: 'Rien ne le lui dit. Vous pouvez revenir en arrière dans Paramètres.',
  keep: 'Annuler',
  confirm: 'Bloquer',
  blocked_now: '{{username}} est bloqué',
}
