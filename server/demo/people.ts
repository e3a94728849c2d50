import type { Role } from '#contract/accounts.ts'

/** The people of the demo world, and what they publish. */

interface DemoPicture {
  picture: string
  alt: string
}

/** A post that is not out yet. */
interface DemoDraft {
  pictures: DemoPicture[]
  description: string
  protected: boolean
  /** Of a scheduled post: in how many hours it comes out. */
  in_hours?: number
}

interface DemoPost {
  picture: string
  description: string
  protected?: true
  /** Its age in hours. */
  hours_ago: number
  /** Of the picture, if it is told. */
  alt?: string
  /** The pictures after the first. */
  further?: DemoPicture[]
  is_pinned?: true
  /** The usernames of those who like it. */
  liked_by?: string[]
}

export interface DemoPerson {
  email: string
  username: string
  role: Role | null
  /** `marks_pictures`: protected pictures carry the name of whoever is shown them, as a faint pattern. */
  profile?: { bio: string; picture: string; marks_pictures?: true; posts: DemoPost[]; drafts?: DemoDraft[] }
}

export const DEMO_PASSWORD = 'velvet-curtain'

/** The accounts with a public password. */
export const DEMO_ACCOUNTS: DemoPerson[] = [
  { email: 'fan@loge.test', username: 'theomarchetti', role: null },
  {
    email: 'creator@loge.test',
    username: 'margauxlenoir',
    role: null,
    profile: {
      bio: 'Soloist by night, early riser by mistake. Rehearsals, bruises and the quiet half hour before the curtain. I answer every letter, sooner or later, even those that begin with a complaint about the brass.',
      picture: 'portrait-margaux',
      marks_pictures: true,
      posts: [
        {
          picture: 'dancer1',
          description:
            'Last run-through before the house opens. Nobody sees this hour: the sweat, the counting out loud, the tape on the floor. I kept it here for you, and for the girl in row G who always comes alone. Watch the shadow: it dances better than I do.',
          hours_ago: 2,
          liked_by: ['theomarchetti', 'anasol', 'yukiaoyama', 'camilleroche', 'idrisbello', 'noorhaddad'],
        },
        {
          picture: 'arcade',
          description: 'The long way round to the stage door, at four in the afternoon.',
          hours_ago: 30,
          liked_by: ['theomarchetti', 'louverdier'],
        },
        {
          picture: 'bokeh',
          description: 'What I see when the lights come up: nobody, and all of you.',
          protected: true,
          hours_ago: 54,
          liked_by: ['theomarchetti'],
        },
        {
          picture: 'dancer2',
          description: 'Blue rehearsal. The costume is not mine yet.',
          alt: 'A dancer in blue light turns away, one arm raised.',
          further: [
            { picture: 'loges', alt: 'The empty boxes, seen from the stage.' },
            { picture: 'silk1', alt: 'Folds of the cloth for the costume.' },
            { picture: 'chair', alt: 'An empty chair in a cone of light.' },
          ],
          is_pinned: true,
          hours_ago: 76,
          liked_by: ['anasol', 'noorhaddad', 'camilleroche'],
        },
        { picture: 'chair', description: 'The chair has the hardest part.', hours_ago: 101, liked_by: ['yukiaoyama'] },
        {
          picture: 'silk2',
          description: 'Act two, before it was sewn. The fitting is on Thursday, and I am not supposed to show this.',
          protected: true,
          hours_ago: 150,
          liked_by: ['theomarchetti'],
        },
        {
          picture: 'wall',
          description: 'Morning in the small studio, before anybody has said a word.',
          protected: true,
          hours_ago: 199,
        },
        {
          picture: 'loges',
          description: 'From the stage, an empty house looks like a choir holding its breath.',
          hours_ago: 246,
          liked_by: ['louverdier', 'idrisbello'],
        },
        { picture: 'silk1', description: 'Nine metres of it.', hours_ago: 320 },
      ],
      drafts: [
        {
          pictures: [
            { picture: 'loges', alt: 'The empty boxes, seen from the stage.' },
            { picture: 'arcade', alt: 'The arcade behind the house, in the afternoon sun.' },
          ],
          description: 'Opening night, two hours before. I promised you the empty house once more.',
          protected: true,
          in_hours: 45,
        },
        {
          pictures: [{ picture: 'wall', alt: '' }],
          description: 'Notes on the second act. Still looking for the words.',
          protected: false,
        },
      ],
    },
  },
  { email: 'moderator@loge.test', username: 'idrisbello', role: 'moderator' },
  {
    email: 'admin@loge.test',
    username: 'camilleroche',
    role: 'admin',
    profile: {
      bio: 'I keep the lights of this house. Now and then I show what they fall on.',
      picture: 'portrait-camille',
      posts: [
        {
          picture: 'moon',
          description: 'The follow spot, on its evening off.',
          hours_ago: 9,
          liked_by: ['margauxlenoir', 'theomarchetti'],
        },
        {
          picture: 'silk3',
          description: 'Gel number 103, straw. Everything looks forgiven under it.',
          protected: true,
          hours_ago: 121,
        },
      ],
    },
  },
]

