import { describe, expect, it } from 'vitest'
import type { NotificationSettings } from '#contract/notices.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import { KNOWN_KINDS } from '#server/domain/notice-topics.ts'
import { pageOfNotice } from '#server/features/notices/kinds.ts'
import { claimPushes } from '#server/store/push-deliveries.ts'
import { secondProcess } from '#tests/support/processes/second-process.ts'
import { answers, startPushService } from '#tests/support/push/push-service.ts'
import { pushSteps } from '#tests/support/scenarios/pushes.ts'
import { type Person, world } from '#tests/support/world.ts'
import { PushPlaces } from './push-places.ts'
import { sendDuePushes } from './send-pushes.ts'

const service = await startPushService()
const product = await world({ STORY_AUTHORS: 'creator' }, { push: service.sender })
const { ctx, member, creatorNamed, subscribe, passes, beat, logs, registry } = product
const { reader, adds, notify, waiting, heard } = pushSteps(product, service)
const { db } = ctx

const sendPushes = () => sendDuePushes(ctx, pageOfNotice)

describe('A push is not sent', () => {
  it('before it is due', async () => {
    const { person, browser } = await reader('early')
    await notify(person, { push_at: new Date(ctx.now().getTime() + MINUTE_MS) })
    await sendPushes()
    expect(heard(browser)).toBe(0)
    passes(MINUTE_MS)
    await sendPushes()
    expect(heard(browser)).toBe(1)
  })

  it('of a notice that was read before it was due', async () => {
    const { person, browser } = await reader('reads')
    await notify(person)
    await person.ask('POST', '/notices/read')
    await sendPushes()
    expect([heard(browser), await waiting()]).toEqual([0, 0])
  })

  it('of a notice that was read on another device while this one was away', async () => {
    const { person, browser } = await reader('reads-later')
    service.answer(answers(503), browser)
    await notify(person)
    await sendPushes()
    expect([heard(browser), await waiting()]).toEqual([1, 1])
    await person.ask('POST', '/notices/read')
    passes(MINUTE_MS)
    await sendPushes()
    expect([heard(browser), await waiting()]).toEqual([1, 0])
  })

  it('of a notice without a time for its push, and to nobody else', async () => {
    const [{ person, browser }, other] = [await reader('silent'), await reader('other')]
    const id = await notify(person)
    await db`update member_notices set push_at = null where id = ${id}`
    await notify(await member('without-a-device'))
    await sendPushes()
    expect([heard(browser), heard(other.browser), await waiting()]).toEqual([0, 0, 0])
  })

  it('a day late, after the server was away', async () => {
    const { person, browser } = await reader('outage')
    await notify(person)
    passes(DAY_MS)
    await sendPushes()
    expect([heard(browser), await waiting()]).toEqual([0, 0])
  })

  it('to a device whose session has ended meanwhile', async () => {
    const { person, browser } = await reader('ended')
    service.answer(answers(503), browser)
    await notify(person)
    await sendPushes()
    await person.ask('DELETE', '/users/sign_out')
    expect(await waiting()).toBe(0)
    passes(HOUR_MS)
    await sendPushes()
    expect(heard(browser)).toBe(1)
  })

  it('to somebody who uses the device of its reader now', async () => {
    const [{ person, browser }, next] = [await reader('lends'), await member('borrows')]
    service.answer(answers(503), browser)
    await notify(person)
    await sendPushes()
    await adds(next, browser)
    passes(HOUR_MS)
    await sendPushes()
    expect([heard(browser), await waiting()]).toEqual([1, 0])
  })
})

