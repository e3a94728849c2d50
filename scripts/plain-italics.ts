import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/** What a WOFF2 file calls these tables in its directory. */
const GLYF = 10
const LOCA = 11
const GSUB = 28
const OWN_NAME = 63

/** Where the file says how long it is, how many tables it has, and how long they are in their compressed form. */
const LENGTH = 8
const TABLES = 12
const COMPRESSED = 20
const DIRECTORY = 48

/** Where the table of substitutions says which of them depend on the size of the letters. */
const BY_SIZE = 10

/**
 * Fraunces gives its large italics swashes (b, d, h, k, l, v, w), unless its axis WONK forbids it: an axis that is only in
 * files of twice the size. Takes that one rule out of a WOFF2 file, and leaves every other byte of its tables as it is.
 */
export function plainItalic(font: Uint8Array): Buffer {
  const file = Buffer.from(font)
  const { start, tables, rule } = unpack(file)
  tables.writeUInt32BE(0, rule)
  const compressed = brotliCompressSync(tables, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
      [constants.BROTLI_PARAM_SIZE_HINT]: tables.length,
    },
  })
  const padding = Buffer.alloc(-(start + compressed.length) & 3)
  const plain = Buffer.concat([file.subarray(0, start), compressed, padding])
  plain.writeUInt32BE(plain.length, LENGTH)
  plain.writeUInt32BE(compressed.length, COMPRESSED)
  return plain
}

/** Whether large letters look other than small ones do. */
export function hasSwashes(font: Uint8Array): boolean {
  const { tables, rule } = unpack(Buffer.from(font))
  return tables.readUInt32BE(rule) !== 0
}

function unpack(file: Buffer) {
  const { start, gsub } = readDirectory(file)
  const tables = brotliDecompressSync(file.subarray(start, start + file.readUInt32BE(COMPRESSED)))
  return { start, tables, rule: gsub + BY_SIZE }
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
