import { brotliDecompressSync } from 'node:zlib'

/** The numbers of these tables in the directory of a WOFF2 file. */
const GLYF = 10
const LOCA = 11
const GSUB = 28
const OWN_NAME = 63

/** Offsets in the file: the number of tables, the length of the compressed tables, and the directory. */
const TABLES = 12
const COMPRESSED = 20
const DIRECTORY = 48

/** The offset of `featureVariationsOffset` in the table GSUB (glyph substitutions): substitutions that depend on the font size. */
const FEATURE_VARIATIONS = 10

/** The uncompressed tables of a font, and the position of `featureVariationsOffset` in them. */
export function readWoff2(file: Buffer): { tables: Buffer; feature_variations: number } {
  const { start, gsub } = readDirectory(file)
  const tables = brotliDecompressSync(file.subarray(start, start + file.readUInt32BE(COMPRESSED)))
  return { tables, feature_variations: gsub + FEATURE_VARIATIONS }
}

/** The position of the compressed tables in the file, and of GSUB in the uncompressed tables. */
function readDirectory(file: Buffer) {
  let at = DIRECTORY
  let offset = 0
  let gsub: number | undefined

  /** A number of variable length: seven bits per byte; the eighth bit says that another byte follows. */
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
  if (gsub === undefined) throw new Error('The font has no table GSUB')
  return { start: at, gsub }
}
