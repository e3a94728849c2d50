import type { ReportedKind } from '#contract/cases.ts'
import type { Notice } from '#contract/notices.ts'
import { paths } from '#contract/paths.ts'
import { CREATOR_SETTINGS, EXPORT_SETTINGS } from '#contract/settings-sections.ts'
import type { NoticeKind } from './notice-kind.ts'
import { PAYOUT_NOTICES } from './payout-kinds.ts'
import { SECOND_FACTOR_NOTICES } from './second-factor-kinds.ts'
import { TOLD_NOTICES } from './told-kinds.ts'

const REPORT_HANDLED = { en: 'Your report was handled', fr: 'Votre signalement a été traité' }
const noPath = () => null
const toSubscriptions = () => paths.subscriptions
const toReceipts = () => paths.receipts
/** In place of the name of a creator who is gone, or absent for the reader. */
const SOMEBODY_GONE = { en: 'a creator who has left since', fr: 'une personne qui n’est plus là' }

/** What was reported, after an article; `e` is the ending of a French participle about it. */
const REPORTED: Record<ReportedKind, { en: string; fr: string; e: 'e' | '' }> = {
  post: { en: 'post', fr: 'la publication', e: 'e' },
  story: { en: 'story', fr: 'la story', e: 'e' },
  message: { en: 'message', fr: 'le message', e: '' },
  profile: { en: 'profile', fr: 'le profil', e: '' },
}

