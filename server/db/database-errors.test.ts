import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { DatabaseAwayError, endsConnection, isDatabaseAway } from './database-errors.ts'

function errorWith(code: string, routine?: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('an error', 0, 'error'), { code, severity: 'ERROR', routine })
}

describe('Errors of the database', () => {
  it.each([
    ['a broken statement', '42601'],
    ['a unique violation', '23505'],
    ['a division by zero', '22012'],
    ['a feature that PostgreSQL does not have', '0A000'],
  ])('It is our fault and not that of the database: %s', (_, code) => {
    expect(isDatabaseAway(errorWith(code))).toBe(false)
    expect(endsConnection(errorWith(code))).toBe(false)
  })

  it.each([
    ['a pooler that cannot log in', '28000', true],
    ['a pooler without a server', '08P01', true],
    ['a server that shuts down', '57P01', true],
    ['too many connections', '53300', true],
    ['an idle transaction that was ended', '25P03', true],
    ['a prepared statement that a pooler has lost', '26000', true],
    ['a standby', '25006', false],
    ['a full disk', '53100', false],
    ['a statement that took too long', '57014', false],
    ['a lock that others kept', '55P03', false],
    ['a deadlock', '40P01', false],
    ['a serialisation failure', '40001', false],
  ])('The database is away, and a retry may succeed: %s', (_, code, ends) => {
    expect(isDatabaseAway(errorWith(code))).toBe(true)
    expect(endsConnection(errorWith(code))).toBe(ends)
  })

  it('A plan that a migration has made stale may succeed later', () => {
    expect(isDatabaseAway(errorWith('0A000', 'RevalidateCachedQuery'))).toBe(true)
  })

  it('Of a host name with several addresses the first reason is told', () => {
    const reasons = new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:1'), new Error('another')])
    expect(new DatabaseAwayError(reasons).message).toBe('connect ECONNREFUSED 127.0.0.1:1')
  })
})
