import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { newAccount, readyAccount } from '#tests/support/payments/accounts.ts'
import { openSandbox, sandboxFolder } from '#tests/support/payments/sandbox.ts'

const HOUR = 60 * 60 * 1000
const RETURN = { refresh_url: 'http://shop.example/balance', return_url: 'http://shop.example/balance?done' }

async function press(url: string, fields: Record<string, string>) {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return { status: answer.status, to: answer.headers.get('location') }
}

async function words(url: string, language = 'en') {
  const html = await (await fetch(url, { headers: { 'accept-language': language } })).text()
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\s\u00a0\u202f]+/g, ' ')
}

const onboarding = async (stripe: Stripe, account: string) =>
  (await stripe.accountLinks.create({ account, type: 'account_onboarding', ...RETURN })).url

async function bankPayouts(stripe: Stripe, stripeAccount: string) {
  return (await stripe.payouts.list({}, { stripeAccount })).data
}

describe('The account of somebody who is paid', () => {
  it('Other kinds of accounts, unknown ones and calls that are not for them are refused', async () => {
    const { stripe } = await openSandbox({ webhooks: [] })
    await expect(stripe.accounts.create({ type: 'custom' })).rejects.toThrow('express')
    await expect(stripe.accounts.retrieve('acct_none')).rejects.toMatchObject({ code: 'resource_missing' })
    const { id } = await newAccount(stripe)
    await expect(stripe.charges.list({}, { stripeAccount: id })).rejects.toMatchObject({ statusCode: 404 })
    await expect(stripe.payouts.list({}, { stripeAccount: 'acct_none' })).rejects.toMatchObject({ statusCode: 404 })
    await expect(stripe.accounts.createLoginLink(id)).rejects.toThrow('not completed onboarding')
  })

  it('Nothing can be sent to a new account. Leaving its page changes nothing, and finishing it makes it ready', async () => {
    const { stripe, received, sandbox } = await openSandbox()
    const account = await newAccount(stripe, 'creator-7')
    expect(account).toMatchObject({ payouts_enabled: false, details_submitted: false })
    expect(account.metadata).toEqual({ creator_id: 'creator-7' })
    const transfer = { amount: 100, currency: 'eur', destination: account.id }
    await expect(stripe.transfers.create(transfer)).rejects.toMatchObject({
      code: 'insufficient_capabilities_for_transfer',
    })
    const url = await onboarding(stripe, account.id)
    expect(await press(url, { action: 'nonsense' })).toMatchObject({ status: 400 })
    expect(await press(url, { action: 'leave' })).toEqual({ status: 303, to: RETURN.return_url })
    expect((await stripe.accounts.retrieve(account.id)).payouts_enabled).toBe(false)
    expect(await press(url, { action: 'finish', iban: 'DE89 3704 0044 0532 0130 00' })).toMatchObject({ status: 303 })
    const ready = await stripe.accounts.retrieve(account.id)
    expect(ready).toMatchObject({
      payouts_enabled: true,
      details_submitted: true,
      capabilities: { transfers: 'active' },
    })
    expect(ready.external_accounts?.data[0]).toMatchObject({ last4: '3000', country: 'DE', object: 'bank_account' })
    await sandbox.idle()
    expect(received.at(-1)).toMatchObject({ type: 'account.updated', account: account.id })
    expect((await stripe.accounts.list()).data.map(({ id }) => id)).toEqual([account.id])
  })

  it('The page speaks English and French, expires after five minutes, and changes the bank of a finished account', async () => {
    const { stripe, sandbox } = await openSandbox({ webhooks: [] })
    const { id } = await newAccount(stripe)
    const url = await onboarding(stripe, id)
    expect(await words(url)).toContain('You are paid by Loge Where your money goes')
    expect(await words(url, 'fr')).toContain('Vous êtes payé par Loge Où va votre argent')
    sandbox.clock.advance(6 * 60 * 1000)
    expect(await words(url)).toContain('This page has expired')
    await press(url, { action: 'finish' })
    expect((await stripe.accounts.retrieve(id)).payouts_enabled).toBe(false)
    await press(await onboarding(stripe, id), { action: 'finish' })
    const { url: page } = await stripe.accounts.createLoginLink(id)
    expect(await words(page)).toContain('Present account: ending in 2606')
    const { to } = await press(page, { action: 'finish', iban: 'NL91ABNA0417164300' })
    expect(await words(`${sandbox.url}${to}`)).toContain('The new bank account is in use.')
    expect((await stripe.accounts.retrieve(id)).external_accounts?.data).toMatchObject([{ last4: '4300' }])
  })

  it('What happens on accounts is told to the webhook for accounts only, and is in no list of the house', async () => {
    const { stripe, sandbox, received } = await openSandbox()
    await readyAccount({ stripe, sandbox })
    await sandbox.idle()
    expect(received.filter(({ account }) => account !== undefined).map(({ type }) => type)).toEqual(['account.updated'])
    expect((await stripe.events.list({ types: ['account.updated'] })).data).toEqual([])
  })
})

