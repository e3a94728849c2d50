import type { Locale } from '#contract/accounts.ts'
import type { ReportedKind } from '#contract/cases.ts'
import type { PayoutFailure } from '#contract/payouts.ts'
import type { VerificationRefusal } from '#contract/verifications.ts'

/** The data for the text of a notice. */
export interface Facts {
  /** The beginning of the post's description. */
  post: string | null
  /** How many pictures a new post had when it came out. */
  pictures: number
  reason: string | null
  creator: string | null
  /** Whom it is about, such as the sender of a message. */
  person: string | null
  /** A formatted date. */
  until: string | null
  /** Formatted, such as "€7.99". */
  amount: string | null
  /** What was paid had ended before the renewal was stopped. */
  is_over: boolean
  /** What the user reported. */
  reported: ReportedKind
  /** Whether it was removed. Otherwise staff acted in another way. */
  is_removed: boolean
  /** What was decided about the user, as a clause. */
  acts: string | null
  appeal_until: string | null
  outcome: 'upheld' | 'rejected' | null
  /** What staff answered to the appeal. */
  answer: string | null
  /** What a verification lacks. */
  missing: VerificationRefusal
  /** Why a payout came back. */
  failure: PayoutFailure
  /** The last digits of a bank account. */
  last4: string | null
  /** Which second factor. */
  factor: 'app' | 'passkey'
}

/** The data for the link of a notice. */
export interface PathFacts {
  creator: string | null
  conversation_id: string | null
  post_id: string | null
  story_id: string | null
}

/** The server's part of one kind of notice. Its icon and the text of its link are in the web app. */
export interface NoticeKind {
  /** The subject of the mail. */
  title: Record<Locale, string>
  /** Used in the app and in the mail. It never names staff or reporters. */
  text: Record<Locale, (facts: Facts) => string>
  /** The page that the notice links to, if there is one. */
  path: (facts: PathFacts) => string | null
}
