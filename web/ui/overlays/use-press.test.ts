import { describe, expect, it } from 'vitest'
import { dragDown, swipeOf } from './use-press.ts'

describe('A swipe', () => {
  it('A finger that moved little, up, or as far down as sideways makes no swipe', () => {
    expect(swipeOf({ x: 30, y: 0 })).toBeNull()
    expect(swipeOf({ x: 0, y: 59 })).toBeNull()
    expect(swipeOf({ x: 10, y: -80 })).toBeNull()
    expect(swipeOf({ x: 60, y: -60 })).toBeNull()
    expect(swipeOf({ x: 60, y: 60 })).toBeNull()
  })

  it('A swipe goes sideways or down, depending on the longer distance', () => {
    expect(swipeOf({ x: -60, y: 10 })).toBe('left')
    expect(swipeOf({ x: 60, y: -10 })).toBe('right')
    expect(swipeOf({ x: 10, y: 60 })).toBe('down')
  })

  it('Only a finger that moves down drags the element along', () => {
    expect(dragDown(null)).toBe(0)
    expect(dragDown({ x: 0, y: 12 })).toBe(0)
    expect(dragDown({ x: 40, y: 30 })).toBe(0)
    expect(dragDown({ x: 0, y: -40 })).toBe(0)
    expect(dragDown({ x: 10, y: 40 })).toBe(40)
  })
})
