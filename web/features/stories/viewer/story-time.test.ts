import { expect, test } from 'vitest'
import type { Story } from '#contract/stories.ts'
import { HOUR_MS } from '#contract/time.ts'
import { accessLeft, hoursLeft, storyTimeLeft } from './story-time.ts'

const FETCHED = Date.parse('2026-03-01T12:00:00Z')

function story(changes: Partial<Story> = {}): Story {
  return {
    id: 'a1',
    media_path: '/media/a1',
    description: 'a1',
    protected: false,
    accessible: true,
    accessible_until: null,
    time_remaining: 10,
    expires_at: new Date(FETCHED + 10 * HOUR_MS).toISOString(),
    seen: false,
    profile: { id: 'amy', profile_pic_path: null, user: { id: 'amy', username: 'amy' } },
    ...changes,
  }
}

// Spec 2.107
test.each([
  [24, 'hours', 24],
  [5.99, 'hours', 5],
  [1.01, 'hours', 1],
  [1, 'minutes', 60],
  [0.7, 'minutes', 42],
  [0.001, 'minutes', 1],
  [0, 'minutes', 1],
  [-2, 'minutes', 1],
] as const)('With %d hours left, a story shows %s: %d', (hours, unit, count) => {
  expect(storyTimeLeft(hours)).toEqual({ unit, count })
})

test('The time left of a story is counted from the server’s response, whatever the device’s clock says', () => {
  const one = story()
  expect(hoursLeft(one, FETCHED, FETCHED + 4 * HOUR_MS)).toBe(6)
  expect(hoursLeft(one, FETCHED, FETCHED - HOUR_MS)).toBe(10)
  const farOff = FETCHED + 1000 * HOUR_MS
  expect(hoursLeft(one, farOff, farOff + HOUR_MS)).toBe(9)
})

test('Access to a story ends with the subscription, even before the story expires', () => {
  const until = story({ accessible_until: new Date(FETCHED + 3 * HOUR_MS).toISOString() })
  expect(accessLeft(until, FETCHED, FETCHED + HOUR_MS)).toBe(2)
  expect(accessLeft(until, FETCHED, FETCHED + 3 * HOUR_MS)).toBe(0)
  expect(accessLeft(story(), FETCHED, FETCHED)).toBe(10)
  expect(accessLeft(story({ accessible: false, protected: true, media_path: null }), FETCHED, FETCHED)).toBe(0)
})
