import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** One version of one row, as it is read back: table, id, and the row, or null when it is gone. */
export type ReadChange = readonly [table: string, id: string, row: unknown]

/** The same as it is written: the row is JSON already. */
export interface Change {
  table: string
  id: string
  json: string
}

const NEW_LINE = 0x0a

/**
 * Write-ahead log: one line for each transaction, with every row that it changed. A line is written whole or not at all:
 * one without an end was never answered, and is cut off when the file is opened.
 */
export class Journal {
  readonly #file: number
  #length: number

  private constructor(file: number, length: number) {
    this.#file = file
    this.#length = length
  }

  static open(folder: string): { journal: Journal; changes: ReadChange[] } {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, 'journal.jsonl')
    const file = openSync(path, 'a+', 0o600)
    const bytes = readFileSync(path)
    const length = bytes.lastIndexOf(NEW_LINE) + 1
    if (length < bytes.length) ftruncateSync(file, length)
    syncFolder(dirname(path))
    const lines = bytes.subarray(0, length).toString('utf8').split('\n').slice(0, -1)
    return { journal: new Journal(file, length), changes: lines.flatMap((line) => JSON.parse(line) as ReadChange[]) }
  }

  /** Returns when the line is on the disk. `lazy` leaves that to the system, for what may be repeated after a crash. */
  append(changes: readonly Change[], lazy: boolean): void {
    const entries = changes.map(({ table, id, json }) => `[${JSON.stringify(table)},${JSON.stringify(id)},${json}]`)
    const line = Buffer.from(`[${entries.join(',')}]\n`)
    try {
      for (let written = 0; written < line.length; ) written += writeSync(this.#file, line, written)
      if (!lazy) fdatasyncSync(this.#file)
    } catch (error) {
      // A full disk: the part that was written must not join the next line.
      ftruncateSync(this.#file, this.#length)
      throw error
    }
    this.#length += line.length
  }

  close(): void {
    closeSync(this.#file)
  }
}

/** So that a new file is still there after a crash. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
