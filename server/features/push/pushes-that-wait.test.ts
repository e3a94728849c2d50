import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { KNOWN_KINDS } from '#server/domain/notice-topics.ts'
import { pageOfNotice } from '#server/features/notices/kinds.ts'
import type { PushSender } from '#server/push/sender.ts'
import { expandDueNotices, sweepPushes } from '#server/store/push-deliveries.ts'
import type { Browser } from '#tests/support/push/browser.ts'
import { answers, startPushService } from '#tests/support/push/push-service.ts'
import { pushSteps } from '#tests/support/scenarios/pushes.ts'
import { type Person, world } from '#tests/support/world.ts'
import { sendDuePushes } from './send-pushes.ts'

const service = await startPushService()
const product = await world({}, { push: service.sender })
const { ctx, member, creatorNamed, subscribe, passes } = product
const { reader, adds, notify, waiting, heard } = pushSteps(product, service)
const { db } = ctx

const sendPushes = () => sendDuePushes(ctx, pageOfNotice)

describe('What changes while a push waits', () => {
  const CHANGES: Record<string, (reader: Person, creator: Person) => Promise<unknown>> = {
    'switches push off': (person) =>
      person.ask('PUT', '/notification_settings', { choices: { post: { push: false } } }),
    'mutes the creator': async (person, amy) => await person.ask('POST', '/mutes', await nameOf(amy)),
    'blocks the creator': async (person, amy) => await person.ask('POST', '/blocks', await nameOf(amy)),
    'is blocked': async (person, amy) => await amy.ask('POST', '/blocks', await nameOf(person)),
    'has read it': (person) => person.ask('POST', '/notices/read'),
  }
  const nameOf = async (person: Person) => ({ username: (await person.ask('GET', '/user')).body.username })
  let people = 0

  async function fanOfAmy() {
    people += 1
    const [{ person: fan, browser }, amy] = [await reader(`waits-${people}`), await creatorNamed(`amy${people}`)]
    await subscribe(fan, amy)
    const { id: post_id } = await amy.posts()
    await notify(fan, { kind: 'new_post', about_id: amy.id, details: { creator_id: amy.id }, post_id })
    return { fan, browser, amy, post_id }
  }

  it.each(Object.entries(CHANGES))(
    'A reader who %s hears nothing more, also if the device was away',
    async (_, change) => {
      const before = await fanOfAmy()
      expect((await change(before.fan, before.amy)) as object).toMatchObject({ status: expect.toBeOneOf([200, 201]) })
      const handed = await fanOfAmy()
      service.answer(answers(503), handed.browser)
      await sendPushes()
      expect([heard(before.browser), heard(handed.browser), await waiting()]).toEqual([0, 1, 1])
      await change(handed.fan, handed.amy)
      passes(MINUTE_MS)
      await sendPushes()
      expect([heard(handed.browser), await waiting()]).toEqual([1, 0])
    },
  )

  it('A post that is deleted is not pushed any more', async () => {
    const { browser, amy, post_id } = await fanOfAmy()
    service.answer(answers(503), browser)
    await sendPushes()
    await amy.ask('DELETE', `/posts/${post_id}`)
    passes(MINUTE_MS)
    await sendPushes()
    expect([heard(browser), await waiting()]).toEqual([1, 0])
  })

  it('A reader who chooses quiet hours hears of it after them, and it has its whole day from then on', async () => {
    const { fan, browser } = await fanOfAmy()
    // It is noon in London, and quiet for almost a day.
    const quiet_hours = { from: '11:30', until: '11:29' }
    await fan.ask('PUT', '/notification_settings', { quiet_hours, time_zone: 'UTC' })
    const clock = new Date(ctx.now())
    passes(new Date(clock).setUTCHours(36, 0, 0, 0) - clock.getTime())
    await db`update member_notices set push_at = ${ctx.now()} where user_id = ${fan.id}`
    await sendPushes()
    expect([heard(browser), await waiting()]).toEqual([0, 1])
    service.answer(answers(503), browser)
    passes(DAY_MS - 31 * MINUTE_MS)
    await sendPushes()
    expect([heard(browser), await waiting()]).toEqual([1, 1])
    service.answer(undefined, browser)
    // The one minute that is not quiet is over after the back-off: it waits for the next one.
    passes(30 * SECOND_MS)
    await sendPushes()
    expect([heard(browser), await waiting()]).toEqual([2, 0])
  })
})

it('A message does not wait behind a post that is told to many', async () => {
  const readers = await Promise.all(['first', 'second'].map((name) => member(`told-${name}`)))
  for (const person of readers) await notify(person, { kind: 'new_post' })
  passes(SECOND_MS)
  for (const person of readers) await notify(person, { kind: 'new_message' })
  await expandDueNotices(db, ctx.now(), { kinds: KNOWN_KINDS, limit: 2 })
  const ids = readers.map(({ id }) => id)
  const left = await db`select distinct kind from member_notices where push_at is not null and user_id = any(${ids})`
  expect(left).toEqual([{ kind: 'new_post' }])
  await sendPushes()
})

