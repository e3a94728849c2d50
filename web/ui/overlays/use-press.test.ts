import { describe, expect, it } from 'vitest'
import { dragDown, swipeOf } from './use-press.ts'

describe('A finger', () => {
  it('leads nowhere when it hardly moved, moved up, or as much down as sideways', () => {
    expect(swipeOf({ x: 30, y: 0 })).toBeNull()
    expect(swipeOf({ x: 0, y: 59 })).toBeNull()
    expect(swipeOf({ x: 10, y: -80 })).toBeNull()
    expect(swipeOf({ x: 60, y: -60 })).toBeNull()
    expect(swipeOf({ x: 60, y: 60 })).toBeNull()
  })

  it('leads to the side, or down, where it went further', () => {
    expect(swipeOf({ x: -60, y: 10 })).toBe('left')
    expect(swipeOf({ x: 60, y: -10 })).toBe('right')
    expect(swipeOf({ x: 10, y: 60 })).toBe('down')
  })

  it('takes along what it lies on when it goes down, and only then', () => {
    expect(dragDown(null)).toBe(0)
    expect(dragDown({ x: 0, y: 12 })).toBe(0)
    expect(dragDown({ x: 40, y: 30 })).toBe(0)
    expect(dragDown({ x: 0, y: -40 })).toBe(0)
    expect(dragDown({ x: 10, y: 40 })).toBe(40)
  })
})
