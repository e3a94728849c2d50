import { amountOf, DEFAULT_PRICES, priceInCents } from '#contract/fees.ts'
import type { Profile } from '#contract/profiles.ts'
import { DESCRIPTION_MAX } from '#contract/schemas.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { type FormFields, keptText } from '#web/lib/form-drafts.ts'

/** Draft of a profile: the unsaved edits over the saved values. The field names are those of the API. */

export type PriceName = keyof typeof DEFAULT_PRICES
export const PRICE_NAMES = ['day_subscription', 'week_subscription', 'month_subscription'] as const

export type ProfileDraft = Record<PriceName, string> & { bio: string; profile_pic: File | null }
export type DraftField = keyof ProfileDraft
export type DraftEdits = Partial<ProfileDraft>
export type DraftProblem = 'too_long' | 'price'
export type DraftProblems = Partial<Record<DraftField, DraftProblem>>

const TEXT_FIELDS = ['bio', ...PRICE_NAMES] as const
const FIELDS: readonly DraftField[] = ['profile_pic', ...TEXT_FIELDS]

/** The values of the editor: the edit, else the saved value, else the default of a new profile. */
export function draftOf(profile: Profile | null, edits: DraftEdits): ProfileDraft {
  const { bio, day_subscription, week_subscription, month_subscription } = profile ?? { bio: '', ...DEFAULT_PRICES }
  return { bio, day_subscription, week_subscription, month_subscription, profile_pic: null, ...edits }
}

/** The fields whose value differs from the saved one: 7.9 equals 7.90, and a chosen picture always counts as different. */
export function changedFields(profile: Profile, draft: ProfileDraft): DraftField[] {
  return FIELDS.filter((field) => {
    if (field === 'profile_pic') return draft.profile_pic !== null
    if (field === 'bio') return normalised(draft.bio) !== normalised(profile.bio)
    return (centsTyped(draft[field]) ?? draft[field]) !== centsTyped(profile[field])
  })
}

/** A new profile needs a picture; an existing one needs a change. */
export function maySave(profile: Profile | null, draft: ProfileDraft): boolean {
  return profile === null ? draft.profile_pic !== null : changedFields(profile, draft).length > 0
}

export function problemsIn(draft: ProfileDraft): DraftProblems {
  const wrongPrices = PRICE_NAMES.filter((name) => centsTyped(draft[name]) === undefined)
  return {
    ...([...normalised(draft.bio)].length > DESCRIPTION_MAX && { bio: 'too_long' as const }),
    ...Object.fromEntries(wrongPrices.map((name) => [name, 'price' as const])),
  }
}

/** The problems that the server reports, by field. */
export function problemsOf(error: Error): DraftProblems {
  if (!(error instanceof ApiError)) return {}
  const { fields } = error
  return {
    ...('bio' in fields && { bio: 'too_long' as const }),
    ...Object.fromEntries(PRICE_NAMES.filter((name) => name in fields).map((name) => [name, 'price' as const])),
  }
}

/** The request body: all fields of a new profile, or the changed fields of an existing one. */
export function formOf(profile: Profile | null, draft: ProfileDraft): FormData {
  const form = new FormData()
  const fields = profile === null ? FIELDS : changedFields(profile, draft)
  for (const field of fields) {
    const value = draft[field]
    if (value instanceof File) form.append(field, value)
    else if (value !== null) form.append(field, field === 'bio' ? value : amountTyped(value))
  }
  return form
}

/** The edits that were made after the request was sent. The others are saved now. */
export function editsAfterSaving(edits: DraftEdits, sent: ProfileDraft): DraftEdits {
  return Object.fromEntries(
    FIELDS.flatMap((field) => (field in edits && edits[field] !== sent[field] ? [[field, edits[field]]] : [])),
  )
}

/** The typed words that are not saved yet. They are kept while the editor is closed; a picture is not. */
export function editsToKeep(profile: Profile | null, edits: DraftEdits): FormFields {
  const [draft, saved] = [draftOf(profile, edits), draftOf(profile, {})]
  const changed = profile ? changedFields(profile, draft) : TEXT_FIELDS.filter((field) => draft[field] !== saved[field])
  return Object.fromEntries(
    TEXT_FIELDS.filter((field) => changed.includes(field)).map((field) => [field, draft[field]]),
  )
}

/** The edits that were kept, with the picture if the tab still has it. */
export function keptEdits(fields: FormFields, picture: File | null): DraftEdits {
  const texts = TEXT_FIELDS.flatMap((field) => {
    const text = keptText(fields, field)
    return text === undefined ? [] : [[field, text] as const]
  })
  return { ...Object.fromEntries(texts), ...(picture && { profile_pic: picture }) }
}

/** Price in cents. A field may contain ".5" or "7.", which are valid too. */
function centsTyped(typed: string): number | undefined {
  return priceInCents(typed.replace(/^\./, '0.').replace(/\.$/, ''))
}

function amountTyped(typed: string): string {
  const cents = centsTyped(typed)
  return cents === undefined ? typed : amountOf(cents)
}

/** Normalises a text as the server does before it saves it. */
function normalised(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim()
}
