import { describe, expect, test } from 'vitest'
import type { Story } from '#contract/stories.ts'
import { HOUR_MS } from '#contract/time.ts'
import { groupsOf, isVideo } from './story-groups.ts'

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
    expires_at: new Date(FETCHED + 10 * HOUR_MS).toISOString(),
    seen: false,
    profile: { id: creator, profile_pic_path: null, user: { id: creator, username: creator } },
    ...changes,
  }
}

const LOCKED = { accessible: false, protected: true, media_path: null }

describe('A creator in the strip', () => {
  test('A creator appears once in the strip, at the place of their first story', () => {
    const groups = groupsOf([story('b1', 'bea'), story('b2', 'bea'), story('a1', 'amy')])
    expect(groups.map(({ creator, stories }) => [creator.id, stories.length])).toEqual([
      ['bea', 2],
      ['amy', 1],
    ])
  })

  test('A creator’s ring is new until all their stories are seen, and opens the first unseen one', () => {
    const [half] = groupsOf([story('a1', 'amy', { seen: true }), story('a2', 'amy')])
    expect([half?.ring, half?.first.id]).toEqual(['new', 'a2'])
    const [all] = groupsOf([story('a1', 'amy', { seen: true }), story('a2', 'amy', { seen: true })])
    expect([all?.ring, all?.first.id]).toEqual(['seen', 'a1'])
  })

  test('A creator’s ring depends on the stories that the viewer may see, and a locked story does not make it new again', () => {
    const [fresh] = groupsOf([story('a1', 'amy', LOCKED), story('a2', 'amy')])
    expect([fresh?.ring, fresh?.first.id]).toEqual(['new', 'a2'])
    const [known] = groupsOf([story('a1', 'amy', { seen: true }), story('a2', 'amy', LOCKED)])
    expect([known?.ring, known?.first.id]).toEqual(['seen', 'a1'])
  })

  test('A creator’s ring is new if all their stories are locked', () => {
    const [group] = groupsOf([story('a1', 'amy', LOCKED), story('a2', 'amy', LOCKED)])
    expect([group?.ring, group?.first.id]).toEqual(['new', 'a1'])
  })

  test('A creator’s tile has a curtain only if all their stories are locked', () => {
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
])('Whether %s is a video: %s', (path, answer) => expect(isVideo(path)).toBe(answer))
