import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { startSandbox } from '#sandbox/start-sandbox.ts'
import { readConfig } from '#server/config.ts'
import { SANDBOX_KEYS } from '#server/payments/open-provider.ts'
import { ProviderAway } from '#server/payments/provider.ts'
import { newCheckout, sdkFor } from '#tests/support/payments/checkouts.ts'
import { openPayoutProvider } from './open-payout-provider.ts'
import { PayoutRefused, type ProviderAccount } from './provider.ts'
import { stripePayouts } from './stripe.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'loge-payouts-'))
const NOON = new Date('2026-03-01T12:00:00.000Z')
const sandbox = await startSandbox({ port: 0, folder, secret: SANDBOX_KEYS.secret_key, webhooks: [], now: () => NOON })
const stripe = sdkFor(sandbox)
const provider = stripePayouts({ name: 'sandbox', url: sandbox.url, secret_key: SANDBOX_KEYS.secret_key })
afterAll(async () => {
  await sandbox.stop()
  await rm(folder, { recursive: true, force: true })
})

let count = 0
const creatorOf = (changes: { id?: string; reference?: string; email?: string } = {}) => {
  count += 1
  const { id = `creator-${count}`, email = 'amy@example.com', reference } = changes
  return { id, email, country: 'FR', reference, return_url: 'http://loge.example/balance' }
}

/** A creator whose account can be paid to. */
async function ready(iban?: string) {
  const creator = creatorOf()
  const { reference } = await provider.openAccount(creator)
  sandbox.people.finishAccount(reference, iban)
  return reference
}

/** A house with this much money at the provider, at least. */
async function earn(cents: number) {
  while (sandbox.books().net < cents) sandbox.people.pay((await newCheckout(stripe, 'payment')).id)
}

async function paid(account: string, cents = 2000) {
  await earn(cents)
  count += 1
  const payout = { id: `payout-${count}`, account, cents }
  const { reference } = await provider.pay(payout)
  return { ...payout, reference }
}

const arrives = () => sandbox.clock.advance(DAY_MS + 2 * HOUR_MS)

describe('The account of a creator', () => {
  it('Without payments, or if the operator pays, there is no provider', async () => {
    expect(await openPayoutProvider(readConfig({}))).toBeUndefined()
    expect(await openPayoutProvider(readConfig({ PAYMENTS: 'sandbox' }))).toBeUndefined()
    const through = await openPayoutProvider(readConfig({ PAYMENTS: 'sandbox', PAYOUTS: 'stripe' }))
    expect(through?.name).toBe('sandbox')
  })

  it('An account that nobody has opened is unknown, and a provider that cannot be reached is away', async () => {
    expect(await provider.findAccount('acct_none')).toBeUndefined()
    const away = stripePayouts({ name: 'stripe', url: 'http://127.0.0.1:1', secret_key: 'sk_test_x' })
    await expect(away.findAccount('acct_none')).rejects.toBeInstanceOf(ProviderAway)
  })

  it('The same creator again has the same account, which is not ready before its page is finished', async () => {
    const creator = creatorOf()
    const { reference, url } = await provider.openAccount(creator)
    expect((await provider.openAccount(creator)).reference).toBe(reference)
    expect((await provider.openAccount({ ...creator, reference })).reference).toBe(reference)
    const found = { reference, creator_id: creator.id, is_ready: false, last4: undefined }
    expect(await provider.findAccount(reference)).toEqual(found)
    await fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'finish' }), redirect: 'manual' })
    expect(await provider.findAccount(reference)).toEqual({ ...found, is_ready: true, last4: '2606' })
    // A finished account has another page, where the bank is changed.
    const { url: page } = await provider.openAccount({ ...creator, reference })
    expect(await (await fetch(page)).text()).toContain('ending in 2606')
    const all: ProviderAccount[] = []
    for await (const account of provider.accounts()) all.push(account)
    expect(all).toContainEqual({ ...found, is_ready: true, last4: '2606' })
  })

  it('An account that is gone at the provider becomes a new one', async () => {
    const creator = creatorOf()
    const { reference } = await provider.openAccount(creator)
    await stripe.accounts.del(reference)
    expect(await provider.findAccount(reference)).toBeUndefined()
    expect((await provider.openAccount({ ...creator, reference })).reference).not.toBe(reference)
  })
})

