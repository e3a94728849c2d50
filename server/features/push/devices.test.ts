import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import type { Browser } from '#tests/support/push/browser.ts'
import { answers, startPushService } from '#tests/support/push/push-service.ts'
import { NOBODY, PASSWORD, type Person, world } from '#tests/support/world.ts'

const service = await startPushService()
const { ctx, member, staff, visitor, anotherDevice, passes } = await world({}, { push: service.sender })
const { db } = ctx

async function register(person: Person, browser: Browser) {
  return await person.ask('POST', '/push_subscriptions', browser.subscription)
}

async function devicesOf({ id }: Person): Promise<string[]> {
  const rows = await db<{ endpoint: string }[]>`
    select endpoint from push_devices where user_id = ${id} order by created_at, id`
  return rows.map(({ endpoint }) => endpoint)
}

describe('A device is not registered', () => {
  it.each([
    'http://push.example.com/x',
    'https://user:password@push.example.com/x',
    'https://push.example.com:8443/x',
    'https://10.0.0.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://printer.local/x',
    'https://db.internal/x',
    `https://push.example.com/${'x'.repeat(2000)}`,
    'nonsense',
    '',
  ])('at the address %s', async (endpoint) => {
    const person = await member(`address-${Math.random()}`)
    const { status, body } = await person.ask('POST', '/push_subscriptions', {
      ...service.browser().subscription,
      endpoint,
    })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['endpoint']])
    expect(await devicesOf(person)).toEqual([])
  })

  it('at an address of 2,000 characters that are many more bytes, which no index could hold', async () => {
    const person = await member('many-bytes')
    const path = Array.from({ length: 1975 }, () => String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000)))
    const endpoint = `https://push.example.com/${path.join('')}`
    const { status, body } = await person.ask('POST', '/push_subscriptions', {
      ...service.browser().subscription,
      endpoint,
    })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['endpoint']])
  })

  it('with keys that nothing can be encrypted for', async () => {
    const person = await member('keys')
    const { endpoint, keys } = service.browser().subscription
    for (const wrong of [
      { ...keys, p256dh: keys.auth },
      { ...keys, auth: keys.p256dh },
      { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
      { ...keys, auth: 'not base64 at all!' },
      { ...keys, p256dh: `${keys.p256dh}==` },
      { ...keys, p256dh: `${keys.p256dh}${'='.repeat(50)}` },
      { p256dh: keys.p256dh },
    ]) {
      const { status } = await person.ask('POST', '/push_subscriptions', { endpoint, keys: wrong })
      expect(status, JSON.stringify(wrong)).toBe(422)
    }
    expect(await devicesOf(person)).toEqual([])
  })

  it('and not shown, tried or deleted by anybody else: 404, as if it were not there', async () => {
    const [owner, other] = [await member('owner'), await member('other')]
    const { id } = (await register(owner, service.browser())).body
    const before = service.received.length
    for (const [person, device] of [
      [other, id],
      [owner, NOBODY],
    ] as const) {
      expect((await person.ask('DELETE', `/push_subscriptions/${device}`)).status).toBe(404)
      expect((await person.ask('POST', `/push_subscriptions/${device}/try`)).status).toBe(404)
    }
    expect((await visitor.ask('DELETE', `/push_subscriptions/${id}`)).status).toBe(401)
    expect(service.received).toHaveLength(before)
    expect(await devicesOf(owner)).toHaveLength(1)
  })
})

