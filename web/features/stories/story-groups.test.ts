import { describe, expect, test } from 'vitest'
import type { Story } from '#contract/stories.ts'
import { groupsOf, isVideo } from './story-groups.ts'

const HOUR = 3_600_000
const FETCHED = Date.parse('2026-03-01T12:00:00Z')

function story(id: string, creator: string, changes: Partial<Story> = {}): Story {
  return {
    id,
    media_path: `/media/${id}`,
    description: id,
    protected: false,
    accessible: true,
    accessible_until: null,
    time_remaining: 10,
    expires_at: new Date(FETCHED + 10 * HOUR).toISOString(),
    seen: false,
    profile: { id: creator, profile_pic_path: null, user: { id: creator, username: creator } },
    ...changes,
  }
}

const LOCKED = { accessible: false, protected: true, media_path: null }

describe('A creator in the strip', () => {
  test('stands once, where the first of their stories stands in the list', () => {
    const groups = groupsOf([story('b1', 'bea'), story('b2', 'bea'), story('a1', 'amy')])
    expect(groups.map(({ creator, stories }) => [creator.id, stories.length])).toEqual([
      ['bea', 2],
      ['amy', 1],
    ])
  })

  test('has the ring of the new until all of their stories are seen, and opens at the first that is new', () => {
    const [half] = groupsOf([story('a1', 'amy', { seen: true }), story('a2', 'amy')])
    expect([half?.ring, half?.first.id]).toEqual(['new', 'a2'])
    const [all] = groupsOf([story('a1', 'amy', { seen: true }), story('a2', 'amy', { seen: true })])
    expect([all?.ring, all?.first.id]).toEqual(['seen', 'a1'])
  })

  test('is new by what can be seen, and opens there; a curtain before the rest does not make them new again', () => {
    const [fresh] = groupsOf([story('a1', 'amy', LOCKED), story('a2', 'amy')])
    expect([fresh?.ring, fresh?.first.id]).toEqual(['new', 'a2'])
    const [known] = groupsOf([story('a1', 'amy', { seen: true }), story('a2', 'amy', LOCKED)])
    expect([known?.ring, known?.first.id]).toEqual(['seen', 'a1'])
  })

  test('who shows nothing but curtains is new', () => {
    const [group] = groupsOf([story('a1', 'amy', LOCKED), story('a2', 'amy', LOCKED)])
    expect([group?.ring, group?.first.id]).toEqual(['new', 'a1'])
  })

  test('is behind the curtain only when all of their stories are', () => {
    const [some] = groupsOf([story('a1', 'amy', LOCKED), story('a2', 'amy', { seen: true })])
    expect([some?.first.id, some?.cover?.id]).toEqual(['a1', 'a2'])
    const [none] = groupsOf([story('a1', 'amy', LOCKED)])
    expect(none?.cover).toBeNull()
  })
})

// Spec 9.29
test.each([
  ['/media/x.mp4', true],
  ['/media/x.mov', true],
  ['/media/x', false],
])('%s is a video: %s', (path, answer) => expect(isVideo(path)).toBe(answer))
