import { randomUUID } from 'node:crypto'
import type { Payout, PayoutBatch } from '#contract/payouts.ts'
import type { Db } from '#server/db/connect.ts'
import { openSeal } from '#server/open-seal.ts'
import { setRole } from '#server/store/accounts/users.ts'
import { insertProfile } from '#server/store/profiles.ts'
import { readPain001 } from '#tests/support/payouts/pain-001.ts'
import { makePayable } from '#tests/support/payouts/payees.ts'
import { attempt, call, callUntilServed, signUp, type Writer } from './writers.ts'

/** Every so often another payment comes free, so that there is always something to ask for soon. */
const FREE_EVERY_MS = 50
const PAYMENTS = 20_000
const PAYMENT_CENTS = 2000

/** Where the keys of the product are. */
interface House {
  url: string
  db: Db
  dataDir: string
}

/** A creator who asks for one payout after the other. One whose answer was lost is asked for again with the same id. */
export class PayoutWriter implements Writer {
  /** Every payout that the product acknowledged. */
  readonly kept: Payout[] = []
  readonly #name: string
  #token = ''
  #client_id: string = randomUUID()

  constructor(name: string) {
    this.#name = name
  }

  async join({ url, db, dataDir }: House): Promise<void> {
    const email = `${this.#name}@example.com`
    this.#token = await signUp(url, email)
    const [user] = await db<{ id: string }[]>`
      update users set email_confirmed_at = now() where email_key = ${email} returning id`
    if (!user) throw new Error(`${email} has no row`)
    const now = new Date()
    const payments = { provider: 'sandbox', host: '127.0.0.1', port: 0 } as const
    const seal = openSeal({
      ...{ secret_key: undefined, secret_key_before: undefined, data_dir: dataDir, payments },
      creator_enrollment: 'open',
    })
    await insertProfile(db, { id: user.id, bio: '', created_at: now })
    await makePayable({ db, seal, now: () => now }, user.id, { holder: this.#name })
    await db`
      insert into movements (id, provider, kind, reference, subscription_id, creator_id, period, price, vat_country,
        vat_percent, vat, charged, platform_fee, banking_fee, net, occurred_at, booked_at)
      select gen_random_uuid(), 'none', 'payment', gen_random_uuid(), gen_random_uuid(), ${user.id}, 'day', ${PAYMENT_CENTS},
        'FR', 0, 0, ${PAYMENT_CENTS}, 0, 0, ${PAYMENT_CENTS},
        ${now}::timestamptz - interval '7 days' + n * ${FREE_EVERY_MS}::integer * interval '1 millisecond', ${now}
      from generate_series(1, ${PAYMENTS}::integer) n`
  }

  async write(url: string, acknowledged: () => boolean): Promise<void> {
    for (;;) {
      const body = { client_id: this.#client_id }
      const answer = await attempt(() => call(url, 'POST', '/payouts', body, this.#token))
      if (answer === undefined) return
      // Nothing is free yet.
      if (answer.status === 409) continue
      if (answer.status !== 201) throw new Error(`a payout was refused with ${answer.status}`)
      this.#client_id = randomUUID()
      this.kept.push((await answer.json()) as Payout)
      if (!acknowledged()) return
    }
  }

  async missing(url: string): Promise<string[]> {
    const latest = this.kept.at(-1)
    const answer = await callUntilServed(url, 'GET', '/payouts', undefined, this.#token)
    if (answer.status !== 200)
      return [`${this.#name} cannot read their payouts: ${answer.status} ${await answer.text()}`]
    const listed = (await answer.json()) as Payout[]
    const isThere = !latest || listed.some(({ id, amount }) => id === latest.id && amount === latest.amount)
    return isThere ? [] : [`${this.#name} had asked for ${latest.id}, which is gone`]
  }
}

/** An admin who makes one batch after the other, downloads its file, sends it, and says that one line failed. */
export class BatchWriter implements Writer {
  /** In which batch each payout was, as the files say. */
  readonly #batch_of = new Map<string, number>()
  readonly #twice: string[] = []
  #token = ''

  async join({ url, db }: House): Promise<void> {
    this.#token = await signUp(url, 'operator@example.com')
    await setRole(db, 'operator@example.com', 'admin')
  }

  async write(url: string, acknowledged: () => boolean): Promise<void> {
    const ask = (method: string, path: string, body?: object) =>
      attempt(() => call(url, method, `/admin/${path}`, body, this.#token))
    for (;;) {
      const made = await ask('POST', 'payout_batches')
      if (made === undefined) return
      if (made.status === 409) continue
      if (made.status !== 201) throw new Error(`a batch was refused with ${made.status}`)
      const batch = (await made.json()) as PayoutBatch
      const file = await ask('GET', `payout_batches/${batch.id}/file`)
      if (file === undefined) return
      this.#look(batch, await file.text())
      for (const state of ['sent', 'paid'])
        if (!(await ask('POST', `payout_batches/${batch.id}/outcome`, { state }))) return
      const lines = await ask('GET', `payouts?batch=${batch.id}`)
      if (lines === undefined) return
      const [line] = (await lines.json()) as Payout[]
      if (line && !(await ask('POST', `payouts/${line.id}/outcome`, { state: 'failed' }))) return
      if (!acknowledged()) return
    }
  }

  #look({ number }: PayoutBatch, xml: string): void {
    for (const { reference } of readPain001(xml).transfers) {
      const other = this.#batch_of.get(reference)
      if (other !== undefined && other !== number)
        this.#twice.push(`${reference} is in the batches ${other} and ${number}`)
      this.#batch_of.set(reference, number)
    }
  }

  async missing(): Promise<string[]> {
    return this.#twice.splice(0)
  }
}

/** What is wrong in the books of the payouts, as sentences. */
export async function findWrongPayouts(db: Db, kept: readonly Payout[]): Promise<string[]> {
  const stored = new Set((await db<{ id: string }[]>`select id from payouts`).map(({ id }) => id))
  const lost = kept.filter(({ id }) => !stored.has(id)).map(({ id }) => `${id} is not in payouts`)
  const unbooked = await db<{ id: string }[]>`
    select p.id from payouts p
    where (select sum(-net) from movements where reference = p.id::text) is distinct from p.cents
      or (select count(*) from movements where reference = p.id || ' returned' and net = p.cents) <> (p.state = 'failed')::integer`
  const orphans = await db<{ reference: string }[]>`
    select reference from movements m
    where kind = 'payout' and not exists (select from payouts p where p.id::text = split_part(m.reference, ' ', 1))`
  const beyond = await db<{ id: string }[]>`
    select p.id from payouts p
    where (
      select sum(m.net) from movements m
      where m.creator_id = p.creator_id and case when m.kind = 'payment'
        then m.occurred_at <= p.asked_at - interval '7 days' else m.occurred_at <= p.asked_at end
    ) < 0`
  return [
    ...lost,
    ...unbooked.map(({ id }) => `the books do not agree with the payout ${id}`),
    ...orphans.map(({ reference }) => `${reference} was booked without a payout`),
    ...beyond.map(({ id }) => `${id} took more than was available`),
  ]
}
