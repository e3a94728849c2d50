import type { Locale } from '#contract/accounts.ts'
import type { Notice, NotificationSettings } from '#contract/notices.ts'
import type { PushMessage } from '#contract/push.ts'

/** What a push says of one topic. It is read by whoever holds the device, so it never has content. */
interface Words {
  title: string
  body: string
  /** The title for somebody who allows their pushes to name a person. */
  named?: (name: string) => string
}

type Topic = Record<Locale, Words>

const MESSAGE: Topic = {
  en: { title: 'A message in your loge', body: 'Open it to read it.', named: (name) => `${name} wrote to you` },
  fr: { title: 'Un message dans votre loge', body: 'Ouvrez-le pour le lire.', named: (name) => `${name} vous a écrit` },
}
const REACTION: Topic = {
  en: {
    title: 'A reaction to your message',
    body: 'Open it to see it.',
    named: (name) => `${name} reacted to your message`,
  },
  fr: {
    title: 'Une réaction à votre message',
    body: 'Ouvrez-la pour la voir.',
    named: (name) => `${name} a réagi à votre message`,
  },
}
const POST: Topic = {
  en: { title: 'A new post', body: 'Open it to see it.', named: (name) => `${name} published a post` },
  fr: {
    title: 'Une nouvelle publication',
    body: 'Ouvrez-la pour la voir.',
    named: (name) => `Une publication de ${name}`,
  },
}
const STORY: Topic = {
  en: { title: 'A new story', body: 'Open it to see it.', named: (name) => `${name} published a story` },
  fr: { title: 'Une nouvelle story', body: 'Ouvrez-la pour la voir.', named: (name) => `${name} a publié une story` },
}
const OPENING: Topic = {
  en: { title: 'A box is open', body: 'Open it to see which.', named: (name) => `${name}’s box is open` },
  fr: {
    title: 'Une loge est ouverte',
    body: 'Ouvrez pour savoir laquelle.',
    named: (name) => `La loge de ${name} est ouverte`,
  },
}
const SUBSCRIBER: Topic = {
  en: {
    title: 'A new seat in your box',
    body: 'Open it to see whose.',
    named: (name) => `${name} has a seat in your box`,
  },
  fr: {
    title: 'Une nouvelle place dans votre loge',
    body: 'Ouvrez pour savoir à qui elle est.',
    named: (name) => `${name} a une place dans votre loge`,
  },
}
const TICKET: Topic = {
  en: {
    title: 'A seat ends in 3 days',
    body: 'Open it to see which.',
    named: (name) => `Your ticket for ${name} ends in 3 days`,
  },
  fr: {
    title: 'Une place finit dans 3\u00a0jours',
    body: 'Ouvrez pour savoir laquelle.',
    named: (name) => `Votre billet pour ${name} finit dans 3\u00a0jours`,
  },
}
const RENEWAL: Topic = {
  en: { title: 'News about a seat', body: 'Open it to see which.' },
  fr: { title: 'Du nouveau pour une place', body: 'Ouvrez pour savoir laquelle.' },
}
const PAYMENT_PROBLEM: Topic = {
  en: { title: 'A payment did not work', body: 'Open it to see which.' },
  fr: { title: 'Un paiement n’a pas abouti', body: 'Ouvrez pour savoir lequel.' },
}
const RECEIPT: Topic = {
  en: { title: 'News about a payment', body: 'Open it to read it.' },
  fr: { title: 'Du nouveau pour un paiement', body: 'Ouvrez pour savoir lequel.' },
}
const PAYOUT: Topic = {
  en: { title: 'News about your payouts', body: 'Open it to read it.' },
  fr: { title: 'Du nouveau pour vos versements', body: 'Ouvrez pour le lire.' },
}
const STAFF: Topic = {
  en: { title: 'News from our staff', body: 'Open it to read it.' },
  fr: { title: 'Des nouvelles de notre équipe', body: 'Ouvrez pour les lire.' },
}
const ACCOUNT: Topic = {
  en: { title: 'Something changed in your account', body: 'Open it to see what.' },
  fr: { title: 'Quelque chose a changé dans votre compte', body: 'Ouvrez pour savoir quoi.' },
}

const WORDS: Record<Notice['kind'], Topic> = {
  new_message: MESSAGE,
  new_reaction: REACTION,
  new_post: POST,
  new_story: STORY,
  box_open: OPENING,
  new_subscriber: SUBSCRIBER,
  ticket_ends: TICKET,
  renewal_soon: RENEWAL,
  renewal_stopped: RENEWAL,
  renewal_resumed: RENEWAL,
  subscription_granted: RENEWAL,
  subscription_revoked: RENEWAL,
  payment_failed: PAYMENT_PROBLEM,
  payment_received: RECEIPT,
  payment_refunded: RECEIPT,
  withdrawal_asked: RECEIPT,
  withdrawal_declined: RECEIPT,
  payout_sent: PAYOUT,
  payout_failed: PAYOUT,
  payout_account_changed: PAYOUT,
  post_removed: STAFF,
  report_upheld: STAFF,
  report_dismissed: STAFF,
  report_reversed: STAFF,
  decision: STAFF,
  appeal_decided: STAFF,
  appeal_filed: STAFF,
  case_opened: STAFF,
  creator_approved: STAFF,
  verified: STAFF,
  verification_refused: STAFF,
  verification_sent: STAFF,
  withdrawal_waits: STAFF,
  export_ready: ACCOUNT,
  new_sign_in: ACCOUNT,
  password_changed: ACCOUNT,
  address_changed: ACCOUNT,
  factor_added: ACCOUNT,
  factor_removed: ACCOUNT,
  recovery_code_used: ACCOUNT,
  recovery_codes_made: ACCOUNT,
  second_step_failed: ACCOUNT,
  recovery_asked: ACCOUNT,
  factors_taken: ACCOUNT,
  recovery_waits: STAFF,
}

interface PushFacts {
  kind: Notice['kind']
  creator: string | null
  person: string | null
  locale: Locale | null
  says: NotificationSettings['push_says']
}

/** Names somebody only to whoever allows it, and only while the reader may know the name. */
export function pushWords({ kind, creator, person, locale, says }: PushFacts): Pick<PushMessage, 'title' | 'body'> {
  const { title, body, named } = WORDS[kind][locale ?? 'en']
  const name = person ?? creator
  return { title: says === 'name' && named && name !== null ? named(name) : title, body }
}

/** The push that somebody sends to their own device. */
export const TRY_WORDS: Topic = {
  en: { title: 'It works', body: 'This device gets your push messages.' },
  fr: { title: 'Tout fonctionne', body: 'Cet appareil reçoit vos notifications.' },
}
