import { PERIODS } from '#contract/money.ts'
import { DAY_MS } from '#contract/time.ts'
import { sdkFor } from '#tests/support/payments/checkouts.ts'
import type { Sandbox } from '../../sandbox/start-sandbox.ts'
import { withDatabase } from './payment-books.ts'
import { attempt, call, signUp } from './writers.ts'

const FANS = 4
const CREATORS = 2
/** How much is bought before each kill, so that the events of it are handled in bounded time. */
const TICKETS_PER_KILL = 4
const MEDDLINGS_PER_KILL = 2
/** How far the clock of the provider goes forward, about once in three kills: a membership renews once in nine. */
const LEAP_MS = 10 * DAY_MS

export interface Shop {
  sandbox: Sandbox
  creators: string[]
  /** The tokens of those who buy. */
  fans: string[]
  /** Orders that the product has acknowledged. */
  ordered: Set<string>
  /** Those of them that were paid for. */
  paid: Set<string>
}

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T
const chance = (of: number) => Math.random() < of

/** Fans with a confirmed address, and creators with a profile. */
export async function openHouse(url: string, data_dir: string, sandbox: Sandbox): Promise<Shop> {
  const fans: string[] = []
  for (let number = 0; number < FANS; number += 1) fans.push(await signUp(url, `fan-${number}@example.com`))
  for (let number = 0; number < CREATORS; number += 1) await signUp(url, `creator-${number}@example.com`)
  return await withDatabase(data_dir, async (db) => {
    await db`update users set email_confirmed_at = now()`
    const rows = await db<{ id: string }[]>`
      insert into profiles (id, created_at) select id, now() from users where email like 'creator-%' returning id`
    return { sandbox, fans, creators: rows.map(({ id }) => id), ordered: new Set(), paid: new Set() }
  })
}

/** A fan at one process of the product. What is not answered is given up, as if the tab was closed. */
export class Buyer {
  readonly #shop: Shop
  readonly #url: string
  readonly #token: string

  constructor(shop: Shop, url: string, number: number) {
    this.#shop = shop
    this.#url = url
    this.#token = shop.fans[number] ?? ''
  }

  /** Orders tickets, pays for most of them, stops what renews now and then, and withdraws. */
  async buyAgainAndAgain(isNotOver: () => boolean, answered: () => void): Promise<void> {
    for (let tickets = 0; tickets < TICKETS_PER_KILL && isNotOver(); tickets += 1) {
      await this.buy()
      answered()
      if (isNotOver() && chance(0.3)) await this.#stopOrResume()
      if (isNotOver() && chance(0.2)) await this.#withdraw()
    }
  }

  async buy(): Promise<void> {
    const { creators, sandbox, ordered, paid } = this.#shop
    const wanted = { creator_id: pick(creators), period: pick(PERIODS), country: 'FR', consent: true }
    const order = await this.#ask<{ order_id: string; url: string }>('POST', '/checkouts', wanted)
    if (!order?.order_id) return
    ordered.add(order.order_id)
    if (chance(0.15)) return
    const session = new URL(order.url).pathname.split('/').at(-1) ?? ''
    await unlessRefused(() => {
      // One in five cards pays once and refuses to renew; one in ten refuses at once.
      if (
        sandbox.people.pay(session, chance(0.2) ? { outcome: 'pays_once' } : chance(0.1) ? { outcome: 'declines' } : {})
      )
        paid.add(order.order_id)
    })
  }

  async #stopOrResume(): Promise<void> {
    const all = (await this.#ask<{ id: string }[]>('GET', '/subscriptions')) ?? []
    if (all.length > 0) await this.#ask('POST', `/subscriptions/${pick(all).id}/${pick(['cancel', 'resume'])}`, {})
  }

  /** What waits in the queue is given back at once. Orders of others are refused. */
  async #withdraw(): Promise<void> {
    const orders = [...this.#shop.paid].slice(-20)
    if (orders.length > 0) await this.#ask('POST', `/orders/${pick(orders)}/withdraw`, {})
  }

  async #ask<T>(method: string, path: string, body?: unknown): Promise<T | undefined> {
    let found: T | undefined
    await attempt(async () => {
      const answer = await call(this.#url, method, path, body, this.#token)
      if (answer.ok) found = (await answer.clone().json()) as T
      return answer
    })
    return found
  }
}

/**
 * What happens at the provider meanwhile: time passes, somebody gives money back, banks dispute, answers are lost on their
 * way, and events come late, twice and in another order.
 */
export async function meddle({ sandbox }: Shop, isNotOver: () => boolean): Promise<void> {
  const stripe = sdkFor(sandbox, { maxNetworkRetries: 2 })
  sandbox.faults.double(chance(0.3))
  sandbox.faults.reorder(chance(0.3))
  sandbox.faults.delay(chance(0.2) ? 500 : 0)
  if (chance(0.3)) sandbox.faults.loseAnswers(2)
  if (chance(0.33)) sandbox.clock.advance(LEAP_MS)
  for (let meddlings = 0; meddlings < MEDDLINGS_PER_KILL && isNotOver(); meddlings += 1) {
    const { data: charges } = await stripe.charges.list({ limit: 20 })
    const { data: disputes } = await stripe.disputes.list({ limit: 5 })
    const charge = charges.length > 0 ? pick(charges) : undefined
    const act = pick(['refund', 'part', 'dispute', 'close', 'nothing'])
    if (charge && act === 'refund') await unlessRefused(() => stripe.refunds.create({ charge: charge.id }))
    if (charge && act === 'part')
      await unlessRefused(() => stripe.refunds.create({ charge: charge.id, amount: Math.ceil(charge.amount / 3) }))
    if (charge && act === 'dispute') await unlessRefused(() => sandbox.people.openDispute(charge.id))
    if (act === 'close')
      for (const { id } of disputes)
        await unlessRefused(() => sandbox.people.closeDispute(id, pick(['won', 'lost'] as const)))
  }
}

/** The provider refuses what makes no sense, such as a page that has expired or money that is gone. */
async function unlessRefused(act: () => unknown): Promise<void> {
  try {
    await act()
  } catch (error) {
    const { status, statusCode } = error as { status?: number; statusCode?: number }
    if ((status ?? statusCode) !== 400) throw error
  }
}