describe('A payout through the provider', () => {
  it('More than the house has there is not sent, and is sent when the money has come', async () => {
    const account = await ready()
    const payout = { id: 'payout-too-much', account, cents: sandbox.books().net + 1 }
    await expect(provider.pay(payout)).rejects.toBeInstanceOf(ProviderAway)
    await earn(payout.cents)
    expect((await provider.pay(payout)).reference).toMatch(/^tr_/)
  })

  it('A payout to an account that is gone is refused for good', async () => {
    const account = await ready()
    await stripe.accounts.del(account)
    await earn(2000)
    const refusal = await provider.pay({ id: 'payout-gone', account, cents: 2000 }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(PayoutRefused)
    expect(refusal).toMatchObject({ failure: 'account_unknown' })
  })

  it('The same payout again is the same transfer: at once, with a lost answer, and weeks later', async () => {
    const account = await ready()
    await earn(6000)
    const payout = { id: 'payout-once', account, cents: 3000 }
    const before = sandbox.books().transferred
    sandbox.faults.loseAnswers(1)
    const { reference } = await provider.pay(payout)
    expect(await provider.pay(payout)).toEqual({ reference })
    sandbox.clock.advance(20 * DAY_MS)
    expect(await Promise.all([provider.pay(payout), provider.pay(payout)])).toEqual([{ reference }, { reference }])
    expect(sandbox.books().transferred - before).toBe(3000)
  })

  it('It is sent, and paid when the bank has the money', async () => {
    const { reference, id } = await paid(await ready())
    const sent = { reference, payout_id: id, state: 'sent', ended_at: undefined, failure: undefined }
    expect(await provider.findPayout(reference)).toEqual(sent)
    sandbox.clock.advance(2 * HOUR_MS)
    expect(await provider.findPayout(reference)).toEqual(sent)
    const earliest = sandbox.clock.now()
    arrives()
    expect(await provider.findPayout(reference)).toMatchObject({ state: 'paid', ended_at: expect.any(Date) })
    expect((await provider.findPayout(reference))?.ended_at?.getTime()).toBeGreaterThan(earliest.getTime())
    expect(await provider.findPayout('tr_none')).toBeUndefined()
  })

  it('Two payouts in one transfer to the bank are each paid', async () => {
    const account = await ready()
    const [one, two] = [await paid(account), await paid(account, 2500)]
    arrives()
    for (const { reference } of [one, two]) expect((await provider.findPayout(reference))?.state).toBe('paid')
  })

  it.each([
    ['account_closed', 'account_closed'],
    ['no_account', 'account_unknown'],
    ['incorrect_account_holder_name', 'name_differs'],
    ['declined', 'refused'],
    ['could_not_process', 'other'],
  ] as const)('What a bank calls %s is %s here', async (code, failure) => {
    const account = await ready()
    sandbox.people.setBank(account, code)
    const { reference } = await paid(account)
    arrives()
    expect(await provider.findPayout(reference)).toMatchObject({ state: 'failed', failure })
  })

  it('Money that came back is taken back once, and the payout has failed for good', async () => {
    const account = await ready()
    const { reference } = await paid(account)
    arrives()
    sandbox.people.returnPayout(account, 'account_closed')
    const failed = { state: 'failed', failure: 'account_closed', ended_at: sandbox.clock.now() }
    expect(await provider.findPayout(reference)).toMatchObject(failed)
    const { net } = sandbox.books()
    await provider.takeBack(reference)
    sandbox.clock.advance(3 * DAY_MS)
    await provider.takeBack(reference)
    expect(sandbox.books().net).toBe(net + 2000)
    // Another bank does not bring it to life again.
    sandbox.people.finishAccount(account)
    arrives()
    expect(await provider.findPayout(reference)).toMatchObject(failed)
  })

  it('Money that went to another bank before it was taken back is paid, and cannot be taken back', async () => {
    const account = await ready()
    sandbox.people.setBank(account, 'no_account')
    const { reference } = await paid(account)
    arrives()
    expect((await provider.findPayout(reference))?.state).toBe('failed')
    sandbox.people.finishAccount(account, 'DE89370400440532013000')
    sandbox.clock.advance(2 * HOUR_MS)
    expect((await provider.findPayout(reference))?.state).toBe('sent')
    await expect(provider.takeBack(reference)).rejects.toThrow('insufficient funds')
    arrives()
    expect(await provider.findPayout(reference)).toMatchObject({ state: 'paid', failure: undefined })
  })
})
