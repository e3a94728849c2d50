import { describe, expect, it } from 'vitest'
import { endOf, lengthsOf, offeredActions, toggleAction } from './decision-draft.ts'

describe('The draft of a decision', () => {
  it('Nothing to do stands alone', () => {
    expect(toggleAction(['warn', 'freeze'], 'dismiss')).toEqual(['dismiss'])
    expect(toggleAction(['dismiss'], 'warn')).toEqual(['warn'])
    expect(toggleAction(['dismiss'], 'dismiss')).toEqual([])
  })

  it('Several actions can be ticked, in the order of their weight', () => {
    expect(toggleAction(['freeze'], 'remove')).toEqual(['remove', 'freeze'])
    expect(toggleAction(['remove', 'freeze'], 'warn')).toEqual(['warn', 'remove', 'freeze'])
  })

  it('Of hiding and removing, and of freezing and closing, the newer one counts', () => {
    expect(toggleAction(['warn', 'hide'], 'remove')).toEqual(['warn', 'remove'])
    expect(toggleAction(['remove', 'freeze'], 'close')).toEqual(['remove', 'close'])
  })

  it('An admin is not asked to hide it until an admin decides', () => {
    expect(offeredActions({ may: ['dismiss', 'hide', 'remove'] }, true)).toEqual(['dismiss', 'remove'])
    expect(offeredActions({ may: ['dismiss', 'hide'] }, false)).toEqual(['dismiss', 'hide'])
  })

  it('A moderator freezes for three days at most, and nobody later than that by the clock', () => {
    const now = Date.parse('2026-11-18T12:00:30Z')
    expect(lengthsOf(false)).toEqual(['day', 'three_days'])
    expect(endOf('three_days', now)).toBe('2026-11-21T11:50:00.000Z')
    expect(endOf('forever', now)).toBeNull()
  })
})
