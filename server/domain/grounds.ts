import type { Locale } from '#contract/accounts.ts'
import type { Ground } from '#contract/decisions.ts'

/** What a statement of reasons says about the ground of a decision. */
interface GroundText {
  /** The section of the terms, or the article of law. */
  reference: string
  /** What it forbids, as a sentence. */
  rule: string
}

/** The document of a section, and the name of the section there. `web/locales` has the terms themselves. */
const section = {
  en: (number: string, name: string) => `Terms of Service, section ${number} (${name})`,
  fr: (number: string, name: string) => `Conditions d’utilisation, section ${number} (${name})`,
}

/**
 * Every ground in both languages. The laws are French ones; who runs the product in another country replaces them here.
 */
const GROUND_TEXTS: Readonly<Record<Ground, Readonly<Record<Locale, GroundText>>>> = {
  terms_minor: {
    en: {
      reference: section.en('3.1', 'Minors'),
      rule: 'Nothing may sexualise minors or put them in danger.',
    },
    fr: {
      reference: section.fr('3.1', 'Mineurs'),
      rule: 'Rien ne doit sexualiser des mineurs ni les mettre en danger.',
    },
  },
  terms_consent: {
    en: {
      reference: section.en('3.2', 'Consent'),
      rule: 'Nobody may be shown without their consent.',
    },
    fr: {
      reference: section.fr('3.2', 'Consentement'),
      rule: 'Personne ne doit être montré sans son accord.',
    },
  },
  terms_threat: {
    en: {
      reference: section.en('3.3', 'Threats and violence'),
      rule: 'Nobody may threaten others, or call for violence.',
    },
    fr: {
      reference: section.fr('3.3', 'Menaces et violence'),
      rule: 'Personne ne doit menacer autrui ni appeler à la violence.',
    },
  },
  terms_harassment: {
    en: {
      reference: section.en('3.4', 'Harassment and hatred'),
      rule: 'Nobody may harass or insult others, or spread hatred against them.',
    },
    fr: {
      reference: section.fr('3.4', 'Harcèlement et haine'),
      rule: 'Personne ne doit harceler ni insulter autrui, ni répandre la haine.',
    },
  },
  terms_identity: {
    en: {
      reference: section.en('3.5', 'Identity'),
      rule: 'Nobody may pass for somebody else.',
    },
    fr: {
      reference: section.fr('3.5', 'Identité'),
      rule: 'Personne ne doit se faire passer pour quelqu’un d’autre.',
    },
  },
  terms_copyright: {
    en: {
      reference: section.en('3.6', 'What belongs to others'),
      rule: 'Nobody may publish what belongs to others without their permission.',
    },
    fr: {
      reference: section.fr('3.6', 'Ce qui appartient à autrui'),
      rule: 'Personne ne doit publier ce qui appartient à autrui sans sa permission.',
    },
  },
  terms_illegal_goods: {
    en: {
      reference: section.en('3.7', 'Illegal goods'),
      rule: 'Nobody may offer goods or services that the law forbids.',
    },
    fr: {
      reference: section.fr('3.7', 'Biens illicites'),
      rule: 'Personne ne doit proposer des biens ou des services que la loi interdit.',
    },
  },
  terms_spam: {
    en: {
      reference: section.en('3.8', 'Fraud and spam'),
      rule: 'Nobody may deceive others, send spam, or get round the protection of the service.',
    },
    fr: {
      reference: section.fr('3.8', 'Fraudes et messages indésirables'),
      rule: 'Personne ne doit tromper autrui, envoyer des messages indésirables ni contourner la protection du service.',
    },
  },
  terms_conduct: {
    en: {
      reference: section.en('3.9', 'Inappropriate content'),
      rule: 'Nobody may publish or send what is inappropriate here: what shocks where everybody can see it, or harms others.',
    },
    fr: {
      reference: section.fr('3.9', 'Contenus inappropriés'),
      rule: 'Personne ne doit publier ni envoyer ce qui est inapproprié ici\u202f: ce qui choque là où tout le monde peut le voir, ou nuit à autrui.',
    },
  },
  terms_age: {
    en: {
      reference: section.en('1', 'Who may join'),
      rule: 'Everybody with an account must be at least 18 years old.',
    },
    fr: {
      reference: section.fr('1', 'Qui peut s’inscrire'),
      rule: 'Toute personne qui a un compte doit avoir au moins 18\u00a0ans.',
    },
  },
  law_minor: {
    en: {
      reference: 'French Criminal Code, article 227-23',
      rule: 'The law forbids making, offering or spreading pornographic pictures of a minor.',
    },
    fr: {
      reference: 'Code pénal, article 227-23',
      rule: 'La loi interdit de fabriquer, de proposer ou de diffuser l’image pornographique d’un mineur.',
    },
  },
  law_consent: {
    en: {
      reference: 'French Criminal Code, articles 226-1 and 226-2-1',
      rule: 'The law forbids recording or spreading private or sexual pictures or words of somebody who has not consented.',
    },
    fr: {
      reference: 'Code pénal, articles 226-1 et 226-2-1',
      rule: 'La loi interdit d’enregistrer ou de diffuser des images ou des paroles privées ou sexuelles d’une personne qui n’y a pas consenti.',
    },
  },
  law_threat: {
    en: {
      reference: 'French Criminal Code, article 222-17',
      rule: 'The law forbids threatening somebody with a crime or an offence against them.',
    },
    fr: {
      reference: 'Code pénal, article 222-17',
      rule: 'La loi interdit de menacer quelqu’un d’un crime ou d’un délit contre sa personne.',
    },
  },
  law_harassment: {
    en: {
      reference: 'French Criminal Code, article 222-33-2-2',
      rule: 'The law forbids harassing somebody by repeated words or acts that harm their life or their health.',
    },
    fr: {
      reference: 'Code pénal, article 222-33-2-2',
      rule: 'La loi interdit de harceler quelqu’un par des propos ou des actes répétés qui dégradent ses conditions de vie ou sa santé.',
    },
  },
  law_hatred: {
    en: {
      reference: 'French Law of 29 July 1881 on the Freedom of the Press, article 24',
      rule: 'The law forbids calling publicly for discrimination, hatred or violence against people for what they are.',
    },
    fr: {
      reference: 'Loi du 29 juillet 1881 sur la liberté de la presse, article 24',
      rule: 'La loi interdit de provoquer publiquement à la discrimination, à la haine ou à la violence envers des personnes pour ce qu’elles sont.',
    },
  },
  law_identity: {
    en: {
      reference: 'French Criminal Code, article 226-4-1',
      rule: 'The law forbids using the identity of somebody else to disturb them or to harm their reputation.',
    },
    fr: {
      reference: 'Code pénal, article 226-4-1',
      rule: 'La loi interdit d’usurper l’identité d’autrui pour troubler sa tranquillité ou porter atteinte à son honneur.',
    },
  },
  law_copyright: {
    en: {
      reference: 'French Intellectual Property Code, article L. 335-3',
      rule: 'The law forbids copying, showing or spreading a work against the rights of its author.',
    },
    fr: {
      reference: 'Code de la propriété intellectuelle, article L. 335-3',
      rule: 'La loi interdit de reproduire, de représenter ou de diffuser une œuvre en violation des droits de son auteur.',
    },
  },
  law_illegal_goods: {
    en: {
      reference: 'French Criminal Code, articles 222-37 and 222-52',
      rule: 'The law forbids offering or selling goods such as drugs or weapons.',
    },
    fr: {
      reference: 'Code pénal, articles 222-37 et 222-52',
      rule: 'La loi interdit de proposer ou de vendre des biens comme des stupéfiants ou des armes.',
    },
  },
}

/** Why the facts of a decision are against its ground (DSA, article 17(3)(d) and (e)). */
const FALLS_UNDER: Readonly<Record<Locale, Readonly<Record<GroundKind, string>>>> = {
  en: {
    terms: 'What happened, as described in this statement, is against this rule.',
    law: 'What happened, as described in this statement, falls under it, and we regard it as illegal.',
  },
  fr: {
    terms: 'Ce qui s’est passé, tel que décrit ici, est contraire à cette règle.',
    law: 'Ce qui s’est passé, tel que décrit ici, en relève, et nous le considérons comme illicite.',
  },
}

type GroundKind = 'law' | 'terms'

export function groundKind(ground: Ground): GroundKind {
  return ground.startsWith('law_') ? 'law' : 'terms'
}

/** The reference of a ground, and why what happened is against it. */
export function groundText(ground: Ground, locale: Locale): { reference: string; explanation: string } {
  const { reference, rule } = GROUND_TEXTS[ground][locale]
  return { reference, explanation: `${rule} ${FALLS_UNDER[locale][groundKind(ground)]}` }
}