describe('A device is registered', () => {
  it('with the key that its browser asks for', async () => {
    const person = await member('asks')
    expect((await person.ask('GET', '/push_subscriptions/key')).body).toEqual({ key: ctx.push.public_key })
  })

  it('once, however often its browser says so, and keeps its id', async () => {
    const [person, browser] = [await member('once'), service.browser()]
    const replies = await Promise.all(Array.from({ length: 5 }, () => register(person, browser)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(await devicesOf(person)).toEqual([browser.endpoint])
  })

  it('for whoever is signed in there now, under another id, and what waited for the other one is dropped', async () => {
    const [first, second, browser] = [await member('first'), await member('second'), service.browser()]
    const before = await register(first, browser)
    const after = await register(second, browser)
    expect(after.status).toBe(201)
    expect(after.body.id).not.toBe(before.body.id)
    expect([await devicesOf(first), await devicesOf(second)]).toEqual([[], [browser.endpoint]])
  })

  it('beside nineteen others: the oldest gives way to the twenty-first', async () => {
    const person = await member('many')
    const browsers = Array.from({ length: 21 }, () => service.browser())
    for (const browser of browsers) {
      passes(1000)
      expect((await register(person, browser)).status).toBe(201)
    }
    expect(await devicesOf(person)).toEqual(browsers.slice(1).map(({ endpoint }) => endpoint))
  })

  it('until its owner deletes it', async () => {
    const person = await member('deletes')
    const { id } = (await register(person, service.browser())).body
    expect((await person.ask('DELETE', `/push_subscriptions/${id}`)).status).toBe(200)
    expect((await person.ask('DELETE', `/push_subscriptions/${id}`)).status).toBe(404)
    expect(await devicesOf(person)).toEqual([])
  })
})

describe('A device goes with its session', () => {
  it('at sign-out, and the device of another session stays', async () => {
    const [phone, browser] = [await member('signs-out'), service.browser()]
    const laptop = await anotherDevice('signs-out')
    laptop.id = phone.id
    await register(phone, service.browser())
    await register(laptop, browser)
    await phone.ask('DELETE', '/users/sign_out')
    expect(await devicesOf(phone)).toEqual([browser.endpoint])
  })

  it('when the session is ended from elsewhere, or by a new password', async () => {
    const [person, own] = [await member('elsewhere'), service.browser()]
    await register(person, own)
    for (const end of [
      () => person.ask('DELETE', '/sessions'),
      () =>
        person.ask('PUT', '/user/password', {
          current_password: PASSWORD,
          password: 'another good password',
          password_confirmation: 'another good password',
        }),
    ]) {
      const lost = await anotherDevice('elsewhere')
      await register(lost, service.browser())
      expect(await devicesOf(person)).toHaveLength(2)
      expect((await end()).status).toBe(200)
      expect(await devicesOf(person)).toEqual([own.endpoint])
    }
  })

  it('when staff freeze the account', async () => {
    const [person, admin] = [await member('frozen'), await staff('freezes', 'admin')]
    await register(person, service.browser())
    const freeze = { until: null, ground: 'terms_threat', facts: 'Threats against a member.' }
    expect((await admin.ask('POST', `/admin/users/${person.id}/freeze`, freeze)).status).toBe(200)
    expect(await devicesOf(person)).toEqual([])
  })

  it('when the owner asks for the deletion of the account', async () => {
    const person = await member('leaves')
    await register(person, service.browser())
    await person.ask('POST', '/user/deletion', { current_password: PASSWORD })
    expect(await devicesOf(person)).toEqual([])
  })
})

describe('Somebody tries a device', () => {
  it('and hears that the push service is away', async () => {
    const [person, browser] = [await member('away'), service.browser()]
    const { id } = (await register(person, browser)).body
    for (const status of [500, 429, 403]) {
      service.answer(answers(status), browser)
      const reply = await person.ask('POST', `/push_subscriptions/${id}/try`)
      expect([reply.status, reply.body.code], String(status)).toEqual([503, 'unavailable'])
    }
    expect(await devicesOf(person)).toEqual([browser.endpoint])
  })

  it('and a device that is gone is forgotten', async () => {
    const [person, browser] = [await member('gone'), service.browser()]
    const { id } = (await register(person, browser)).body
    service.answer(answers(410), browser)
    expect((await person.ask('POST', `/push_subscriptions/${id}/try`)).status).toBe(404)
    expect(await devicesOf(person)).toEqual([])
  })

  it('and it arrives, in the language of the page', async () => {
    const [person, browser] = [await member('tries'), service.browser()]
    const { id } = (await register(person, browser)).body
    const headers = { 'accept-language': 'fr' }
    expect((await person.ask('POST', `/push_subscriptions/${id}/try`, undefined, { headers })).status).toBe(200)
    expect(service.readBy(browser)).toEqual([
      {
        title: 'Tout fonctionne',
        body: 'Cet appareil reçoit vos notifications.',
        tag: 'try',
        path: '/settings/notices',
        unread: 0,
      },
    ])
  })
})

describe('The limits of push calls', async () => {
  const limited = await world({ RATE_LIMITS: 'on' }, { push: service.sender })

  it('Thirty registrations an hour are enough', async () => {
    const person = await limited.member('registers')
    const statuses: number[] = []
    for (let turn = 0; turn <= 30; turn += 1) statuses.push((await register(person, service.browser())).status)
    expect(statuses).toEqual([...Array(30).fill(201), 429])
    limited.passes(HOUR_MS)
    expect((await register(person, service.browser())).status).toBe(201)
  })

  it('Ten tries an hour are enough', async () => {
    const person = await limited.member('tries')
    const { id } = (await register(person, service.browser())).body
    const statuses: number[] = []
    for (let turn = 0; turn <= 10; turn += 1)
      statuses.push((await person.ask('POST', `/push_subscriptions/${id}/try`)).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })
})
