import { VideoRefusal } from './video-refusal.ts'

/** Run-length encoded tables can declare a thousand million samples in eight bytes, which a parser would iterate over. */
const SAMPLES_MAX = 4_000_000
const DEPTH_MAX = 8
const CONTAINER_BOXES = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf']

/** The layout of each table: the offset of its count, and the length of a row. */
const TABLES: Record<string, Table> = {
  stts: { count_at: 4, row: 8, sums: [0] },
  ctts: { count_at: 4, row: 8, sums: [0] },
  // The first chunk of a run, and the number of samples per chunk.
  stsc: { count_at: 4, row: 12, bounds: [0, 4] },
  stco: { count_at: 4, row: 4 },
  co64: { count_at: 4, row: 8 },
  stss: { count_at: 4, row: 4 },
  // Rows may be empty in these, so only the count is limited.
  stsz: { count_at: 8, row: 0 },
  stz2: { count_at: 8, row: 0 },
  trun: { count_at: 4, row: 0 },
}

interface Table {
  count_at: number
  row: number
  /** Offsets of sample counts, whose sum over all rows is limited. */
  sums?: number[]
  /** Offsets of numbers that are limited individually. */
  bounds?: number[]
}

/** How much of a file may still be parsed. One budget for the whole file, because many small boxes cost as much as a large one. */
export interface Budget {
  boxes: number
  bytes: number
}

/** Charges the budget, and refuses the file if it is exceeded. */
export function spend(budget: Budget, kind: keyof Budget, amount: number): void {
  budget[kind] -= amount
  if (budget[kind] < 0) throw new VideoRefusal('unreadable')
}

/** Refuses tables that are longer than their box, or that declare more samples than a video of a minute can have. */
export function refuseLongTables(bytes: Buffer, budget: Budget, depth = 0): void {
  if (depth > DEPTH_MAX) throw new VideoRefusal('unreadable')
  for (let position = 0; position + 8 <= bytes.length; ) {
    spend(budget, 'boxes', 1)
    const size = bytes.readUInt32BE(position)
    const name = bytes.toString('latin1', position + 4, position + 8)
    if (size < 8) throw new VideoRefusal('unreadable')
    const content = bytes.subarray(position + 8, position + size)
    if (CONTAINER_BOXES.includes(name)) refuseLongTables(content, budget, depth + 1)
    const table = TABLES[name]
    if (table) refuseLongTable(content, table)
    position += size
  }
}

function refuseLongTable(content: Buffer, { count_at, row, sums = [], bounds = [] }: Table): void {
  const first = count_at + 4
  const rows = content.length < first ? Number.POSITIVE_INFINITY : content.readUInt32BE(count_at)
  if (rows > SAMPLES_MAX || first + rows * row > content.length) throw new VideoRefusal('unreadable')
  let sum = 0
  for (let at = first; at < first + rows * row; at += row) {
    for (const offset of sums) sum += content.readUInt32BE(at + offset)
    const isBeyond = bounds.some((offset) => content.readUInt32BE(at + offset) > SAMPLES_MAX)
    if (isBeyond || sum > SAMPLES_MAX) throw new VideoRefusal('unreadable')
  }
}
