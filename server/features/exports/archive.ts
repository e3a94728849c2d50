import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** What an archive is filled through: one thing after the other, each flowing from where it lies to the disk. */
export interface Archive {
  addText(name: string, text: AsyncIterable<string>): Promise<void>
  /** Pictures and videos are as small as they get: they go in as they are. */
  addBytes(name: string, bytes: Readable): Promise<void>
}

export type OpenOutput = (file: string) => Writable

/** For its owner's eyes alone, and on the disk before it is called whole. */
const openOutput: OpenOutput = (file) => createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })

/** Writes a ZIP and says how large it is. Whatever goes wrong on either side ends both. */
export async function writeArchive(
  file: string,
  fill: (archive: Archive) => Promise<void>,
  { mtime, open = openOutput }: { mtime: Date; open?: OpenOutput | undefined },
): Promise<number> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const stop = new AbortController()
  const written = pipeline(output, open(file))
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
  return (await stat(file)).size
}
