import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'

/** Reads the files of a ZIP by name, and checks their checksums. The library is not the one that writes our ZIP files. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const found = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry
    if (found.has(fileName)) throw new Error(`${fileName} is in the ZIP twice`)
    const content = await buffer(await zip.openReadStreamPromise(entry))
    if (crc32(content) !== entry.crc32) throw new Error(`${fileName} is damaged`)
    found.set(fileName, content)
  }
  return found
}
