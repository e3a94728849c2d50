/** The names of the chunks a WebP consists of, those of its frames included. */
export function webpChunks(bytes: Buffer): string[] {
  return [...chunksFrom(bytes, 12, bytes.length)]
}

function* chunksFrom(bytes: Buffer, start: number, end: number): Generator<string> {
  for (let at = start; at + 8 <= end; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    yield name
    if (name === 'ANMF') yield* chunksFrom(bytes, at + 8 + 16, at + 8 + size)
    at += 8 + size + (size % 2)
  }
}
