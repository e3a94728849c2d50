import { StartError } from '#server/db/start-error.ts'
import { codeOf } from '#server/error-codes.ts'

/** Classifies why the database server ended before it was ready. */
export type Failure =
  /** Retry: an earlier server has not ended completely, or another process is starting one. */
  | { kind: 'busy'; error: StartError }
  /** Retry with another port: a different program took it in the meantime. */
  | { kind: 'port'; error: StartError }
  | { kind: 'fatal'; error: StartError }

const BUSY =
  /lock file "postmaster\.pid" (already exists|is empty)|shared memory block .* is still in use|received \w+ shutdown request/
const FULL = /No space left on device|Check free disk space|Disk quota exceeded/
const FORBIDDEN = /Permission denied|Operation not permitted|Read-only file system/

/** Error codes of the file system in words. */
const FILE_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a file is in the way',
  EEXIST: 'a file is in the way',
  ENOENT: 'it cannot be created there',
}

/** Explains the output of PostgreSQL or `initdb`. */
export function explainOutput(output: string, dataDir: string): Failure {
  if (FULL.test(output)) return { kind: 'fatal', error: diskFull(dataDir) }
  if (output.includes('Address already in use')) return { kind: 'port', error: didNotStart(output) }
  if (BUSY.test(output)) return { kind: 'busy', error: didNotStart(output) }
  const reason = output.match(FORBIDDEN)?.[0]
  return { kind: 'fatal', error: reason ? notWritable(dataDir, reason.toLowerCase()) : didNotStart(output) }
}

/** Explains an error of the file system; other errors are returned unchanged. */
export function explainFileError(error: unknown, dataDir: string): unknown {
  const code = codeOf(error) ?? ''
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(dataDir)
  const reason = FILE_ERRORS[code]
  return reason ? notWritable(dataDir, reason) : error
}

function diskFull(dataDir: string): StartError {
  return new StartError(
    `The disk of the data folder ${dataDir} is full: free some space, or set DATA_DIR to a folder on another disk.`,
  )
}

function notWritable(dataDir: string, reason: string): StartError {
  return new StartError(
    `The data folder ${dataDir} cannot be written to (${reason}): set DATA_DIR to a folder that this user owns.`,
  )
}

function didNotStart(output: string): StartError {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const telling = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it printed no message'
  return new StartError(`PostgreSQL did not start: ${telling.replace(/^.*(FATAL|PANIC):\s+/, '').replace(/\.$/, '')}.`)
}
