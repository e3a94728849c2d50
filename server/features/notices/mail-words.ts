import type { Locale } from '#contract/accounts.ts'
import type { NoticeTopic } from '#contract/notice-topics.ts'
import type { EndingTicket } from '#server/store/notice-mails.ts'

type Words<T> = Record<Locale, T>

/** What a mail says around the button. */
export interface ToldWords {
  title: string
  italic: string
  text: string
  action: string
}

/** The data for the words of a mail. Nothing of it is what somebody wrote or shows. */
export interface ToldFacts {
  /** Whom it is about. */
  name: string
  /** Whether it is a post with several pictures. */
  is_album: boolean
  /** How many messages wait. */
  waiting: number
  /** Formatted: when the first of them came. */
  since: string
}

const NUMBERS: Words<string[]> = {
  en: ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'],
  fr: ['Aucun', 'Un', 'Deux', 'Trois', 'Quatre', 'Cinq', 'Six', 'Sept', 'Huit', 'Neuf', 'Dix'],
}

/** "Two"; from eleven on in figures. */
export function inWords(count: number, locale: Locale): string {
  return NUMBERS[locale][count] ?? String(count)
}

export const SOMEBODY: Words<string> = { en: 'Somebody', fr: 'Quelqu’un' }

/** The kinds whose mail says more than the notice in the app. */
export const TOLD_WORDS = {
  new_message: {
    en: ({ name, waiting, since }) => ({
      title: name,
      italic: 'wrote to you',
      text:
        waiting === 1
          ? `A message waits in your conversation, since ${since}. What it says stays inside the house.`
          : `${inWords(waiting, 'en')} messages wait in your conversation, since ${since}. What they say stays inside the house.`,
      action: waiting === 1 ? 'Read it' : 'Read them',
    }),
    fr: ({ name, waiting, since }) => ({
      title: name,
      italic: 'vous a écrit',
      text:
        waiting === 1
          ? `Un message attend dans votre conversation, depuis ${since}. Ce qu’il dit reste dans la maison.`
          : `${inWords(waiting, 'fr')} messages attendent dans votre conversation, depuis ${since}. Ce qu’ils disent reste dans la maison.`,
      action: waiting === 1 ? 'Le lire' : 'Les lire',
    }),
  },
  new_reaction: {
    en: ({ name }) => ({
      title: name,
      italic: 'reacted to you',
      text: 'There is a reaction to one of your messages. Which one stays inside the house.',
      action: 'Open the conversation',
    }),
    fr: ({ name }) => ({
      title: name,
      italic: 'vous a répondu d’un signe',
      text: 'Il y a une réaction à l’un de vos messages. Laquelle, cela reste dans la maison.',
      action: 'Ouvrir la conversation',
    }),
  },
  new_post: {
    en: ({ name, is_album }) => ({
      title: name,
      italic: is_album ? 'published an album' : 'published a post',
      text: 'The curtain is up. What there is to see stays inside the house.',
      action: 'See it',
    }),
    fr: ({ name, is_album }) => ({
      title: name,
      italic: is_album ? 'a publié un album' : 'a publié une image',
      text: 'Le rideau est levé. Ce qu’il y a à voir reste dans la maison.',
      action: is_album ? 'Le voir' : 'La voir',
    }),
  },
  new_story: {
    en: ({ name }) => ({
      title: name,
      italic: 'published a story',
      text: 'Like every story, it is soon over. What there is to see stays inside the house.',
      action: 'See it',
    }),
    fr: ({ name }) => ({
      title: name,
      italic: 'a publié une story',
      text: 'Comme toute story, elle passe vite. Ce qu’il y a à voir reste dans la maison.',
      action: 'La voir',
    }),
  },
  new_subscriber: {
    en: ({ name }) => ({
      title: name,
      italic: 'has a seat',
      text: 'Your box has one more subscriber.',
      action: 'See your notices',
    }),
    fr: ({ name }) => ({
      title: name,
      italic: 'a pris place',
      text: 'Votre loge compte un abonnement de plus.',
      action: 'Voir vos avis',
    }),
  },
  box_open: {
    en: ({ name }) => ({
      title: `${name}’s box`,
      italic: 'is open',
      text: 'You asked us to tell you when tickets are on sale. They are.',
      action: 'Take a seat',
    }),
    fr: ({ name }) => ({
      title: `La loge de ${name}`,
      italic: 'est ouverte',
      text: 'Vous nous aviez demandé de vous prévenir quand les billets seraient en vente. Ils le sont.',
      action: 'Prendre place',
    }),
  },
} satisfies Record<string, Words<(facts: ToldFacts) => ToldWords>>

