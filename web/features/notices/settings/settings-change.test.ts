import { expect, test } from 'vitest'
import { CHANNELS, isChosen, NOTICE_TOPICS } from '#contract/notice-topics.ts'
import type { NotificationSettings } from '#contract/notices.ts'
import { changed, choice, topicGroups } from './settings-change.ts'

const channelsOf = (topic: (typeof NOTICE_TOPICS)[number]) =>
  Object.fromEntries(CHANNELS.map((channel) => [channel, isChosen({}, topic, channel)]))
const SETTINGS = {
  choices: Object.fromEntries(NOTICE_TOPICS.map((topic) => [topic, channelsOf(topic)])),
  mails: 'at_once',
  quiet_hours: null,
  time_zone: 'Europe/Paris',
  push_says: 'nothing',
} as NotificationSettings

test('A change of one box leaves every other box, and everything else, as it is', () => {
  const after = changed(SETTINGS, choice('post', 'mail', true))
  expect(after.choices.post).toEqual({ in_app: true, push: true, mail: true })
  expect({ ...after, choices: { ...after.choices, post: SETTINGS.choices.post } }).toEqual(SETTINGS)
})

test('The last of several changes of one box wins, and changes of other boxes hold', () => {
  const presses = [choice('post', 'mail', true), choice('story', 'push', true), choice('post', 'mail', false)]
  const after = presses.reduce(changed, SETTINGS)
  expect([after.choices.post.mail, after.choices.story.push]).toEqual([false, true])
})

test('Quiet hours are switched off by null, and the time zone stays', () => {
  const on = changed(SETTINGS, { quiet_hours: { from: '22:00', until: '08:00' }, time_zone: 'America/Lima' })
  expect(on.quiet_hours).toEqual({ from: '22:00', until: '08:00' })
  expect(changed(on, { quiet_hours: null })).toMatchObject({ quiet_hours: null, time_zone: 'America/Lima' })
})

test('A creator chooses about every topic once, and nobody else about subscribers and payouts', () => {
  const rows = (isCreator: boolean) => topicGroups(isCreator).flatMap(({ topics }): string[] => topics)
  expect(rows(true).toSorted()).toEqual(NOTICE_TOPICS.toSorted())
  expect(rows(true).filter((topic) => !rows(false).includes(topic))).toEqual(['subscriber', 'payout'])
})
