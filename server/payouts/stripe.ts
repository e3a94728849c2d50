import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { ProviderAway } from '#server/payments/provider.ts'
import { codeOf, PAGE, present, reach, reachEach, stripeClient } from '#server/payments/stripe-client.ts'
import { idOf, timeOf } from '#server/payments/stripe-objects.ts'
import {
  type PayoutCreator,
  type PayoutProvider,
  PayoutRefused,
  type ProviderAccount,
  type ProviderPayout,
} from './provider.ts'

interface StripeOptions {
  name: PayoutProvider['name']
  secret_key: string
  /** Of the sandbox. Undefined: Stripe itself. */
  url: string | undefined
}

const CURRENCY = 'eur'

/** What Stripe says about a payout that a bank has sent back, in our own words. The rest is `other`. */
const FAILURES: Readonly<Record<string, ProviderPayout['failure']>> = {
  account_closed: 'account_closed',
  bank_account_unusable: 'account_closed',
  account_frozen: 'refused',
  bank_account_restricted: 'refused',
  bank_ownership_changed: 'refused',
  debit_not_authorized: 'refused',
  declined: 'refused',
  incorrect_account_holder_name: 'name_differs',
  incorrect_account_holder_address: 'name_differs',
  incorrect_account_holder_tax_id: 'name_differs',
  incorrect_account_type: 'account_unknown',
  invalid_account_number: 'account_unknown',
  invalid_account_number_length: 'account_unknown',
  no_account: 'account_unknown',
}

/**
 * The adapter to Stripe Connect: a creator has an Express account, a payout is a transfer to it, and Stripe pays the account out
 * to the bank by itself. A transfer and a payout to the bank are two objects that do not name each other: see `findBankPayout`.
 */
export function stripePayouts({ name, secret_key, url }: StripeOptions): PayoutProvider {
  const stripe = stripeClient(secret_key, url)

  async function createAccount(creator: PayoutCreator): Promise<Stripe.Account> {
    const { id, email, country, reference } = creator
    // The same creator again is the same account, and a new one if the old one is gone.
    const facts = createHash('sha256').update([email, country, reference].join(' ')).digest('hex').slice(0, 16)
    return await stripe.accounts.create(
      {
        type: 'express',
        country,
        email,
        business_type: 'individual',
        capabilities: { transfers: { requested: true } },
        metadata: { creator_id: id },
      },
      { idempotencyKey: `account-${id}-${facts}` },
    )
  }

  async function findKnown(reference: string): Promise<Stripe.Account | undefined> {
    try {
      return await stripe.accounts.retrieve(reference)
    } catch (error) {
      if (isGone(error)) return undefined
      throw error
    }
  }

  /** The transfer of a payout. Stripe forgets an idempotency key after a day, but not a transfer. */
  async function findTransfer(payout_id: string): Promise<Stripe.Transfer | undefined> {
    const [transfer] = (await stripe.transfers.list({ transfer_group: payout_id, limit: 1 })).data
    return transfer
  }

  /** Stripe remembers a refusal for a day under its key, so a transfer that the balance does not cover is not even tried. */
  async function needBalance(cents: number): Promise<void> {
    const { available } = await stripe.balance.retrieve()
    const own = available.find(({ currency }) => currency === CURRENCY)?.amount ?? 0
    if (own < cents) throw new ProviderAway('The balance of the house at the payout provider is too small')
  }

  async function* payoutsSince(account: string, created: number): AsyncIterable<Stripe.Payout> {
    const payouts: Stripe.Payout[] = []
    const wanted = { created: { gte: created }, limit: PAGE, expand: ['data.failure_balance_transaction'] }
    for await (const payout of stripe.payouts.list(wanted, { stripeAccount: account })) payouts.push(payout)
    yield* payouts.reverse()
  }

  /**
   * The payout to the bank that has the money of a transfer, and undefined while it waits in the account. Stripe says of a payout to
   * the bank what it is made of: the payment that the transfer became in the account. If it comes back, that return is the money, and
   * a later payout may be made of it.
   */
  async function findBankPayout(transfer: Stripe.Transfer): Promise<Stripe.Payout | undefined> {
    if (!transfer.destination || !transfer.destination_payment) return undefined
    const account = idOf(transfer.destination)
    const stripeAccount = account
    let found: Stripe.Payout | undefined
    let money: (movement: Stripe.BalanceTransaction) => boolean = isOf(idOf(transfer.destination_payment))
    for await (const payout of payoutsSince(account, transfer.created)) {
      const parts = stripe.balanceTransactions.list({ payout: payout.id, limit: PAGE }, { stripeAccount })
      for await (const movement of parts) {
        if (!money(movement)) continue
        found = payout
        const returned = payout.failure_balance_transaction
        money = ({ id }) => returned !== null && id === idOf(returned)
        break
      }
    }
    return found
  }

  return {
    name,
    async openAccount(creator) {
      const known = creator.reference === undefined ? undefined : await reach(findKnown(creator.reference))
      const account = known ?? (await reach(createAccount(creator)))
      const { url: page } = await reach<{ url: string }>(
        account.details_submitted && account.payouts_enabled
          ? stripe.accounts.createLoginLink(account.id)
          : stripe.accountLinks.create({
              account: account.id,
              type: 'account_onboarding',
              return_url: creator.return_url,
              refresh_url: creator.return_url,
            }),
      )
      return { reference: account.id, url: page }
    },
    async findAccount(reference) {
      const account = await reach(findKnown(reference))
      return account && presentAccount(account)
    },
    async pay({ id, account, cents }) {
      const known = await reach(findTransfer(id))
      if (known) return { reference: known.id }
      await reach(needBalance(cents))
      const transfer = {
        amount: cents,
        currency: CURRENCY,
        destination: account,
        transfer_group: id,
        metadata: { payout_id: id },
      }
      try {
        return { reference: (await reach(stripe.transfers.create(transfer, { idempotencyKey: `payout-${id}` }))).id }
      } catch (error) {
        if (isGone(error)) throw new PayoutRefused('account_unknown', { cause: error })
        if (codeOf(error) === 'balance_insufficient')
          throw new ProviderAway('The balance of the house at the payout provider is too small', { cause: error })
        throw error
      }
    },
    async findSent(payout_id) {
      return (await reach(findTransfer(payout_id)))?.id
    },
    async findPayout(reference) {
      const transfer = await reach(present(stripe.transfers.retrieve(reference)))
      if (!transfer) return undefined
      return presentPayout(transfer, await reach(findBankPayout(transfer)))
    },
    async takeBack(reference) {
      const { reversed } = await reach(stripe.transfers.retrieve(reference))
      if (!reversed)
        await reach(stripe.transfers.createReversal(reference, {}, { idempotencyKey: `back-${reference}` }))
    },
    async *accounts() {
      for await (const account of reachEach(stripe.accounts.list({ limit: PAGE }))) yield presentAccount(account)
    },
  }
}

