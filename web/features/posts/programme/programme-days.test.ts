import { expect, test } from 'vitest'
import type { Draft } from '#contract/drafts.ts'
import { byDay, countByDay, publishedAt } from './programme-days.ts'

function scheduled(id: string, publish_at: string): Draft {
  const at = '2026-11-17T12:00:00.000Z'
  return { id, description: id, protected: false, publish_at, pictures: [], created_at: at, updated_at: at }
}

test('What is to come stands under its day in the time zone of the creator, in its order', () => {
  const days = byDay(
    [
      scheduled('night', '2026-11-20T23:30:00Z'),
      scheduled('evening', '2026-11-20T19:00:00Z'),
      scheduled('noon', '2026-11-21T11:00:00Z'),
    ],
    'Europe/Paris',
  )
  expect(days.map(({ day, drafts }) => [day, ...drafts.map(({ id }) => id)])).toEqual([
    ['2026-11-20', 'evening'],
    ['2026-11-21', 'night', 'noon'],
  ])
  expect([...countByDay([new Date('2026-11-20T23:30:00Z')], 'Europe/Paris')]).toEqual([['2026-11-21', 1]])
})

test('The time at which a post came out is read from its id', () => {
  expect(publishedAt('01939d2a-0000-7000-8000-000000000001').toISOString()).toBe('2024-12-06T18:09:55.712Z')
})
