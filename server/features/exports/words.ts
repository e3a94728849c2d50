import type { Locale } from '#contract/accounts.ts'
import type { Notice } from '#contract/notices.ts'
import type { Payout } from '#contract/payouts.ts'
import type { OwnFactor } from '#server/store/exports/own-factors.ts'

/** The texts of the HTML page of an export. */
export interface Words {
  locale: Locale
  title: (name: string) => string
  intro: (day: string) => string
  nothing: string
  all_of_it: string
  account: string
  email: string
  username: string
  member_since: string
  profile: string
  prices: string
  posts: string
  drafts: string
  scheduled: (day: string) => string
  stories: string
  for_subscribers: string
  removed: string
  likes: (count: number) => string
  likes_given: string
  stories_seen: string
  posts_seen: string
  creators_seen: string
  marks_shown: string
  leak_lookups: string
  reports: string
  blocked: string
  muted: string
  waiting: string
  fan_cards: string
  saved_replies: string
  held: string
  orders: string
  receipts: string
  granted: string
  until: (from: string, to: string) => string
  gift: string
  revenues: string
  you_get: (net: string, price: string) => string
  payouts: string
  payout_states: Record<Payout['state'], string>
  statements: string
  closing: (amount: string) => string
  conversations: string
  welcome: string
  to_many: string
  sent_to: (count: number) => string
  you: string
  sessions: string
  second_factors: string
  factor_kinds: Record<OwnFactor['kind'], string>
  newsletter: string
  verification: string
  agreed: (day: string) => string
  not_agreed: string
  notices: string
  decisions: string
  notice_kinds: Record<Notice['kind'], string>
}

