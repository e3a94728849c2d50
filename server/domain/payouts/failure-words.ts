import type { Locale } from '#contract/accounts.ts'
import type { PayoutFailure } from '#contract/payouts.ts'

/** Why a payout came back, as its creator reads it in notices, mails and the export. */
export const FAILURE_WORDS: Record<PayoutFailure, Record<Locale, string>> = {
  account_unknown: { en: 'the account does not exist', fr: 'ce compte n’existe pas' },
  account_closed: { en: 'the account is closed', fr: 'ce compte est fermé' },
  name_differs: { en: 'the name on the account differs', fr: 'le nom du compte est différent' },
  refused: { en: 'the bank refused it', fr: 'la banque l’a refusé' },
  other: { en: 'the bank sent it back', fr: 'la banque l’a renvoyé' },
}
