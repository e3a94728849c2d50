import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'

/** What lies in a ZIP, by name; read by another hand than the one that wrote it, sums and all. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const found = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry
    if (found.has(fileName)) throw new Error(`${fileName} is there twice`)
    const content = await buffer(await zip.openReadStreamPromise(entry))
    if (crc32(content) !== entry.crc32) throw new Error(`${fileName} is damaged`)
    found.set(fileName, content)
  }
  return found
}