function isOf(payment: string) {
  return ({ source }: Stripe.BalanceTransaction) => source !== null && idOf(source) === payment
}

/** Whoever has left Stripe, or has taken the house's access away. */
function isGone(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'resource_missing' || code === 'account_invalid'
}

function presentAccount({
  id,
  metadata,
  payouts_enabled,
  capabilities,
  external_accounts,
}: Stripe.Account): ProviderAccount {
  const banks = external_accounts?.data ?? []
  const bank = banks.find(({ default_for_currency }) => default_for_currency) ?? banks[0]
  return {
    reference: id,
    creator_id: metadata?.creator_id,
    is_ready: payouts_enabled && capabilities?.transfers === 'active',
    last4: bank?.last4,
  }
}

/** A transfer that was taken back has failed, whatever the bank said before or says later. */
function presentPayout(transfer: Stripe.Transfer, bank: Stripe.Payout | undefined): ProviderPayout {
  const { id, metadata, reversed } = transfer
  const payout = { reference: id, payout_id: metadata.payout_id }
  const isReturned = bank?.status === 'failed' || bank?.status === 'canceled'
  if (reversed || isReturned) {
    const failure = FAILURES[bank?.failure_code ?? ''] ?? 'other'
    const back = bank?.failure_balance_transaction
    const seconds = typeof back === 'object' && back !== null ? back.created : transfer.reversals.data[0]?.created
    return { ...payout, state: 'failed', ended_at: timeOf(seconds ?? bank?.arrival_date ?? transfer.created), failure }
  }
  if (bank?.status === 'paid')
    return { ...payout, state: 'paid', ended_at: timeOf(bank.arrival_date), failure: undefined }
  return { ...payout, state: 'sent', ended_at: undefined, failure: undefined }
}
