import type { Locale } from '#contract/accounts.ts'
import { APPEAL_DAYS, type ProfilePart, type Statement } from '#contract/decisions.ts'
import { DELETION_GRACE_DAYS } from '#contract/deletion.ts'

/** What was hidden or removed, as a phrase that can begin a clause. */
interface Thing {
  phrase: string
  is_feminine: boolean
  is_plural: boolean
}

export type ThingName = Exclude<Statement['kind'], 'profile'> | ProfilePart

/** The words of a statement of reasons in one language. Dates are formatted already. */
interface StatementWords {
  things: Record<ThingName, string>
  feminine: readonly ThingName[]
  and: (clauses: readonly string[]) => string
  why: (clauses: string) => string
  hidden: (thing: Thing) => string
  removed: (thing: Thing) => string
  /** `is_short`: the clause before has the auxiliary verb already. */
  frozen: (is_short: boolean) => string
  closed: (is_short: boolean) => string
  warned: string
  titles: { did: string; happened: string; ground: string; disagree: string }
  when: (date: string) => string
  hidden_until: Record<'person' | 'admin', string>
  removed_until: (date: string) => string
  frozen_until: (time: string | null) => string
  closed_for_good: string
  warned_only: string
  warned_again: string
  source: Record<Statement['source'], string>
  not_detected_by_machine: string
  decided_by: Record<'person' | 'machine', string>
  ground: (reference: string, explanation: string) => string
  appeal: (date: string) => string
  elsewhere: string
}

function listed(tag: 'en-GB' | 'fr') {
  const format = new Intl.ListFormat(tag, { type: 'conjunction' })
  return (clauses: readonly string[]) => format.format(clauses)
}

/** The auxiliary and the participle of a French clause, which agree with the thing. */
function agreed(participle: string, { is_feminine, is_plural }: Thing): string {
  return `${is_plural ? 'ont' : 'a'} été ${participle}${is_feminine ? 'e' : ''}${is_plural ? 's' : ''}`
}

