import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { CHANNELS, NOTICE_TOPICS, TOPIC_DEFAULTS } from '#contract/notice-topics.ts'
import { NotificationSettings } from '#contract/notices.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, visitor, member } = await world()
const URL = '/notification_settings'

async function settingsOf(person: Person): Promise<NotificationSettings> {
  return (await person.ask('GET', URL)).body
}

async function storedChoices(person: Person) {
  const [row] = await ctx.db`select choices from notification_settings where user_id = ${person.id}`
  return row?.choices
}

const LOCKED = NOTICE_TOPICS.flatMap((topic) =>
  CHANNELS.filter((channel) => TOPIC_DEFAULTS[topic][channel] === 'locked').map((channel) => [topic, channel] as const),
)

describe('Refused notification settings', () => {
  it('Nobody reads or changes notification settings without a session', async () => {
    expect((await visitor.ask('GET', URL)).status).toBe(401)
    expect((await visitor.ask('PUT', URL, { mails: 'daily' })).status).toBe(401)
  })

  it.each(LOCKED)('What cannot be switched off is refused by its name: %s %s', async (topic, channel) => {
    const ann = await member(`ann-${topic}-${channel}`)
    const { status, body } = await ann.ask('PUT', URL, {
      choices: { post: { push: false }, [topic]: { [channel]: false } },
    })
    expect([status, body.code]).toEqual([422, 'invalid'])
    expect(Object.keys(body.fields)).toEqual([`choices.${topic}.${channel}`])
    expect((await settingsOf(ann)).choices.post.push).toBe(true)
  })

  it.each([
    ['a time zone that does not exist', { time_zone: 'Europe/Atlantis' }],
    ['an offset instead of a time zone', { time_zone: '+01:00' }],
    ['quiet hours without a length', { quiet_hours: { from: '22:00', until: '22:00' } }],
    ['quiet hours without an end', { quiet_hours: { from: '22:00' } }],
    ['an hour that no clock shows', { quiet_hours: { from: '24:00', until: '07:00' } }],
    ['mails every hour', { mails: 'hourly' }],
    ['a push that says everything', { push_says: 'content' }],
    ['a choice that is no yes or no', { choices: { post: { push: 'yes' } } }],
    ['nothing at all', undefined],
  ])('Settings with %s are refused', async (_, body) => {
    const bea = await member(`bea-${Math.random()}`)
    expect((await bea.ask('PUT', URL, body)).status).toBe(422)
    expect(await storedChoices(bea)).toBeUndefined()
  })
})

describe('Notification settings', () => {
  it('Somebody who has chosen nothing has the defaults, and no row', async () => {
    const cat = await member('cat')
    const settings = await settingsOf(cat)
    expect(Value.Check(NotificationSettings, settings)).toBe(true)
    expect(settings).toMatchObject({
      mails: 'at_once',
      quiet_hours: null,
      time_zone: 'Europe/Paris',
      push_says: 'nothing',
    })
    for (const topic of NOTICE_TOPICS)
      for (const channel of CHANNELS)
        expect(settings.choices[topic][channel]).toBe(TOPIC_DEFAULTS[topic][channel] !== 'off')
    expect(await storedChoices(cat)).toBeUndefined()
  })

  it('A change keeps the rest, and only what differs from the defaults is stored', async () => {
    const dan = await member('dan')
    const first = await dan.ask('PUT', URL, {
      choices: { post: { push: false, in_app: true }, story: { push: true }, security: { mail: true } },
      quiet_hours: { from: '22:00', until: '07:00' },
      time_zone: 'America/New_York',
    })
    expect(first.status).toBe(200)
    await dan.ask('PUT', URL, { choices: { post: { mail: true } }, mails: 'daily', push_says: 'name' })
    const settings = await settingsOf(dan)
    expect(settings).toMatchObject({
      choices: { post: { in_app: true, push: false, mail: true }, story: { push: true }, message: { mail: true } },
      mails: 'daily',
      quiet_hours: { from: '22:00', until: '07:00' },
      time_zone: 'America/New_York',
      push_says: 'name',
    })
    expect(await storedChoices(dan)).toEqual({ post: { push: false, mail: true }, story: { push: true } })
    await dan.ask('PUT', URL, { choices: { post: { push: true, mail: false } }, quiet_hours: null })
    expect(await storedChoices(dan)).toEqual({ story: { push: true } })
    expect((await settingsOf(dan)).quiet_hours).toBeNull()
  })

  it('The settings of one person are nobody else’s', async () => {
    const [eve, fay] = [await member('eve'), await member('fay')]
    await eve.ask('PUT', URL, { mails: 'daily' })
    expect((await settingsOf(fay)).mails).toBe('at_once')
  })

  it('Many boxes that are ticked at the same time all hold', async () => {
    const gil = await member('gil')
    const boxes = NOTICE_TOPICS.flatMap((topic) =>
      CHANNELS.filter((channel) => TOPIC_DEFAULTS[topic][channel] !== 'locked').map((channel) => ({ topic, channel })),
    )
    const replies = await Promise.all(
      boxes.map(({ topic, channel }) => {
        const choices = { [topic]: { [channel]: TOPIC_DEFAULTS[topic][channel] === 'off' } }
        return gil.ask('PUT', URL, { choices })
      }),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const { choices } = await settingsOf(gil)
    for (const { topic, channel } of boxes)
      expect(choices[topic][channel], `${topic} ${channel}`).toBe(TOPIC_DEFAULTS[topic][channel] === 'off')
  })
})
