import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import type { Browser } from '#tests/support/push/browser.ts'
import { answers, startPushService } from '#tests/support/push/push-service.ts'
import { pushSteps } from '#tests/support/scenarios/pushes.ts'
import { type Person, world } from '#tests/support/world.ts'

const service = await startPushService()
const product = await world({}, { push: service.sender })
const { ctx, member, staff, visitor, beat } = product
const { notify, heard } = pushSteps(product, service)
const { db } = ctx

async function register(person: Person, browser: Browser, replaces?: string) {
  return (await person.ask('POST', '/push_subscriptions', { ...browser.subscription, ...(replaces && { replaces }) }))
    .body
}

/** As the service worker does it: without a session. */
async function renew(renewal: string, browser: Browser, own = {}) {
  return await visitor.ask('POST', '/push_subscriptions/renew', { ...browser.subscription, renewal, ...own })
}

async function devicesOf({ id }: Person): Promise<string[]> {
  const rows = await db<{ endpoint: string }[]>`
    select endpoint from push_devices where user_id = ${id} order by created_at, id`
  return rows.map(({ endpoint }) => endpoint)
}

async function deviceOf(name: string) {
  const [person, browser] = [await member(name), service.browser()]
  return { person, browser, ...(await register(person, browser)) }
}

describe('A subscription is not renewed', () => {
  it('with a token that was made up, cut or changed, or that belongs to another device: 404', async () => {
    const [{ person, browser, renewal }, other] = [await deviceOf('forged'), await deviceOf('forges')]
    const [id, session, mac] = renewal.split('.')
    const [other_id, other_session, other_mac] = other.renewal.split('.')
    for (const token of [
      'x',
      `${id}.${session}`,
      `${id}.${session}.${'A'.repeat(32)}`,
      `${id}.${session}.${other_mac}`,
      `${id}.${other_session}.${other_mac}`,
      `${other_id}.${session}.${mac}`,
      `${renewal}A`,
    ]) {
      const { status, body } = await renew(token, service.browser())
      expect([status, body.code], token).toEqual([404, 'not_found'])
    }
    expect(await devicesOf(person)).toEqual([browser.endpoint])
  })

  it('with the session token of anybody in its place, or at a private address', async () => {
    const { person, browser, renewal } = await deviceOf('private')
    expect((await renew(person.token, service.browser())).status).toBe(404)
    for (const endpoint of ['http://push.example.com/x', 'https://10.0.0.1/x', 'https://localhost/x']) {
      const { status, body } = await renew(renewal, service.browser(), { endpoint })
      expect([status, Object.keys(body.fields)]).toEqual([422, ['endpoint']])
    }
    expect(await devicesOf(person)).toEqual([browser.endpoint])
  })

  it('after its session has ended, or while its owner is frozen', async () => {
    const [out, frozen] = [await deviceOf('signs-out'), await deviceOf('frozen')]
    await out.person.ask('DELETE', '/users/sign_out')
    const freeze = { until: null, ground: 'terms_threat', facts: 'Threats against a member.' }
    await (await staff('freezes', 'admin')).ask('POST', `/admin/users/${frozen.person.id}/freeze`, freeze)
    for (const { person, renewal } of [out, frozen]) {
      expect((await renew(renewal, service.browser())).status).toBe(404)
      expect(await devicesOf(person)).toEqual([])
    }
  })
})

describe('A browser that renews its subscription', () => {
  it('stays the same device at the new address, and the old address is dropped', async () => {
    const [{ person, browser, id, renewal }, next] = [await deviceOf('renews'), service.browser()]
    const reply = await renew(renewal, next)
    expect([reply.status, reply.body]).toEqual([200, { id, renewal }])
    expect(await devicesOf(person)).toEqual([next.endpoint])
    await notify(person)
    await beat()
    expect([heard(browser), heard(next)]).toEqual([0, 1])
  })

  it('gets what waited for the old address, at once', async () => {
    const [{ person, browser, renewal }, next] = [await deviceOf('waits'), service.browser()]
    service.answer(answers(503, { 'retry-after': '3600' }), browser)
    await notify(person)
    await beat()
    expect(heard(browser)).toBe(1)
    await renew(renewal, next)
    await beat()
    expect([heard(browser), heard(next)]).toEqual([1, 1])
  })

  it('is registered again if its push service has ended the old address before', async () => {
    const [{ person, browser, renewal }, next] = [await deviceOf('ended'), service.browser()]
    service.answer(answers(410), browser)
    await notify(person)
    await beat()
    expect(await devicesOf(person)).toEqual([])
    const { status, body } = await renew(renewal, next)
    expect([status, await devicesOf(person)]).toEqual([200, [next.endpoint]])
    expect((await renew(body.renewal, service.browser())).status).toBe(200)
    expect(await devicesOf(person)).toHaveLength(1)
  })

  it('is one device if its worker and its page say so at the same moment', async () => {
    const [{ person, id, renewal }, next] = [await deviceOf('both'), service.browser()]
    const ids = await Promise.all([
      ...Array.from({ length: 4 }, async () => (await renew(renewal, next)).body.id),
      ...Array.from({ length: 4 }, async () => (await register(person, next, id)).id),
    ])
    expect(new Set(ids)).toEqual(new Set([id]))
    expect(await devicesOf(person)).toEqual([next.endpoint])
  })

  it('and says so only when a page is open replaces the old address too, and nobody else’s', async () => {
    const [{ person, id }, other, next] = [await deviceOf('page'), await deviceOf('stranger'), service.browser()]
    expect((await register(person, next, id)).id).toBe(id)
    expect(await devicesOf(person)).toEqual([next.endpoint])
    await register(person, service.browser(), other.id)
    expect(await devicesOf(other.person)).toEqual([other.browser.endpoint])
    expect(await devicesOf(person)).toHaveLength(2)
  })

  it('takes a device over that is registered at the new address already, and stays one', async () => {
    const { person, id } = await deviceOf('twice')
    const next = service.browser()
    const second = await register(person, next)
    expect((await register(person, next, id)).id).toBe(second.id)
    expect(await devicesOf(person)).toEqual([next.endpoint])
  })
})

it('A hundred and twenty renewals an hour from one address are enough', async () => {
  const limited = await world({ RATE_LIMITS: 'on' }, { push: service.sender })
  const body = { ...service.browser().subscription, renewal: 'x' }
  const ask = async () => (await limited.visitor.ask('POST', '/push_subscriptions/renew', body)).status
  const statuses: number[] = []
  for (let turn = 0; turn <= 120; turn += 1) statuses.push(await ask())
  expect(statuses).toEqual([...Array(120).fill(404), 429])
  limited.passes(HOUR_MS)
  expect(await ask()).toBe(404)
})
