import { describe, expect, it } from 'vitest'
import { creatorIn } from './invited-by.ts'

describe('The creator of a remembered page', () => {
  it.each(['/settings', '/Settings', '/conversations/1', '/', '/creator', '/a/b', '/creator/a/b', '/a%20b', '/a.b'])(
    'The path %s is of no creator',
    (path) => {
      expect(creatorIn(path)).toBeNull()
    },
  )

  it.each(['/Amy_Stage', '/Amy_Stage/', '/Amy_Stage?post=1', '/Amy_Stage#top', '/creator/Amy_Stage?post=1'])(
    'The path %s is of its creator',
    (path) => {
      expect(creatorIn(path)).toBe('Amy_Stage')
    },
  )
})
