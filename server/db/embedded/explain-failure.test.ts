import { describe, expect, it } from 'vitest'
import { StartError } from '#server/db/start-error.ts'
import { explainFileError, explainOutput } from './explain-failure.ts'

const explanation = (output: string) => explainOutput(output, '/data').error.message
const fileError = (code: string) => explainFileError(Object.assign(new Error(code), { code }), '/data')

describe('Explanations of failed starts', () => {
  it.each([
    'FATAL:  could not write lock file "postmaster.pid": No space left on device',
    'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.\nPANIC:  cannot abort transaction 1',
  ])('An operator is told that the disk is full: %s', (output) => {
    expect(explanation(output)).toBe(
      'The disk of the data folder /data is full: free some space, or set DATA_DIR to a folder on another disk.',
    )
  })

  it('An operator is told that the disk is full also when PostgreSQL has not been started yet', () => {
    for (const code of ['ENOSPC', 'EDQUOT']) expect(String(fileError(code))).toContain('/data is full')
  })

  it('An operator is told that the folder cannot be written to, and why', () => {
    expect(explanation('initdb: error: could not create directory "/data/x": Permission denied')).toBe(
      'The data folder /data cannot be written to (permission denied): set DATA_DIR to a folder that this user owns.',
    )
    expect(String(fileError('EROFS'))).toContain('(the file system is read-only)')
    expect(fileError('EACCES')).toBeInstanceOf(StartError)
  })

  it('An operator reads the message of PostgreSQL when there is no better explanation', () => {
    expect(explanation('LOG:  starting\n2026 UTC [7] FATAL:  could not map anonymous shared memory.\nLOG:  bye')).toBe(
      'PostgreSQL did not start: could not map anonymous shared memory.',
    )
    expect(explanation('')).toBe('PostgreSQL did not start: it printed no message.')
  })

  it('Failures that pass by themselves are recognised, so that the start is repeated', () => {
    const kind = (output: string) => explainOutput(output, '/data').kind
    expect(kind('FATAL:  lock file "postmaster.pid" already exists')).toBe('busy')
    expect(kind('FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use')).toBe('busy')
    expect(kind('LOG:  could not bind IPv4 address "127.0.0.1": Address already in use')).toBe('port')
  })

  it('Errors that are not about files are passed on unchanged', () => {
    const bug = new TypeError('x is not a function')
    expect(explainFileError(bug, '/data')).toBe(bug)
  })
})
