import { describe, expect, it } from 'vitest'
import { StartError } from '#server/db/start-error.ts'
import { explainFileError, explainOutput } from './explain-failure.ts'

const tell = (output: string) => explainOutput(output, '/data').error.message
const fileError = (code: string) => explainFileError(Object.assign(new Error(code), { code }), '/data')

describe('Somebody whose database does not start', () => {
  it.each([
    'FATAL:  could not write lock file "postmaster.pid": No space left on device',
    'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.\nPANIC:  cannot abort transaction 1',
  ])('is told that the disk is full: %s', (output) => {
    expect(tell(output)).toBe(
      'The disk of the data folder /data is full: free some space, or set DATA_DIR to a folder on another disk.',
    )
  })

  it('is told the same when the disk is full before PostgreSQL has begun', () => {
    for (const code of ['ENOSPC', 'EDQUOT']) expect(String(fileError(code))).toContain('/data is full')
  })

  it('is told that the folder cannot be written to, and why', () => {
    expect(tell('initdb: error: could not create directory "/data/x": Permission denied')).toBe(
      'The data folder /data cannot be written to (permission denied): set DATA_DIR to a folder that this user owns.',
    )
    expect(String(fileError('EROFS'))).toContain('(the file system is read-only)')
    expect(fileError('EACCES')).toBeInstanceOf(StartError)
  })

  it('reads what PostgreSQL said when it is something else', () => {
    expect(tell('LOG:  starting\n2026 UTC [7] FATAL:  could not map anonymous shared memory.\nLOG:  bye')).toBe(
      'PostgreSQL did not start: could not map anonymous shared memory.',
    )
    expect(tell('')).toBe('PostgreSQL did not start: it printed no message.')
  })

  it('is not bothered with what passes by itself', () => {
    const kind = (output: string) => explainOutput(output, '/data').kind
    expect(kind('FATAL:  lock file "postmaster.pid" already exists')).toBe('busy')
    expect(kind('FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use')).toBe('busy')
    expect(kind('LOG:  could not bind IPv4 address "127.0.0.1": Address already in use')).toBe('port')
  })

  it('sees other errors as they are', () => {
    const bug = new TypeError('x is not a function')
    expect(explainFileError(bug, '/data')).toBe(bug)
  })
})