export const WORDS: Record<Locale, Words> = {
  en: {
    locale: 'en',
    title: (name) => `What Loge holds of ${name}`,
    intro: (day) =>
      `Everything your account held on ${day}. The same is in the JSON files beside this page, for programs to read; your pictures and videos are in the folders “posts”, “drafts” and “stories”.`,
    nothing: 'Nothing.',
    all_of_it: 'As data',
    account: 'Account',
    email: 'Email',
    username: 'Username',
    member_since: 'Member since',
    profile: 'Creator profile',
    prices: 'A day, a week, a month (€)',
    posts: 'Posts',
    drafts: 'Drafts and scheduled posts',
    scheduled: (day) => `comes out on ${day}`,
    stories: 'Stories still up',
    for_subscribers: 'for subscribers',
    removed: 'removed by staff',
    likes: (count) => (count === 1 ? '1 like' : `${count} likes`),
    likes_given: 'Posts you liked',
    stories_seen: 'Stories you have seen',
    posts_seen: 'Posts you have seen in the last 31 days',
    creators_seen: 'Days on which you saw something of a creator, in the last 31 days',
    leak_lookups: 'Leaked copies you looked up, in the last 180 days',
    marks_shown: 'Pictures you were shown with your mark, in the last two years',
    reports: 'Reports you made',
    blocked: 'Members you block',
    muted: 'Creators you muted',
    waiting: 'Boxes whose opening you will be told of',
    fan_cards: 'What you noted about fans',
    saved_replies: 'Replies you saved',
    held: 'Your subscriptions',
    orders: 'Your orders',
    receipts: 'Your receipts',
    granted: 'Subscriptions to you',
    until: (from, to) => `from ${from} to ${to}`,
    gift: 'a gift of the house',
    revenues: 'Revenues',
    you_get: (net, price) => `${net} € for you, of ${price} €`,
    payouts: 'Payouts',
    payout_states: { asked: 'asked for', sent: 'on its way', paid: 'paid', failed: 'came back' },
    statements: 'Monthly statements',
    closing: (amount) => `balance ${amount} €`,
    conversations: 'Conversations',
    welcome: 'Welcome message',
    to_many: 'What you wrote to many',
    sent_to: (count) => (count === 1 ? 'to 1 person' : `to ${count} people`),
    you: 'You',
    sessions: 'Sessions',
    second_factors: 'Two locks',
    factor_kinds: { passkey: 'Passkey', authenticator_app: 'Authenticator app', recovery_code: 'Recovery code' },
    newsletter: 'Newsletter',
    verification: 'Verification',
    agreed: (day) => `You agreed on ${day}.`,
    not_agreed: 'You have not asked for it.',
    notices: 'Notices',
    decisions: 'Decisions about you',
    notice_kinds: {
      post_removed: 'Your post was removed',
      report_upheld: 'We acted on what you reported',
      report_dismissed: 'What you reported stays',
      subscription_granted: 'A subscription for you',
      subscription_revoked: 'What was left of a gift was taken back',
      creator_approved: 'You were approved as a creator',
      export_ready: 'Your data was ready',
      decision: 'Our staff took a decision about your account',
      appeal_decided: 'Your appeal was decided',
      report_reversed: 'A decision about something you reported was undone',
      case_opened: 'A case was opened',
      appeal_filed: 'An appeal was filed',
      payment_received: 'A payment was received',
      payment_refunded: 'Money was given back',
      renewal_soon: 'A subscription renews soon',
      payment_failed: 'A payment did not work',
      renewal_stopped: 'A subscription no longer renews',
      renewal_resumed: 'A subscription renews again',
      withdrawal_asked: 'A withdrawal was received',
      withdrawal_declined: 'A withdrawal was declined',
      verified: 'An identity was verified',
      verification_refused: 'A verification lacked something',
      verification_sent: 'A verification waits',
      withdrawal_waits: 'A withdrawal waits',
      payout_sent: 'A payout was sent',
      payout_failed: 'A payout came back',
      payout_account_changed: 'The bank account was changed',
      new_message: 'A message',
      new_reaction: 'A reaction to a message',
      new_post: 'A new post',
      new_story: 'A new story',
      new_subscriber: 'A new subscriber',
      ticket_ends: 'A ticket that ends soon',
      box_open: 'A box that opened',
      new_sign_in: 'A sign-in on a new device',
      password_changed: 'A changed password',
      address_changed: 'A changed address',
      factor_added: 'A new second factor',
      factor_removed: 'A removed second factor',
      recovery_code_used: 'A recovery code that was used',
      recovery_codes_made: 'New recovery codes',
      second_step_failed: 'A second step that failed',
      recovery_asked: 'A request to remove the second factors',
      factors_taken: 'Second factors that staff removed',
      recovery_waits: 'A request that waits for staff',
    },
  },
  fr: {
    locale: 'fr',
    title: (name) => `Ce que Loge garde de ${name}`,
    intro: (day) =>
      `Tout ce que contenait votre compte le ${day}. Les fichiers JSON à côté de cette page disent la même chose, pour les programmes\u202f; vos images et vidéos sont dans les dossiers «\u202fposts\u202f», «\u202fdrafts\u202f» et «\u202fstories\u202f».`,
    nothing: 'Rien.',
    all_of_it: 'En données',
    account: 'Compte',
    email: 'E-mail',
    username: 'Nom d’utilisateur',
    member_since: 'Membre depuis',
    profile: 'Profil public',
    prices: 'Un jour, une semaine, un mois (€)',
    posts: 'Publications',
    drafts: 'Brouillons et publications programmées',
    scheduled: (day) => `paraît le ${day}`,
    stories: 'Stories en ligne',
    for_subscribers: 'pour les abonnés',
    removed: 'retiré par l’équipe',
    likes: (count) => `${count} j’aime`,
    likes_given: 'Publications que vous aimez',
    stories_seen: 'Stories que vous avez vues',
    posts_seen: 'Publications que vous avez vues ces 31 derniers jours',
    creators_seen: 'Jours où vous avez vu quelque chose d’un créateur, ces 31 derniers jours',
    leak_lookups: 'Copies dont vous avez cherché l’origine, ces 180 derniers jours',
    marks_shown: 'Images montrées avec votre marque, ces deux dernières années',
    reports: 'Vos signalements',
    blocked: 'Membres que vous bloquez',
    muted: 'Pages en sourdine',
    waiting: 'Loges dont l’ouverture vous sera annoncée',
    fan_cards: 'Vos notes sur vos fans',
    saved_replies: 'Vos réponses enregistrées',
    held: 'Vos abonnements',
    orders: 'Vos commandes',
    receipts: 'Vos reçus',
    granted: 'Abonnements à votre loge',
    until: (from, to) => `du ${from} au ${to}`,
    gift: 'offert par la maison',
    revenues: 'Revenus',
    you_get: (net, price) => `${net}\u202f€ pour vous, sur ${price}\u202f€`,
    payouts: 'Versements',
    payout_states: { asked: 'demandé', sent: 'en route', paid: 'payé', failed: 'revenu' },
    statements: 'Relevés mensuels',
    closing: (amount) => `solde de ${amount}\u202f€`,
    conversations: 'Conversations',
    welcome: 'Message de bienvenue',
    to_many: 'Ce que vous avez écrit à plusieurs',
    sent_to: (count) => (count < 2 ? `à ${count} personne` : `à ${count} personnes`),
    you: 'Vous',
    sessions: 'Sessions',
    second_factors: 'Deux verrous',
    factor_kinds: {
      passkey: 'Clé d’accès',
      authenticator_app: 'Application de codes',
      recovery_code: 'Code de secours',
    },
    newsletter: 'Lettre d’information',
    verification: 'Vérification d’identité',
    agreed: (day) => `Vous l’avez acceptée le ${day}.`,
    not_agreed: 'Vous ne l’avez pas demandée.',
    notices: 'Avis',
    decisions: 'Décisions qui vous concernent',
    notice_kinds: {
      post_removed: 'Votre publication a été retirée',
      report_upheld: 'Nous avons agi sur ce que vous aviez signalé',
      report_dismissed: 'Ce que vous aviez signalé reste en ligne',
      subscription_granted: 'Un abonnement pour vous',
      subscription_revoked: 'Le reste d’un abonnement offert a été repris',
      creator_approved: 'La scène vous a été ouverte',
      export_ready: 'Vos données étaient prêtes',
      decision: 'Notre équipe a pris une décision concernant votre compte',
      appeal_decided: 'Votre recours a été tranché',
      report_reversed: 'Une décision sur ce que vous aviez signalé a été annulée',
      case_opened: 'Un dossier a été ouvert',
      appeal_filed: 'Un recours a été déposé',
      payment_received: 'Un paiement a été reçu',
      payment_refunded: 'De l’argent a été rendu',
      renewal_soon: 'Un abonnement est bientôt renouvelé',
      payment_failed: 'Un paiement n’a pas abouti',
      renewal_stopped: 'Un abonnement ne sera plus renouvelé',
      renewal_resumed: 'Un abonnement est de nouveau renouvelé',
      withdrawal_asked: 'Une rétractation a été reçue',
      withdrawal_declined: 'Une rétractation a été refusée',
      verified: 'Une identité a été vérifiée',
      verification_refused: 'Il manquait quelque chose à une vérification',
      verification_sent: 'Une vérification attend',
      withdrawal_waits: 'Une rétractation attend',
      payout_sent: 'Un versement a été envoyé',
      payout_failed: 'Un versement est revenu',
      payout_account_changed: 'Le compte bancaire a été changé',
      new_message: 'Un message',
      new_reaction: 'Une réaction à un message',
      new_post: 'Une nouvelle publication',
      new_story: 'Une nouvelle story',
      new_subscriber: 'Un nouvel abonnement',
      ticket_ends: 'Un billet qui finit bientôt',
      box_open: 'Une loge qui a ouvert',
      new_sign_in: 'Une connexion sur un nouvel appareil',
      password_changed: 'Un mot de passe changé',
      address_changed: 'Une adresse changée',
      factor_added: 'Un nouveau second verrou',
      factor_removed: 'Un second verrou retiré',
      recovery_code_used: 'Un code de secours utilisé',
      recovery_codes_made: 'De nouveaux codes de secours',
      second_step_failed: 'Un second verrou qui a tenu',
      recovery_asked: 'Une demande de retirer les seconds verrous',
      factors_taken: 'Des seconds verrous retirés par l’équipe',
      recovery_waits: 'Une demande qui attend l’équipe',
    },
  },
}