export const NOTICE_KINDS: Record<Notice['kind'], NoticeKind> = {
  post_removed: {
    title: { en: 'Your post was removed', fr: 'Votre publication a été retirée' },
    text: {
      en: ({ post, reason }) =>
        `${post ? `Your post “${post}”` : 'One of your posts'} was removed by our staff.${reason ? `\nReason: ${reason}` : ''}`,
      fr: ({ post, reason }) =>
        `${post ? `Votre publication «\u202f${post}\u202f»` : 'Une de vos publications'} a été retirée par notre équipe.${reason ? `\nMotif\u202f: ${reason}` : ''}`,
    },
    path: noPath,
  },
  report_upheld: {
    title: REPORT_HANDLED,
    text: {
      en: ({ reported, is_removed }) =>
        is_removed
          ? `Thank you for your report: the ${REPORTED[reported].en} you reported was removed.`
          : `Thank you for your report: our staff acted on the ${REPORTED[reported].en} you reported.`,
      fr: ({ reported, is_removed }) => {
        const { fr, e } = REPORTED[reported]
        return is_removed
          ? `Merci de votre signalement\u202f: ${fr} que vous aviez signalé${e} a été retiré${e}.`
          : `Merci de votre signalement\u202f: notre équipe a pris des mesures au sujet de ce que vous aviez signalé (${fr}).`
      },
    },
    path: noPath,
  },
  report_dismissed: {
    title: REPORT_HANDLED,
    text: {
      en: ({ reported }) =>
        `Thank you for your report. Our staff looked at the ${REPORTED[reported].en} and found nothing against the rules, so it stays.`,
      fr: ({ reported }) =>
        `Merci de votre signalement. Notre équipe a examiné ${REPORTED[reported].fr} et n’y a rien trouvé de contraire aux règles\u202f: ${REPORTED[reported].e ? 'elle' : 'il'} reste en ligne.`,
    },
    path: noPath,
  },
  subscription_granted: {
    title: { en: 'A subscription for you', fr: 'Un abonnement pour vous' },
    text: {
      en: ({ creator, until }) =>
        `Our staff gave you a complimentary subscription to ${creator ?? 'a creator who has left since'}${until ? `, until ${until}` : ''}.`,
      fr: ({ creator, until }) =>
        `Notre équipe vous a offert un abonnement à ${creator ?? 'une personne qui n’est plus là'}${until ? `, jusqu’au ${until}` : ''}.`,
    },
    path: ({ creator }) => (creator ? paths.profile.replace(':username', creator) : null),
  },
  subscription_revoked: {
    title: { en: 'A subscription has ended', fr: 'Un abonnement a pris fin' },
    text: {
      en: ({ creator }) =>
        `Our staff took back what was left of your complimentary subscription to ${creator ?? 'a creator who has left since'}. What you paid for is yours as before.`,
      fr: ({ creator }) =>
        `Notre équipe a repris ce qui restait de votre abonnement offert à ${creator ?? 'une personne qui n’est plus là'}. Ce que vous avez payé vous reste acquis.`,
    },
    path: ({ creator }) => (creator ? paths.profile.replace(':username', creator) : null),
  },
  creator_approved: {
    title: { en: 'The stage is yours', fr: 'La scène est à vous' },
    text: {
      en: () => 'Our staff approved you as a creator. Your profile is yours to open.',
      fr: () =>
        'Notre équipe vous a ouvert la scène\u202f: vous pouvez maintenant créer votre profil de créateur ou de créatrice.',
    },
    path: () => CREATOR_SETTINGS,
  },
  export_ready: {
    title: { en: 'Your data is ready', fr: 'Vos données sont prêtes' },
    text: {
      en: ({ until }) => `Everything your account holds is ready to be fetched${until ? `, until ${until}` : ''}.`,
      fr: ({ until }) =>
        `Tout ce que contient votre compte est prêt à être téléchargé${until ? `, jusqu’au ${until}` : ''}.`,
    },
    path: () => EXPORT_SETTINGS,
  },
  decision: {
    title: { en: 'A decision about your account', fr: 'Une décision concernant votre compte' },
    text: {
      en: ({ acts, appeal_until }) =>
        `${acts ?? 'Our staff took a decision that concerns you'}. You can read why${appeal_until ? `, and appeal until ${appeal_until}` : ''}.`,
      fr: ({ acts, appeal_until }) =>
        `${acts ?? 'Notre équipe a pris une décision qui vous concerne'}. Vous pouvez lire pourquoi${appeal_until ? `, et contester la décision jusqu’au ${appeal_until}` : ''}.`,
    },
    path: noPath,
  },
  appeal_decided: {
    title: { en: 'Your appeal was decided', fr: 'Votre recours a été tranché' },
    text: {
      en: ({ outcome, answer }) =>
        `We have looked at your appeal${outcome ? (outcome === 'upheld' ? ', and you were right: the decision was undone' : ', and the decision stands') : ''}.${answer ? `\nOur answer: ${answer}` : ''}`,
      fr: ({ outcome, answer }) =>
        `Nous avons examiné votre recours${outcome ? (outcome === 'upheld' ? ', et vous aviez raison\u202f: la décision est annulée' : ', et la décision est maintenue') : ''}.${answer ? `\nNotre réponse\u202f: ${answer}` : ''}`,
    },
    path: noPath,
  },
  report_reversed: {
    title: REPORT_HANDLED,
    text: {
      en: ({ reported }) =>
        `We looked again at the ${REPORTED[reported].en} you reported. The decision was undone after an appeal.`,
      fr: ({ reported }) =>
        `Nous avons réexaminé ${REPORTED[reported].fr} que vous aviez signalé${REPORTED[reported].e}. La décision a été annulée après un recours.`,
    },
    path: noPath,
  },
  case_opened: {
    title: { en: 'New cases are waiting', fr: 'De nouveaux dossiers attendent' },
    text: {
      en: () => 'Something was reported and waits for a decision.',
      fr: () => 'Un signalement attend une décision.',
    },
    path: () => paths.admin_cases,
  },
  appeal_filed: {
    title: { en: 'An appeal is waiting', fr: 'Un recours attend' },
    text: {
      en: () => 'Somebody has appealed against a decision.',
      fr: () => 'Quelqu’un conteste une décision.',
    },
    path: () => paths.admin_cases,
  },
  payment_received: {
    title: { en: 'Your seat is ready', fr: 'Votre place est prête' },
    text: {
      en: ({ creator, until, amount }) =>
        `We received your payment of ${amount}. You have a seat in ${creator ?? SOMEBODY_GONE.en}’s box until ${until}. The receipt is with your subscriptions.`,
      fr: ({ creator, until, amount }) =>
        `Nous avons reçu votre paiement de ${amount}. Vous avez une place dans la loge de ${creator ?? SOMEBODY_GONE.fr} jusqu’au ${until}. Le reçu est avec vos abonnements.`,
    },
    path: toReceipts,
  },
  payment_refunded: {
    title: { en: 'Your money is on its way back', fr: 'Votre argent vous revient' },
    text: {
      en: ({ creator, amount }) =>
        `We gave back ${amount} of what you paid for ${creator ?? SOMEBODY_GONE.en}. The credit note is with your receipts.`,
      fr: ({ creator, amount }) =>
        `Nous vous avons rendu ${amount} de ce que vous aviez payé pour ${creator ?? SOMEBODY_GONE.fr}. L’avoir est avec vos reçus.`,
    },
    path: toReceipts,
  },
  renewal_soon: {
    title: { en: 'Your subscription renews soon', fr: 'Votre abonnement est bientôt renouvelé' },
    text: {
      en: ({ creator, until, amount }) =>
        `Your subscription to ${creator ?? SOMEBODY_GONE.en} renews on ${until} for ${amount}. You can stop it before, in two clicks.`,
      fr: ({ creator, until, amount }) =>
        `Votre abonnement à ${creator ?? SOMEBODY_GONE.fr} sera renouvelé le ${until} pour ${amount}. Vous pouvez l’arrêter avant, en deux clics.`,
    },
    path: toSubscriptions,
  },
  payment_failed: {
    title: { en: 'A payment did not work', fr: 'Un paiement n’a pas abouti' },
    text: {
      en: ({ creator, until, amount }) =>
        `Your subscription to ${creator ?? SOMEBODY_GONE.en} could not be renewed: the payment of ${amount} was refused. You keep your seat until ${until}. Change your card before then.`,
      fr: ({ creator, until, amount }) =>
        `Votre abonnement à ${creator ?? SOMEBODY_GONE.fr} n’a pas pu être renouvelé\u202f: le paiement de ${amount} a été refusé. Vous gardez votre place jusqu’au ${until}. Changez de carte d’ici là.`,
    },
    path: toSubscriptions,
  },
  renewal_stopped: {
    title: { en: 'Your subscription no longer renews', fr: 'Votre abonnement ne sera plus renouvelé' },
    text: {
      en: ({ creator, until, is_over }) =>
        is_over
          ? `You stopped the renewal of your subscription to ${creator ?? SOMEBODY_GONE.en}. What you had paid for ended on ${until}; the renewal is not charged, and nothing else either.`
          : `You stopped the renewal of your subscription to ${creator ?? SOMEBODY_GONE.en}. You keep your seat until ${until}, and nothing more is charged.`,
      fr: ({ creator, until, is_over }) =>
        is_over
          ? `Vous avez arrêté le renouvellement de votre abonnement à ${creator ?? SOMEBODY_GONE.fr}. Ce que vous aviez payé a pris fin le ${until}\u202f; le renouvellement n’est pas débité, ni rien d’autre.`
          : `Vous avez arrêté le renouvellement de votre abonnement à ${creator ?? SOMEBODY_GONE.fr}. Vous gardez votre place jusqu’au ${until}, et plus rien ne sera débité.`,
    },
    path: toSubscriptions,
  },
  renewal_resumed: {
    title: { en: 'Your subscription renews again', fr: 'Votre abonnement est de nouveau renouvelé' },
    text: {
      en: ({ creator, until, amount }) =>
        `Your subscription to ${creator ?? SOMEBODY_GONE.en} renews again: on ${until}, for ${amount}.`,
      fr: ({ creator, until, amount }) =>
        `Votre abonnement à ${creator ?? SOMEBODY_GONE.fr} sera de nouveau renouvelé\u202f: le ${until}, pour ${amount}.`,
    },
    path: toSubscriptions,
  },
  withdrawal_asked: {
    title: { en: 'We received your withdrawal', fr: 'Nous avons reçu votre rétractation' },
    text: {
      en: ({ creator }) =>
        `You asked to withdraw from your order for ${creator ?? SOMEBODY_GONE.en}. Our staff look at it and answer you by mail.`,
      fr: ({ creator }) =>
        `Vous avez demandé à vous rétracter de votre commande pour ${creator ?? SOMEBODY_GONE.fr}. Notre équipe l’examine et vous répond par e-mail.`,
    },
    path: toSubscriptions,
  },
  withdrawal_declined: {
    title: { en: 'Your withdrawal was declined', fr: 'Votre rétractation a été refusée' },
    text: {
      en: ({ creator, reason }) =>
        `We looked at your withdrawal from your order for ${creator ?? SOMEBODY_GONE.en}, and cannot accept it. You keep the ticket.${reason ? `\nOur answer: ${reason}` : ''}\nIf you do not agree, write to us.`,
      fr: ({ creator, reason }) =>
        `Nous avons examiné votre rétractation de la commande pour ${creator ?? SOMEBODY_GONE.fr} et nous ne pouvons pas l’accepter. Vous gardez le billet.${reason ? `\nNotre réponse\u202f: ${reason}` : ''}\nSi vous n’êtes pas d’accord, écrivez-nous.`,
    },
    path: toSubscriptions,
  },
  withdrawal_waits: {
    title: { en: 'A withdrawal waits', fr: 'Une rétractation attend' },
    text: {
      en: () => 'A fan asks to withdraw from an order whose time has begun. Somebody has to decide.',
      fr: () => 'Un fan demande à se rétracter d’une commande dont le temps a commencé. Quelqu’un doit décider.',
    },
    path: () => `${paths.admin_payments}?list=withdrawals`,
  },
  ...PAYOUT_NOTICES,
  ...TOLD_NOTICES,
  ...SECOND_FACTOR_NOTICES,
}

/** The page that a push about a notice opens: that of the notice, or the list of all of them. */
export function pageOfNotice({ kind, ...facts }: Parameters<NoticeKind['path']>[0] & { kind: Notice['kind'] }): string {
  return NOTICE_KINDS[kind].path(facts) ?? paths.notices
}
