import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { type Action, APPEAL_DAYS, GROUNDS, Statement } from '#contract/decisions.ts'
import { DAY_MS } from '#contract/time.ts'
import { later } from '#server/time.ts'
import { letterOf, type StatementSource, statementOf } from './statements.ts'

const AT = new Date('2026-11-17T18:40:00.000Z')

function decision(changes: Partial<StatementSource> = {}): StatementSource {
  return {
    ...{ number: '2026-0142', kind: 'story', actions: ['remove', 'freeze'], parts: null, ground: 'terms_consent' },
    facts: 'The person shown wrote to us: she never agreed to it',
    ...{ until: null, is_automated: false, is_noticed: true, decided_at: AT, appeal_until: later(AT, 180 * DAY_MS) },
    ...{ undone_at: null, appeal: null, appealed_at: null, appeal_outcome: null, appeal_answer: null },
    ...{ appeal_decided_at: null, is_account_frozen: true },
    ...changes,
  }
}

const ACTIONS: Action[][] = [
  ['warn'],
  ['hide'],
  ['remove'],
  ['freeze'],
  ['close'],
  ['warn', 'hide'],
  ['warn', 'remove'],
  ['remove', 'freeze'],
  ['warn', 'remove', 'freeze'],
  ['remove', 'close'],
]
const KINDS = ['post', 'story', 'message', 'profile'] as const
const LOCALES = ['en', 'fr'] as const

const text = { type: 'string', pattern: '\\S' }
const time = { type: 'string', format: 'date-time' }

/** Article 17(3) of the Digital Services Act, letter by letter; every field is required, and no text is empty. */
const ARTICLE_17_3 = {
  a: {
    actions: { type: 'array', minItems: 1 },
    scope: { const: 'everywhere' },
    until: { anyOf: [time, { type: 'null' }] },
  },
  b: { facts: text, source: { enum: ['notice', 'own_initiative'] } },
  c: { automated_detection: { type: 'boolean' }, automated_decision: { type: 'boolean' } },
  d: { ground: { enum: GROUNDS }, ground_kind: { enum: ['law', 'terms'] }, ground_reference: text },
  e: { ground_explanation: text },
  f: { redress: { const: ['appeal', 'out_of_court', 'court'] }, appeal_until: time },
}
const letter = {
  title: text,
  paragraphs: {
    type: 'array',
    minItems: 4,
    maxItems: 4,
    items: { type: 'object', required: ['title', 'text'], properties: { title: text, text } },
  },
}
const properties = { ...letter, ...Object.assign({}, ...Object.values(ARTICLE_17_3)) }

const ajv = new Ajv({ strict: false })
addFormats.default(ajv, ['date-time'])
const isWhole = ajv.compile({ type: 'object', required: Object.keys(properties), properties })
const isInContract = ajv.addFormat('uuid', true).compile(Statement)

/** Everything that a person reads, the facts in their own words left out. */
function wordsOf({ title, paragraphs }: ReturnType<typeof letterOf>): string {
  return [title, ...paragraphs.flatMap((paragraph) => [paragraph.title, paragraph.text])].join('\n')
}

