import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { SessionChecks } from './session-checks.ts'

const START = new Date('2026-11-16T12:00:00Z')
const later = (ms: number) => new Date(START.getTime() + ms)

/** Sessions that were opened and looked up once. */
function known(count: number, ends_at = later(30 * DAY_MS)): SessionChecks {
  const checks = new SessionChecks()
  for (let number = 1; number <= count; number += 1) checks.add(`s${number}`)
  for (const id of checks.take(START, 0)) checks.note(id, ends_at, START)
  return checks
}

describe('Which sessions a sweep looks up', () => {
  it('A session that was opened since the last sweep is looked up in the next, and then in its turn', () => {
    const checks = known(3)
    checks.add('new')
    expect(checks.take(START, 0)).toEqual(['new'])
    expect(checks.take(START, 0)).toEqual([])
  })

  it('Of many sessions each sweep looks up as many as allowed, and all come round', () => {
    const checks = known(10)
    const sweeps = Array.from({ length: 4 }, () => checks.take(START, 3))
    expect(sweeps.map(({ length }) => length)).toEqual([3, 3, 3, 3])
    expect(new Set(sweeps.flat()).size).toBe(10)
  })

  it('A session whose end has come is looked up at once, whosever turn it is', () => {
    const checks = known(10)
    checks.note('s7', later(MINUTE_MS), START)
    expect(checks.take(later(MINUTE_MS - 1), 0)).toEqual([])
    expect(checks.take(later(MINUTE_MS), 0)).toEqual(['s7'])
    checks.note('s7', later(30 * DAY_MS), later(MINUTE_MS))
    expect(checks.take(later(2 * MINUTE_MS), 0)).toEqual([])
  })

  it('Sessions whose look-up failed are looked up again in the next sweep', () => {
    const checks = known(2)
    checks.retry(['s1'])
    expect(checks.take(START, 0)).toEqual(['s1'])
  })

  it('A session without sockets is forgotten', () => {
    const checks = known(2, later(MINUTE_MS))
    checks.add('s1')
    checks.remove('s1')
    expect(checks.take(later(DAY_MS), 9)).toEqual(['s2'])
    checks.note('s1', later(MINUTE_MS), START)
    checks.retry(['s1'])
    expect(checks.take(later(DAY_MS), 9)).toEqual(['s2'])
  })
})
