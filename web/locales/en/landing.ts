import { newsletter } from './newsletter/form.ts'

/** Namespace of the landing page, with the form for early access. */
export const sections = {
  landing: {
    title: 'Discover',
    /** For search engines and shared links. */
    description:
      'Loge is an exclusive content platform connecting creators and fans. Joining is free: you pay only for what you enjoy.',
    banner: {
      label: 'Launch news',
      messages: [
        'Early access is open: reserve your seat before the curtain rises.',
        'Take a seat for free: you pay only for what you enjoy.',
        'Creators keep 85% of their price, before banking fees.',
      ],
      pause: 'Pause the messages',
      play: 'Play the messages',
    },
    cue: 'Pre-launch, with early access',
    headline: 'The best seats are',
    headline_end: 'private.',
    lead: 'Loge is an exclusive content platform connecting creators and fans. Joining is free: you pay only for what you enjoy.',
    sign_up: 'Sign up',
    /** For members, in place of the sign-up button of visitors. */
    to_feed: 'Go to your feed',
    find: 'Find creators',
    early_access: 'Get early access',
    features_title: 'Closer to the artist,',
    features_title_end: 'away from the noise.',
    exclusive: 'Exclusive content',
    exclusive_text: 'Photos and 24-hour stories that creators show here, and only to the people who subscribe.',
    flexible: 'Flexible membership',
    flexible_text: 'Free to join. Subscriptions are monthly and you can cancel at any time.',
    privacy: 'Privacy and security',
    privacy_text: 'Protected pictures are delivered to subscribers only, and any post can be reported.',
    how: 'How it works',
    acts_title: 'How it works,',
    acts_title_end: 'in three acts',
    acts: [
      {
        title: 'Create your account',
        text: 'An email, a password, and you are at least 18. That is all we ask at the door.',
      },
      {
        title: 'Choose your creators',
        text: 'Browse profiles, then subscribe to the ones you love. Cancel at any time.',
      },
      {
        title: 'Take your seat',
        text: 'See what is behind the curtain, react, and write to the creators you subscribe to.',
      },
    ],
    programme: {
      title: 'Tonight’s programme',
      intro: 'Three posts to try. Tap the heart: nothing is sent, this is only a rehearsal.',
      captions: [
        'Last run-through before the house opens. Nobody sees this hour, so I kept it for you.',
        'The fitting, from the first pin to the last button.',
        'Out of the kiln this morning. The red one cracked, and I like it better.',
      ],
      dancer: 'A dancer in the light of an empty stage, her arms raised',
      ceramics: 'Vases and a bowl on a table, in the morning sun',
      picture_by: 'A picture by {{username}}',
      like: 'Like the post by {{username}}, {{likes}} likes',
      sign_up_now: 'Sign Up Now',
    },
    creators: {
      title: 'In the boxes',
      cue: 'Featured creators',
      crafts: ['Dancer', 'Cellist', 'Costume maker', 'Singer'],
    },
    faq_title: 'Questions at the',
    faq_title_end: 'box office',
    faq: [
      {
        question: 'What does it cost?',
        answer: 'Joining is free. For a subscription you pay the creator’s price plus VAT where it applies.',
      },
      {
        question: 'Can I cancel?',
        answer:
          'Yes, at any time. Subscriptions are monthly and non-refundable: there is no refund for the unused portion.',
      },
      {
        question: 'What do creators keep?',
        answer:
          '85% of their price, after a platform fee of 15%. Banking fees are taken from that share; they are still to be determined.',
      },
      {
        question: 'Who can see protected posts?',
        answer: 'Only the people who subscribe to their creator. Everybody else sees a closed curtain.',
      },
    ],
  },
  newsletter,
}
