import { describe, expect, it } from 'vitest'
import type { Action } from '#contract/decisions.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { actionsOf, type DecidableCase, mayDecideAppeal } from './case-rights.ts'

const MODERATOR = { id: 'moderator', role: 'moderator' } as const
const ADMIN = { id: 'admin', role: 'admin' } as const
const CASE: DecidableCase = {
  kind: 'story',
  state: 'open',
  needs_admin: false,
  subject_id: 'amy',
  subject_role: null,
  is_subject_erased: false,
}

describe('Who may decide what', () => {
  it('Nobody without a role decides, and nobody about themselves', () => {
    expect(actionsOf({ id: 'bob', role: null }, CASE)).toEqual([])
    expect(actionsOf(ADMIN, { ...CASE, subject_id: ADMIN.id })).toEqual([])
  })

  it('Nobody decides against staff of the same or a higher role', () => {
    expect(actionsOf(MODERATOR, { ...CASE, subject_role: 'moderator' })).toEqual(['dismiss'])
    expect(actionsOf(ADMIN, { ...CASE, subject_role: 'admin' })).toEqual(['dismiss'])
    expect(actionsOf(ADMIN, { ...CASE, subject_role: 'moderator' })).toContain('close')
  })

  it('Nobody decides a case twice, and after a moderator has hidden it an admin decides', () => {
    for (const state of ['decided', 'appealed'] as const) expect(actionsOf(ADMIN, { ...CASE, state })).toEqual([])
    expect(actionsOf(MODERATOR, { ...CASE, needs_admin: true })).toEqual([])
    expect(actionsOf(ADMIN, { ...CASE, needs_admin: true })).toContain('remove')
  })

  it('A moderator removes no post and closes no account', () => {
    expect(actionsOf(MODERATOR, { ...CASE, kind: 'post' })).toEqual(['dismiss', 'warn', 'hide', 'freeze'])
    for (const kind of ['story', 'message', 'profile'] as const)
      expect(actionsOf(MODERATOR, { ...CASE, kind })).toEqual(['dismiss', 'warn', 'hide', 'remove', 'freeze'])
  })

  it('An erased account is neither frozen nor closed, and a notice about nobody is only dismissed', () => {
    expect(actionsOf(ADMIN, { ...CASE, is_subject_erased: true })).toEqual(['dismiss', 'warn', 'hide', 'remove'])
    expect(actionsOf(ADMIN, { ...CASE, kind: 'notice', subject_id: null })).toEqual(['dismiss'])
  })
})

describe('Who may decide about an appeal', () => {
  const now = new Date()
  const decision = (actions: Action[], decided_by: string | null, hours: number | null = null) => ({
    actions,
    decided_by,
    decided_at: now,
    until: hours === null ? null : new Date(now.getTime() + hours * HOUR_MS),
  })
  const everybody = [MODERATOR, ADMIN]

  it('The first decider does not, as long as somebody else may', () => {
    expect(mayDecideAppeal(MODERATOR, CASE, decision(['warn'], MODERATOR.id), everybody)).toBe(false)
    expect(mayDecideAppeal(ADMIN, CASE, decision(['warn'], MODERATOR.id), everybody)).toBe(true)
    expect(mayDecideAppeal(MODERATOR, CASE, decision(['warn'], MODERATOR.id), [MODERATOR])).toBe(true)
    // The moderator may not decide about a closing, so the only admin does.
    expect(mayDecideAppeal(ADMIN, CASE, decision(['close'], ADMIN.id), everybody)).toBe(true)
  })

  it('Only an admin decides about removed posts, closings, and freezes that no moderator could make', () => {
    const may = (actions: Action[], hours?: number, kind: DecidableCase['kind'] = 'story') =>
      mayDecideAppeal(MODERATOR, { ...CASE, kind }, decision(actions, null, hours ?? null), everybody)
    expect(may(['remove'])).toBe(true)
    expect(may(['remove'], undefined, 'post')).toBe(false)
    expect(may(['close'])).toBe(false)
    expect(may(['freeze'])).toBe(false)
    expect(may(['freeze'], 72)).toBe(true)
    expect(may(['warn', 'freeze'], (4 * DAY_MS) / HOUR_MS)).toBe(false)
  })

  it('Nobody decides about their own appeal', () => {
    const own = { ...CASE, subject_id: ADMIN.id, subject_role: 'admin' as const }
    expect(mayDecideAppeal(ADMIN, own, decision(['warn'], null), everybody)).toBe(false)
  })
})