describe('A push is sent', () => {
  it('once to each device of its reader, by every beat of the product', async () => {
    const [{ person, browser }, second] = [await reader('twice'), service.browser()]
    await adds(person, second)
    const id = await notify(person)
    for (let turn = 0; turn < 3; turn += 1) await beat()
    const message = {
      title: 'A seat ends in 3 days',
      body: 'Open it to see which.',
      tag: id,
      path: '/notices',
      unread: 1,
    }
    expect([service.readBy(browser), service.readBy(second)]).toEqual([[message], [message]])
    expect(await waiting()).toBe(0)
    expect(service.received.at(-1)?.headers).toMatchObject({
      ttl: '86400',
      urgency: 'normal',
      topic: id.replaceAll('-', ''),
    })
  })

  it('without a name, unless its reader allows it, and never with content', async () => {
    const [{ person: fan, browser }, margaux] = [await reader('fan'), await creatorNamed('margauxlenoir')]
    await subscribe(fan, margaux)
    const { id: conversation_id } = await fan.writes(margaux, 'Bonsoir')
    await margaux.says(conversation_id, 'A secret')
    const message = { kind: 'new_message', about_id: margaux.id, conversation_id } as const
    const page = {
      body: 'Open it to read it.',
      tag: conversation_id,
      path: `/conversations/${conversation_id}`,
      unread: 1,
    }
    await notify(fan, message)
    await sendPushes()
    expect(service.readBy(browser)).toEqual([{ title: 'A message in your loge', ...page }])
    expect(service.received.at(-1)?.headers.urgency).toBe('high')
    await allowNames(fan, 'name')
    await fan.ask('POST', '/notices/read')
    await notify(fan, message)
    await sendPushes()
    expect(service.readBy(browser).at(-1)).toEqual({ title: 'margauxlenoir wrote to you', ...page })
    // Nothing is pushed about somebody who blocks the reader.
    await margaux.ask('POST', '/blocks', { username: (await fan.ask('GET', '/user')).body.username })
    await fan.ask('POST', '/notices/read')
    await notify(fan, message)
    await sendPushes()
    expect(heard(browser)).toBe(2)
  })

  it('in the language of its reader, with the page of what it is about and the number of what is unread', async () => {
    const [{ person: fan, browser }, amy] = [await reader('french'), await creatorNamed('amy')]
    await fan.ask('PUT', '/user', { locale: 'fr' })
    await subscribe(fan, amy)
    const { id: conversation_id } = await fan.writes(amy)
    for (const words of ['One', 'Two', 'Three']) await amy.says(conversation_id, words)
    await notify(fan, { kind: 'new_sign_in' })
    await db`update member_notices set push_at = null where user_id = ${fan.id}`
    const { id: post_id } = await amy.posts()
    await notify(fan, { kind: 'new_post', details: { creator_id: amy.id }, post_id })
    await sendPushes()
    expect(service.readBy(browser)).toMatchObject([
      { title: 'Une nouvelle publication', path: `/amy?post=${post_id}`, unread: 5 },
    ])
  })

  it('about a story that leads to the story', async () => {
    const [{ person: fan, browser }, bea] = [await reader('spectator'), await creatorNamed('bea')]
    await fan.ask('PUT', '/notification_settings', { choices: { story: { push: true } } })
    const { id: story_id } = await bea.tells()
    await notify(fan, { kind: 'new_story', details: { creator_id: bea.id }, story_id })
    await sendPushes()
    expect(service.readBy(browser)).toMatchObject([{ title: 'A new story', path: `/bea?story=${story_id}` }])
  })

  async function allowNames({ id }: Person, push_says: NotificationSettings['push_says']): Promise<void> {
    await db`
      insert into notification_settings (user_id, push_says, updated_at) values (${id}, ${push_says}, ${ctx.now()})`
  }
})