describe.each(LOCALES)('Statements of reasons in %s', (locale) => {
  it.each(KINDS)(`Every decision about a %s has every field of article 17(3) in ${locale}, in words too`, (kind) => {
    const flags = [false, true].flatMap((is_automated) => [
      { is_automated, is_noticed: true, until: null },
      { is_automated, is_noticed: false, until: later(AT, DAY_MS) },
    ])
    const variants = ACTIONS.flatMap((actions) => [
      ...GROUNDS.map((ground) => ({ actions, ground })),
      ...flags.map((changes) => ({ actions, ...changes })),
    ])
    for (const changes of variants) {
      const source = decision({ kind, ...changes })
      const statement = statementOf(source, locale, AT)
      const name = JSON.stringify(changes)
      expect(isWhole(statement) && isInContract(statement), name).toBe(true)
      const words = wordsOf(statement)
      expect(words, name).not.toMatch(/undefined|null|NaN|\[object| {2}|\.\./)
      for (const part of [source.facts, statement.ground_reference, statement.ground_explanation]) {
        expect(words, name).toContain(part)
      }
      expect(words, name).toContain(String(APPEAL_DAYS))
    }
  })

  it(`What differs between two decisions differs in the words of ${locale}`, () => {
    const variants: Partial<StatementSource>[] = [
      {},
      ...KINDS.filter((kind) => kind !== 'story').map((kind) => ({ kind })),
      ...ACTIONS.filter((actions) => actions.join() !== 'remove,freeze').map((actions) => ({ actions })),
      ...GROUNDS.filter((ground) => ground !== 'terms_consent').map((ground) => ({ ground })),
      { kind: 'profile', parts: ['picture'] },
      { kind: 'profile', parts: ['bio'] },
      { until: later(AT, DAY_MS) },
      { is_automated: true },
      { is_noticed: false },
      { facts: 'Something else' },
      { decided_at: later(AT, DAY_MS) },
      { appeal_until: later(AT, DAY_MS) },
    ]
    const letters = variants.map((changes) => wordsOf(letterOf(decision(changes), locale)))
    expect(new Set(letters).size).toBe(variants.length)
  })
})

describe('The letter', () => {
  it('The letter says what was done, what happened, on what ground, and what one can do', () => {
    const { title, paragraphs } = letterOf(decision(), 'en')
    expect(title).toBe('Why your story was removed and your account frozen')
    expect(paragraphs.map((paragraph) => paragraph.title)).toEqual([
      'What we did',
      'What happened',
      'On what ground',
      'If you disagree',
    ])
    const [did, happened, ground, disagree] = paragraphs.map((paragraph) => paragraph.text)
    expect(did).toContain('This was decided on 17 November 2026, and it holds everywhere')
    expect(did).toContain('The account is frozen for good')
    expect(did).toContain('We keep it until 16 May 2027')
    expect(happened).toBe(
      'The person shown wrote to us: she never agreed to it. Somebody had given us notice of it. No automated means were used to find it.',
    )
    expect(ground).toMatch(/^Terms of Service, section 3\.2 \(Consent\): Nobody may be shown without their consent\. /)
    expect(ground).toContain('A person decided this, no machine did.')
    expect(disagree).toContain('You can appeal once, free of charge, until 16 May 2027 (180 days)')
    expect(disagree).toContain('out-of-court dispute settlement body')
    expect(disagree).toContain('or to a court')
  })

  it('The letter says the same in French', () => {
    const { title, paragraphs } = letterOf(decision({ until: later(AT, DAY_MS) }), 'fr')
    expect(title).toBe('Pourquoi votre story a été retirée et votre compte gelé')
    expect(paragraphs[0]?.text).toContain('Le compte est gelé jusqu’au 18 novembre 2026 à 18:40 (UTC)\u202f: personne')
    expect(paragraphs[2]?.text).toMatch(/^Conditions d’utilisation, section 3\.2 \(Consentement\)\u202f: Personne/)
    expect(paragraphs[3]?.text).toContain('jusqu’au 16 mai 2027')
  })

  it.each([
    [{ actions: ['warn'] }, 'Why you were warned', 'Pourquoi vous avez reçu un avertissement'],
    [{ actions: ['hide'] }, 'Why your story was hidden', 'Pourquoi votre story a été masquée'],
    [{ actions: ['remove'], kind: 'message' }, 'Why your message was removed', 'Pourquoi votre message a été retiré'],
    [
      { actions: ['remove', 'freeze'], kind: 'profile' },
      'Why your profile picture and your bio were removed and your account was frozen',
      'Pourquoi votre photo de profil et votre présentation ont été retirées et votre compte a été gelé',
    ],
    [
      { actions: ['warn', 'remove', 'freeze'], kind: 'post' },
      'Why your post was removed, your account frozen and you were warned',
      'Pourquoi votre publication a été retirée, votre compte gelé et vous avez reçu un avertissement',
    ],
    [
      { actions: ['freeze', 'close'], kind: 'profile' },
      'Why your account was closed',
      'Pourquoi votre compte a été fermé',
    ],
  ] as [Partial<StatementSource>, string, string][])('The title of %j names the acts', (changes, en, fr) => {
    expect(letterOf(decision(changes), 'en').title).toBe(en)
    expect(letterOf(decision(changes), 'fr').title).toBe(fr)
  })

  it('A decision that staff are still writing has gaps in place of ground and facts', () => {
    const { paragraphs } = letterOf({ ...decision({ facts: ' ' }), ground: null }, 'en')
    expect(paragraphs[1]?.text).toMatch(/^… Somebody/)
    expect(paragraphs[2]?.text).toBe('… A person decided this, no machine did.')
  })
})

describe('What became of a decision', () => {
  it('A decision can be appealed once, until its last day, and not after it was undone', () => {
    const mayAppeal = (changes: Partial<StatementSource>, now = AT) =>
      statementOf(decision(changes), 'en', now).may_appeal
    expect(mayAppeal({}, later(AT, 180 * DAY_MS))).toBe(true)
    expect(mayAppeal({}, later(AT, 181 * DAY_MS))).toBe(false)
    expect(mayAppeal({ appeal: 'No', appealed_at: AT })).toBe(false)
    expect(mayAppeal({ undone_at: AT })).toBe(false)
  })

  it('Somebody is frozen because of a decision while the account is, and the decision holds', () => {
    const isFrozen = (changes: Partial<StatementSource>) => statementOf(decision(changes), 'en', AT).is_frozen
    expect(isFrozen({})).toBe(true)
    expect(isFrozen({ is_account_frozen: false })).toBe(false)
    expect(isFrozen({ undone_at: AT })).toBe(false)
    expect(isFrozen({ actions: ['remove'] })).toBe(false)
    expect(isFrozen({ until: AT })).toBe(false)
  })
})
