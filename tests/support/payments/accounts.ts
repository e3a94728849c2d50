import type Stripe from 'stripe'
import { newCheckout } from './checkouts.ts'
import type { OpenSandbox } from './sandbox.ts'

/** The account of somebody who is to be paid, as the product asks for it. */
export async function newAccount(stripe: Stripe, creator_id = 'creator-1'): Promise<Stripe.Account> {
  return await stripe.accounts.create({
    type: 'express',
    country: 'FR',
    email: 'margaux@example.com',
    business_type: 'individual',
    capabilities: { transfers: { requested: true } },
    metadata: { creator_id },
  })
}

/** An account whose owner has filled in the page, and a house that has money for it. */
export async function readyAccount({ stripe, sandbox }: Pick<OpenSandbox, 'stripe' | 'sandbox'>): Promise<string> {
  const { id } = await newAccount(stripe)
  sandbox.people.finishAccount(id)
  for (let tickets = 0; tickets < 3; tickets += 1) sandbox.people.pay((await newCheckout(stripe, 'payment')).id)
  return id
}
