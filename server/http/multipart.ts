import { AppError } from '#server/errors.ts'

/**
 * A streaming parser for multipart/form-data. It accepts what browsers send and refuses the rarer forms of the standard. It
 * holds one chunk in memory, applies back-pressure, and throws only `AppError`.
 */

/** The headers of a part. */
export interface PartHead {
  name: string
  /** Undefined for a text field. It is used only to distinguish files from texts, because clients can send any name. */
  filename: string | undefined
}

/** Receives the bytes of a part. */
export interface PartSink {
  write(bytes: Buffer): Promise<void> | void
  end(): Promise<void> | void
}

const HEADERS_MAX_BYTES = 8 * 1024
const HEADERS_MAX = 20
const LINE_END = Buffer.from('\r\n')
const HEADERS_END = Buffer.from('\r\n\r\n')
const DASHES = Buffer.from('--')
/** Discards the bytes before the first part and after the last (preamble and epilogue). */
const DISCARD: PartSink = { write: () => {}, end: () => {} }

export function unreadableForm(): AppError {
  return new AppError('malformed', 'The form could not be read, or did not arrive whole')
}

/** Reads the boundary from the content type. */
export function boundaryOf(content_type = ''): string {
  const [, quoted, plain] =
    /^\s*multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s";,]{1,70}))\s*(?:;.*)?$/i.exec(
      content_type,
    ) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw new AppError('malformed', 'The form does not say what separates its parts')
  return boundary
}

/** Parses the body to its end. `open` returns the sink for each part. */
export async function readMultipart(
  body: AsyncIterable<Buffer>,
  boundary: string,
  open: (head: PartHead) => Promise<PartSink> | PartSink,
): Promise<void> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // A delimiter begins with a line break; the first one has none, so one is prepended.
  let rest: Buffer = LINE_END
  let sink = DISCARD
  let expects: 'bytes' | 'delimiter' | 'headers' | 'nothing' = 'bytes'

  for await (const chunk of body) {
    if (expects === 'nothing') continue
    rest = Buffer.concat([rest, chunk])
    for (let isStuck = false; !isStuck; ) {
      if (expects === 'bytes') {
        const at = rest.indexOf(delimiter)
        // The last bytes may be the beginning of a delimiter.
        const whole = at < 0 ? Math.max(0, rest.length - delimiter.length + 1) : at
        if (whole > 0) await sink.write(rest.subarray(0, whole))
        isStuck = at < 0
        rest = rest.subarray(isStuck ? whole : at + delimiter.length)
        if (isStuck) continue
        await sink.end()
        sink = DISCARD
        expects = 'delimiter'
      } else if (expects === 'delimiter') {
        isStuck = rest.length < 2
        if (isStuck) continue
        const next = rest.subarray(0, 2)
        if (next.equals(DASHES)) expects = 'nothing'
        else if (next.equals(LINE_END)) expects = 'headers'
        else throw unreadableForm()
      } else if (expects === 'headers') {
        // The buffer still begins with the line break of the delimiter.
        const end = rest.indexOf(HEADERS_END)
        if (Math.max(end, end < 0 ? rest.length : 0) > HEADERS_MAX_BYTES) throw unreadableForm()
        isStuck = end < 0
        if (isStuck) continue
        sink = await open(readHead(rest.subarray(LINE_END.length, end)))
        rest = rest.subarray(end + HEADERS_END.length)
        expects = 'bytes'
      } else isStuck = true
    }
  }
  if (expects !== 'nothing') throw unreadableForm()
}

function readHead(bytes: Buffer): PartHead {
  const lines = textOf(bytes).split('\r\n')
  if (lines.length > HEADERS_MAX) throw unreadableForm()
  let disposition: string | undefined
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*)$/.exec(line) ?? []
    if (name === undefined) throw unreadableForm()
    if (name.toLowerCase() !== 'content-disposition') continue
    if (disposition !== undefined) throw unreadableForm()
    disposition = value
  }
  if (!/^form-data\s*;/i.test(disposition ?? '')) throw unreadableForm()
  const name = parameter(disposition, 'name')
  if (!name) throw new AppError('malformed', 'A part of the form has no name')
  return { name, filename: parameter(disposition, 'filename') ?? parameter(disposition, 'filename\\*') }
}

/** Reads `name="value"`. Browsers escape quotation marks as %22, other clients with a backslash. */
function parameter(header = '', name: string): string | undefined {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s";]*))\\s*(?=;|$)`, 'i').exec(header) ?? []
  return quoted?.replaceAll(/\\(["\\])/g, '$1') ?? plain
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function textOf(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw unreadableForm()
  }
}
