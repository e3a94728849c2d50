import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PASSWORD_MIN, USERNAME_MAX, USERNAME_MIN } from '#contract/accounts.ts'
import { APPEAL_DAYS, GROUNDS } from '#contract/decisions.ts'
import { DELETION_GRACE_DAYS } from '#contract/deletion.ts'
import { EXPORT_KEPT_DAYS } from '#contract/exports.ts'
import { BANKING_FEE_PERCENT, PLATFORM_FEE_PERCENT } from '#contract/fees.ts'
import { LOCALE_COOKIE } from '#contract/locales.ts'
import { paths } from '#contract/paths.ts'
import { HOLD_DAYS, PAYOUT_MIN } from '#contract/payouts.ts'
import { HOUR_MS } from '#contract/time.ts'
import { DOCUMENT_DAYS, VERIFIED_YEARS } from '#contract/verifications.ts'
import { groundKind, groundText } from '#server/domain/grounds.ts'
import { AGE_WORDING } from '#server/features/accounts/actions.ts'
import { DEVICE_COOKIE, DEVICE_KNOWN_DAYS } from '#server/features/accounts/known-device.ts'
import { STORY_LIFETIME_MS } from '#server/features/stories/actions.ts'
import { EMAIL_UNDO_DAYS } from '#server/store/accounts/email-changes.ts'
import { RESET_LINK_LIFETIME_MS } from '#server/store/accounts/password-resets.ts'
import { SIGN_UP_LINK_DAYS } from '#server/store/accounts/sign-up-confirmations.ts'
import { RELEASED_NAME_RESERVED_DAYS } from '#server/store/accounts/usernames.ts'
import { EVIDENCE_KEPT_DAYS } from '#server/store/cases/cases.ts'
import { CONTACT_KEPT_MONTHS } from '#server/store/contact-messages.ts'
import { NEWSLETTER_KEPT_MONTHS, UNCONFIRMED_KEPT_DAYS } from '#server/store/newsletter/newsletter.ts'
import { NOTICES_KEPT_MONTHS } from '#server/store/notices.ts'
import {
  SESSION_IDLE_DAYS,
  SESSION_MAX_DAYS,
  STAFF_SESSION_IDLE_HOURS,
  STAFF_SESSION_MAX_DAYS,
} from '#server/store/sessions.ts'
import { CREATOR_SHARE_PERCENT } from '#web/features/money/pricing/plans.tsx'
import type { Entry } from '#web/lib/i18n/dictionary.ts'
import { MONITORING } from '#web/lib/monitoring/sentry.ts'
import { SAVED_FEED_DAYS } from '#web/lib/saved-feed.ts'
import { SEARCH_SHORTCUT_STORAGE_KEY } from '#web/lib/search-shortcut.ts'
import { TOKEN_STORAGE_KEY } from '#web/lib/session.ts'
import { THEME_STORAGE_KEY } from '#web/lib/theme.ts'
import { accounts as signInEn } from '#web/locales/en/accounts/sign-in.ts'
import { contact as contactEn } from '#web/locales/en/contact/form.ts'
import { legal as en } from '#web/locales/en/legal.ts'
import { accounts as signInFr } from '#web/locales/fr/accounts/sign-in.ts'
import { contact as contactFr } from '#web/locales/fr/contact/form.ts'
import { legal as fr } from '#web/locales/fr/legal.ts'
import { SAVED_FEED_CACHE } from '#web/sw/protocol.ts'

/** The name of this key in the storage of the browser. */
const RESET_TOKEN_KEY = 'reset_password_token'

const MIN_AGE = 18

/** All texts of an entry, one per line. */
function textOf(entry: Entry): string {
  return typeof entry === 'string' ? entry : Object.values(entry).map(textOf).join('\n')
}

const privacy = { en: textOf(en.privacy_policy), fr: textOf(fr.privacy_policy) }
const terms = { en: textOf(en.terms_of_service), fr: textOf(fr.terms_of_service) }