describe('Whatever is wrong with one push', () => {
  it('the nineteen beside a kind of a newer version are sent once, and that one is left to the newer version', async () => {
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, number) => reader(`upgrade-${number}`)))
    const ids = await Promise.all(crowd.map(({ person }) => notify(person)))
    await db`update member_notices set kind = 'of_tomorrow' where id = ${ids[7] ?? ''}`
    for (let turn = 0; turn < 3; turn += 1) {
      await sendPushes()
      passes(MINUTE_MS)
    }
    expect(crowd.map(({ browser }) => heard(browser))).toEqual(crowd.map((_, index) => (index === 7 ? 0 : 1)))
    // It was handed to the devices by a newer process.
    await db`
      insert into push_deliveries (notice_id, device_id, due_at)
      select n.id, d.id, n.created_at from member_notices n join push_devices d using (user_id) where n.kind = 'of_tomorrow'`
    await sendPushes()
    expect([heard(crowd[7]?.browser as Browser), await waiting()]).toEqual([0, 1])
    await sweepPushes(db, ctx.now())
    expect(await waiting()).toBe(1)
    await sweepPushes(db, new Date(ctx.now().getTime() + 2 * DAY_MS))
    expect(await waiting()).toBe(0)
    expect(await db`select from member_notices where push_at is not null`).toHaveLength(0)
  })

  it('the nineteen beside one that cannot be made are sent once, and that one is given up after five times', async () => {
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, number) => reader(`broken-${number}`)))
    const ids = await Promise.all(crowd.map(({ person }) => notify(person)))
    await db`update member_notices set kind = 'new_sign_in' where id = ${ids[7] ?? ''}`
    await db`insert into notification_settings (user_id, choices, updated_at)
      values (${crowd[7]?.person.id ?? ''}, '{"security":{"push":true}}', ${ctx.now()})`
    let broken = 0
    const send = () =>
      sendDuePushes(ctx, (notice) => {
        if (notice.kind !== 'new_sign_in') return pageOfNotice(notice)
        broken += 1
        throw new Error('no such page')
      })
    for (let turn = 0; turn < 8; turn += 1) {
      await send()
      passes(10 * MINUTE_MS)
    }
    expect(crowd.map(({ browser }) => heard(browser))).toEqual(crowd.map((_, index) => (index === 7 ? 0 : 1)))
    expect([broken, await waiting()]).toEqual([5, 0])
    await notify(crowd[7]?.person as Person)
    await sendPushes()
    expect(heard(crowd[7]?.browser as Browser)).toBe(1)
  })

  it('twenty devices of a push service that never answers hold up nobody else, and each gets one at a time', async () => {
    const silent = await member('silent-service')
    const others = await Promise.all(Array.from({ length: 30 }, (_, number) => member(`beside-silence-${number}`)))
    const addDevice = (person: Person, endpoint: string) =>
      adds(person, { subscription: { ...service.browser().subscription, endpoint } })
    for (let device = 0; device < 20; device += 1) await addDevice(silent, `https://silent.example.org/${device}`)
    for (const [number, person] of others.entries()) await addDevice(person, `https://good.example.org/${number}`)
    for (let turn = 0; turn < 3; turn += 1) await notify(silent)
    passes(1)
    for (const person of others) await notify(person)
    const inFlight: string[] = []
    const taken: string[] = []
    const ends: (() => void)[] = []
    const stub: PushSender = {
      ...service.sender,
      async send({ endpoint }) {
        if (!endpoint.startsWith('https://silent.')) {
          taken.push(endpoint)
          return 'sent'
        }
        inFlight.push(endpoint)
        await new Promise<void>((resolve) => ends.push(resolve))
        return { wait_ms: 0 }
      },
    }
    const stop = new AbortController()
    const sending = sendDuePushes({ ...ctx, push: stub }, pageOfNotice, { signal: stop.signal })
    await expect.poll(() => taken.length).toBe(30)
    expect([inFlight.length, new Set(inFlight).size]).toEqual([2, 2])
    // What becomes due meanwhile is sent as well.
    await notify(others[0] as Person)
    await expect.poll(() => taken.length, { timeout: 10_000 }).toBe(31)
    expect(inFlight).toHaveLength(2)
    stop.abort()
    for (const end of ends) end()
    await sending
    expect(await waiting()).toBe(60)
    await db`delete from push_devices`
  })

  it('a device that fails again and again is asked less often, also about what is new', async () => {
    const { person, browser } = await reader('back-off-of-device')
    service.answer(answers(500), browser)
    await notify(person)
    for (const step_s of [0, 30, 60]) {
      passes(step_s * SECOND_MS)
      await sendPushes()
    }
    expect(heard(browser)).toBe(3)
    await notify(person)
    passes(2 * MINUTE_MS)
    await sendPushes()
    expect(heard(browser)).toBe(4)
    passes(4 * MINUTE_MS - SECOND_MS)
    await sendPushes()
    expect(heard(browser)).toBe(4)
    service.answer(undefined, browser)
    passes(SECOND_MS)
    await sendPushes()
    expect([heard(browser), await waiting()]).toEqual([6, 0])
    const [device] = await db`select failures, resting_until from push_devices where user_id = ${person.id}`
    expect(device).toEqual({ failures: 0, resting_until: null })
  })
})
