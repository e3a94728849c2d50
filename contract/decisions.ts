import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, Nothing, nullable, oneOf, Time, visibleText } from './schemas.ts'

/** What staff can decide about a case, from the lightest to the heaviest. `hide` lasts until an admin decides. */
export const DECISION_ACTIONS = ['dismiss', 'warn', 'hide', 'remove', 'freeze', 'close'] as const
/** What `remove` takes away of a profile. */
export const PROFILE_PARTS = ['picture', 'bio'] as const

/**
 * The grounds of a decision against somebody: sections of the terms of service, and articles of law. What each of them
 * says stands in the texts of the server, in both languages.
 */
export const GROUNDS = [
  'terms_minor',
  'terms_consent',
  'terms_threat',
  'terms_harassment',
  'terms_identity',
  'terms_copyright',
  'terms_illegal_goods',
  'terms_spam',
  'terms_conduct',
  'terms_age',
  'law_minor',
  'law_consent',
  'law_threat',
  'law_harassment',
  'law_hatred',
  'law_identity',
  'law_copyright',
  'law_illegal_goods',
] as const

export const FACTS_MAX = 2000
export const APPEAL_MAX = 2000
/** How long a decision can be appealed, and how long what was removed is kept for that. */
export const APPEAL_DAYS = 180
/** The longest freeze by a moderator. */
export const MODERATOR_FREEZE_MAX_HOURS = 72

/** Why staff decide against somebody. Both are told to the person. */
export const REASONS = { ground: oneOf(GROUNDS), facts: visibleText(FACTS_MAX) }

const Action = oneOf(DECISION_ACTIONS)
const APPEAL_OUTCOMES = ['upheld', 'rejected'] as const

const Appeal = Type.Object({
  text: Type.String(),
  appealed_at: Time,
  /** Null while it waits. `upheld`: the decision was undone. */
  outcome: nullable(oneOf(APPEAL_OUTCOMES)),
  /** What staff answer to it. */
  answer: nullable(Type.String()),
  decided_at: nullable(Time),
})

/** A decision as staff read it in its case. */
export const Decision = Type.Object({
  id: Id,
  actions: Type.Array(Action),
  /** Null for a dismissal. */
  ground: nullable(oneOf(GROUNDS)),
  facts: nullable(Type.String()),
  /** When a freeze ends; null if it has no end, or nothing was frozen. */
  until: nullable(Time),
  /** The username of the member of staff; null for the command line, for automatic decisions, and for erased accounts. */
  by: nullable(Type.String()),
  is_automated: Type.Boolean(),
  decided_at: Time,
  /** When the subject can no longer appeal. */
  appeal_until: Time,
  /** When an appeal or a later decision undid it. */
  undone_at: nullable(Time),
  appeal: nullable(Appeal),
})

const StatementText = Type.Object({
  title: Type.String(),
  /** What we did, what happened, on what ground, and what one can do. */
  paragraphs: Type.Array(Type.Object({ title: Type.String(), text: Type.String() })),
})

/**
 * The statement of reasons: every field that article 17(3) of the Digital Services Act requires, in the language of the
 * reader.
 */
export const Statement = Type.Object({
  /** The number of the case. */
  number: Type.String(),
  /** What it is about. */
  kind: oneOf(['post', 'story', 'message', 'profile']),
  decided_at: Time,
  actions: Type.Array(Action),
  /** Always the whole world. */
  scope: Type.Literal('everywhere'),
  /** Null if the measure has no end, or ends at once. */
  until: nullable(Time),
  facts: Type.String(),
  /** Whether somebody gave notice, or staff looked on their own initiative. Nobody is named. */
  source: oneOf(['notice', 'own_initiative']),
  automated_detection: Type.Boolean(),
  automated_decision: Type.Boolean(),
  ground: oneOf(GROUNDS),
  ground_kind: oneOf(['law', 'terms']),
  /** The article, or the section. */
  ground_reference: Type.String(),
  /** Why the content or the behaviour is against it. */
  ground_explanation: Type.String(),
  /** All of it as a letter. */
  ...StatementText.properties,
  redress: Type.Array(oneOf(['appeal', 'out_of_court', 'court'])),
  appeal_until: Time,
  may_appeal: Type.Boolean(),
  undone_at: nullable(Time),
  appeal: nullable(Appeal),
  /** Whether the account is frozen because of this decision, and until when (null: for good). */
  is_frozen: Type.Boolean(),
})

/** The token in the link of the mail and of the notice. Whoever has it is the subject of the decision. */
const StatementParams = Type.Object({ token: Type.String({ maxLength: 200 }) })

export const decisions = {
  decide_case: endpoint({
    method: 'POST',
    path: '/admin/cases/{id}/decisions',
    access: 'staff',
    summary:
      'Decide a case. Everything but a dismissal needs ground and facts. Closing an account needs a second admin, if there is one',
    params: IdParams,
    body: Type.Object({
      /** One action, or several together. `dismiss` stands alone. */
      action: Type.Union([Action, Type.Array(Action, { minItems: 1, maxItems: 4, uniqueItems: true })]),
      ground: Type.Optional(nullable(REASONS.ground)),
      facts: Type.Optional(nullable(REASONS.facts)),
      /** The end of a freeze; null freezes for good. */
      until: Type.Optional(nullable(Time)),
      /** What `remove` takes away of a profile; both by default. */
      parts: Type.Optional(Type.Array(oneOf(PROFILE_PARTS), { minItems: 1, maxItems: 2, uniqueItems: true })),
    }),
    status: 201,
    response: Type.Object({
      /** `proposed`: a second admin has to agree before the account is closed; until then it is frozen. */
      state: oneOf(['decided', 'proposed']),
    }),
  }),
  preview_statement: endpoint({
    method: 'POST',
    path: '/admin/cases/{id}/statement',
    access: 'staff',
    summary: 'The statement of reasons as the subject would read it, in both languages; nothing is stored',
    params: IdParams,
    body: Type.Object({
      action: Type.Array(Action, { minItems: 1, maxItems: 4, uniqueItems: true }),
      ground: nullable(REASONS.ground),
      facts: Type.String({ maxLength: FACTS_MAX }),
      until: nullable(Time),
    }),
    response: Type.Object({ en: StatementText, fr: StatementText }),
  }),
  decide_appeal: endpoint({
    method: 'POST',
    path: '/admin/decisions/{id}/appeal',
    access: 'staff',
    summary:
      'Uphold an appeal, which restores everything, or reject it; never by the first decider while there is another',
    params: IdParams,
    body: Type.Object({ outcome: oneOf(APPEAL_OUTCOMES), answer: visibleText(APPEAL_MAX) }),
    response: Nothing,
  }),
  get_statement: endpoint({
    method: 'GET',
    path: '/decisions/{token}',
    access: 'public',
    summary: 'The statement of reasons of a decision, for whoever has its link; in the language of Accept-Language',
    params: StatementParams,
    response: Statement,
  }),
  appeal: endpoint({
    method: 'POST',
    path: '/decisions/{token}/appeal',
    access: 'public',
    summary: `Appeal against a decision, once, within ${APPEAL_DAYS} days; a frozen person needs no session for it`,
    params: StatementParams,
    body: Type.Object({ text: visibleText(APPEAL_MAX) }),
    status: 201,
    response: Nothing,
  }),
}

export type Action = (typeof DECISION_ACTIONS)[number]
export type Ground = (typeof GROUNDS)[number]
export type ProfilePart = (typeof PROFILE_PARTS)[number]
export type Decision = Static<typeof Decision>
export type Statement = Static<typeof Statement>