/** Creators whose accounts nobody can sign in to. */
const DEMO_COMPANY: DemoPerson[] = [
  {
    email: 'lou@loge.test',
    username: 'louverdier',
    role: null,
    profile: {
      bio: 'Second cello, first coffee. Recordings of rooms, mostly.',
      picture: 'portrait-lou',
      posts: [
        {
          picture: 'cello',
          description: 'The second movement, from where I sit.',
          protected: true,
          hours_ago: 5,
          liked_by: ['margauxlenoir', 'anasol'],
        },
        {
          picture: 'piano',
          description: 'Tuned at noon, out of tune by ten. It rains into the east wing.',
          hours_ago: 88,
          liked_by: ['yukiaoyama'],
        },
      ],
    },
  },
  {
    email: 'yuki@loge.test',
    username: 'yukiaoyama',
    role: null,
    profile: {
      bio: 'Clay, ash glaze, patience. The kiln is opened on the first Sunday of the month.',
      picture: 'portrait-yuki',
      posts: [
        {
          picture: 'ceramics',
          description: 'Seven came out whole. The eighth is a better teacher.',
          hours_ago: 12,
          liked_by: ['theomarchetti', 'noorhaddad', 'margauxlenoir', 'louverdier'],
        },
        { picture: 'pears', description: 'For the glaze test: pears, and the bowl they chose.', hours_ago: 170 },
      ],
    },
  },
  {
    email: 'ana@loge.test',
    username: 'anasol',
    role: null,
    profile: {
      bio: 'Singer. Small rooms, late hours, one microphone that hums in B flat.',
      picture: 'portrait-ana',
      posts: [
        {
          picture: 'singer',
          description: 'Second set, last song. You asked for it, so here is the proof that it happened.',
          hours_ago: 20,
          liked_by: ['margauxlenoir', 'louverdier'],
        },
      ],
    },
  },
  {
    email: 'noor@loge.test',
    username: 'noorhaddad',
    role: null,
    profile: {
      bio: 'I photograph places after everybody has left.',
      picture: 'portrait-noor',
      posts: [
        {
          picture: 'sea',
          description: 'Six in the morning, one lamp, no boats.',
          hours_ago: 44,
          liked_by: ['theomarchetti', 'anasol'],
        },
      ],
    },
  },
]

/** Fans who pay. The demo shows only their names. */
export const DEMO_AUDIENCE: DemoPerson[] = [
  { email: 'claire@loge.test', username: 'clairevasseur', role: null },
  { email: 'hugo@loge.test', username: 'hugomoreau', role: null },
  { email: 'ingrid@loge.test', username: 'ingridholm', role: null },
  { email: 'pablo@loge.test', username: 'pabloreyes', role: null },
  { email: 'sofia@loge.test', username: 'sofiabianchi', role: null },
  { email: 'will@loge.test', username: 'willhart', role: null },
  { email: 'lena@loge.test', username: 'lenabauer', role: null },
  { email: 'nils@loge.test', username: 'nilsberger', role: null },
  { email: 'june@loge.test', username: 'juneparker', role: null },
]

/** The subscriptions, in days relative to now. A negative end is a past subscription. */
export const DEMO_SUBSCRIPTIONS = [
  { fan: 'theomarchetti', creator: 'margauxlenoir', from_days: -7, to_days: 23 },
  { fan: 'theomarchetti', creator: 'yukiaoyama', from_days: -4, to_days: 3 },
  { fan: 'theomarchetti', creator: 'noorhaddad', from_days: -15 / 24, to_days: 9 / 24 },
  { fan: 'theomarchetti', creator: 'louverdier', from_days: -40, to_days: -10 },
  { fan: 'theomarchetti', creator: 'anasol', from_days: -73, to_days: -43 },
  { fan: 'willhart', creator: 'margauxlenoir', from_days: -12, to_days: -2 },
  { fan: 'anasol', creator: 'margauxlenoir', from_days: -20, to_days: 10 },
  { fan: 'yukiaoyama', creator: 'margauxlenoir', from_days: -5, to_days: 25 },
  { fan: 'noorhaddad', creator: 'margauxlenoir', from_days: -15, to_days: 15 },
]

/** Members whom the creator of the demo blocks or has muted. */
export const DEMO_BLOCKS = [
  { list: 'blocks', user: 'margauxlenoir', other: 'nilsberger' },
  { list: 'blocks', user: 'margauxlenoir', other: 'hugomoreau' },
  { list: 'mutes', user: 'margauxlenoir', other: 'louverdier' },
] as const

/** Fans who want to be told when a creator of the demo sells tickets, and since how many days. */
export const DEMO_WAITING = [
  { creator: 'louverdier', fan: 'theomarchetti', days: 1 },
  { creator: 'louverdier', fan: 'willhart', days: 3 },
  { creator: 'louverdier', fan: 'anasol', days: 12 },
  { creator: 'margauxlenoir', fan: 'louverdier', days: 2 },
  { creator: 'margauxlenoir', fan: 'theomarchetti', days: 20 },
] as const

export const DEMO_EVERYBODY = [...DEMO_ACCOUNTS, ...DEMO_AUDIENCE, ...DEMO_COMPANY]