/** The data for the words of the mail about a ticket that ends. */
export interface TicketFacts {
  name: string
  days: number
  /** Formatted: Friday. */
  weekday: string
  /** Formatted: Friday 20 November at 18:30. */
  moment: string
  is_single: boolean
}

export const TICKET_WORDS: Words<(facts: TicketFacts) => ToldWords & { subject: string; days_left: string }> = {
  en: ({ name, days, weekday, moment, is_single }) => ({
    subject: `Your ticket for ${name} ends on ${weekday}`,
    title: `${inWords(days, 'en')} ${days === 1 ? 'evening' : 'evenings'}`,
    italic: 'left',
    text: `Your ${is_single ? 'single ticket' : 'ticket'} for ${name} ends on ${moment}. It does not renew: do nothing, and nothing is taken.`,
    action: 'Keep your seat',
    days_left: days === 1 ? 'day left' : 'days left',
  }),
  fr: ({ name, days, weekday, moment, is_single }) => ({
    subject: `Votre billet pour ${name} finit ${weekday}`,
    title: `Encore ${days === 1 ? 'une' : inWords(days, 'fr').toLowerCase()}`,
    italic: days === 1 ? 'soirée' : 'soirées',
    text: `Votre ${is_single ? 'billet unique' : 'billet'} pour ${name} finit le ${moment}. Il ne se renouvelle pas\u202f: ne faites rien, et rien n’est débité.`,
    action: 'Garder votre place',
    days_left: days === 1 ? 'jour restant' : 'jours restants',
  }),
}

const PERIODS: Words<Record<NonNullable<EndingTicket['period']>, string>> = {
  en: { day: '1 Day', week: '1 Week', month: '1 Month' },
  fr: { day: '1\u00a0jour', week: '1\u00a0semaine', month: '1\u00a0mois' },
}
const GIVEN: Words<string> = { en: 'Offered by the house', fr: 'Offert par la maison' }
const SINGLE: Words<string> = { en: 'single ticket', fr: 'billet unique' }

/** "1 Week, single ticket" */
export function ticketKind({ period, was_renewing }: EndingTicket, locale: Locale): string {
  if (period === null) return GIVEN[locale]
  return was_renewing ? PERIODS[locale][period] : `${PERIODS[locale][period]}, ${SINGLE[locale]}`
}

export const PRICE_FROM: Words<(price: string) => string> = {
  en: (price) => `from ${price}`,
  fr: (price) => `dès ${price}`,
}

/** A topic whose mails can be switched off. */
type OpenTopic = Exclude<NoticeTopic, 'payment_problem' | 'receipt' | 'security'>

interface TopicWords {
  /** Its heading in a summary. */
  heading: string
  /** Why somebody gets the mail. */
  reason: string
  /** The link that switches these mails off. */
  leave: string
}

