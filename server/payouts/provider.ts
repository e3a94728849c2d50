/**
 * The port to whoever pays creators out, in our own words. Amounts are whole cents of euros. Without it (`PAYOUTS=manual`)
 * the operator pays with a file at the bank: see `server/features/payouts/sepa-file.ts`.
 */
export interface PayoutProvider {
  readonly name: 'stripe' | 'sandbox'
  /** Opens an account for a creator at the provider, or continues with the known one, and answers the page for its details. */
  openAccount(creator: PayoutCreator): Promise<{ reference: string; url: string }>
  /** The present state of an account; undefined if the provider does not know it. */
  findAccount(reference: string): Promise<ProviderAccount | undefined>
  /** Sends money to an account. The same payout again is the same transfer. Throws `PayoutRefused` if that can never be. */
  pay(payout: { id: string; account: string; cents: number }): Promise<{ reference: string }>
  /** The reference of a payout that was sent; undefined if it was not. */
  findSent(payout_id: string): Promise<string | undefined>
  /** How it went, by the reference that `pay` returned. */
  findPayout(reference: string): Promise<ProviderPayout | undefined>
  /** Takes money back that could not be paid to the bank, so that it is the house's again. The same again changes nothing. */
  takeBack(reference: string): Promise<void>
  /** Every account that was opened, for the reconciliation. */
  accounts(): AsyncIterable<ProviderAccount>
}

/** The provider will never send this payout, because there is no account to send it to. */
export class PayoutRefused extends Error {
  readonly failure: NonNullable<ProviderPayout['failure']>

  constructor(failure: NonNullable<ProviderPayout['failure']>, options?: ErrorOptions) {
    super(`The payout provider has refused the payout: ${failure}`, options)
    this.failure = failure
  }
}

export interface PayoutCreator {
  id: string
  email: string
  country: string
  /** Of an earlier visit. */
  reference: string | undefined
  /** Where the provider sends the creator afterwards. */
  return_url: string
}

export interface ProviderAccount {
  reference: string
  creator_id: string | undefined
  /** True when money can be sent to it. */
  is_ready: boolean
  last4: string | undefined
}

export interface ProviderPayout {
  reference: string
  payout_id: string | undefined
  state: 'sent' | 'paid' | 'failed'
  /** When it was paid, or has failed. */
  ended_at: Date | undefined
  failure: 'account_unknown' | 'account_closed' | 'name_differs' | 'refused' | 'other' | undefined
}
