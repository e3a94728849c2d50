import { amountOf, priceInCents } from '#contract/fees.ts'
import { DEFAULT_PRICES, DESCRIPTION_MAX } from '#contract/limits.ts'
import type { Profile } from '#contract/profiles.ts'

/** What is being written about a creator, before it is saved. The names are those of the wire. */

export type PriceName = keyof typeof DEFAULT_PRICES
export const PRICE_NAMES = ['day_subscription', 'week_subscription', 'month_subscription'] as const

export type ProfileDraft = Record<PriceName, string> & { bio: string; profile_pic: File | null }
export type DraftField = keyof ProfileDraft
export type DraftEdits = Partial<ProfileDraft>
export type DraftProblem = 'too_long' | 'price'
export type DraftProblems = Partial<Record<DraftField, DraftProblem>>

const TEXT_FIELDS = ['bio', ...PRICE_NAMES] as const
const FIELDS: readonly DraftField[] = ['profile_pic', ...TEXT_FIELDS]

/** What stands in the editor: what was typed, else what is saved, else what a new profile begins with. */
export function draftOf(profile: Profile | null, edits: DraftEdits): ProfileDraft {
  const { bio, day_subscription, week_subscription, month_subscription } = profile ?? { bio: '', ...DEFAULT_PRICES }
  return { bio, day_subscription, week_subscription, month_subscription, profile_pic: null, ...edits }
}

/** What is really different from what is saved: 7.9 is 7.90, and a chosen picture is always another one. */
export function changedFields(profile: Profile, draft: ProfileDraft): DraftField[] {
  return FIELDS.filter((field) => {
    if (field === 'profile_pic') return draft.profile_pic !== null
    if (field === 'bio') return asKept(draft.bio) !== asKept(profile.bio)
    return (centsTyped(draft[field]) ?? draft[field]) !== centsTyped(profile[field])
  })
}

/** A new profile needs a picture; an existing one something to save. */
export function maySave(profile: Profile | null, draft: ProfileDraft): boolean {
  return profile === null ? draft.profile_pic !== null : changedFields(profile, draft).length > 0
}

export function problemsIn(draft: ProfileDraft): Partial<Record<DraftField, DraftProblem>> {
  const wrongPrices = PRICE_NAMES.filter((name) => centsTyped(draft[name]) === undefined)
  return {
    ...([...asKept(draft.bio)].length > DESCRIPTION_MAX && { bio: 'too_long' as const }),
    ...Object.fromEntries(wrongPrices.map((name) => [name, 'price' as const])),
  }
}

/** As it goes out: all of a new profile, and of an existing one what changed. */
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

/** What was typed since it was sent stays an edit; what is saved now no longer is one. */
export function editsAfterSaving(edits: DraftEdits, sent: ProfileDraft): DraftEdits {
  return Object.fromEntries(
    FIELDS.flatMap((field) => (field in edits && edits[field] !== sent[field] ? [[field, edits[field]]] : [])),
  )
}

/** A field hands out ".5" and "7." as they were typed. */
function centsTyped(typed: string): number | undefined {
  return priceInCents(typed.replace(/^\./, '0.').replace(/\.$/, ''))
}

function amountTyped(typed: string): string {
  const cents = centsTyped(typed)
  return cents === undefined ? typed : amountOf(cents)
}

/** Spaces at the ends are taken off before a text is kept. */
function asKept(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim()
}
