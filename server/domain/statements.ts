import type { Locale } from '#contract/accounts.ts'
import { dateText } from '#contract/dates.ts'
import { type Action, type Ground, PROFILE_PARTS, type ProfilePart, type Statement } from '#contract/decisions.ts'
import { groundKind, groundText } from './grounds.ts'
import { STATEMENT_WORDS, type ThingName } from './statement-words.ts'

/** A decision against somebody, and what its letter says of the case. */
export interface StatedDecision {
  number: string
  kind: Statement['kind']
  actions: readonly Action[]
  /** What was removed of a profile; both parts if it is null. */
  parts: readonly ProfilePart[] | null
  /** Null while staff still write the decision. */
  ground: Ground | null
  facts: string
  until: Date | null
  is_automated: boolean
  is_noticed: boolean
  decided_at: Date
  appeal_until: Date
}

/** The decision, and what became of it. */
export interface StatementSource extends StatedDecision {
  ground: Ground
  undone_at: Date | null
  appeal: string | null
  appealed_at: Date | null
  appeal_outcome: NonNullable<Statement['appeal']>['outcome']
  appeal_answer: string | null
  appeal_decided_at: Date | null
  /** Whether the account of the subject is frozen at all. */
  is_account_frozen: boolean
}

type Letter = Pick<Statement, 'title' | 'paragraphs'>

/** Replaces what staff have not written yet. */
const NOT_WRITTEN = '…'

/** The statement of reasons: every field of article 17(3) of the Digital Services Act, and the letter made of them. */
export function statementOf(decision: StatementSource, locale: Locale, now: Date): Statement {
  const { ground, until } = decision
  const { reference, explanation } = groundText(ground, locale)
  const isOver = until !== null && until <= now
  return {
    number: decision.number,
    kind: decision.kind,
    decided_at: decision.decided_at.toISOString(),
    actions: [...decision.actions],
    scope: 'everywhere',
    until: until?.toISOString() ?? null,
    facts: decision.facts,
    source: sourceOf(decision),
    // Nothing searches the content of members; a machine only hides what a report names as dangerous.
    automated_detection: false,
    automated_decision: decision.is_automated,
    ground,
    ground_kind: groundKind(ground),
    ground_reference: reference,
    ground_explanation: explanation,
    ...letterOf(decision, locale),
    redress: ['appeal', 'out_of_court', 'court'],
    appeal_until: decision.appeal_until.toISOString(),
    may_appeal: mayAppeal(decision, now),
    undone_at: decision.undone_at?.toISOString() ?? null,
    appeal: appealOf(decision),
    is_frozen:
      decision.is_account_frozen && decision.undone_at === null && decision.actions.includes('freeze') && !isOver,
  }
}

/** Once, on the last day too, and only against what still holds. */
export function mayAppeal(
  { appealed_at, undone_at, appeal_until }: Pick<StatementSource, 'appealed_at' | 'undone_at' | 'appeal_until'>,
  now: Date,
): boolean {
  return appealed_at === null && undone_at === null && now <= appeal_until
}

function appealOf(decision: StatementSource): Statement['appeal'] {
  const { appeal, appealed_at } = decision
  if (appeal === null || appealed_at === null) return null
  return {
    text: appeal,
    appealed_at: appealed_at.toISOString(),
    outcome: decision.appeal_outcome,
    answer: decision.appeal_answer,
    decided_at: decision.appeal_decided_at?.toISOString() ?? null,
  }
}

function sourceOf({ is_noticed }: Pick<StatedDecision, 'is_noticed'>): Statement['source'] {
  return is_noticed ? 'notice' : 'own_initiative'
}

/** The statement as a letter, also of a decision that staff are still writing. */
export function letterOf(decision: StatedDecision, locale: Locale): Letter {
  const words = STATEMENT_WORDS[locale]
  const { titles } = words
  const text = decision.ground && groundText(decision.ground, locale)
  const ground = text ? words.ground(text.reference, text.explanation) : NOT_WRITTEN
  return {
    title: words.why(actsOf(decision, locale)),
    paragraphs: [
      { title: titles.did, text: measures(decision, locale) },
      {
        title: titles.happened,
        text: sentences(closed(decision.facts), words.source[sourceOf(decision)], words.not_detected_by_machine),
      },
      {
        title: titles.ground,
        text: sentences(ground, words.decided_by[decision.is_automated ? 'machine' : 'person']),
      },
      {
        title: titles.disagree,
        text: sentences(words.appeal(dateText(decision.appeal_until, locale, 'day', 'UTC')), words.elsewhere),
      },
    ],
  }
}

/** What was decided as one clause: “your story was removed and your account frozen”. */
export function actsOf(
  { actions, kind, parts }: Pick<StatedDecision, 'actions' | 'kind' | 'parts'>,
  locale: Locale,
): string {
  const words = STATEMENT_WORDS[locale]
  const thing = thingOf({ kind, parts }, locale)
  const clauses: string[] = []
  if (actions.includes('remove')) clauses.push(words.removed(thing))
  else if (actions.includes('hide')) clauses.push(words.hidden(thing))
  const isShort = clauses.length > 0 && !thing.is_plural
  if (actions.includes('close')) clauses.push(words.closed(isShort))
  else if (actions.includes('freeze')) clauses.push(words.frozen(isShort))
  if (actions.includes('warn')) clauses.push(words.warned)
  return words.and(clauses)
}

function thingOf({ kind, parts }: Pick<StatedDecision, 'kind' | 'parts'>, locale: Locale) {
  const words = STATEMENT_WORDS[locale]
  const names: readonly ThingName[] = kind === 'profile' ? (parts ?? PROFILE_PARTS) : [kind]
  return {
    phrase: words.and(names.map((name) => words.things[name])),
    is_feminine: names.every((name) => words.feminine.includes(name)),
    is_plural: names.length > 1,
  }
}

/** Each measure with its date, its place and its length. */
function measures(decision: StatedDecision, locale: Locale): string {
  const { actions, until } = decision
  const words = STATEMENT_WORDS[locale]
  const isClosed = actions.includes('close')
  const parts = [
    closed(capitalised(actsOf(decision, locale))),
    words.when(dateText(decision.decided_at, locale, 'day', 'UTC')),
  ]
  // A closed account is erased with everything in it.
  if (actions.includes('remove')) {
    if (!isClosed) parts.push(words.removed_until(dateText(decision.appeal_until, locale, 'day', 'UTC')))
  } else if (actions.includes('hide')) parts.push(words.hidden_until[decision.is_automated ? 'person' : 'admin'])
  if (isClosed) parts.push(words.closed_for_good)
  else if (actions.includes('freeze')) parts.push(words.frozen_until(until && dateText(until, locale, 'moment', 'UTC')))
  if (actions.includes('warn')) {
    if (actions.length === 1) parts.push(words.warned_only)
    if (!isClosed) parts.push(words.warned_again)
  }
  return sentences(...parts)
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Ends a text that somebody wrote with a full stop, if it has no end of its own. */
function closed(text: string): string {
  const written = text.trim() || NOT_WRITTEN
  return /[.!?…”»]$/.test(written) ? written : `${written}.`
}

function sentences(...parts: string[]): string {
  return parts.join(' ')
}
