import type Stripe from 'stripe'
import { invalid } from '../api-error.ts'
import type { Params } from '../params.ts'
import { CURRENCY, emit, listOf, previousAttributes, type State } from '../state.ts'
import { newId } from '../store.ts'

/** How long the address of an onboarding page can be opened. */
const LINK_SECONDS = 5 * 60
const NEEDED = ['external_account', 'individual.first_name', 'individual.last_name', 'tos_acceptance.date']
/** A number for trying out. It belongs to nobody. */
export const SAMPLE_IBAN = 'FR14 2004 1010 0505 0001 3M02 606'

/** An account of somebody who is paid. Nothing can be sent to it until its owner has finished the hosted page. */
export function createAccount(state: State, params: Params): Stripe.Account {
  const type = params.choice('type', ['express'])
  if (!type) throw invalid('The stand-in only knows accounts of the type express.', { param: 'type' })
  const isRequested = params.child('capabilities')?.child('transfers')?.flag('requested') ?? false
  params.ignore('business_profile', 'individual', 'settings', 'tos_acceptance')
  const account = state.store.put('accounts', {
    id: newId('acct'),
    object: 'account',
    business_type: params.choice('business_type', ['individual', 'company']) ?? null,
    capabilities: isRequested ? { transfers: 'inactive' } : {},
    charges_enabled: false,
    controller: { type: 'application', is_controller: true },
    country: params.text('country') ?? 'FR',
    created: state.clock.seconds(),
    default_currency: CURRENCY,
    details_submitted: false,
    email: params.text('email') ?? null,
    external_accounts: listOf<Stripe.ExternalAccount>('', []),
    metadata: params.metadata(),
    payouts_enabled: false,
    requirements: requirementsOf(NEEDED),
    settings: {
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_payments: {
        statement_descriptor_prefix: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      dashboard: { display_name: null, timezone: 'Etc/UTC' },
      payments: {
        statement_descriptor: null,
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      payouts: {
        debit_negative_balances: true,
        schedule: { delay_days: 1, interval: 'daily' },
        statement_descriptor: null,
      },
    },
    type,
  })
  return account
}

export function deleteAccount(state: State, id: string): Stripe.DeletedAccount {
  state.store.get('accounts', id)
  state.store.remove('accounts', id)
  return { id, object: 'account', deleted: true }
}

/** The address of the hosted page for a new account, or for one that lacks something. */
export function createAccountLink(state: State, params: Params): Stripe.AccountLink {
  const account = state.store.get('accounts', params.needText('account'), 'account').id
  params.choice('type', ['account_onboarding'])
  params.ignore('collect', 'collection_options')
  const created = state.clock.seconds()
  const link = state.store.put('account_links', {
    id: newId('link'),
    account,
    return_url: params.needText('return_url'),
    refresh_url: params.needText('refresh_url'),
    expires_at: created + LINK_SECONDS,
  })
  return { object: 'account_link', created, expires_at: link.expires_at ?? 0, url: `${state.url}/connect/${link.id}` }
}

/** The address of the page where the owner of a finished account changes it. */
export function createLoginLink(state: State, id: string): Stripe.LoginLink {
  if (!state.store.get('accounts', id).details_submitted)
    throw invalid('Cannot create a login link for an account that has not completed onboarding.')
  const link = { id: newId('link'), account: id, return_url: null, refresh_url: null, expires_at: null }
  state.store.put('account_links', link)
  return { object: 'login_link', created: state.clock.seconds(), url: `${state.url}/connect/${link.id}` }
}

/** Somebody has filled in the hosted page. From now on money can be sent to the account and on to the bank. */
export function finishAccount(state: State, id: string, iban = SAMPLE_IBAN): Stripe.Account {
  const before = state.store.get('accounts', id)
  const number = iban.replaceAll(/\W/g, '').toUpperCase() || SAMPLE_IBAN.replaceAll(' ', '')
  const bank: Stripe.BankAccount = {
    id: newId('ba'),
    object: 'bank_account',
    account: id,
    account_holder_name: null,
    account_holder_type: 'individual',
    account_type: null,
    bank_name: 'TEST BANK',
    country: number.slice(0, 2),
    currency: CURRENCY,
    default_for_currency: true,
    fingerprint: null,
    last4: number.slice(-4),
    metadata: {},
    routing_number: null,
    status: 'new',
  }
  state.store.put('banks', { id, failure_code: null, since: state.clock.seconds() })
  return changeAccount(state, id, {
    capabilities: Object.fromEntries(Object.keys(before.capabilities ?? {}).map((name) => [name, 'active'])),
    details_submitted: true,
    external_accounts: listOf<Stripe.ExternalAccount>(`/v1/accounts/${id}/external_accounts`, [bank]),
    payouts_enabled: true,
    requirements: requirementsOf([]),
  })
}

/** The bank has sent money back. Until the owner gives another bank account, nothing more is sent there. */
export function distrustBank(state: State, id: string): void {
  const { external_accounts } = state.store.get('accounts', id)
  const banks = (external_accounts?.data ?? []).map((bank) => ({ ...bank, status: 'errored' }))
  changeAccount(state, id, {
    external_accounts: listOf(`/v1/accounts/${id}/external_accounts`, banks as Stripe.ExternalAccount[]),
    payouts_enabled: false,
    requirements: requirementsOf(['external_account']),
  })
}

function changeAccount(state: State, id: string, changes: Partial<Stripe.Account>): Stripe.Account {
  const before = state.store.get('accounts', id)
  const after = state.store.change('accounts', id, changes)
  emit(state, 'account.updated', after, { previous: previousAttributes(before, after), account: id })
  return after
}

function requirementsOf(currently_due: string[]): Stripe.Account.Requirements {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due,
    disabled_reason: currently_due.length > 0 ? 'requirements.past_due' : null,
    errors: [],
    eventually_due: currently_due,
    past_due: currently_due,
    pending_verification: [],
  }
}
