import { paths } from '#contract/paths.ts'
import { SESSION_SETTINGS } from '#contract/settings-sections.ts'
import { inWords } from './mail-words.ts'
import type { NoticeKind, PathFacts } from './notice-kind.ts'

/** In place of the name of somebody who is gone, or absent for the reader. */
const SOMEBODY = { en: 'Somebody', fr: 'Quelqu’un' }
const A_CREATOR = { en: 'A creator', fr: 'Une personne' }

const toPage = ({ creator }: Pick<PathFacts, 'creator'>) =>
  creator ? paths.profile.replace(':username', creator) : null
/** The post or the story, over the page of its creator. */
const toThing = (facts: PathFacts, parameter: 'post' | 'story') => {
  const [page, id] = [toPage(facts), facts[`${parameter}_id`]]
  return page && id ? `${page}?${parameter}=${id}` : page
}
const toConversation = ({ conversation_id }: PathFacts) =>
  conversation_id ? paths.conversation.replace(':id', conversation_id) : null
const toSettings = () => paths.settings

/** What others do, what ends or opens soon, and what happens to the account. */
export const TOLD_NOTICES: Record<
  | 'new_message'
  | 'new_reaction'
  | 'new_post'
  | 'new_story'
  | 'new_subscriber'
  | 'ticket_ends'
  | 'box_open'
  | 'new_sign_in'
  | 'password_changed'
  | 'address_changed',
  NoticeKind
> = {
  new_message: {
    title: { en: 'A message in your loge', fr: 'Un message dans votre loge' },
    text: {
      en: ({ person }) => `${person ?? SOMEBODY.en} wrote to you.`,
      fr: ({ person }) => `${person ?? SOMEBODY.fr} vous a écrit.`,
    },
    path: toConversation,
  },
  new_reaction: {
    title: { en: 'A reaction to your message', fr: 'Une réaction à votre message' },
    text: {
      en: ({ person }) => `${person ?? SOMEBODY.en} reacted to your message.`,
      fr: ({ person }) => `${person ?? SOMEBODY.fr} a réagi à votre message.`,
    },
    path: toConversation,
  },
  new_post: {
    title: { en: 'A new post', fr: 'Une nouvelle publication' },
    text: {
      en: ({ creator, pictures }) =>
        `${creator ?? A_CREATOR.en} published ${pictures > 1 ? `an album of ${inWords(pictures, 'en').toLowerCase()} pictures` : 'a post'}.`,
      fr: ({ creator, pictures }) =>
        `${creator ?? A_CREATOR.fr} a publié ${pictures > 1 ? `un album de ${inWords(pictures, 'fr').toLowerCase()} images` : 'une image'}.`,
    },
    path: (facts) => toThing(facts, 'post'),
  },
  new_story: {
    title: { en: 'A new story', fr: 'Une nouvelle story' },
    text: {
      en: ({ creator }) => `${creator ?? A_CREATOR.en} published a story.`,
      fr: ({ creator }) => `${creator ?? A_CREATOR.fr} a publié une story.`,
    },
    path: (facts) => toThing(facts, 'story'),
  },
  new_subscriber: {
    title: { en: 'A new subscriber', fr: 'Un nouvel abonné' },
    text: {
      en: ({ person }) => `${person ?? SOMEBODY.en} has a seat in your box.`,
      fr: ({ person }) => `${person ?? SOMEBODY.fr} a une place dans votre loge.`,
    },
    path: () => null,
  },
  ticket_ends: {
    title: { en: 'A seat ends in 3 days', fr: 'Une place finit dans 3\u00a0jours' },
    text: {
      en: ({ creator, until }) =>
        `Your ticket for ${creator ?? 'a creator who has left since'} ends in 3 days${until ? `, on ${until}` : ''}.`,
      fr: ({ creator, until }) =>
        `Votre billet pour ${creator ?? 'une personne qui n’est plus là'} finit dans 3\u00a0jours${until ? `, le ${until}` : ''}.`,
    },
    path: toPage,
  },
  box_open: {
    title: { en: 'A box is open', fr: 'Une loge est ouverte' },
    text: {
      en: ({ creator }) => `${creator ?? A_CREATOR.en}’s box is open. You asked us to tell you.`,
      fr: ({ creator }) =>
        `La loge de ${creator ?? 'quelqu’un'} est ouverte. Vous nous aviez demandé de vous prévenir.`,
    },
    path: toPage,
  },
  new_sign_in: {
    title: { en: 'A new sign-in', fr: 'Une nouvelle connexion' },
    text: {
      en: () => 'Your account was opened on a device that we had not seen before.',
      fr: () => 'Votre compte a été ouvert sur un appareil que nous ne connaissions pas.',
    },
    path: () => SESSION_SETTINGS,
  },
  password_changed: {
    title: { en: 'Your password was changed', fr: 'Votre mot de passe a été changé' },
    text: {
      en: () => 'Your password was changed. All other devices were signed out.',
      fr: () => 'Votre mot de passe a été changé. Tous les autres appareils ont été déconnectés.',
    },
    path: toSettings,
  },
  address_changed: {
    title: { en: 'Your address was changed', fr: 'Votre adresse a été changée' },
    text: {
      en: () => 'The e-mail address of your account was changed.',
      fr: () => 'L’adresse e-mail de votre compte a été changée.',
    },
    path: toSettings,
  },
}
