import type { Locale } from '#contract/accounts.ts'
import type { CheckState } from '#contract/system.ts'
import { DATABASE_TEXTS } from './database-texts.ts'
import { SERVICE_TEXTS } from './service-texts.ts'

/** A sentence, and what to do. */
type Words = readonly [sentence: string, remedy?: string]

type Texts = Readonly<Record<Locale, Words>> & { readonly state: CheckState }

/**
 * Everything that a check can find. `{name}` stands for a value. The texts are here and not in the web app, because the
 * command line prints them too, and the image has no source of the web app.
 */
export const FINDINGS = {
  not_checked: {
    state: 'not_used',
    en: ['Not checked, because the database cannot be used.'],
    fr: ['Non vérifié, car la base de données est inutilisable.'],
  },
  late: {
    state: 'failed',
    en: ['There was no answer within {seconds} s.', 'See whether the service is overloaded or blocked by a firewall.'],
    fr: ['Aucune réponse en {seconds} s.', 'Voyez si le service est surchargé ou bloqué par un pare-feu.'],
  },
  broken: {
    state: 'failed',
    en: ['The check failed: {reason}.', 'The reason names what to look at.'],
    fr: ['La vérification a échoué\u202f: {reason}.', 'La raison dit où regarder.'],
  },
  ...DATABASE_TEXTS,
  ...SERVICE_TEXTS,
} satisfies Record<string, Texts>

export type FindingName = keyof typeof FINDINGS
