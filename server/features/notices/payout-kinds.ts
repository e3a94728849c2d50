import { paths } from '#contract/paths.ts'
import type { VerificationRefusal } from '#contract/verifications.ts'
import { FAILURE_WORDS } from '#server/domain/payouts/failure-words.ts'
import type { NoticeKind } from './notice-kind.ts'

const toPayouts = () => paths.payouts

const MISSING: Record<VerificationRefusal, { en: string; fr: string }> = {
  document_cut_off: { en: 'The card is cut off.', fr: 'La pièce est coupée.' },
  document_unreadable: { en: 'The document cannot be read.', fr: 'La pièce n’est pas lisible.' },
  document_expired: { en: 'The document has expired.', fr: 'La pièce n’est plus valable.' },
  portrait_differs: {
    en: 'The picture and the document do not match.',
    fr: 'La photo et la pièce ne correspondent pas.',
  },
  name_differs: { en: 'The name differs from the document.', fr: 'Le nom diffère de celui de la pièce.' },
  address_incomplete: { en: 'The address is incomplete.', fr: 'L’adresse est incomplète.' },
  tax_number_wrong: { en: 'The tax number is not right.', fr: 'Le numéro fiscal n’est pas bon.' },
  other: { en: 'Something is missing.', fr: 'Il manque quelque chose.' },
}

/** The notices of creators who are paid. */
export const PAYOUT_NOTICES: Record<
  | 'verified'
  | 'verification_refused'
  | 'verification_sent'
  | 'payout_sent'
  | 'payout_failed'
  | 'payout_account_changed',
  NoticeKind
> = {
  verified: {
    title: { en: 'You are verified', fr: 'Votre identité est vérifiée' },
    text: {
      en: () => 'Your identity is verified. From now on your share can be paid out.',
      fr: () => 'Votre identité est vérifiée. Votre part peut désormais vous être versée.',
    },
    path: toPayouts,
  },
  verification_refused: {
    title: { en: 'One thing is missing', fr: 'Il manque une chose' },
    text: {
      en: ({ missing, reason }) =>
        `We could not verify your identity yet. ${MISSING[missing].en}${reason ? `\n${reason}` : ''}\nSend it again, and we look at once.`,
      fr: ({ missing, reason }) =>
        `Nous n’avons pas encore pu vérifier votre identité. ${MISSING[missing].fr}${reason ? `\n${reason}` : ''}\nEnvoyez-le de nouveau, et nous regardons aussitôt.`,
    },
    path: () => paths.verification,
  },
  verification_sent: {
    title: { en: 'A verification is waiting', fr: 'Une vérification attend' },
    text: {
      en: () => 'A creator has sent a verification, which waits for a decision.',
      fr: () => 'Une vérification d’identité attend une décision.',
    },
    path: () => paths.admin_verifications,
  },
  payout_sent: {
    title: { en: 'Your payout is on its way', fr: 'Votre versement est en route' },
    text: {
      en: ({ amount, last4 }) => `We sent ${amount} to your account${last4 ? ` ending in ${last4}` : ''}.`,
      fr: ({ amount, last4 }) =>
        `Nous avons envoyé ${amount} sur votre compte${last4 ? ` finissant par ${last4}` : ''}.`,
    },
    path: toPayouts,
  },
  payout_failed: {
    title: { en: 'A payout came back', fr: 'Un versement est revenu' },
    text: {
      en: ({ amount, failure }) =>
        `Your payout of ${amount} came back: ${FAILURE_WORDS[failure].en}. The money is in your balance again. Check your bank account.`,
      fr: ({ amount, failure }) =>
        `Votre versement de ${amount} est revenu\u202f: ${FAILURE_WORDS[failure].fr}. L’argent est de nouveau dans votre solde. Vérifiez votre compte bancaire.`,
    },
    path: toPayouts,
  },
  payout_account_changed: {
    title: { en: 'Your bank account was changed', fr: 'Votre compte bancaire a été changé' },
    text: {
      en: ({ last4, until }) =>
        `Payouts now go to the account ending in ${last4}${until ? `, and wait until ${until}` : ''}. If this was not you, change your password and write to us.`,
      fr: ({ last4, until }) =>
        `Les versements vont désormais sur le compte finissant par ${last4}${until ? `, et attendent jusqu’au ${until}` : ''}. Si ce n’était pas vous, changez de mot de passe et écrivez-nous.`,
    },
    path: toPayouts,
  },
}
