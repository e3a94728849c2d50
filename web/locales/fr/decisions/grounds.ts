import type { decisions as english } from '#web/locales/en/decisions/grounds.ts'
import type { French } from '#web/locales/french.ts'

export const decisions: French<typeof english> = {
  grounds: {
    terms_minor: 'Conditions 3.1\u202f: mineurs',
    terms_consent: 'Conditions 3.2\u202f: consentement',
    terms_threat: 'Conditions 3.3\u202f: menaces et violence',
    terms_harassment: 'Conditions 3.4\u202f: harcèlement et haine',
    terms_identity: 'Conditions 3.5\u202f: identité',
    terms_copyright: 'Conditions 3.6\u202f: ce qui appartient à autrui',
    terms_illegal_goods: 'Conditions 3.7\u202f: biens illicites',
    terms_spam: 'Conditions 3.8\u202f: fraudes et messages indésirables',
    terms_conduct: 'Conditions 3.9\u202f: contenus inappropriés',
    terms_age: 'Conditions 1\u202f: au moins 18\u00a0ans',
    law_minor: 'Code pénal, art. 227-23\u202f: images de mineurs',
    law_consent: 'Code pénal, art. 226-1 et 226-2-1\u202f: images privées et sexuelles',
    law_threat: 'Code pénal, art. 222-17\u202f: menaces',
    law_harassment: 'Code pénal, art. 222-33-2-2\u202f: harcèlement',
    law_hatred: 'Loi du 29 juillet 1881, art. 24\u202f: haine',
    law_identity: 'Code pénal, art. 226-4-1\u202f: usurpation d’identité',
    law_copyright: 'Code de la propriété intellectuelle, art. L. 335-3\u202f: droit d’auteur',
    law_illegal_goods: 'Code pénal, art. 222-37 et 222-52\u202f: stupéfiants et armes',
  },
}
