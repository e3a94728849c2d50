import { Readable, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** Adds files to an archive one after the other, as streams. */
export interface Archive {
  addText(name: string, text: AsyncIterable<string>): Promise<void>
  /** Stored without compression, because pictures and videos are compressed already. */
  addBytes(name: string, bytes: Readable): Promise<void>
}

/** Writes a ZIP to the end of the stream. An error on either side ends both streams. */
export async function writeArchive(
  target: Writable,
  fill: (archive: Archive) => Promise<void>,
  { mtime }: { mtime: Date },
): Promise<void> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const stop = new AbortController()
  const written = pipeline(output, target)
  written.catch((error) => stop.abort(error))
  zip.on('error', (error) => stop.abort(error))

  async function add(name: string, stream: Readable, compress: boolean): Promise<void> {
    try {
      stop.signal.throwIfAborted()
      zip.addReadStream(stream, name, { mtime, compress })
      await finished(stream, { signal: stop.signal })
    } catch (error) {
      stream.destroy()
      throw stop.signal.reason ?? error
    }
  }

  try {
    await fill({
      addText: (name, text) => add(name, Readable.from(text, { objectMode: false }), true),
      addBytes: (name, bytes) => add(name, bytes, false),
    })
    zip.end()
  } catch (error) {
    output.destroy(error as Error)
    await written.catch(() => {})
    throw error
  }
  await written
}