/** A pattern per language: the number, any space, and the word. */
function said(number: number, english: string, french: string) {
  return { en: new RegExp(`\\b${number}\\s?${english}`), fr: new RegExp(`\\b${number}\\s${french}`) }
}

/** The other keys in localStorage, as the source names them. */
const keptKeys = globSync('web/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .filter((source) => source.includes("writeItem('localStorage', KEY"))
  .flatMap((source) => source.match(/const KEY = '(\w+)'/)?.[1] ?? [])

const age = said(MIN_AGE, '', 'ans')
const storyHours = said(STORY_LIFETIME_MS / HOUR_MS, 'hours', 'heures')
const nameDays = said(RELEASED_NAME_RESERVED_DAYS, 'days', 'jours')
const resetHours = said(RESET_LINK_LIFETIME_MS / HOUR_MS, 'hour', 'heure')

describe.each(['en', 'fr'] as const)('The legal pages in %s', (language) => {
  it.each([
    ['the minimum age', age],
    ['how long a session lasts', said(SESSION_IDLE_DAYS, 'days', 'jours')],
    [
      'when a session ends in any case',
      said(SESSION_MAX_DAYS, 'days after you logged in', 'jours après votre connexion'),
    ],
    ['how long a session of staff lasts', said(STAFF_SESSION_IDLE_HOURS, 'hours', 'heures')],
    ['when a session of staff ends in any case', said(STAFF_SESSION_MAX_DAYS, 'days\\)', 'jours\\)')],
    ['how long a device is known', said(DEVICE_KNOWN_DAYS, 'days', 'jours')],
    ['how long a link to a new password works', resetHours],
    ['how long a link of a sign-up works', said(SIGN_UP_LINK_DAYS, 'days, or until', 'jours, ou jusqu')],
    ['how long a former address can be taken back', said(EMAIL_UNDO_DAYS, 'days', 'jours')],
    ['how long somebody who deletes their account can change their mind', said(DELETION_GRACE_DAYS, 'days', 'jours')],
    ['how long a copy of the data can be fetched', said(EXPORT_KEPT_DAYS, 'days', 'jours')],
    ['how long a story lasts', storyHours],
    ['how long a former name is held', nameDays],
    ['how long an early-access address is kept', said(NEWSLETTER_KEPT_MONTHS, 'months', 'mois')],
    ['how long an address waits to be confirmed', said(UNCONFIRMED_KEPT_DAYS, 'days', 'jours')],
    ['how long a notice is kept', said(NOTICES_KEPT_MONTHS, 'months', 'mois')],
    ['how long a contact message is kept', said(CONTACT_KEPT_MONTHS, 'months', 'mois')],
    ['how long evidence is kept', said(EVIDENCE_KEPT_DAYS, 'days after the decision', 'jours après la décision')],
    ['how long what was removed is kept', said(APPEAL_DAYS, 'days, so that an appeal', 'jours, pour qu’un recours')],
    ['how long the names of notices are kept', said(2, 'years after the decision', 'ans après la décision')],
    ['how long documents are kept', said(DOCUMENT_DAYS, 'days after we decided', 'jours après notre décision')],
    ['when a creator is verified again', said(VERIFIED_YEARS, 'years', 'ans')],
    ['how long the last feed is kept in the browser', said(SAVED_FEED_DAYS, 'days at most', 'jours au plus')],
    ['how many sessions are recorded', said(MONITORING.sessionSampleRate * 100, '%', '%')],
  ])(`The privacy policy in ${language} says %s`, (_, words) => {
    expect(privacy[language]).toMatch(words[language])
  })

  it.each([
    ['the minimum age', age],
    ['how long a story lasts', storyHours],
    ['how long a former name is held', nameDays],
    ['how long a link to a new password works', resetHours],
    ['the platform fee', said(PLATFORM_FEE_PERCENT, '%', '%')],
    ['the banking fee of the examples', said(BANKING_FEE_PERCENT, '%', '%')],
    ['what is left to the creator', said(CREATOR_SHARE_PERCENT, '%', '%')],
    ['how long a share is held', said(HOLD_DAYS, 'days after the payment', 'jours après le paiement')],
    [
      'from how much is paid out',
      { en: new RegExp(`from €${PAYOUT_MIN}:`), fr: new RegExp(`à partir de ${PAYOUT_MIN}\\s€`) },
    ],
    ['how long a password is', said(PASSWORD_MIN, 'characters', 'caractères')],
    ['how long a decision can be appealed', said(APPEAL_DAYS, 'days, with your notices', 'jours, depuis vos avis')],
    [
      'when a closed account is erased',
      said(DELETION_GRACE_DAYS, 'days, and no new account', 'jours, et aucun nouveau'),
    ],
    ['how long a username is', said(USERNAME_MIN, `to ${USERNAME_MAX} letters`, `à ${USERNAME_MAX}\\slettres`)],
  ])(`The terms of service in ${language} say %s`, (_, words) => {
    expect(terms[language]).toMatch(words[language])
  })

  it(`The privacy policy in ${language} names every cookie and every key in the storage of the browser`, () => {
    expect(keptKeys).toContain('drafts')
    for (const name of [
      DEVICE_COOKIE,
      RESET_TOKEN_KEY,
      LOCALE_COOKIE,
      TOKEN_STORAGE_KEY,
      THEME_STORAGE_KEY,
      SEARCH_SHORTCUT_STORAGE_KEY,
      SAVED_FEED_CACHE,
      ...keptKeys,
    ]) {
      expect(privacy[language]).toMatch(new RegExp(`[“«]\\s?${name}\\s?[”»]`))
    }
  })

  it(`The terms of service in ${language} have every section that the ground of a decision names`, () => {
    const sections = Object.values((language === 'en' ? en : fr).terms_of_service.sections)
    const grounds = GROUNDS.filter((ground) => groundKind(ground) === 'terms')
    for (const ground of grounds) {
      const { reference } = groundText(ground, language)
      const [, number = '', rule, name = ''] = reference.match(/section (\d)(\.\d)? \((.*)\)$/) ?? []
      const section = sections[Number(number) - 1]
      if (rule === undefined) expect(section?.title, reference).toBe(name)
      else expect(textOf(section?.body ?? '').split('\n'), reference).toContain(`${number}${rule} ${name}`)
    }
    expect(grounds.length).toBeGreaterThan(8)
  })

  it(`The legal pages in ${language} contain no year, and so no invented date`, () => {
    expect(textOf(language === 'en' ? en : fr)).not.toMatch(/\b(19|20)\d\d\b/)
  })
})

it('The sentences about the age are those of the version that is kept with a sign-up', () => {
  // Who changes one of them also changes the version.
  const sentences = { '2026-11': ['I am at least 18 years old', 'J’ai au moins 18\u00a0ans'] }
  expect([signInEn.signup.age, signInFr.signup.age]).toEqual(sentences[AGE_WORDING])
})

it.each([
  ['en', en, contactEn],
  ['fr', fr, contactFr],
] as const)('The descriptions for search engines in %s have 50 to 160 characters', (_, legal, contact) => {
  for (const { description } of [legal.privacy_policy, legal.terms_of_service, contact]) {
    expect(description.length).toBeGreaterThanOrEqual(50)
    expect(description.length).toBeLessThanOrEqual(160)
  }
})

describe('The links of the legal pages', () => {
  const targets = (text: string) => [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target)

  it('The links of the legal pages are the same in both languages, in the same order', () => {
    expect(targets(privacy.fr)).toEqual(targets(privacy.en))
    expect(targets(terms.fr)).toEqual(targets(terms.en))
    expect(targets(privacy.en).length).toBeGreaterThan(5)
  })

  it('The links of the legal pages lead to pages of the product, or to a section of the same page', () => {
    const placesOf = ({ sections }: { sections: object }) => [
      ...Object.keys(paths),
      ...Object.keys(sections).map((section) => `#${section}`),
    ]
    for (const target of targets(privacy.en)) expect(placesOf(en.privacy_policy)).toContain(target)
    for (const target of targets(terms.en)) expect(placesOf(en.terms_of_service)).toContain(target)
  })
})
