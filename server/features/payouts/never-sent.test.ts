import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { openSession } from '#tests/support/database/account-rows.ts'
import { shopWorld } from '#tests/support/payments/shop-world.ts'
import { verify } from '#tests/support/payouts/provider-payees.ts'
import { PASSWORD, type Person } from '#tests/support/world.ts'

const shop = await shopWorld({ PAYOUTS: 'stripe' })
const { ctx, creatorNamed, member, staff, sandbox, order, settle, waits, runJob } = shop
const { db, payouts } = ctx
if (!payouts) throw new Error('there is no payout provider')
const fan = await member('fan')
const admin = await staff('admin', 'admin')
const creators = [await creatorNamed('Eve'), await creatorNamed('Liv')] as const
for (const creator of creators) {
  await verify(ctx, creator.id)
  for (let week = 0; week < 3; week += 1) sandbox.people.pay((await order(fan, creator, 'week')).session)
}
await waits(8 * DAY_MS)

/** A creator with an account at the provider, who asks for everything. */
async function asks(creator: Person) {
  await creator.ask('POST', '/payouts/account', { current_password: PASSWORD })
  sandbox.people.finishAccount(await accountOf(creator))
  await settle()
  const { status, body } = await creator.ask('POST', '/payouts')
  expect(status).toBe(201)
  return body
}

async function accountOf({ id }: Person): Promise<string> {
  const [row] = await db`select reference from payees where creator_id = ${id}`
  return row?.reference
}

/** Days have passed since the admin signed in. */
async function givesUp(id: string) {
  admin.token = await openSession(db, { user_id: admin.id, user_agent: 'lightMyRequest', now: ctx.now() })
  return await admin.ask('POST', `/admin/payouts/${id}/outcome`, { state: 'failed' })
}

const balanceOf = async (creator: Person) => (await creator.ask('GET', '/balance')).body

async function expectEqualBooks() {
  const [books] = await db`select sum(charged - banking_fee) as balance from movements where provider = 'sandbox'`
  expect(books?.balance).toBe(sandbox.books().net)
}

it('An admin gives up a payout that the provider never sends, and the money is in the balance again, once', async () => {
  const [eve] = creators
  const { id, amount } = await asks(eve)
  await db`update payees set is_ready = false where creator_id = ${eve.id}`
  await runJob('send_payouts')
  sandbox.faults.away()
  expect((await givesUp(id)).status).toBe(503)
  expect((await admin.ask('GET', '/admin/payouts?state=asked')).body).toMatchObject([{ id, paid_by: 'provider' }])
  sandbox.faults.away(false)
  const replies = await Promise.all([givesUp(id), givesUp(id), givesUp(id)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await balanceOf(eve)).toMatchObject({ available: amount })
  const told = await db`select 1 from member_notices where user_id = ${eve.id} and kind = 'payout_failed'`
  expect(told).toHaveLength(1)
  await expectEqualBooks()
})

it('A payout that the provider has, although a killed process did not write it down, is not given up', async () => {
  const [, liv] = creators
  const { id } = await asks(liv)
  const [row] = await db`select cents from payouts where id = ${id}`
  await payouts.pay({ id, account: await accountOf(liv), cents: row?.cents })
  expect((await givesUp(id)).body.error).toContain('has sent')
  await runJob('send_payouts')
  await waits(DAY_MS + 2 * HOUR_MS)
  expect((await liv.ask('GET', '/payouts')).body[0]).toMatchObject({ id, state: 'paid' })
  expect((await givesUp(id)).status).toBe(422)
  await expectEqualBooks()
})
