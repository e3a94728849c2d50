import { describe, expect, it } from 'vitest'
import { nextLook } from './queries.ts'

const now = Date.parse('2026-11-17T12:00:00Z')
const at = (ms: number) => new Date(now + ms).toISOString()

describe('The list of what was written to many is fetched again', () => {
  it('every two seconds while one is being sent, at the time of a planned one, and else never', () => {
    expect(nextLook([], now)).toBe(false)
    expect(
      nextLook(
        [
          { state: 'sent', publish_at: at(-1) },
          { state: 'cancelled', publish_at: at(9) },
        ],
        now,
      ),
    ).toBe(false)
    expect(nextLook([{ state: 'planned', publish_at: at(60_000) }], now)).toBe(60_000)
    expect(nextLook([{ state: 'planned', publish_at: at(-60_000) }], now)).toBe(2000)
    expect(nextLook([{ state: 'planned', publish_at: at(1e12) }], now)).toBe(2 ** 31 - 1)
    expect(
      nextLook(
        [
          { state: 'planned', publish_at: at(60_000) },
          { state: 'sending', publish_at: at(0) },
        ],
        now,
      ),
    ).toBe(2000)
  })
})