describe('Money that is transferred', () => {
  it('More than the house has cannot be transferred, and more than was sent cannot be taken back', async () => {
    const opened = await openSandbox({ webhooks: [] })
    const { stripe, sandbox } = opened
    const destination = await readyAccount(opened)
    const { net } = sandbox.books()
    const transfer = { destination, currency: 'eur' }
    await expect(stripe.transfers.create({ ...transfer, amount: net + 1 })).rejects.toMatchObject({
      code: 'balance_insufficient',
    })
    const { id } = await stripe.transfers.create({ ...transfer, amount: net })
    await expect(stripe.transfers.createReversal(id, { amount: net + 1 })).rejects.toThrow('greater')
    await stripe.transfers.createReversal(id)
    await expect(stripe.transfers.createReversal(id)).rejects.toThrow('already fully reversed')
    expect(sandbox.books()).toMatchObject({ net, transferred: 0 })
  })

  it('The same key is the same transfer, which is found by its group', async () => {
    const opened = await openSandbox({ webhooks: [] })
    const { stripe, sandbox } = opened
    const destination = await readyAccount(opened)
    const transfer = { destination, currency: 'eur', amount: 2000, transfer_group: 'payout-1' }
    const first = await stripe.transfers.create(transfer, { idempotencyKey: 'payout-1' })
    expect(await stripe.transfers.create(transfer, { idempotencyKey: 'payout-1' })).toMatchObject({ id: first.id })
    expect((await stripe.transfers.list({ transfer_group: 'payout-1' })).data).toMatchObject([{ id: first.id }])
    expect((await stripe.transfers.list({ transfer_group: 'payout-2' })).data).toEqual([])
    expect(sandbox.books().transferred).toBe(2000)
  })

  it('An hour later everything goes to the bank, which has it a day later', async () => {
    const opened = await openSandbox()
    const { stripe, sandbox, received } = opened
    const account = await readyAccount(opened)
    const [one, two] = [2000, 1500]
    const transfers = [one, two].map((amount) =>
      stripe.transfers.create({ destination: account, currency: 'eur', amount }),
    )
    const payments = (await Promise.all(transfers)).map(({ destination_payment }) => destination_payment)
    sandbox.clock.advance(0.9 * HOUR)
    expect(await bankPayouts(stripe, account)).toEqual([])
    sandbox.clock.advance(0.2 * HOUR)
    const [payout] = await bankPayouts(stripe, account)
    expect(payout).toMatchObject({ amount: one + two, status: 'in_transit', automatic: true })
    const stripeAccount = account
    const within = await stripe.balanceTransactions.list({ payout: payout?.id ?? '' }, { stripeAccount })
    expect(within.data.filter(({ type }) => type === 'payment').map(({ source }) => source)).toEqual(
      expect.arrayContaining(payments),
    )
    sandbox.clock.advance(24 * HOUR)
    expect(await bankPayouts(stripe, account)).toMatchObject([{ status: 'paid' }])
    expect(sandbox.books()).toMatchObject({ transferred: 3500, at_banks: 3500 })
    await sandbox.idle()
    expect(received.filter(({ type }) => type.startsWith('payout.'))).toMatchObject([
      { type: 'payout.created', account },
      { type: 'payout.paid', account },
    ])
  })

  it('A bank that refuses sends the money back to the account, which waits for another bank', async () => {
    const opened = await openSandbox()
    const { stripe, sandbox, types } = opened
    const account = await readyAccount(opened)
    sandbox.people.setBank(account, 'account_closed')
    const { id } = await stripe.transfers.create({ destination: account, currency: 'eur', amount: 2000 })
    sandbox.clock.advance(2 * HOUR)
    await expect(stripe.transfers.createReversal(id)).rejects.toMatchObject({ code: 'balance_insufficient' })
    sandbox.clock.advance(24 * HOUR)
    expect(await bankPayouts(stripe, account)).toMatchObject([{ status: 'failed', failure_code: 'account_closed' }])
    expect((await stripe.accounts.retrieve(account)).payouts_enabled).toBe(false)
    await sandbox.idle()
    expect(types()).toEqual(expect.arrayContaining(['payout.failed', 'account.updated']))
    sandbox.clock.advance(48 * HOUR)
    expect(await bankPayouts(stripe, account)).toHaveLength(1)
    // Another bank: the money goes out once more, and may come back days later.
    sandbox.people.finishAccount(account)
    sandbox.clock.advance(26 * HOUR)
    expect(await bankPayouts(stripe, account)).toMatchObject([{ status: 'paid', amount: 2000 }, { status: 'failed' }])
    sandbox.people.returnPayout(account, 'no_account')
    expect(await bankPayouts(stripe, account)).toMatchObject([{ failure_code: 'no_account' }, { status: 'failed' }])
    await stripe.transfers.createReversal(id)
    expect(sandbox.books()).toMatchObject({ transferred: 0, at_banks: 0 })
  })

  it('Banks are told what to do through the control API, and accounts survive a restart', async () => {
    const folder = sandboxFolder()
    const opened = await openSandbox({ folder, webhooks: [] })
    const control = async (path: string, body: object = {}) => {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await fetch(`${opened.sandbox.url}/sandbox/accounts/${path}`, init)).status
    }
    const { id } = await newAccount(opened.stripe)
    expect(await control(`${id}/bank`, { failure_code: 'nonsense' })).toBe(400)
    expect(await control(`${id}/returns`)).toBe(400)
    expect(await control(`${id}/finish`, { iban: 'FR00 1234' })).toBe(200)
    expect(await control(`${id}/bank`, { failure_code: 'no_account' })).toBe(200)
    const before = await opened.stripe.accounts.retrieve(id)
    await opened.sandbox.stop()
    const { stripe } = await openSandbox({ folder, webhooks: [] })
    expect(await stripe.accounts.retrieve(id)).toMatchObject({ payouts_enabled: true, created: before.created ?? 0 })
  })
})