export const STATEMENT_WORDS: Readonly<Record<Locale, StatementWords>> = {
  en: {
    things: {
      post: 'your post',
      story: 'your story',
      message: 'your message',
      picture: 'your profile picture',
      bio: 'your bio',
    },
    feminine: [],
    and: listed('en-GB'),
    why: (clauses) => `Why ${clauses}`,
    hidden: ({ phrase, is_plural }) => `${phrase} ${is_plural ? 'were' : 'was'} hidden`,
    removed: ({ phrase, is_plural }) => `${phrase} ${is_plural ? 'were' : 'was'} removed`,
    frozen: (is_short) => `your account ${is_short ? '' : 'was '}frozen`,
    closed: (is_short) => `your account ${is_short ? '' : 'was '}closed`,
    warned: 'you were warned',
    titles: {
      did: 'What we did',
      happened: 'What happened',
      ground: 'On what ground',
      disagree: 'If you disagree',
    },
    when: (date) => `This was decided on ${date}, and it holds everywhere, in every country.`,
    hidden_until: {
      person: 'Nobody sees what was hidden until one of our staff has looked at it.',
      admin: 'Nobody sees what was hidden until an administrator has decided.',
    },
    removed_until: (date) =>
      `Nobody sees what was removed. We keep it until ${date}, so that an appeal can restore it; then it is erased for good.`,
    frozen_until: (time) =>
      `The account is frozen ${time ? `until ${time} (UTC)` : 'for good'}: nobody sees it, and you cannot sign in. Nothing in it is lost.`,
    closed_for_good: `The account is closed for good: nobody sees it, it is erased after ${DELETION_GRACE_DAYS} days, and no new account can have its address.`,
    warned_only: 'Nothing was taken away from you.',
    warned_again: 'If it happens again, we may remove content, or freeze or close the account.',
    source: {
      notice: 'Somebody had given us notice of it.',
      own_initiative: 'Nobody had given us notice of it: our staff looked on their own initiative.',
    },
    not_detected_by_machine: 'No automated means were used to find it.',
    decided_by: {
      person: 'A person decided this, no machine did.',
      machine: 'This was decided automatically, because of the reason in the notice; a person looks at it next.',
    },
    ground: (reference, explanation) => `${reference}: ${explanation}`,
    appeal: (date) =>
      `You can appeal once, free of charge, until ${date} (${APPEAL_DAYS} days), with the link to this statement; you need not sign in for it. Somebody who did not take the decision reads your appeal, unless there is nobody else.`,
    elsewhere:
      'You can also turn to a certified out-of-court dispute settlement body (article 21 of Regulation (EU) 2022/2065, the Digital Services Act), or to a court.',
  },
  fr: {
    things: {
      post: 'votre publication',
      story: 'votre story',
      message: 'votre message',
      picture: 'votre photo de profil',
      bio: 'votre présentation',
    },
    feminine: ['post', 'story', 'picture', 'bio'],
    and: listed('fr'),
    why: (clauses) => `Pourquoi ${clauses}`,
    hidden: (thing) => `${thing.phrase} ${agreed('masqué', thing)}`,
    removed: (thing) => `${thing.phrase} ${agreed('retiré', thing)}`,
    frozen: (is_short) => `votre compte ${is_short ? '' : 'a été '}gelé`,
    closed: (is_short) => `votre compte ${is_short ? '' : 'a été '}fermé`,
    warned: 'vous avez reçu un avertissement',
    titles: {
      did: 'Ce que nous avons fait',
      happened: 'Ce qui s’est passé',
      ground: 'Sur quel fondement',
      disagree: 'Si vous n’êtes pas d’accord',
    },
    when: (date) => `Cette décision date du ${date} et vaut partout, dans tous les pays.`,
    hidden_until: {
      person: 'Personne ne voit ce qui a été masqué tant que notre équipe ne l’a pas examiné.',
      admin: 'Personne ne voit ce qui a été masqué tant que l’administration n’a pas tranché.',
    },
    removed_until: (date) =>
      `Personne ne voit ce qui a été retiré. Nous le gardons jusqu’au ${date}, pour qu’un recours puisse le rétablir\u202f; ensuite il est effacé définitivement.`,
    frozen_until: (time) =>
      `Le compte est gelé ${time ? `jusqu’au ${time} (UTC)` : 'sans limite de durée'}\u202f: personne ne le voit, et vous ne pouvez pas vous connecter. Rien n’en est perdu.`,
    closed_for_good: `Le compte est fermé définitivement\u202f: personne ne le voit, il est effacé après ${DELETION_GRACE_DAYS}\u00a0jours, et aucun nouveau compte ne peut reprendre son adresse.`,
    warned_only: 'Rien ne vous a été retiré.',
    warned_again: 'Si cela se reproduit, nous pouvons retirer des contenus, ou geler ou fermer le compte.',
    source: {
      notice: 'Quelqu’un nous l’avait signalé.',
      own_initiative: 'Personne ne nous l’avait signalé\u202f: notre équipe a regardé de sa propre initiative.',
    },
    not_detected_by_machine: 'Aucun moyen automatisé n’a servi à le détecter.',
    decided_by: {
      person: 'Une personne en a décidé, et non une machine.',
      machine:
        'La décision a été prise automatiquement, en raison du motif du signalement\u202f; une personne l’examine ensuite.',
    },
    ground: (reference, explanation) => `${reference}\u202f: ${explanation}`,
    appeal: (date) =>
      `Vous pouvez contester cette décision une fois, sans frais, jusqu’au ${date} (${APPEAL_DAYS}\u00a0jours), par le lien vers cette décision\u202f; il n’est pas nécessaire de se connecter. Votre recours est lu par une personne qui n’a pas pris la décision, sauf s’il n’y a personne d’autre.`,
    elsewhere:
      'Vous pouvez aussi saisir un organisme certifié de règlement extrajudiciaire des litiges (article 21 du règlement (UE) 2022/2065 sur les services numériques), ou un tribunal.',
  },
}
