import { isIban, plainIban } from '#contract/iban.ts'
import type { PaymentSettings } from './payment-settings.ts'

type Values = Readonly<
  Record<'PAYOUTS' | 'PAYOUT_IBAN' | 'PAYOUT_BIC' | 'STRIPE_CONNECT_WEBHOOK_SECRET' | 'CREATOR_ENROLLMENT', string>
>

/** `manual`: the operator pays with a file at the bank, from this account of the house. */
export type PayoutSettings =
  | { method: 'manual'; account: HouseAccount | undefined }
  | { method: 'stripe'; webhook_secret: string | undefined }

export interface HouseAccount {
  iban: string
  bic: string | undefined
}

/** The account of examples. Nobody's: the sandbox moves no real money. */
const SAMPLE_ACCOUNT: HouseAccount = { iban: 'FR7630006000011234567890189', bic: undefined }

/** How creators are paid, and what is wrong with it. Undefined: nothing can be bought, so nobody is paid. */
export function readPayoutSettings(
  values: Values,
  payments: PaymentSettings | undefined,
  secret_key: string | undefined,
): { payouts: PayoutSettings | undefined; problems: string[] } {
  const problems: string[] = []
  const { PAYOUT_IBAN: iban, PAYOUT_BIC: bic } = values
  if (iban !== '' && !isIban(iban))
    problems.push('PAYOUT_IBAN must be an IBAN of the SEPA area with valid check digits.')
  if (bic !== '' && !isBic(bic)) problems.push('PAYOUT_BIC must be a BIC of 8 or 11 characters.')
  const isReal = payments?.provider === 'stripe'
  if ((isReal || values.CREATOR_ENROLLMENT === 'verified') && secret_key === undefined) {
    problems.push(
      'SECRET_KEY must be set with PAYMENTS=stripe and with CREATOR_ENROLLMENT=verified, because the identities of creators are encrypted with it: generate one with `openssl rand -hex 32` and keep it safe.',
    )
  }
  if (!payments) {
    if (values.PAYOUTS !== '') problems.push('PAYOUTS needs PAYMENTS: set both, or remove PAYOUTS.')
    return { payouts: undefined, problems }
  }
  switch (values.PAYOUTS) {
    case '':
    case 'manual': {
      const own = iban === '' ? undefined : { iban: plainIban(iban), bic: bic === '' ? undefined : bic.toUpperCase() }
      return { payouts: { method: 'manual', account: own ?? (isReal ? undefined : SAMPLE_ACCOUNT) }, problems }
    }
    case 'stripe': {
      const webhook_secret = values.STRIPE_CONNECT_WEBHOOK_SECRET
      // The value is a secret, so it is not printed.
      if (isReal && !/^whsec_\S+$/.test(webhook_secret)) {
        problems.push(
          'STRIPE_CONNECT_WEBHOOK_SECRET must be the signing secret of the webhook for connected accounts at Stripe, whsec_…, because PAYOUTS is stripe.',
        )
      }
      return { payouts: { method: 'stripe', webhook_secret: isReal ? webhook_secret : undefined }, problems }
    }
    default:
      problems.push(`PAYOUTS must be manual, stripe or empty; it is "${values.PAYOUTS}".`)
      return { payouts: undefined, problems }
  }
}

/** ISO 9362: bank, country, place, and perhaps a branch. */
function isBic(typed: string): boolean {
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/i.test(typed)
}