describe('A push service', () => {
  it.each([404, 410, 302])('that answers %s gets nothing more, and the device is dropped', async (status) => {
    const { person, browser } = await reader(`dropped-${status}`)
    service.answer(answers(status, { location: 'https://elsewhere.example.com/' }), browser)
    for (let turn = 0; turn < 3; turn += 1) await notify(person)
    await sendPushes()
    const before = heard(browser)
    expect(await db`select from push_devices where user_id = ${person.id}`).toHaveLength(0)
    await notify(person)
    passes(DAY_MS / 2)
    await sendPushes()
    expect([heard(browser), await waiting()]).toEqual([before, 0])
  })

  it('that answers 429 gets nothing before the time it asked for, also nothing new, and then everything', async () => {
    const { person, browser } = await reader('too-many')
    service.answer(answers(429, { 'retry-after': '600' }), browser)
    await notify(person)
    await sendPushes()
    service.answer(undefined, browser)
    await notify(person)
    passes(10 * MINUTE_MS - SECOND_MS)
    await sendPushes()
    expect([heard(browser), await waiting()]).toEqual([1, 2])
    passes(SECOND_MS)
    await sendPushes()
    expect([heard(browser), await waiting()]).toEqual([3, 0])
  })

  it('that fails is asked less and less often, for a day, and then the push is given up', async () => {
    const { person, browser } = await reader('fails')
    service.answer(answers(500), browser)
    await notify(person)
    const attempts: number[] = []
    for (let minute = 0; minute <= 26 * 60; ) {
      const before = heard(browser)
      await sendPushes()
      if (heard(browser) > before) attempts.push(minute)
      // The first waits are short.
      const step = minute < 64 ? 1 : 20
      passes(step * MINUTE_MS)
      minute += step
    }
    expect(attempts.slice(0, 8)).toEqual([0, 1, 2, 4, 8, 16, 32, 64])
    expect(attempts.at(-1)).toBeLessThan(24 * 60)
    expect(attempts.length).toBeLessThan(40)
    expect(await waiting()).toBe(0)
    expect(await db`select from push_devices where user_id = ${person.id}`).toHaveLength(1)
  })

  it('that refuses a message keeps the device, and the log says so without an address', async () => {
    const { person, browser } = await reader('refused')
    service.answer(answers(403), browser)
    await notify(person)
    await sendPushes()
    expect(await waiting()).toBe(0)
    const line = logs.findLast((text) => text.includes('a push service refused messages'))
    expect(line).toContain('403')
    expect(line).not.toContain('push.example.com')
    service.answer(undefined, browser)
    await notify(person)
    await sendPushes()
    expect(heard(browser)).toBe(2)
  })

  it('is counted, as well as what waits for it', async () => {
    const { person, browser } = await reader('counted')
    service.answer(answers(503), browser)
    await notify(person)
    await sendPushes()
    passes(2 * MINUTE_MS)
    const text = await registry.metrics()
    expect(text).toMatch(/^loge_pushes_waiting 1$/m)
    expect(text).toMatch(/^loge_pushes_oldest_seconds 90$/m)
    for (const outcome of ['sent', 'gone', 'refused', 'failed']) {
      expect(text).toMatch(new RegExp(`^loge_pushes_total\\{outcome="${outcome}"\\} [1-9]`, 'm'))
    }
    service.answer(undefined, browser)
    await sendPushes()
  })
})

describe('Processes that share the work', () => {
  it('One is killed between taking a push and sending it: another one sends it when the lease is over, once', async () => {
    const { person, browser } = await reader('killed')
    const id = await notify(person)
    // The killed process gets as far as this.
    service.answer(answers(500), browser)
    await sendPushes()
    service.answer(undefined, browser)
    passes(MINUTE_MS)
    expect(await claimPushes(db, ctx.now(), { kinds: KNOWN_KINDS, places: new PushPlaces().free() })).toHaveLength(1)
    await sendPushes()
    expect(heard(browser)).toBe(1)
    passes(30 * SECOND_MS)
    await sendPushes()
    await sendPushes()
    expect(service.readBy(browser).map(({ tag }) => tag)).toEqual([id, id])
    expect(await waiting()).toBe(0)
  })

  it('Two send a thousand pushes, each of them once', async () => {
    const { ctx: other } = await secondProcess(ctx)
    const people = await Promise.all(Array.from({ length: 50 }, (_, number) => reader(`crowd-${number}`)))
    const before = service.received.length
    for (const { person } of people) await Promise.all(Array.from({ length: 20 }, () => notify(person)))
    const contexts = [ctx, { ...other, push: service.sender }]
    const turn = () => Promise.all(contexts.map((each) => sendDuePushes(each, pageOfNotice, { pause: async () => {} })))
    while ((await waiting()) > 0 || service.received.length === before) await turn()
    const tags = people.flatMap(({ browser }) => service.readBy(browser).map(({ tag }) => tag))
    expect([tags.length, new Set(tags).size]).toEqual([1000, 1000])
  })

  it('One that sends many more than a hundred pauses between those that follow, and sends them all', async () => {
    const people = await Promise.all(Array.from({ length: 16 }, (_, number) => reader(`many-${number}`)))
    for (const { person } of people) await Promise.all(Array.from({ length: 10 }, () => notify(person)))
    const before = service.received.length
    const sentAtPauses: number[] = []
    const pause = async () => void sentAtPauses.push(service.received.length - before)
    await sendDuePushes(ctx, pageOfNotice, { pause })
    expect([service.received.length - before, await waiting()]).toEqual([160, 0])
    expect(sentAtPauses[0]).toBeGreaterThan(80)
    expect(sentAtPauses.length).toBeGreaterThanOrEqual(3)
  })
})