export const TOPIC_WORDS: Record<OpenTopic, Words<TopicWords>> = {
  post: {
    en: { heading: 'Posts', reason: 'You asked for a mail about each post.', leave: 'No more mails about posts' },
    fr: {
      heading: 'Publications',
      reason: 'Vous avez demandé un e-mail à chaque publication.',
      leave: 'Plus d’e-mails pour les publications',
    },
  },
  story: {
    en: { heading: 'Stories', reason: 'You asked for a mail about each story.', leave: 'No more mails about stories' },
    fr: {
      heading: 'Stories',
      reason: 'Vous avez demandé un e-mail à chaque story.',
      leave: 'Plus d’e-mails pour les stories',
    },
  },
  opening: {
    en: {
      heading: 'Boxes that open',
      reason: 'You asked to be told. We write once.',
      leave: 'No more mails about boxes that open',
    },
    fr: {
      heading: 'Loges qui ouvrent',
      reason: 'Vous avez demandé à le savoir. Nous écrivons une fois.',
      leave: 'Plus d’e-mails pour les loges qui ouvrent',
    },
  },
  message: {
    en: {
      heading: 'Messages',
      reason: 'You get one mail a conversation until you have read it.',
      leave: 'No more mails about messages',
    },
    fr: {
      heading: 'Messages',
      reason: 'Un seul e-mail par conversation tant que vous ne l’avez pas lue.',
      leave: 'Plus d’e-mails pour les messages',
    },
  },
  reaction: {
    en: {
      heading: 'Reactions',
      reason: 'You asked for mails about reactions.',
      leave: 'No more mails about reactions',
    },
    fr: {
      heading: 'Réactions',
      reason: 'Vous avez demandé des e-mails pour les réactions.',
      leave: 'Plus d’e-mails pour les réactions',
    },
  },
  ticket: {
    en: { heading: 'Tickets', reason: 'We write once, three days before.', leave: 'No more mails about tickets' },
    fr: {
      heading: 'Billets',
      reason: 'Nous écrivons une fois, trois jours avant.',
      leave: 'Plus d’e-mails pour les billets',
    },
  },
  subscriber: {
    en: {
      heading: 'New subscribers',
      reason: 'You asked for a mail about each new subscriber.',
      leave: 'No more mails about subscribers',
    },
    fr: {
      heading: 'Nouveaux abonnements',
      reason: 'Vous avez demandé un e-mail à chaque nouvel abonnement.',
      leave: 'Plus d’e-mails pour les abonnements',
    },
  },
  payout: {
    en: {
      heading: 'Payouts',
      reason: 'You get this mail because it concerns your money.',
      leave: 'No more mails about payouts',
    },
    fr: {
      heading: 'Versements',
      reason: 'Vous recevez cet e-mail parce qu’il concerne votre argent.',
      leave: 'Plus d’e-mails pour les versements',
    },
  },
  report: {
    en: {
      heading: 'Your reports',
      reason: 'You get this mail because you reported something.',
      leave: 'No more mails about reports',
    },
    fr: {
      heading: 'Vos signalements',
      reason: 'Vous recevez cet e-mail parce que vous avez signalé quelque chose.',
      leave: 'Plus d’e-mails pour les signalements',
    },
  },
}

export function isOpenTopic(topic: NoticeTopic | null): topic is OpenTopic {
  return topic !== null && topic in TOPIC_WORDS
}

export const ALL_CHOICES: Words<string> = { en: 'All your choices', fr: 'Tous vos choix' }

/** The summary of a day. */
export const SUMMARY_WORDS: Words<{
  subject: (count: number) => string
  title: string
  italic: string
  text: string
  more: (count: number) => string
  action: string
  reason: string
}> = {
  en: {
    subject: (count) => (count === 1 ? 'Your day in Loge: one notice' : `Your day in Loge: ${count} notices`),
    title: 'While you',
    italic: 'were away',
    text: 'This is what happened since the last summary.',
    more: (count) => `and ${count} more`,
    action: 'See your notices',
    reason: 'You chose one mail a day.',
  },
  fr: {
    subject: (count) =>
      count === 1 ? 'Votre journée à Loge\u202f: un avis' : `Votre journée à Loge\u202f: ${count}\u00a0avis`,
    title: 'Pendant',
    italic: 'votre absence',
    text: 'Voici ce qui s’est passé depuis le dernier résumé.',
    more: (count) => `et ${count}\u00a0de plus`,
    action: 'Voir vos avis',
    reason: 'Vous avez choisi un e-mail par jour.',
  },
}
