import type { Locale } from '#contract/accounts.ts'
import type { ReportReason } from '#contract/cases.ts'
import type { Ground } from '#contract/decisions.ts'

/** The ground of a decision that gives none: that of the worst reason among the reports. The worst stands first. */
const GROUND_OF: Readonly<Record<ReportReason, Ground>> = {
  minor: 'terms_minor',
  non_consensual: 'terms_consent',
  threat: 'terms_threat',
  illegal_goods: 'terms_illegal_goods',
  harassment: 'terms_harassment',
  'The account is stealing someone identity': 'terms_identity',
  identity: 'terms_identity',
  copyright: 'terms_copyright',
  'Inapropriate content': 'terms_conduct',
  spam: 'terms_spam',
  other: 'terms_conduct',
}

/** Reported content with one of these reasons is hidden until somebody has looked. */
export const URGENT_REASONS: readonly ReportReason[] = ['minor', 'non_consensual', 'threat']

const WORDS: Record<Locale, Record<ReportReason, string>> = {
  en: {
    minor: 'content with a minor',
    non_consensual: 'content without the consent of a person in it',
    threat: 'a threat or violence',
    illegal_goods: 'illegal goods or services',
    harassment: 'harassment',
    'The account is stealing someone identity': 'a stolen identity',
    identity: 'a stolen identity',
    copyright: 'a breach of copyright',
    'Inapropriate content': 'inappropriate content',
    spam: 'spam',
    other: 'something else against the rules',
  },
  fr: {
    minor: 'contenu montrant une personne mineure',
    non_consensual: 'contenu publié sans le consentement d’une personne',
    threat: 'menace ou violence',
    illegal_goods: 'biens ou services illicites',
    harassment: 'harcèlement',
    'The account is stealing someone identity': 'usurpation d’identité',
    identity: 'usurpation d’identité',
    copyright: 'atteinte au droit d’auteur',
    'Inapropriate content': 'contenu inapproprié',
    spam: 'spam',
    other: 'autre chose de contraire aux règles',
  },
}

const TEMPLATES = {
  en: {
    none: 'Our staff found this content during a check of their own.',
    reported: (people: number, as: string) =>
      `${people === 1 ? 'One person' : `${people} people`} reported it as: ${as}. Our staff looked at it.`,
    hidden: (as: string) => `It was reported as: ${as}. It is hidden until a member of staff has looked at it.`,
  },
  fr: {
    none: 'Notre équipe a constaté ce contenu lors d’un contrôle de sa propre initiative.',
    reported: (people: number, as: string) =>
      `Signalé par ${people === 1 ? 'une personne' : `${people} personnes`}\u202f: ${as}. Notre équipe l’a examiné.`,
    hidden: (as: string) => `Signalé comme\u202f: ${as}. Masqué jusqu’à l’examen par une personne de notre équipe.`,
  },
} as const

export interface Reasons {
  ground: Ground
  facts: string
}

/** Ground and facts of a decision for which staff gave none, from the reasons of all reports. Nobody is named. */
export function reasonsFromReports(reported: readonly ReportReason[], locale: Locale): Reasons {
  const worst = worstFirst(reported)
  const [first] = worst
  if (first === undefined) return { ground: 'terms_conduct', facts: TEMPLATES[locale].none }
  const words = [...new Set(worst.map((reason) => WORDS[locale][reason]))].join(', ')
  return { ground: GROUND_OF[first], facts: TEMPLATES[locale].reported(reported.length, words) }
}

/** Those of an automatic decision. */
export function reasonsOfUrgentReport(reason: ReportReason, locale: Locale): Reasons {
  return { ground: GROUND_OF[reason], facts: TEMPLATES[locale].hidden(WORDS[locale][reason]) }
}

function worstFirst(reported: readonly ReportReason[]): ReportReason[] {
  const order = Object.keys(GROUND_OF)
  return [...new Set(reported)].sort((one, other) => order.indexOf(one) - order.indexOf(other))
}
