import { brotliDecompressSync } from 'node:zlib'

/** What a WOFF2 file calls these tables in its directory. */
const GLYF = 10
const LOCA = 11
const GSUB = 28
const OWN_NAME = 63

/** Where the file says how many tables it has, and how long they are in their compressed form. */
const TABLES = 12
const COMPRESSED = 20
const DIRECTORY = 48

/** Where the table of substitutions says which of them depend on the size of the letters: `featureVariationsOffset`. */
const BY_SIZE = 10

/** The tables of a font file, and where among them stands the offset of the substitutions that depend on the size. */
export function readWoff2(file: Buffer): { tables: Buffer; bySize: number } {
  const { start, gsub } = readDirectory(file)
  const tables = brotliDecompressSync(file.subarray(start, start + file.readUInt32BE(COMPRESSED)))
  return { tables, bySize: gsub + BY_SIZE }
}

/** Where the tables begin in the file, and where among them the substitutions do. */
function readDirectory(file: Buffer) {
  let at = DIRECTORY
  let offset = 0
  let gsub: number | undefined

  /** Seven bits a byte; the eighth says that more follow. */
  function readNumber(): number {
    let value = 0
    for (;;) {
      const byte = file.readUInt8(at++)
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }

  for (let left = file.readUInt16BE(TABLES); left > 0; left--) {
    const flags = file.readUInt8(at++)
    const table = flags & 63
    const transform = flags >> 6
    if (table === OWN_NAME) at += 4
    const length = readNumber()
    const isTransformed = table === GLYF || table === LOCA ? transform === 0 : transform !== 0
    if (table === GSUB) gsub = offset
    offset += isTransformed ? readNumber() : length
  }
  if (gsub === undefined) throw new Error('The font has no table of substitutions')
  return { start: at, gsub }
}
